import { getRequestListener } from '@hono/node-server';
import { createServer, type RequestListener, type Server, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Refusal } from '../wallet/refusal.ts';
import type { App } from './app.ts';
import { refusalResponse } from './http-refusal.ts';

/** How long a client may take to send a request, in milliseconds, and how many bytes of headers it may send. */
export const SERVER_LIMITS = {
  /** Time for all headers; then the connection is closed. */
  headersTimeout: 10_000,
  /** Time for the whole request; then the connection is closed. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  /** How long a connection without a request stays open. */
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16 * 1024,
};
/** Further headers are ignored. */
const HEADERS_MAXIMUM = 100;

/**
 * What is no valid HTTP is answered by Node, and closes the connection.
 *
 * @param hostname for requests of HTTP/1.0 without a host
 * @param pem the certificates and the key of a server with TLS
 */
export function httpServer(fetch: App['fetch'], hostname: string, limits = SERVER_LIMITS, pem?: string): Server {
  const answer = getRequestListener(fetch, {
    hostname,
    // For an invalid address.
    errorHandler: (error) => {
      const problem = error instanceof Error ? error.message : String(error);
      return refusalResponse(new Refusal('validation_failed', `The request can't be read: ${problem}`), {});
    },
  });
  const listen: RequestListener = (incoming, outgoing) => {
    // It never rejects: errors are answered inside.
    void answer(incoming, outgoing);
  };
  const server: Server =
    pem === undefined ? createServer(limits, listen) : createTlsServer({ ...limits, cert: pem, key: pem }, listen);
  server.maxHeadersCount = HEADERS_MAXIMUM;
  return server;
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
