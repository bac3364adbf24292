import { getRequestListener, RequestError } from '@hono/node-server';
import { createServer, type Server } from 'node:http';
import { Refusal } from '../wallet/refusal.ts';
import type { App } from './app.ts';
import { refusalResponse } from './http-refusal.ts';

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

/** @param hostname by which a request is known that names no host */
export function httpServer(fetch: App['fetch'], hostname: string, limits: ServerLimits = SERVER_LIMITS): Server {
  const answer = getRequestListener(fetch, { hostname, errorHandler: answerError });
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckIntervalMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: limits.headerBytesMaximum,
    },
    // It never rejects: what goes wrong is answered inside.
    (incoming, outgoing) => void answer(incoming, outgoing),
  );
  server.maxHeadersCount = limits.headersMaximum;
  return server;
}

/** For requests that never become one that routes can see. */
function answerError(error: unknown): Response {
  const isUnreadable = error instanceof RequestError;
  const refusal = isUnreadable
    ? new Refusal('validation_failed', `The request can't be read: ${error.message}`)
    : new Refusal('internal_error', 'The service failed to answer');
  return refusalResponse(refusal, {});
}
