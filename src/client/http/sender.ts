import type { Clock } from '../clock.ts';
import { PixError } from '../errors.ts';
import type { ClientEvent } from '../events.ts';
import type { Access, PooledKey } from '../rate-limit/key-pool.ts';
import { rateFactsOf } from '../rate-limit/rate-limiter.ts';
import type { Turn } from '../rate-limit/rate-limiter.ts';
import type { HttpAnswer, HttpClient, ReadAnswer, RequestContent } from './call.ts';
import { redact, redactUrl } from './redact.ts';
import { isSilence, type Contact } from './retry.ts';

/** A request, and how its answer is read. */
export interface PreparedRequest<Answer extends HttpAnswer, Result> extends RequestContent {
  readonly access: Access;
  readonly receive: ReadAnswer<Answer>;
  /** @throws {PixError} for an unsuccessful answer */
  readonly read: (answer: Answer) => Result;
}

/** One attempt at a request. */
interface Attempt {
  /** The number of the call that it belongs to. */
  readonly requestId: number;
  readonly number: number;
  /** Where a redirect has led; otherwise the address of the request. */
  readonly redirectedTo: URL | undefined;
  readonly key: PooledKey;
  readonly turn: Turn;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly beforeSending: (() => void) | undefined;
  /** Called with the address when the request is about to be sent. */
  readonly onUrl: (url: string) => void;
}

/** Where services name a request, so that their support can find it. */
const REQUEST_ID_HEADERS = ['X-Request-Id', 'Request-Id'];
/** A longer value is ignored. */
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

interface SenderSettings {
  readonly http: HttpClient;
  readonly onEvent: (event: ClientEvent) => void;
  readonly clock: Clock;
  /** Keys that events must not contain. */
  readonly secrets: readonly string[];
  /** Whether events name the key of a request. */
  readonly namesKeys: boolean;
}

/** Sends requests, each once, reports them, and tracks whether the service answers. */
export class Sender implements Contact {
  readonly #settings: SenderSettings;
  #hasAnswered = false;
  #isSilent = false;

  constructor(settings: SenderSettings) {
    this.#settings = settings;
  }

  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** The address as it may be shown: without keys. */
  shownUrl(url: string): string {
    return redactUrl(url, this.#settings.secrets);
  }

  /** The service's id of the request, with keys masked. */
  serviceRequestId({ headers }: Pick<HttpAnswer, 'headers'>): string | undefined {
    const [id] = REQUEST_ID_HEADERS.flatMap((name) => headers.get(name) ?? []);
    return id !== undefined && REQUEST_ID.test(id) ? redact(id, this.#settings.secrets) : undefined;
  }

  /** Records why a request is not retried any more. */
  giveUp(error: PixError): void {
    this.#isSilent ||= isSilence(error);
  }

  /** @throws {PixError} when no complete answer arrived */
  async send<Answer extends HttpAnswer>(
    { method, to, query, json, bytes, contentType, receive }: PreparedRequest<Answer, unknown>,
    { requestId, number, redirectedTo, key, turn, signal, timeoutMs, beforeSending, onUrl }: Attempt,
  ): Promise<Answer> {
    const { http, onEvent, clock, namesKeys } = this.#settings;
    let facts: { readonly requestId: number; readonly method: string; readonly url: string } | undefined;
    const startedAtMs = clock.now();
    const durationMs = () => clock.now() - startedAtMs;
    const prepare = ({ url, headers }: Pick<Request, 'url' | 'headers'>) => {
      onUrl(url);
      headers.set('X-API-Key', key.key);
      facts = { requestId, method, url: this.shownUrl(url) };
      onEvent({ type: 'request', ...facts, attempt: number, ...(namesKeys && { keyName: key.name }) });
    };
    const onAnswer = (head: Pick<HttpAnswer, 'status' | 'headers'>) => {
      turn.answered(rateFactsOf(head));
    };
    const target = redirectedTo === undefined ? { to, query } : { to: redirectedTo };
    const content = { method, ...target, json, bytes, contentType };
    try {
      const exchange = { ...content, timeoutMs, signal, prepare, beforeSending, onAnswer };
      const answer = await http.exchange(exchange, receive);
      this.#hasAnswered = true;
      this.#isSilent = false;
      const { limit: rateLimit, remaining: rateRemaining } = rateFactsOf(answer);
      if (facts !== undefined) {
        const serviceRequestId = this.serviceRequestId(answer);
        const shown = { status: answer.status, durationMs: durationMs(), rateLimit, rateRemaining, serviceRequestId };
        onEvent({ type: 'answer', ...facts, ...shown });
      }
      return answer;
    } catch (error) {
      const code = error instanceof PixError ? error.code : 'unexpected';
      if (facts !== undefined) onEvent({ type: 'failure', ...facts, code, durationMs: durationMs() });
      throw error;
    }
  }
}
