import * as z from 'zod';
import { CONTROL_TOKEN_HEADER, controls, type Control } from '../contract/control.ts';
import { parseBaseUrl } from './http/addresses.ts';
import { jsonOf, readBody, readLongBody, textOf, type HttpAnswer } from './http/answer.ts';
import { HttpClient, type RequestContent } from './http/call.ts';
import { systemClock } from './clock.ts';
import { ApiError, ContractError, ControlError, type PixError } from './errors.ts';
import { sharedController } from './http/interruption.ts';
import { apiError } from './http/outcome.ts';
import { parseAnswer } from './http/parse-answer.ts';
import { proxiesOf } from './http/proxy.ts';
import type { ClientSettings } from './client.ts';

export type DataControl = Control & { readonly data: z.ZodType };

export type ControlInput<Row extends Control> = Row extends { readonly body: infer Body extends z.ZodType }
  ? z.input<Body>
  : Row extends { readonly query: infer Query extends z.ZodType }
    ? z.input<Query>
    : Readonly<Record<string, never>>;

/** No event contains the token. An exposed service may be behind a proxy; one in this process has no port, but a `fetch`. */
interface ControlClientOptions extends Pick<ClientSettings, 'baseUrl' | 'onEvent' | 'signal' | 'proxies' | 'fetch'> {
  /**
   * Time for one request, from the first packet to the last byte of the answer. Default 30,000; for a complete state
   * 600,000.
   */
  readonly timeoutMs?: number | undefined;
  /** Called for the token of an exposed service, once, and only when the service requires it. */
  readonly token?: (() => Promise<string | undefined>) | undefined;
}

const TIMEOUT_DEFAULT_MS = 30_000;
/** A state of gigabytes is checked before it replaces another one. */
const WHOLE_STATE_TIMEOUT_DEFAULT_MS = 600_000;
const SNAPSHOT_TYPE = 'application/octet-stream';

type ControlContent = Pick<RequestContent, 'query' | 'json' | 'bytes' | 'receive'>;

/**
 * The controls of a local service. It takes no API key, so none can be sent there.
 *
 * Every method throws a `PixError`: `ApiError` for refusals of the service, `ControlError` when there are no controls
 * or their token is required, `TransportError`, `ContractError` or `InterruptedError`.
 */
export class ControlClient {
  readonly #options: ControlClientOptions;
  readonly #baseUrl: URL;
  readonly #signal: AbortSignal;
  readonly #http: HttpClient;
  #token: string | undefined;
  #requests = 0;

  /** @throws {ConfigurationError} `invalid_base_url` or `invalid_proxy` */
  constructor(options: ControlClientOptions) {
    this.#options = options;
    this.#baseUrl = parseBaseUrl(options.baseUrl);
    this.#signal = options.signal ?? sharedController().signal;
    const findProxy = options.proxies && proxiesOf(options.proxies);
    const { fetch, onEvent = () => undefined } = options;
    const settings = { baseUrl: this.#baseUrl, findProxy, fetch, onEvent, clock: systemClock, secrets: [] };
    this.#http = new HttpClient(settings);
  }

  use<Row extends DataControl>(control: Row, input: ControlInput<Row>): Promise<z.output<Row['data']>> {
    const content =
      control.method === 'GET' ? { query: { ...input } } : control.body === undefined ? {} : { json: input };
    const receive = isOfWholeState(control.path) ? readLongBody : undefined;
    return this.#explained(() => this.#ask(control, { ...content, receive }));
  }

  /** The complete state of the service, as it arrives. Errors of `receive` are thrown. */
  snapshot(receive: (pieces: AsyncIterable<Uint8Array>) => Promise<void>): Promise<void> {
    const content: ControlContent = {
      receive: async (response, pieces) => {
        const { ok, status, headers } = response;
        if (!ok) return readBody(response, pieces);
        // Another service may answer any path with a page of its own.
        const isSnapshot = headers.get('Content-Type') === SNAPSHOT_TYPE;
        if (!isSnapshot) throw new ContractError({ path: '', expected: `expected ${SNAPSHOT_TYPE}` });
        await receive(pieces);
        return { status, headers, bytes: new Uint8Array(), isWhole: true };
      },
    };
    return this.#explained(async () => {
      await this.#send(controls.snapshot, content);
    });
  }

  /** Replaces the complete state. The blob may be a file: it is never loaded as a whole. */
  async restore(snapshot: Blob): Promise<z.output<(typeof controls.restore)['data']>> {
    // Checked before so much is sent: that the control exists, and the token if it is required.
    await this.#assertLocalService();
    return this.#explained(() => this.#ask(controls.restore, { bytes: snapshot }));
  }

  async #ask<Row extends DataControl>(control: Row, content: ControlContent): Promise<z.output<Row['data']>> {
    const answer = await this.#send(control, content);
    return parseAnswer<Row['data']>(
      control.data,
      parseAnswer(z.looseObject({ data: z.unknown() }), jsonOf(answer)).data,
    );
  }

  /**
   * Sends the token only to a service that requires it: another one must not learn it.
   *
   * @throws {PixError} for an answer that is no success
   */
  async #send(control: Control, content: ControlContent): Promise<HttpAnswer> {
    let answer = await this.#sendOnce(control, content);
    if (requiresToken(answer) && this.#token === undefined) {
      const given = (await this.#options.token?.()) ?? '';
      // Characters that no header allows would fail deep in the HTTP client; such a token is wrong anyway.
      if (/^[\x21-\x7e]+$/.test(given)) {
        this.#token = given;
        answer = await this.#sendOnce(control, content);
      }
    }
    if (answer.status >= 300) throw this.#failure(answer);
    return answer;
  }

  #sendOnce({ method, path }: Control, content: ControlContent): Promise<HttpAnswer> {
    const { timeoutMs = isOfWholeState(path) ? WHOLE_STATE_TIMEOUT_DEFAULT_MS : TIMEOUT_DEFAULT_MS } = this.#options;
    this.#requests += 1;
    const prepare = ({ headers }: Pick<Request, 'headers'>) => {
      if (this.#token !== undefined) headers.set(CONTROL_TOKEN_HEADER, this.#token);
    };
    const facts = { requestId: this.#requests, attempt: 1, timeoutMs, signal: this.#signal };
    return this.#http.exchange({ method, to: path.slice(1), ...content, ...facts, prepare });
  }

  /** Distinguishes a control's own refusal from the answer of a service without controls: they may look alike. */
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
      await this.#ask(controls.listFaults, {});
    } catch (cause) {
      if (!isFromElsewhere(cause)) throw cause;
      const { origin } = this.#baseUrl;
      const message = `what answers at ${origin} is no local service`;
      throw new ControlError(message, { code: 'not_local_service', origin, cause });
    }
  }

  #failure(answer: HttpAnswer): PixError {
    if (!requiresToken(answer)) return apiError(answer, jsonOf(answer), (words) => words);
    const message = 'the controls want the token of the exposed service';
    return new ControlError(message, { code: 'lever_token_wanted', origin: this.#baseUrl.origin });
  }
}

function isOfWholeState(path: string): boolean {
  return [controls.exportWorld, controls.snapshot, controls.restore, controls.reset].some(
    (control) => control.path === path,
  );
}

function isFromElsewhere(error: unknown): boolean {
  return error instanceof ApiError || error instanceof ContractError;
}

/** Recognised by the local service's header; other services also answer 401, but without it. */
function requiresToken(answer: HttpAnswer): boolean {
  return answer.status === 401 && textOf(answer).includes(CONTROL_TOKEN_HEADER);
}
