import type { Permission } from '../contract/operation.ts';

/** What a client is doing, for logs and for progress. No event carries an API key. */
export type ClientEvent =
  RequestEvent | AnswerEvent | FailureEvent | RetryEvent | WaitingEvent | KeyDroppedEvent | PermissionMissingEvent;

/** Which request an event is about. */
export interface OfRequest {
  /** Which call of the client: counts from 1. All attempts at it and the error that it ends with have the same. */
  readonly requestId: number;
  /** The HTTP method. */
  readonly method: string;
  /** Where it goes. Keys in it are masked. */
  readonly url: string;
}

/** A request is sent. */
export interface RequestEvent extends OfRequest {
  /** Always `request`. */
  readonly type: 'request';
  /** Counts from 1 within one call of the client. */
  readonly attempt: number;
  /** The name of the key used, if a client has several. */
  readonly keyName?: string | undefined;
}

/** The service has answered, whatever the status. */
export interface AnswerEvent extends OfRequest {
  /** Always `answer`. */
  readonly type: 'answer';
  /** The HTTP status. */
  readonly status: number;
  /** From the first packet to the last byte of the answer, in milliseconds. */
  readonly durationMs: number;
  /** How many requests a window allows, by the rate-limit headers, if they came. */
  readonly rateLimit?: number | undefined;
  /** How many requests are left of the window, by the rate-limit headers, if they came. */
  readonly rateRemaining?: number | undefined;
  /** What the service calls the request (its header `X-Request-Id` or `Request-Id`), for its support. */
  readonly serviceRequestId?: string | undefined;
}

/** No whole answer came. */
export interface FailureEvent extends OfRequest {
  /** Always `failure`. */
  readonly type: 'failure';
  /** The code of the error: `connection_lost`, `timed_out` … */
  readonly code: string;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
}

/** A read is about to be repeated. */
export interface RetryEvent extends OfRequest {
  /** Always `retry`. */
  readonly type: 'retry';
  /** The number of the next attempt. */
  readonly attempt: number;
  /** Why the last attempt failed. */
  readonly code: string;
  /** How long it waits before, in milliseconds. */
  readonly waitMs: number;
  /** How long the service was silent, in milliseconds, if that is the reason. */
  readonly silentMs?: number | undefined;
}

/** Requests wait until the rate limit allows the next one. */
export interface WaitingEvent {
  /** Always `waiting`. */
  readonly type: 'waiting';
  /** `rate_limit`: the client has counted enough requests. `too_many_requests`: the service has refused one (429). */
  readonly reason: 'rate_limit' | 'too_many_requests';
  /** For how long, in milliseconds. */
  readonly waitMs: number;
}

/** The service has refused a key (401). Work continues with the others. */
export interface KeyDroppedEvent {
  /** Always `key_dropped`. */
  readonly type: 'key_dropped';
  /** The name of the key. */
  readonly keyName: string;
}

/** A key lacks a permission (403). Requests that require it use the others. */
export interface PermissionMissingEvent {
  /** Always `permission_missing`. */
  readonly type: 'permission_missing';
  /** The name of the key. */
  readonly keyName: string;
  /** What it may not do. */
  readonly permission: Permission;
}
