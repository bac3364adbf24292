import { getRequestListener } from '@hono/node-server';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { App } from './app.ts';
import { responseOf, UnreadRefusal } from './http-refusal.ts';
import { answerUnread } from './unread-requests.ts';

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
