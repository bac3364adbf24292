import type { WithdrawalDetails } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { assertOwnRun, type BoundAccount } from '../accounts/account.ts';
import { isPriceDespiteFee } from './creation-outcome.ts';
import type { Journal } from '../journal/journal.ts';
import { PayoutError, type PayoutErrorCode } from '../payout-error.ts';
import { absentFromOf } from './reconcile.ts';
import { compareKeys } from '../../pix/pix-key.ts';
import { stateOfStatus, TRANSITIONS } from '../payout-state.ts';
import { factsOf, type PayoutKey } from '../journal/records.ts';
import type { RunLock } from '../journal/run-lock.ts';

export type Resolution =
  /** This withdrawal belongs to the payout. */
  | { readonly verdict: 'paid'; readonly withdrawalId: string }
  /** No money was sent for it. Its reference may be used again. */
  | { readonly verdict: 'not-paid' };

const STATES = { paid: 'resolved_paid', 'not-paid': 'resolved_unpaid' } as const;

/** What a decision is examined and stored with. */
export interface Resolving {
  readonly journal: Journal;
  /** Of its run, so that no process sends it in the meantime. */
  readonly lock: RunLock;
  readonly resolution: Resolution;
  readonly client: Pick<PixClient, 'withdraws'>;
  /** The client's account; required for a look-up. */
  readonly account: BoundAccount | undefined;
  readonly clock: Clock;
}

/**
 * Whether a decision can be stored, before a person makes it, and again when it is stored.
 *
 * A named withdrawal is looked up: one that does not exist, went elsewhere, was returned, or belongs to another payout
 * cannot have paid this one. A payout cannot be declared unpaid while its request may still be processed.
 *
 * @returns the withdrawal that is said to have paid it
 * @throws {PayoutError} `payout_unknown`, `illegal_transition`, `too_early`, `withdrawal_mismatch`,
 *   `withdrawal_claimed`, `other_account`
 * @throws {PixError} when the withdrawal cannot be looked up
 */
export async function examine(resolving: Resolving, row: number): Promise<WithdrawalDetails | undefined> {
  const { journal, lock, resolution, client, account, clock } = resolving;
  const key: PayoutKey = { runId: lock.runId, row };
  const payout = journal.payout(key);
  const refusal = (code: PayoutErrorCode, message: string) => new PayoutError(message, { code, ...key });
  const assertLegal = () => {
    // Its holder is paid, or may be: a person decides about that one.
    const isHeld = payout.state === 'duplicate' && journal.steps.holderToAwait(payout) !== undefined;
    const isLegal = TRANSITIONS[payout.state].includes(STATES[resolution.verdict]);
    if (isLegal && !(isHeld && resolution.verdict === 'paid')) return;
    throw refusal('illegal_transition', `row ${row} of the run ${key.runId} is ${payout.state}`);
  };
  if (resolution.verdict === 'not-paid') {
    const now = journal.timeFor(clock).epochMs();
    const mayBeCarriedOut = payout.state === 'unknown' || payout.refusedAt !== null;
    if (mayBeCarriedOut && now < absentFromOf(payout, now)) {
      throw refusal('too_early', 'its request may still be carried out');
    }
    assertLegal();
    return undefined;
  }
  if (account !== undefined) assertOwnRun(journal, lock.runId, account);
  const details = await client.withdraws.get(resolution.withdrawalId);
  // The service may charge the fee otherwise than it was asked to: then the price is not the one that was requested.
  const isPrice = details.id === payout.answeredId || isPriceDespiteFee(payout, details);
  if (compareKeys(details.pixKey, payout) === 'other' || !isPrice || stateOfStatus(details.status) === 'failed') {
    const message = 'that withdrawal has another key or amount, or has failed: it is not this payout';
    throw refusal('withdrawal_mismatch', message);
  }
  const claimant = journal.claimantOf(details.id);
  if (claimant !== undefined && (claimant.runId !== key.runId || claimant.row !== row)) {
    throw refusal('withdrawal_claimed', `the withdrawal belongs to row ${claimant.row} of the run ${claimant.runId}`);
  }
  assertLegal();
  return details;
}

/**
 * Stores a person's decision about payouts without a proven outcome, or that are not to be sent any more: all or none.
 *
 * @param settings.by who decides: stored with the decision
 * @throws those of {@link examine}
 */
export async function resolvePayouts(
  settings: Resolving & { readonly by: string },
  rows: readonly number[],
): Promise<void> {
  const { journal, lock, resolution, by } = settings;
  const to = STATES[resolution.verdict];
  await journal.steps.underLock(lock, async () => {
    const examined: [PayoutKey, WithdrawalDetails | undefined][] = [];
    for (const row of rows) examined.push([{ runId: lock.runId, row }, await examine(settings, row)]);
    journal.transaction(() => {
      for (const [key, details] of examined) {
        const { line, state } = journal.payout(key);
        journal.steps.change(key, state, { to, resolvedBy: by, withdrawal: details && factsOf(details) });
        const facts = { row: key.row, line, state: to, by, withdrawal: details?.id ?? null };
        journal.log.append('resolved', key.runId, facts);
      }
    });
  });
}
