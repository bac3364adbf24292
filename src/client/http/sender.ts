import packageFacts from '../../../package.json' with { type: 'json' };
import type { Clock } from '../clock.ts';
import { PixError } from '../errors.ts';
import type { ClientEvent } from '../events.ts';
import type { Access, PooledKey } from '../rate-limit/key-pool.ts';
import { rateFactsOf } from '../rate-limit/rate-limiter.ts';
import type { Turn } from '../rate-limit/rate-limiter.ts';
import type { HttpAnswer, HttpRequest } from './call.ts';
import type { FindProxy } from './proxy.ts';
import { redact, redactUrl } from './redact.ts';
import { isSilence, type Contact } from './retry.ts';

/** A request, and how its answer is read. */
export interface PreparedRequest<Answer extends HttpAnswer, Result> {
  readonly method: string;
  readonly access: Access;
  readonly url: URL;
  readonly content: Pick<HttpRequest, 'json' | 'bytes' | 'contentType'>;
  readonly call: (request: HttpRequest) => Promise<Answer>;
  /** @throws {PixError} for an unsuccessful answer */
  readonly read: (answer: Answer) => Result;
}

/** One attempt at a request. */
interface Attempt {
  /** The number of the call that it belongs to. */
  readonly requestId: number;
  readonly number: number;
  /** The address, after redirects. */
  readonly url: URL;
  readonly key: PooledKey;
  readonly turn: Turn;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly beforeSending: (() => void) | undefined;
}

/** Where services name a request, so that their support can find it. */
const REQUEST_ID_HEADERS = ['X-Request-Id', 'Request-Id'];
/** A longer value is ignored. */
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

interface SenderSettings {
  readonly fetch: typeof fetch | undefined;
  readonly findProxy: FindProxy | undefined;
  readonly onEvent: (event: ClientEvent) => void;
  readonly clock: Clock;
  /** Keys that events must not contain. */
  readonly secrets: readonly string[];
  /** Whether events name the key of a request. */
  readonly namesKeys: boolean;
}

const USER_AGENT = `pix/${packageFacts.version}`;

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
  shownUrl(url: URL): string {
    return redactUrl(url.href, this.#settings.secrets);
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
    { method, content, call }: PreparedRequest<Answer, unknown>,
    { requestId, number, url, key, turn, signal, timeoutMs, beforeSending }: Attempt,
  ): Promise<Answer> {
    const { fetch, findProxy, onEvent, clock, namesKeys } = this.#settings;
    const facts = { requestId, method, url: this.shownUrl(url) };
    const startedAtMs = clock.now();
    const durationMs = () => clock.now() - startedAtMs;
    onEvent({ type: 'request', ...facts, attempt: number, ...(namesKeys && { keyName: key.name }) });
    try {
      const headers = { Accept: 'application/json', 'User-Agent': USER_AGENT, 'X-API-Key': key.key };
      const onAnswer = (head: Pick<HttpAnswer, 'status' | 'headers'>) => {
        turn.answered(rateFactsOf(head));
      };
      const request = {
        method,
        url,
        headers,
        ...content,
        timeoutMs,
        signal,
        beforeSending,
        onAnswer,
        fetch,
        findProxy,
      };
      const answer = await call(request);
      this.#hasAnswered = true;
      this.#isSilent = false;
      const { limit: rateLimit, remaining: rateRemaining } = rateFactsOf(answer);
      onEvent({
        type: 'answer',
        ...facts,
        status: answer.status,
        durationMs: durationMs(),
        rateLimit,
        rateRemaining,
        serviceRequestId: this.serviceRequestId(answer),
      });
      return answer;
    } catch (error) {
      const code = error instanceof PixError ? error.code : 'unexpected';
      onEvent({ type: 'failure', ...facts, code, durationMs: durationMs() });
      throw error;
    }
  }
}
