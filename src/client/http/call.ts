import type { KyInstance } from 'ky';
import packageFacts from '../../../package.json' with { type: 'json' };
import { ConfigurationError, InterruptedError } from '../errors.ts';
import { BoundedWait } from './bounded-wait.ts';
import { sendOverNode, type OutgoingRequest } from './node-transport.ts';
import { transportError, type Phase } from './outcome.ts';
import type { FindProxy } from './proxy.ts';

/** What is sent, and where. */
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
}

export interface HttpRequest extends RequestContent {
  /** For the whole exchange, from the first packet to the last byte of the body. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Called with the request that is about to be sent, to add its key. */
  readonly prepare?: ((request: Pick<Request, 'url' | 'headers'>) => void) | undefined;
  /** Called right before the request leaves; if it throws, nothing is sent. */
  readonly beforeSending?: (() => void) | undefined;
  /** Called when the answer begins to arrive. */
  readonly onAnswer?: ((answer: Pick<HttpAnswer, 'status' | 'headers'>) => void) | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body, up to the maximum. */
  readonly text: string;
  /** False when the body exceeded the maximum. */
  readonly isWhole: boolean;
}

export interface BytesAnswer extends HttpAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Reads the body of an answer. */
export type ReadAnswer<Answer> = (response: Response, pieces: AsyncIterable<Uint8Array>) => Promise<Answer>;

type ReceiveBody = (pieces: AsyncIterable<Uint8Array>, headers: Headers) => Promise<void>;

interface HttpSettings {
  readonly baseUrl: URL;
  /** Replaces {@link sendOverNode}; it does not report when it has connected. */
  readonly fetch?: typeof fetch | undefined;
  readonly findProxy?: FindProxy | undefined;
}

const BODY_BYTES_MAXIMUM = 16 * 1024 * 1024;
const ERROR_BODY_BYTES_MAXIMUM = 64 * 1024;

/** One service, asked over HTTP. */
export class HttpClient {
  readonly #settings: HttpSettings;
  #opening: Promise<KyInstance> | undefined;

  constructor(settings: HttpSettings) {
    this.#settings = settings;
  }

  /**
   * Sends one HTTP request and reads its complete answer, whatever the status. No retry, no redirect.
   *
   * @throws {TransportError} when no complete answer arrived
   * @throws {ConfigurationError} `blocked_port` when the port is one that fetch never uses
   * @throws {InterruptedError} when the signal was aborted; after connecting, the outcome is unknown
   */
  async exchange<Answer>(request: HttpRequest, read: ReadAnswer<Answer>): Promise<Answer> {
    const { signal } = request;
    const api = await (this.#opening ??= this.#open());
    assertNotAborted(signal);
    const bound = new BoundedWait(signal);
    const progress: { phase: Phase } = { phase: this.#settings.fetch === undefined ? 'connecting' : 'request' };
    let forbidden: { readonly cause: unknown } | undefined;
    try {
      const response = await this.#headOf(api, request, bound, () => {
        try {
          request.beforeSending?.();
        } catch (cause) {
          forbidden = { cause };
          throw cause;
        }
        progress.phase = 'request';
      });
      progress.phase = 'body';
      request.onAnswer?.(response);
      return await read(response, piecesOf(response, bound));
    } catch (error) {
      const { phase } = progress;
      const { host, port } = this.#settings.baseUrl;
      if (forbidden !== undefined) throw new InterruptedError({ outcome: 'not-sent', cause: forbidden.cause });
      if (signal.aborted) {
        throw new InterruptedError({ outcome: phase === 'connecting' ? 'not-sent' : 'unknown', cause: error });
      }
      if (isBlockedPort(error)) {
        const message = `port ${port} belongs to another protocol, and is kept from HTTP by fetch`;
        throw new ConfigurationError(message, { code: 'blocked_port', cause: error });
      }
      throw transportError(error, { host, phase, timedOut: bound.isOver });
    } finally {
      bound.release();
    }
  }

