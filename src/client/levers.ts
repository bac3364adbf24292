import * as z from 'zod';
import packageFacts from '../../package.json' with { type: 'json' };
import { LEVER_TOKEN_HEADER, levers, type Lever } from '../contract/lever.ts';
import { parseBaseUrl, urlBelow } from './http/base-url.ts';
import { callInto, callOnce, jsonOf, type HttpAnswer, type HttpRequest } from './http/call.ts';
import { systemClock } from './clock.ts';
import { parseAnswer } from './http/endpoint.ts';
import { ApiError, ContractError, LeverError, PixError } from './errors.ts';
import type { ClientEvent } from './events.ts';
import { sharedController } from './http/interruption.ts';
import { apiError } from './http/outcome.ts';

type DataLever = Lever & { readonly data: z.ZodType };

/** What a control takes: its body, or its query. */
type LeverInput<Row extends Lever> = Row extends { readonly body: infer Body extends z.ZodType }
  ? z.input<Body>
  : Row extends { readonly query: infer Query extends z.ZodType }
    ? z.input<Query>
    : Readonly<Record<string, never>>;

export interface LeverDeskOptions {
  /** `http://127.0.0.1:4010` */
  readonly baseUrl: string;
  /** For one request, from the first packet to the last byte of the answer. Default 30,000; of a whole state 600,000. */
  readonly timeoutMs?: number | undefined;
  /** Asked for the token of an exposed service, once, and only when the service requires it. */
  readonly token?: (() => Promise<string | undefined>) | undefined;
  /** Told of requests and answers. No event carries the token. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Asks in place of `node:http`: an exposed service may be behind a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

const TIMEOUT_DEFAULT_MS = 30_000;
/** A state of gigabytes is checked before it takes the place of another. */
const WHOLE_STATE_TIMEOUT_DEFAULT_MS = 600_000;
const SNAPSHOT_TYPE = 'application/octet-stream';

interface LeverContent extends Pick<HttpRequest, 'json' | 'bytes'> {
  readonly query?: object;
}
type Calling = (request: HttpRequest) => Promise<HttpAnswer>;

/**
 * The controls of a local service. No API key is handed in here, so none can get there.
 *
 * Every method throws a `PixError`: `ApiError` for what the service refuses, `LeverError` where there are no controls or
 * their token is required, `TransportError`, `ContractError` or `InterruptedError`.
 */
export class LeverDesk {
  readonly #options: LeverDeskOptions;
  readonly #baseUrl: URL;
  readonly #signal: AbortSignal;
  #token: string | undefined;

  /** @throws {ConfigurationError} `invalid_base_url` */
  constructor(options: LeverDeskOptions) {
    this.#options = options;
    this.#baseUrl = parseBaseUrl(options.baseUrl);
    this.#signal = options.signal ?? sharedController().signal;
  }

  pull<Row extends DataLever>(lever: Row, input: LeverInput<Row>): Promise<z.output<Row['data']>> {
    const content = lever.method === 'GET' ? { query: input } : lever.body === undefined ? {} : { json: input };
    return this.#explained(() => this.#ask<Row['data']>(lever, lever.data, content));
  }

