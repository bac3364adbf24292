import type { KyInstance } from 'ky';
import { BoundedWait } from './bounded-wait.ts';
import { ConfigurationError, InterruptedError } from '../errors.ts';
import { sendOverNode, type IncomingAnswer, type OutgoingRequest } from './node-transport.ts';
import { transportError, type Phase } from './outcome.ts';
import type { FindProxy, Proxy } from './proxy.ts';

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** A body of bytes instead of JSON. A blob may be a file, which is not loaded. */
  readonly bytes?: Uint8Array<ArrayBuffer> | Blob | undefined;
  /** The type of the bytes; default `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** For the whole exchange, from the first packet to the last byte of the body. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Called right before the request leaves; if it throws, nothing is sent. */
  readonly beforeSending?: (() => void) | undefined;
  /** Replaces {@link sendOverNode}; it does not report when it has connected. */
  readonly fetch?: typeof fetch | undefined;
  /** Passed to {@link sendOverNode}. */
  readonly findProxy?: FindProxy | undefined;
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
  /** The complete body of a successful answer; `text` is empty then. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type ReceiveBody = (pieces: AsyncIterable<Uint8Array>, headers: Headers) => Promise<void>;

const BODY_BYTES_MAXIMUM = 16 * 1024 * 1024;
const ERROR_BODY_BYTES_MAXIMUM = 64 * 1024;

/**
 * Sends one HTTP request and reads its complete answer, whatever the status. No retry, no redirect.
 *
 * @throws {TransportError} when no complete answer arrived
 * @throws {ConfigurationError} `blocked_port` when the port is one that fetch never uses
 * @throws {InterruptedError} when the signal was aborted; after connecting, the outcome is unknown
 */
export function callOnce(request: HttpRequest): Promise<HttpAnswer> {
  return exchange(request, readAnswer);
}

/**
 * The same for an answer that may be too large for memory: `receive` gets the body of a successful answer as it
 * arrives, and `text` is empty then. Errors of `receive` are thrown.
 */