  /**
   * The same for an answer that may be too large for memory: `receive` gets the body of a successful answer as it
   * arrives, and `text` is empty then. Errors of `receive` are thrown.
   */
  async download(request: HttpRequest, receive: ReceiveBody): Promise<HttpAnswer> {
    let ownFailure: { readonly cause: unknown } | undefined;
    const answer = await this.exchange(request, async (response, body) => {
      if (!response.ok) return readText(response, body);
      const { status, headers } = response;
      const source = { isCutOff: false };
      async function* pieces() {
        try {
          yield* body;
        } catch (error) {
          source.isCutOff = true;
          throw error;
        }
      }
      try {
        await receive(pieces(), headers);
      } catch (cause) {
        if (source.isCutOff) throw cause;
        ownFailure = { cause };
      }
      return { status, headers, text: '', isWhole: true };
    });
    if (ownFailure !== undefined) throw ownFailure.cause;
    return answer;
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
  #headOf(api: KyInstance, request: HttpRequest, bound: BoundedWait, onConnected: () => void): Promise<Response> {
    const { method, to, query = {}, json, bytes, contentType = 'application/octet-stream', prepare } = request;
    const coming = api(to, {
      method,
      searchParams: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
      ...(bytes === undefined ? { json } : { headers: { 'Content-Type': contentType } }),
      hooks: { beforeRequest: prepare === undefined ? [] : [prepare] },
      // An `afterResponse` hook would have ky copy every body: the head of the answer is read without one.
      fetch: (prepared) => this.#dispatch(prepared, request, bound, onConnected),
    });
    return bound.wait(coming, () => {
      // If it arrives later, its connection must be closed.
      coming.then(({ body }) => body?.cancel()).catch(() => undefined);
    });
  }

  /**
   * Sends the request that ky has prepared. Bytes bypass ky, which would load a file to copy it for a retry, and so does
   * the signal, which ky would combine with its own by `AbortSignal.any`: that may be collected.
   */
  async #dispatch(
    prepared: string | URL | Request,
    { bytes, timeoutMs }: HttpRequest,
    bound: BoundedWait,
    onConnected: () => void,
  ): Promise<Response> {
    const { fetch, findProxy } = this.#settings;
    if (typeof prepared === 'string' || !('headers' in prepared)) throw new Error('ky has prepared no request');
    const { method } = prepared;
    const url = new URL(prepared.url);
    const json = await prepared.text();
    const body = bytes ?? (json === '' ? undefined : new TextEncoder().encode(json));
    const length = body instanceof Blob ? body.size : body?.byteLength;
    const headers = {
      ...Object.fromEntries(prepared.headers),
      ...(length !== undefined && { 'content-length': String(length) }),
    };
    const { signal } = bound;
    signal.throwIfAborted();
    // What was loaded and prepared until here takes nothing of the request's time.
    bound.start(timeoutMs);
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

function assertNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new InterruptedError({ outcome: 'not-sent', cause: signal.reason });
}

/** The text of an answer. */
export async function readText(
  { ok, status, headers }: Response,
  pieces: AsyncIterable<Uint8Array>,
): Promise<HttpAnswer> {
  const maximumBytes = ok ? BODY_BYTES_MAXIMUM : ERROR_BODY_BYTES_MAXIMUM;
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    if (bytes > maximumBytes) return { status, headers, text, isWhole: false };
    text += decoder.decode(piece, { stream: true });
  }
  return { status, headers, text: text + decoder.decode(), isWhole: true };
}

/** The same with the bytes of the body, whatever its size. */
export async function readBytes(
  { status, headers }: Response,
  pieces: AsyncIterable<Uint8Array>,
): Promise<BytesAnswer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  const bytes = new Uint8Array(Buffer.concat(all));
  return { status, headers, bytes, text: new TextDecoder().decode(bytes), isWhole: true };
}

/** The JSON of an answer; undefined when it is invalid or incomplete. */
export function jsonOf(answer: Pick<HttpAnswer, 'text' | 'isWhole'>): unknown {
  if (!answer.isWhole) return undefined;
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}

/** The chunks of a body as they arrive, until the end. A reader that stops early leaves no connection open. */
async function* piecesOf({ body }: Response, bound: BoundedWait): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  // Fetch may ignore the signal by now: on Node 20 and 22, the object that passes it on may have been collected.
  const cancel = () => {
    reader.cancel().catch(() => undefined);
  };
  try {
    for (;;) {
      const piece: unknown = (await bound.wait(reader.read(), cancel)).value;
      if (!(piece instanceof Uint8Array)) return;
      yield piece;
    }
  } finally {
    cancel();
  }
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