  /** The whole state of the service, as it comes in. What `receive` throws is thrown. */
  snapshot(receive: (pieces: AsyncIterable<Uint8Array>) => Promise<void>): Promise<void> {
    return this.#explained(async () => {
      const answer = await this.#send(levers.snapshot, {}, (request) =>
        callInto(request, async (pieces, headers) => {
          // Another service may answer anything with a page of its own.
          if (headers.get('Content-Type') === SNAPSHOT_TYPE) await receive(pieces);
          else throw new ContractError({ path: '', expected: `expected ${SNAPSHOT_TYPE}` });
        }),
      );
      if (answer.status < 200 || answer.status >= 300) throw this.#failure(answer);
    });
  }

  /** Puts that state in place of the one that is there. The blob may be a file: it is never in memory as a whole. */
  async restore(snapshot: Blob): Promise<z.output<(typeof levers.restore)['data']>> {
    // Before so much is sent: whether there is a control to receive it, and the token if it is required.
    await this.#assertLocalService();
    return this.#explained(() => this.#ask(levers.restore, levers.restore.data, { bytes: snapshot }));
  }

  async #ask<Parser extends z.ZodType>(lever: Lever, parser: Parser, content: LeverContent): Promise<z.output<Parser>> {
    const answer = await this.#send(lever, content, callOnce);
    if (answer.status < 200 || answer.status >= 300) throw this.#failure(answer);
    return parseAnswer(parser, parseAnswer(z.looseObject({ data: z.unknown() }), jsonOf(answer)).data);
  }

  /** Shows the token only to a service that asks for it: another one has no business with it. */
  async #send(lever: Lever, content: LeverContent, call: Calling): Promise<HttpAnswer> {
    const answer = await this.#sendOnce(lever, content, call);
    if (!wantsToken(answer) || this.#token !== undefined) return answer;
    const given = (await this.#options.token?.()) ?? '';
    // What no header may carry is surely wrong, and would fail deep in the HTTP client.
    if (!/^[\x21-\x7e]+$/.test(given)) return answer;
    this.#token = given;
    return this.#sendOnce(lever, content, call);
  }

  async #sendOnce(lever: Lever, { query = {}, ...body }: LeverContent, call: Calling): Promise<HttpAnswer> {
    const { onEvent = () => undefined, fetch } = this.#options;
    const { timeoutMs = isOfWholeState(lever) ? WHOLE_STATE_TIMEOUT_DEFAULT_MS : TIMEOUT_DEFAULT_MS } = this.#options;
    const { method, path } = lever;
    const url = urlBelow(this.#baseUrl, path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const headers = {
      Accept: 'application/json',
      'User-Agent': `pix/${packageFacts.version}`,
      ...(this.#token !== undefined && { [LEVER_TOKEN_HEADER]: this.#token }),
    };
    const facts = { method, url: url.href };
    const startedAtMs = systemClock.now();
    const durationMs = () => systemClock.now() - startedAtMs;
    onEvent({ type: 'request', ...facts, attempt: 1 });
    try {
      const answer = await call({ method, url, headers, timeoutMs, signal: this.#signal, fetch, ...body });
      onEvent({ type: 'answer', ...facts, status: answer.status, durationMs: durationMs() });
      return answer;
    } catch (error) {
      const code = error instanceof PixError ? error.code : 'unexpected';
      onEvent({ type: 'failure', ...facts, code, durationMs: durationMs() });
      throw error;
    }
  }

  /** Distinguishes a control's own refusal from the response of a service without controls: they may look alike. */
  async #explained<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      if (isFromElsewhere(error)) await this.#assertLocalService();
      throw error;
    }
  }

  async #assertLocalService(): Promise<void> {
    try {
      await this.#ask(levers.listFaults, levers.listFaults.data, {});
    } catch (cause) {
      if (!isFromElsewhere(cause)) throw cause;
      const { origin } = this.#baseUrl;
      const message = `what answers at ${origin} is no local service`;
      throw new LeverError(message, { code: 'not_local_service', origin, cause });
    }
  }

  #failure(answer: HttpAnswer): PixError {
    if (!wantsToken(answer)) return apiError(answer, jsonOf(answer), (words) => words);
    const message = 'the levers want the token of the exposed service';
    return new LeverError(message, { code: 'lever_token_wanted', origin: this.#baseUrl.origin });
  }
}

function isOfWholeState({ path }: Lever): boolean {
  return [levers.snapshot, levers.restore, levers.reset].some((lever) => lever.path === path);
}

function isFromElsewhere(error: unknown): boolean {
  return error instanceof ApiError || error instanceof ContractError;
}

/** As the local service says it; other services refuse with a 401 too, and know no such header. */
function wantsToken(answer: HttpAnswer): boolean {
  return answer.status === 401 && answer.text.includes(LEVER_TOKEN_HEADER);
}
