import { getRequestListener } from '@hono/node-server';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { App } from './app.ts';
import { responseOf, UnreadRefusal } from './http-refusal.ts';
import { answerUnread } from './unread-requests.ts';

/** What a client may take its time for, and how much it may send ahead of a body. */
export interface ServerLimits {
  /** A client that has not sent its headers by then is cut off. */
  readonly headersTimeoutMs: number;
  /** The same for the whole request. */
  readonly requestTimeoutMs: number;
  readonly timeoutCheckIntervalMs: number;
  /** A connection without a request is kept for as long as this. */
  readonly keepAliveTimeoutMs: number;
  readonly headerBytesMaximum: number;
  /** Those after them are not read. */
  readonly headersMaximum: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  timeoutCheckIntervalMs: 1_000,
  keepAliveTimeoutMs: 5_000,
  headerBytesMaximum: 16 * 1024,
  headersMaximum: 100,
};

/** @param hostname by which a request of HTTP/1.0 is known that names no host */
export function httpServer(
  { fetch, refuse }: Pick<App, 'fetch' | 'refuse'>,
  hostname: string,
  limits: ServerLimits = SERVER_LIMITS,
): Server {
  let asking: string | undefined;
  const refuseUnread = (problem: string) => responseOf(refuse(asking, new UnreadRefusal(400, problem)));
  const answer = getRequestListener(fetch, {
    hostname,
    // Called for what makes no URL, before the listener below returns: it is the last that came in.
    errorHandler: (error) => refuseUnread(error instanceof Error ? error.message : String(error)),
  });
  const refuseNameless = getRequestListener(() => refuseUnread('it names no host'), { hostname });
  // They never reject: what goes wrong is answered inside.
  const listen: RequestListener = (incoming, outgoing) => {
    asking = incoming.socket.remoteAddress;
    const isNameless = incoming.headers.host === undefined && incoming.httpVersion !== '1.0';
    void (isNameless ? refuseNameless : answer)(incoming, outgoing);
  };
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckIntervalMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: limits.headerBytesMaximum,
      requireHostHeader: false,
    },
    listen,
  );
  server.maxHeadersCount = limits.headersMaximum;
  // Whatever else a client expects, it is answered what it asks.
  server.on('checkExpectation', listen);
  answerUnread(server, refuse);
  return server;
}
