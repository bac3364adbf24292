import type { CreatedWithdrawal } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { RunRecord } from '../journal/records.ts';
import type { RunLock } from '../journal/run-lock.ts';
import type { Backoff } from './backoff.ts';
import type { ForeignWatch } from './foreign-watch.ts';
import type { RunEvent } from './run-events.ts';

export interface Sending {
  readonly journal: Journal;
  readonly lock: RunLock;
  readonly run: RunRecord;
  readonly client: Pick<PixClient, 'withdraws' | 'keys'>;
  readonly clock: Clock;
  /** After it is aborted, there are no more intents; open requests are awaited. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** Shared by all sending rounds of the run. */
  readonly backoff: Backoff;
  /** For a run of one payout on an account with transfer security. */
  readonly verificationCode?: string | undefined;
  /** Called after each request, before its outcome is stored. */
  readonly onEnded?: ((result: RequestResult) => void) | undefined;
  /** Does not send again what was refused after it was sent, although it might succeed later. */
  readonly triesOnce?: boolean | undefined;
  /** Called before intents are written. @throws {PayoutError} `account_unclear` */
  readonly assertAccount: () => void;
  /** A time that has passed on the service's clock; null if unknown. */
  readonly servedBefore: number | null;
  readonly watch: Pick<ForeignWatch, 'look' | 'lookSince'>;
}

export type RequestResult = { readonly answer: CreatedWithdrawal } | { readonly error: unknown };
