import { sleep } from '../../client/clock.ts';
import { ContractError, PixError } from '../../client/errors.ts';
import { isPriceOf } from './creation-outcome.ts';
import { stateOfStatus } from '../payout-state.ts';
import { compareKeys } from '../../pix/pix-key.ts';
import type { Journal } from '../journal/journal.ts';
import { factsOf, type PayoutKey, type PayoutRecord, type WithdrawalFacts } from '../journal/records.ts';
import type { RunContext } from './run-events.ts';

/** Withdrawals that are not final until the signal stay `accepted`. */
export interface Following extends RunContext {
  /** Ends following at this time, by the clock's `now`. Default: never. */
  readonly untilMs?: number | undefined;
}

const LOOK_UPS_AT_ONCE = 20;
export const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
const PAUSE_GROWTH = 1.5;
/** Rounds without a successful look-up before it fails. */
const FAILED_ROUNDS_MAXIMUM = 5;

/**
 * Follows the withdrawals of a run until all are final, or until a time.
 *
 * @throws {PixError} when look-ups keep failing
 */
export async function followRun(following: Following): Promise<void> {
  const { journal, run, clock, signal, untilMs = Number.POSITIVE_INFINITY } = following;
  let pauseMs = FIRST_PAUSE_MS;
  let failedRounds = 0;
  while (!signal.aborted && clock.now() < untilMs && journal.tally(run.id).accepted.payouts > 0) {
    try {
      await refreshRun(following);
      failedRounds = 0;
    } catch (error) {
      failedRounds += 1;
      if (!(error instanceof PixError) || failedRounds === FAILED_ROUNDS_MAXIMUM) throw error;
    }
    if (journal.tally(run.id).accepted.payouts === 0) return;
    await sleep(clock, pauseMs, signal).catch(() => undefined);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * PAUSE_GROWTH);
  }
}

/**
 * Looks up each withdrawal of a run once that is not final. It requires no lock: nothing is sent, and another process
 * would store the same outcome.
 *
 * @throws {PixError} when no look-up succeeded
 */
export async function refreshRun(following: Following): Promise<void> {
  const { journal, run, signal, onEvent } = following;
  const accepted = pendingOf(journal, run.id);
  let firstError: PixError | undefined;
  let lookUps = 0;

  async function worker(): Promise<void> {
    for (const payout of accepted) {
      if (signal.aborted) return;
      try {
        await lookUpWithdrawal(payout, following);
        lookUps += 1;
      } catch (error) {
        if (!(error instanceof PixError)) throw error;
        firstError ??= error;
        onEvent({ type: 'look_failed', error });
      }
    }
  }

  await Promise.all(Array.from({ length: LOOK_UPS_AT_ONCE }, worker));
  if (firstError !== undefined && lookUps === 0) throw firstError;
}

/** The withdrawal that a person has named may be under way, too. */
function* pendingOf(journal: Journal, runId: string): Generator<PayoutRecord, void, undefined> {
  for (const payout of journal.payouts(runId, { states: ['accepted', 'resolved_paid'] })) {
    if (stateOfStatus(payout.withdrawal?.status) === 'accepted') yield payout;
  }
}

/** Looks up the withdrawal of a payout, and stores its facts, including its end. @throws {PixError} */
export async function lookUpWithdrawal(
  payout: PayoutRecord,
  { journal, client, onEvent }: Pick<Following, 'journal' | 'client' | 'onEvent'>,
): Promise<void> {
  if (payout.withdrawal === null) return;
  const details = await client.withdraws.get(payout.withdrawal.id);
  const state = stateOfStatus(details.status);
  // A failed withdrawal may report that nothing was sent.
  const isPrice = state === 'failed' || isPriceOf(payout, details);
  if (!isPrice || compareKeys(details.pixKey, payout) === 'other') {
    throw new ContractError({ path: 'data', expected: 'expected the key and the amount that were sent' });
  }
  if (storeEnd(journal, payout, factsOf(details))) onEvent({ type: 'changed', payout: journal.payout(payout) });
}

/**
 * Stores the end of an accepted payout, or of one that a person called paid, unless another process has stored it since.
 *
 * @returns whether it was stored now
 */
export function storeEnd(journal: Journal, key: PayoutKey, withdrawal: WithdrawalFacts): boolean {
  const state = stateOfStatus(withdrawal.status);
  return journal.transaction(() => {
    const { state: stored, code } = journal.payout(key);
    if (state === stored || (stored === 'resolved_paid' && state === 'paid')) journal.steps.learn(key, withdrawal);
    const hasEnded = stored === 'accepted' ? state !== 'accepted' : stored === 'resolved_paid' && state === 'failed';
    if (!hasEnded) return false;
    journal.steps.change(key, stored, { to: state, withdrawal, code, reason: withdrawal.failureReason });
    return true;
  });
}
