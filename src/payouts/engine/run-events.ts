import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import type { PixError } from '../../client/errors.ts';
import type { Journal } from '../journal/journal.ts';
import type { PayoutError } from '../payout-error.ts';
import type { PayoutRecord, RunRecord, RunTally } from '../journal/records.ts';

/** What each step of the work on a run needs. */
export interface RunContext {
  readonly journal: Journal;
  readonly run: RunRecord;
  readonly client: Pick<PixClient, 'withdraws'>;
  readonly clock: Clock;
  /** Ends the step, but no request that is open. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/**
 * Why a run stops sending before all payouts are sent.
 *
 * - `interrupted`: the caller's signal
 * - `insufficient_balance`, `limit_reached`: the account cannot send more
 * - `verification_wanted`: transfer security is on, and every withdrawal requires a code of its own
 * - `key_refused`: no key is left that may send (401, 403)
 * - `account_blocked`
 * - `one_at_a_time`: another withdrawal stays pending, and the service allows one at a time
 * - `rate_limited`: refused with 429 repeatedly
 * - `network`: nothing can be sent
 * - `lock_lost`: the file of the run's lock is gone, or its lease has ended, so that another process may work on the run
 * - `foreign_journal`: another journal has begun to pay from the same account
 * - `policy`: the policy of the journal no longer allows it, or its approvals have expired
 * - `answer_contradicts`: the service has answered with another price than was requested
 * - `outcomes_unknown`: responses keep getting lost, and looking does not find out what happened to the requests
 */
export type StopReason =
  | 'interrupted'
  | 'insufficient_balance'
  | 'limit_reached'
  | 'verification_wanted'
  | 'key_refused'
  | 'account_blocked'
  | 'one_at_a_time'
  | 'rate_limited'
  | 'network'
  | 'lock_lost'
  | 'foreign_journal'
  | 'policy'
  | 'answer_contradicts'
  | 'outcomes_unknown';

/** A temporary reason why payouts cannot be sent. */
export type BackoffReason = 'network' | 'rate_limit' | 'one_at_a_time';

export interface Stop {
  readonly reason: StopReason;
  readonly error?: PixError | undefined;
  /** With `foreign_journal`: what was paid with the key and amount of a row. */
  readonly foreign?: PayoutError | undefined;
}

export type RunEvent =
  /** A payout has changed its state; the change is durable. */
  | { readonly type: 'changed'; readonly payout: PayoutRecord }
  | { readonly type: 'waiting'; readonly reason: BackoffReason; readonly waitMs: number }
  | { readonly type: 'stopped'; readonly stop: Stop }
  /**
   * This many payouts are being looked for, `refused` of them because the service refused them after they were sent;
   * after `untilMs` at the latest, their absence can be proven, or looking ends at the caller's deadline.
   */
  | { readonly type: 'looking'; readonly payouts: number; readonly refused: number; readonly untilMs: number }
  | { readonly type: 'look_failed'; readonly error: PixError }
  /**
   * A withdrawal has the mark of a payout that claims another one, or the key and amount of one, and was made by another
   * journal, by hand, or by another program (`isForeign`): money may have been sent twice.
   */
  | {
      readonly type: 'second_withdrawal';
      readonly payout: PayoutRecord;
      readonly withdrawalId: string;
      readonly isForeign: boolean;
    }
  /** The withdrawal that a payout claims has another mark: it may not belong to the payout. */
  | { readonly type: 'other_mark'; readonly payout: PayoutRecord; readonly withdrawalId: string };

/** The state of a run after work on it has ended. */
export interface RunSummary {
  readonly run: RunRecord;
  readonly tally: RunTally;
  /** Payouts with a second withdrawal: money may have been sent twice. */
  readonly alarms: number;
  readonly stop: Stop | undefined;
}
