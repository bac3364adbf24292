import type { Agent, ClientRequest, IncomingMessage, request as requestOverHttp } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** A blob may be a file, which is not loaded. */
  readonly body: Uint8Array | Blob | undefined;
}

/**
 * Idle connections are closed before most servers close theirs: a request must not use a connection that is being
 * closed.
 */
const IDLE_MS = 4_000;

/** How a request gets to its service: at once, or through a proxy. */
export interface Route {
  readonly module: { readonly request: typeof requestOverHttp };
  readonly agent: Agent;
  /** After this event, bytes of a request may be sent. */
  readonly connectEvent: 'connect' | 'secureConnect';
  /** A proxy that is handed the request with the whole address of the service. */
  readonly forwarder?: { readonly address: URL; readonly headers: Readonly<Record<string, string>> };
}

export const AGENT = { keepAlive: true, timeout: IDLE_MS };

/** When each connection was last used, by the time of day: it goes on while a machine sleeps. */
const usedAtMs = new WeakMap<Socket, number>();

let plain: Route | undefined;
let secure: Route | undefined;

/**
 * Sends one request over `node:http` or `node:https`. Nothing that has left is repeated, no redirect is followed.
 *
 * A one-shot command waits 30 to 90 ms less than with Node's own `fetch`, and learns whether there was a connection:
 * without one, nothing of the request has left.
 *
 * @param signal destroys the connection, or the attempt to make one
 * @param onConnected called when bytes of the request may leave: the connection stands, and is secure where it is to be.
 *   If it throws, none do. It is called again where that took so long that the connection may be closed by now
 * @throws what the socket or the parser reports
 */
export function sendOverNode(
  { method, url, headers, body }: OutgoingRequest,
  signal: AbortSignal,
  onConnected: () => void,
  route: Route = routeTo(url),
): Promise<Response> {
  const { module, agent, connectEvent, forwarder } = route;
  return new Promise((resolve, reject) => {
    // What loads on the way here may take longer than there is time.
    signal.throwIfAborted();
    const options = {
      method,
      agent,
      headers: { ...headers, 'Accept-Encoding': 'gzip', ...(forwarder && { Host: url.host, ...forwarder.headers }) },
      ...(forwarder && { path: `${url.origin}${url.pathname}${url.search}` }),
      interruption: signal,
    };
    const outgoing = module.request(forwarder?.address ?? url, options);
    const interrupt = () => {
      outgoing.destroy(signal.reason instanceof Error ? signal.reason : new Error('interrupted'));
    };
    signal.addEventListener('abort', interrupt, { once: true });
    outgoing.once('close', () => signal.removeEventListener('abort', interrupt));
    const connected = (socket: Socket) => {
      try {
        onConnected();
        if (!outgoing.reusedSocket || !isLongIdle(socket)) return;
        outgoing.destroy();
        resolve(sendOverNode({ method, url, headers, body }, signal, onConnected, route));
      } catch (error) {
        outgoing.destroy(error instanceof Error ? error : new Error('not sent'));
      }
    };
    outgoing.once('socket', (socket) => {
      outgoing.once('close', () => usedAtMs.set(socket, Date.now()));
      if (socket.connecting) socket.once(connectEvent, () => connected(socket));
      else connected(socket);
    });
    outgoing.once('response', (incoming) => {
      const { statusCode: status = 0 } = incoming;
      // Those that a `Response` can have.
      if (status >= 200 && status < 600) {
        resolve(answerOf(incoming));
        return;
      }
      outgoing.destroy();
      reject(new InvalidStatus(`${incoming.statusCode ?? 'none'} is no status of an answer`));
    });
    outgoing.on('error', reject);
    sendBody(outgoing, body);
  });
}

/** While this thread waits for a database, or the machine sleeps, no timer closes a connection; its service does. */
function isLongIdle(socket: Socket): boolean {
  return Math.abs(Date.now() - (usedAtMs.get(socket) ?? 0)) >= IDLE_MS;
}

function routeTo(url: URL): Route {
  const module = moduleOf(url);
  if (url.protocol !== 'https:') return (plain ??= { module, agent: new module.Agent(AGENT), connectEvent: 'connect' });
  return (secure ??= { module, agent: new module.Agent(AGENT), connectEvent: 'secureConnect' });
}

/**
 * What speaks the protocol of an address. It is loaded with the first request. On Node 22 and later, importing `node:http`
 * would also load fetch, which takes longer than everything else.
 */
export function moduleOf({ protocol }: URL): {
  readonly request: typeof requestOverHttp;
  readonly Agent: typeof Agent;
} {
  return process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
}

function sendBody(outgoing: ClientRequest, body: Uint8Array | Blob | undefined): void {
  if (!(body instanceof Blob)) {
    outgoing.end(body);
    return;
  }
  const { pipeline, Readable } = process.getBuiltinModule('node:stream');
  // An error of the file ends the request.
  pipeline(Readable.fromWeb(body.stream()), outgoing, (error) => {
    if (error) outgoing.destroy(error);
  });
}

/** Named as Node's parser would, which takes any three digits. */
class InvalidStatus extends Error {
  readonly code = 'HPE_INVALID_STATUS';
}

/** A `Response` with one of these has no body. */
const BODILESS_STATUSES = new Set([204, 205, 304]);

function answerOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, rawHeaders } = incoming;
  const headers = new Headers(pairsOf(rawHeaders));
  if (BODILESS_STATUSES.has(status)) {
    incoming.destroy();
    return new Response(null, { status, headers });
  }
  const source = decoded(incoming, headers);
  const pieces: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece: unknown = (await pieces.next()).value;
        if (piece instanceof Uint8Array) controller.enqueue(piece);
        else controller.close();
      },
      // It also closes the connection if the body has not arrived completely.
      cancel: () => {
        source.destroy();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status, headers });
}

function pairsOf(raw: readonly string[]): [name: string, value: string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));
}

/** Decompresses: gateways compress answers without being asked to. */
function decoded(incoming: IncomingMessage, headers: Headers): Readable {
  const coding = headers.get('Content-Encoding')?.trim().toLowerCase() ?? '';
  if (!['gzip', 'x-gzip', 'deflate', 'br'].includes(coding)) return incoming;
  const { createBrotliDecompress, createUnzip } = process.getBuiltinModule('node:zlib');
  const decoder = coding === 'br' ? createBrotliDecompress() : createUnzip();
  // The reader of the stream receives the error.
  return process.getBuiltinModule('node:stream').pipeline(incoming, decoder, () => undefined);
}
