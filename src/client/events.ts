import type { Permission } from '../contract/permission.ts';

/** What a client is doing, for `--verbose` and for progress. No event carries an API key. */
export type ClientEvent =
  | {
      readonly type: 'request';
      readonly method: string;
      readonly url: string;
      /** Counts from 1 within one call of the client. */
      readonly attempt: number;
      /** The name of the key that it carries, where a client has several. */
      readonly keyName?: string | undefined;
    }
  | {
      readonly type: 'answer';
      readonly method: string;
      readonly url: string;
      readonly status: number;
      readonly durationMs: number;
      /** What the rate-limit headers told, if they came. */
      readonly rateLimit?: number | undefined;
      readonly rateRemaining?: number | undefined;
    }
  | {
      readonly type: 'failure';
      readonly method: string;
      readonly url: string;
      /** Of the error: `connection_lost`, `timed_out` … */
      readonly code: string;
      readonly durationMs: number;
    }
  | {
      readonly type: 'retry';
      readonly method: string;
      readonly url: string;
      /** The attempt that comes next. */
      readonly attempt: number;
      /** Why the last one did not do. */
      readonly code: string;
      readonly waitMs: number;
      /** For how long nothing was heard, where that is why. */
      readonly silentMs?: number | undefined;
    }
  | {
      /** Requests are held back until the rate limit lets the next one start. */
      readonly type: 'waiting';
      readonly reason: 'rate_limit' | 'too_many_requests';
      readonly waitMs: number;
    }
  | {
      /** The service refuses a key (401). Work continues with the others. */
      readonly type: 'key_dropped';
      readonly keyName: string;
    }
  | {
      /** A key turned out to lack a permission (403). What needs it is sent with the others. */
      readonly type: 'permission_missing';
      readonly keyName: string;
      readonly permission: Permission;
    };