export async function callInto(request: HttpRequest, receive: ReceiveBody): Promise<HttpAnswer> {
  let ownFailure: { readonly cause: unknown } | undefined;
  const answer = await exchange(request, async (response, body) => {
    if (!response.ok) return readAnswer(response, body);
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

/** The same with the bytes of the body, also of a refusal. */
export function callForBytes(request: HttpRequest): Promise<BytesAnswer> {
  return exchange(request, async ({ status, headers }, body) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    const bytes = new Uint8Array(Buffer.concat(pieces));
    return { status, headers, bytes, text: new TextDecoder().decode(bytes), isWhole: true };
  });
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

type ReadBody<Answer> = (response: IncomingAnswer, body: AsyncIterable<Uint8Array>) => Promise<Answer>;

async function exchange<Answer>(request: HttpRequest, read: ReadBody<Answer>): Promise<Answer> {
  const { url, signal, timeoutMs } = request;
  // The time-out of the request begins after ky is loaded.
  const ky = await loadKy();
  assertNotAborted(signal);
  const bound = new BoundedWait(timeoutMs, signal);
  const progress: { phase: Phase } = { phase: request.fetch === undefined ? 'connecting' : 'request' };
  let forbidden: { readonly cause: unknown } | undefined;
  try {
    const response = await headOf(ky, request, bound, () => {
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
    return await read(response, bodyOf(response, bound));
  } catch (error) {
    const { phase } = progress;
    if (forbidden !== undefined) throw new InterruptedError({ outcome: 'not-sent', cause: forbidden.cause });
    if (signal.aborted) {
      throw new InterruptedError({ outcome: phase === 'connecting' ? 'not-sent' : 'unknown', cause: error });
    }
    if (isBlockedPort(error)) {
      const message = `port ${url.port} belongs to another protocol, and is kept from HTTP by fetch`;
      throw new ConfigurationError(message, { code: 'blocked_port', cause: error });
    }
    throw transportError(error, { host: url.host, phase, timedOut: bound.isOver });
  } finally {
    bound.release();
  }
}

/** ky makes Node load all of fetch, which importing the library does not wait for. */
const loadKy = async () => (await import('ky')).default;

/** Sends the request. @returns its answer without the body */
function headOf(
  ky: KyInstance,
  request: HttpRequest,
  bound: BoundedWait,
  onConnected: () => void,
): Promise<IncomingAnswer> {
  const coming = ky(request.url, {
    method: request.method,
    headers: headersOf(request),
    redirect: 'manual',
    retry: 0,
    // ky's time-out would end with the headers; ours includes the body.
    timeout: false,
    throwHttpErrors: false,
    fetch: (prepared) => ask(request, prepared, bound.signal, onConnected),
  });
  return bound.wait(coming, () => {
    // If it arrives later, its connection must be closed.
    coming.then(cancelOf, () => undefined);
  });
}

function cancelOf({ body }: IncomingAnswer): void {
  body?.cancel().catch(() => undefined);
}

/** The chunks of a body as they arrive, until the end. A reader that stops early leaves no connection open. */
async function* bodyOf({ body }: IncomingAnswer, bound: BoundedWait): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  // Fetch may ignore the signal by now: on Node 20 and 22, the object that passes it on may have been collected.
  const cancel = () => {
    reader.cancel().catch(() => undefined);
  };
  try {
    for (;;) {
      const { done, value } = await bound.wait(reader.read(), cancel);
      if (done === true || value === undefined) return;
      yield value;
    }
  } finally {
    cancel();
  }
}

function assertNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new InterruptedError({ outcome: 'not-sent', cause: signal.reason });
}

function headersOf({ headers, json, bytes, contentType = 'application/octet-stream' }: HttpRequest) {
  if (json === undefined && bytes === undefined) return headers;
  return { ...headers, 'Content-Type': bytes === undefined ? 'application/json' : contentType };
}

/**
 * Sends the request that ky has prepared. The body bypasses ky, which would keep a copy for a retry, and so does the
 * signal, which ky would combine with its own by `AbortSignal.any`: that may be collected.
 */
function ask(
  { url, json, bytes, fetch, findProxy }: HttpRequest,
  prepared: Parameters<typeof globalThis.fetch>[0],
  signal: AbortSignal,
  onConnected: () => void,
): Promise<Response> {
  // The time may be over before ky is loaded.
  signal.throwIfAborted();
  const { method, headers } = prepared as Request;
  const body = bytes ?? (json === undefined ? undefined : new TextEncoder().encode(JSON.stringify(json)));
  const length = body instanceof Blob ? body.size : body?.byteLength;
  const outgoing = {
    ...Object.fromEntries(headers),
    ...(length !== undefined && { 'content-length': String(length) }),
  };
  if (fetch !== undefined) {
    onConnected();
    return fetch(url, { method, headers: outgoing, redirect: 'manual', ...streamed(body), signal });
  }
  const proxy = findProxy?.(url);
  const sent = sendOverRoute({ method, url, headers: outgoing, body }, proxy, signal, onConnected);
  // ky passes it on unchanged.
  return sent as Promise<unknown> as Promise<Response>;
}

async function sendOverRoute(
  outgoing: OutgoingRequest,
  proxy: Proxy | undefined,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<IncomingAnswer> {
  if (proxy === undefined) return sendOverNode(outgoing, signal, onConnected);
  const { routeThrough } = await import('./proxy-route.ts');
  return sendOverNode(outgoing, signal, onConnected, routeThrough(proxy, outgoing.url));
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

async function readAnswer(response: IncomingAnswer, pieces: AsyncIterable<Uint8Array>): Promise<HttpAnswer> {
  const body = await readText(pieces, response.ok ? BODY_BYTES_MAXIMUM : ERROR_BODY_BYTES_MAXIMUM);
  return { status: response.status, headers: response.headers, ...body };
}

async function readText(
  pieces: AsyncIterable<Uint8Array>,
  maximumBytes: number,
): Promise<{ text: string; isWhole: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    if (bytes > maximumBytes) return { text, isWhole: false };
    text += decoder.decode(piece, { stream: true });
  }
  return { text: text + decoder.decode(), isWhole: true };
}
