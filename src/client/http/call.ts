import type { KyInstance } from 'ky';
import packageFacts from '../../../package.json' with { type: 'json' };
import type { Clock } from '../clock.ts';
import { ConfigurationError, InterruptedError, PixError } from '../errors.ts';
import type { ClientEvent, OfRequest } from '../events.ts';
import { rateFactsOf } from '../rate-limit/rate-limiter.ts';
import { piecesOf, readBody, type HttpAnswer, type ReadAnswer } from './answer.ts';
import { linkSignals } from './interruption.ts';
import { sendOverNode, type OutgoingRequest } from './node-transport.ts';
import { transportError, type Phase } from './outcome.ts';
import type { FindProxy } from './proxy.ts';
import { redact, redactUrl } from './redact.ts';

export interface RequestContent {
  readonly method: string;
  /** Below the base URL, without a leading slash; or a whole address. */
  readonly to: string | URL;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly json?: unknown;
  /** A body of bytes instead of JSON. A blob may be a file, which is not loaded. */
  readonly bytes?: Uint8Array<ArrayBuffer> | Blob | undefined;
  /** The type of the bytes; default `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** Default {@link readBody}. */
  readonly receive?: ReadAnswer | undefined;
}

export interface HttpRequest extends RequestContent {
  /** The number of the call that it belongs to, and of the attempt at it. */
  readonly requestId: number;
  readonly attempt: number;
  /** Of the key, where events name it. */
  readonly keyName?: string | undefined;
  /** For the whole exchange, from the first packet to the last byte of the body. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Called with the request that is about to be sent, to add its key. */
  readonly prepare: (request: Pick<Request, 'url' | 'headers'>) => void;
  /** Called right before the request leaves; if it throws, nothing is sent. */
  readonly beforeSending?: (() => void) | undefined;
  /** Called when the answer begins to arrive. */
  readonly onAnswer?: ((answer: Pick<HttpAnswer, 'status' | 'headers'>) => void) | undefined;
}

export interface HttpSettings {
  readonly baseUrl: URL;
  /** Replaces {@link sendOverNode}; it does not report when it has connected. */
  readonly fetch?: typeof fetch | undefined;
  readonly findProxy?: FindProxy | undefined;
  readonly onEvent: (event: ClientEvent) => void;
  readonly clock: Clock;
  /** Keys that events must not contain. */
  readonly secrets: readonly string[];
}

/** Where services name a request, so that their support can find it. */
const REQUEST_ID_HEADERS = ['X-Request-Id', 'Request-Id'];
/** A longer value is ignored. */
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** One service, asked over HTTP. */
export class HttpClient {
  readonly #settings: HttpSettings;
  #opening: Promise<KyInstance> | undefined;

