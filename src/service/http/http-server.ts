import { getRequestListener } from '@hono/node-server';
import {
  createServer,
  type RequestListener,
  type Server,
  STATUS_CODES,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { App } from './app.ts';
import { responseOf, UnreadRefusal, type RefusalParts } from './http-refusal.ts';

/** How long a client may take to send a request, and how many headers it may send. */
export const SERVER_LIMITS = {
  /** Time for all headers; then the connection is closed. */
  headersTimeoutMs: 10_000,
  /** Time for the whole request; then the connection is closed. */
  requestTimeoutMs: 30_000,
  timeoutCheckIntervalMs: 1_000,
  /** How long a connection without a request stays open. */
  keepAliveTimeoutMs: 5_000,
  headerBytesMaximum: 16 * 1024,
  /** Further headers are ignored. */
  headersMaximum: 100,
};
export type ServerLimits = typeof SERVER_LIMITS;

/**
 * @param hostname for requests of HTTP/1.0 without a host
 * @param pem the certificates and the key of a server with TLS
 */
export function httpServer(
  { fetch, refuse }: Pick<App, 'fetch' | 'refuse'>,
  hostname: string,
  limits = SERVER_LIMITS,
  pem?: string,
): Server {
  let asking: string | undefined;
  const refuseUnread = async (problem: string) => responseOf(await refuse(asking, new UnreadRefusal(400, problem)));
  const answer = getRequestListener(fetch, {
    hostname,
    // Called for an invalid URL before the listener below returns, so `asking` is the address of that request.
    errorHandler: (error) => refuseUnread(error instanceof Error ? error.message : String(error)),
  });
  const refuseNameless = getRequestListener(() => refuseUnread('it names no host'), { hostname });
  // The promises never reject: errors are answered inside.
  const listen: RequestListener = (incoming, outgoing) => {
    asking = incoming.socket.remoteAddress;
    const isNameless = incoming.headers.host === undefined && incoming.httpVersion !== '1.0';
    void (isNameless ? refuseNameless : answer)(incoming, outgoing);
  };
  const options = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckIntervalMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.headerBytesMaximum,
    requireHostHeader: false,
  };
  const server: Server =
    pem === undefined ? createServer(options, listen) : createTlsServer({ ...options, cert: pem, key: pem }, listen);
  server.maxHeadersCount = limits.headersMaximum;
  // Other values of `Expect` are ignored, and the request is answered.
  server.on('checkExpectation', listen);
  answerUnread(server, refuse);
  return server;
}

/**
 * Errors of Node's parser, https://nodejs.org/api/http.html#event-clienterror. Any other error means invalid HTTP: 400.
 */
const STATUS_OF_ERROR: Readonly<Record<string, UnreadRefusal['status']>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers data that never becomes a request: headers that are too large or too slow, or invalid HTTP. The client gets a
 * refusal like any other, and the connection is closed.
 */
function answerUnread(server: Server, refuse: App['refuse']): void {
  const latest = new WeakMap<object, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, response) => latest.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // In the middle of another answer, this one would be read as a part of it.
    const response = latest.get(socket);
    const isAnswering = response?.headersSent === true && !response.writableFinished;
    if (socket.writable && !isAnswering) {
      const refusal = new UnreadRefusal(STATUS_OF_ERROR[error.code ?? ''] ?? 400, error.message);
      void refuse(addressOf(socket), refusal)
        .then((parts) => socket.write(wireText(parts)))
        // Without its store the service can't count the request: then it closes the connection without an answer.
        .catch(() => undefined)
        .finally(() => socket.end(() => socket.destroy()));
      return;
    }
    socket.end(() => socket.destroy());
  });
}

function addressOf(socket: object): string | undefined {
  return 'remoteAddress' in socket && typeof socket.remoteAddress === 'string' ? socket.remoteAddress : undefined;
}

function wireText({ status, headers, body }: RefusalParts): string {
  const fields = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}

type Socket = IncomingMessage['socket'];

/**
 * Prepares a server for stopping, because Node's own `close` waits for idle connections, too.
 *
 * @returns accepts no more requests, and resolves when open ones are answered, or cut off after `timeoutMs`
 */
export function gracefulStop(server: Server, timeoutMs: number): () => Promise<void> {
  const connections = new Set<Socket>();
  const answering = new Set<Socket>();
  let isStopping = false;

  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    answering.add(socket);
    response.once('close', () => {
      answering.delete(socket);
      if (isStopping) socket.end();
    });
  });

  return () =>
    new Promise((resolve) => {
      isStopping = true;
      const deadline = setTimeout(() => {
        for (const socket of connections) socket.destroy();
      }, timeoutMs);
      server.close(() => {
        clearTimeout(deadline);
        resolve();
      });
      for (const socket of connections) if (!answering.has(socket)) socket.destroy();
    });
}
