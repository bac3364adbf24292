import type { PixError } from '../../client/errors.ts';
import type { PayoutRecord, RunRecord, RunTally } from '../journal/records.ts';

/**
 * Why a run stops sending though payouts are left.
 *
 * - `interrupted`: the caller's signal
 * - `insufficient_balance`, `limit_reached`: the account has no more to send
 * - `verification_wanted`: transfer security is on, and every withdrawal requires a code of its own
 * - `key_refused`: no key is left that may send (401, 403)
 * - `account_blocked`
 * - `one_at_a_time`: another withdrawal stays pending, and the service allows one at a time
 * - `rate_limited`: refused with 429 again and again
 * - `network`: nothing can be sent
 * - `lock_lost`: the file of the run's lock is gone, so that another process may work on the run
 * - `foreign_journal`: another journal has begun to pay from the same account
 * - `outcomes_unknown`: answers keep getting lost, and looking does not tell what became of the requests
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
  | 'outcomes_unknown';

export interface Stop {
  readonly reason: StopReason;
  /** What made it stop. */
  readonly error?: PixError | undefined;
}

/** What a run is doing, for progress. */
export type RunEvent =
  /** A payout has moved to another state; it is durable. */
  | { readonly type: 'changed'; readonly payout: PayoutRecord }
  /** Nothing is sent for a while. */
  | { readonly type: 'waiting'; readonly reason: 'network' | 'rate_limit' | 'one_at_a_time'; readonly waitMs: number }
  | { readonly type: 'stopped'; readonly stop: Stop }
  /**
   * So many payouts are being looked for, `refused` of them because the service refused them when their request had left;
   * `untilMs` from now, at the latest, their absence can be proven, or looking ends because the caller wants it so.
   */
  | { readonly type: 'looking'; readonly payouts: number; readonly refused: number; readonly untilMs: number }
  /** Looking failed this time. */
  | { readonly type: 'look_failed'; readonly error: PixError }
  /** A withdrawal carries the mark of a payout that claims another one: money may have left twice. */
  | { readonly type: 'second_withdrawal'; readonly payout: PayoutRecord; readonly withdrawalId: string }
  /** The withdrawal that a payout claims carries the mark of something else: it may not be the payout's. */
  | { readonly type: 'other_mark'; readonly payout: PayoutRecord; readonly withdrawalId: string };

/** The state of a run that no process works on any more. */
export interface RunSummary {
  readonly run: RunRecord;
  readonly tally: RunTally;
  /** Payouts with a second withdrawal: money may have left twice. */
  readonly alarms: number;
  readonly stop: Stop | undefined;
}