  constructor(settings: HttpSettings) {
    this.#settings = settings;
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

  /**
   * Sends one HTTP request, reads its complete answer, whatever the status, and reports both. No retry, no redirect.
   *
   * @throws {TransportError} when no complete answer arrived
   * @throws {ConfigurationError} `blocked_port` when the port is one that fetch never uses
   * @throws {InterruptedError} when the signal was aborted; after connecting, the outcome is unknown
   * @throws what `receive` throws on its own
   */
  async exchange(request: HttpRequest): Promise<HttpAnswer> {
    const { onEvent, clock } = this.#settings;
    const { requestId, method, attempt, keyName } = request;
    const startedAtMs = clock.now();
    const durationMs = () => clock.now() - startedAtMs;
    let facts: OfRequest | undefined;
    const prepare = (prepared: Pick<Request, 'url' | 'headers'>) => {
      request.prepare(prepared);
      facts = { requestId, method, url: this.shownUrl(prepared.url) };
      onEvent({ type: 'request', ...facts, attempt, ...(keyName !== undefined && { keyName }) });
    };
    try {
      const answer = await this.#exchange({ ...request, prepare });
      if (facts !== undefined) {
        const { limit: rateLimit, remaining: rateRemaining } = rateFactsOf(answer);
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

  async #exchange(request: HttpRequest): Promise<HttpAnswer> {
    const { signal, timeoutMs, receive = readBody } = request;
    const api = await (this.#opening ??= this.#open());
    // The timer and the caller's signal keep it alive: fetch and ky refer to a signal weakly, and one that was collected
    // never aborts.
    const bound = linkSignals([signal]);
    let timer: NodeJS.Timeout | undefined;
    const progress: Progress = { phase: 'connecting', isCut: false };
    const transport: Transport = {
      signal: bound.signal,
      // What was loaded and prepared until here takes nothing of the request's time.
      onStart: () => {
        timer = setTimeout(() => bound.abort(new Error(`no whole answer within ${timeoutMs} ms`)), timeoutMs);
      },
      onConnected: () => {
        try {
          request.beforeSending?.();
        } catch (cause) {
          progress.forbidden = { cause };
          throw cause;
        }
        progress.phase = 'request';
      },
    };
    try {
      signal.throwIfAborted();
      const response = await this.#headOf(api, request, transport);
      progress.phase = 'body';
      request.onAnswer?.(response);
      const onCut = () => {
        progress.isCut = true;
      };
      return await receive(response, piecesOf(response, bound.signal, onCut));
    } catch (error) {
      const { phase, isCut, forbidden } = progress;
      if (phase === 'body' && !isCut) {
        // What is not read any more would keep the connection open.
        bound.abort(error);
        throw error;
      }
      const { baseUrl, findProxy } = this.#settings;
      const { host, port } = baseUrl;
      if (forbidden !== undefined) throw new InterruptedError({ outcome: 'not-sent', cause: forbidden.cause });
      if (signal.aborted) {
        throw new InterruptedError({ outcome: phase === 'connecting' ? 'not-sent' : 'unknown', cause: error });
      }
      if (isBlockedPort(error)) {
        const message = `port ${port} belongs to another protocol, and is kept from HTTP by fetch`;
        throw new ConfigurationError(message, { code: 'blocked_port', cause: error });
      }
      const isProxied = findProxy?.(baseUrl) !== undefined;
      throw transportError(error, { host, phase, timedOut: bound.signal.aborted, isProxied });
    } finally {
      clearTimeout(timer);
      bound.release();
    }
  }

  /** ky is not loaded before it is needed: importing the library would take longer. */
  async #open(): Promise<KyInstance> {
    const { default: ky } = await import('ky');
    const { origin, pathname } = this.#settings.baseUrl;
    return ky.create({
      prefixUrl: origin + pathname.replace(/\/+$/, ''),
      headers: { Accept: 'application/json', 'User-Agent': `pix/${packageFacts.version}` },
      redirect: 'manual',
      throwHttpErrors: false,
      // A withdrawal must not be repeated, and a read waits for the rate limit first: see retry.ts.
      retry: 0,
      // ky's time-out would end with the head of an answer; ours includes the body.
      timeout: false,
    });
  }

  /** Sends the request. @returns its answer without the body */
  async #headOf(api: KyInstance, request: HttpRequest, transport: Transport): Promise<Response> {
    const { method, to, query, json, bytes, contentType = 'application/octet-stream', prepare } = request;
    const coming = api(to, {
      method,
      searchParams: query,
      ...(bytes === undefined ? { json } : { headers: { 'Content-Type': contentType } }),
      hooks: { beforeRequest: [prepare] },
      // An `afterResponse` hook would have ky copy every body: the head of the answer is read without one.
      fetch: (prepared) => this.#dispatch(prepared, bytes, transport),
    });
    const { signal } = transport;
    const end = new Promise<undefined>((resolve) => {
      const stop = () => resolve(undefined);
      signal.addEventListener('abort', stop, { once: true });
    });
    const response = await Promise.race([coming, end]);
    if (response !== undefined) return response;
    // If it arrives later, its connection must be closed.
    coming.then(({ body }) => body?.cancel()).catch(() => undefined);
    throw signal.reason;
  }

  /**
   * Sends the request that ky has prepared. Bytes bypass ky, which would load a file to copy it for a retry, and so does
   * the signal, which ky would combine with its own by `AbortSignal.any`: that may be collected.
   */
  async #dispatch(
    prepared: string | URL | Request,
    bytes: RequestContent['bytes'],
    { signal, onStart, onConnected }: Transport,
  ): Promise<Response> {
    const { fetch, findProxy } = this.#settings;
    if (!(prepared instanceof Request)) throw new Error('ky has prepared no request');
    const { method } = prepared;
    const url = new URL(prepared.url);
    const json = await prepared.text();
    const body = bytes ?? (json === '' ? undefined : new TextEncoder().encode(json));
    const length = body instanceof Blob ? body.size : body?.byteLength;
    const headers = {
      ...Object.fromEntries(prepared.headers),
      ...(length !== undefined && { 'content-length': String(length) }),
    };
    signal.throwIfAborted();
    onStart();
    if (fetch !== undefined) {
      onConnected();
      return fetch(url, { method, headers, redirect: 'manual', ...streamed(body), signal });
    }
    const outgoing: OutgoingRequest = { method, url, headers, body };
    const proxy = findProxy?.(url);
    if (proxy === undefined) return sendOverNode(outgoing, signal, onConnected);
    const { routeThrough } = await import('./proxy-route.ts');
    return sendOverNode(outgoing, signal, onConnected, routeThrough(proxy, url));
  }
}

/** How far a request has come. */
interface Progress {
  phase: Phase;
  /** The body has ended too early; other errors in reading it are the reader's. */
  isCut: boolean;
  /** `beforeSending` has thrown. */
  forbidden?: { readonly cause: unknown };
}

/** How one request is carried. */
interface Transport {
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Called when its time begins. */
  readonly onStart: () => void;
  /** Called when bytes of it may leave; if it throws, none do. */
  readonly onConnected: () => void;
}

/**
 * Node's fetch resends a request after a 421 when it still has the body's source. A stream cannot be read twice, so a
 * request that moves money is sent once. For redirects, fetch copies a file unless redirects and windows are excluded.
 */
function streamed(body: Uint8Array<ArrayBuffer> | Blob | undefined): object {
  if (body === undefined) return {};
  const isFile = body instanceof Blob;
  const stream = (isFile ? body : new Blob([body])).stream();
  return { body: stream, duplex: 'half', ...(isFile && { redirect: 'error', window: null }) };
}

/** Fetch refuses the ports of other protocols at once: https://fetch.spec.whatwg.org/#port-blocking */
function isBlockedPort(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.message === 'bad port';
}
