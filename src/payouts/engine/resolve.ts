import type { PixClient } from '../../client/client.ts';
import { assertOwnRun, type BoundAccount } from '../accounts/account.ts';
import { contradicts } from './creation-outcome.ts';
import type { Journal } from '../journal/journal.ts';
import { PayoutError } from '../payout-error.ts';
import { absentFromOf } from './reconcile.ts';
import { stateOfStatus } from '../payout-state.ts';
import type { PayoutKey, PayoutRecord } from '../journal/records.ts';
import type { RunLock } from '../journal/run-lock.ts';
import { factsOf } from './withdrawal-facts.ts';

/** What a person has found out about a payout. */
export type Resolution =
  /** This withdrawal is the payout's. */
  | { readonly verdict: 'paid'; readonly withdrawalId: string }
  /** No money has left for it. Its reference may be used again. */
  | { readonly verdict: 'not-paid' };

/**
 * Keeps a person's decision about a payout of which nothing is proven, or which is not to be sent any more.
 *
 * A withdrawal that is named is looked up first: what is not there, went elsewhere, came back, or belongs to another
 * payout can't have paid this one. That a request was not carried out cannot be known while it still may be.
 *
 * @param settings.lock of its run, so that no process sends it meanwhile
 * @param settings.by who decides: kept with the decision
 * @throws {PayoutError} `payout_unknown`, `illegal_transition`, `too_early`, `withdrawal_mismatch`, `withdrawal_claimed`,
 *   `other_account`
 * @throws {PixError} when the withdrawal can't be looked up
 */
export async function resolvePayout(settings: {
  journal: Journal;
  lock: RunLock;
  row: number;
  resolution: Resolution;
  by: string;
  client: Pick<PixClient, 'withdraws'>;
  /** Of that client; wanted for what is looked up. */
  account: BoundAccount | undefined;
  clock: { epochMs(): number };
}): Promise<PayoutRecord> {
  const { journal, lock, row, resolution, by: resolvedBy, client, account, clock } = settings;
  const place: PayoutKey = { runId: lock.runId, row };
  const payout = journal.payout(place);
  if (resolution.verdict === 'not-paid') {
    const now = clock.epochMs();
    const mayBeCarriedOut = payout.state === 'unknown' || payout.refusedAt !== null;
    if (mayBeCarriedOut && now < absentFromOf(payout, now)) {
      throw new PayoutError('its request may still be carried out', { code: 'too_early', ...place });
    }
    journal.change(place, payout.state, { to: 'resolved_unpaid', resolvedBy });
    return journal.payout(place);
  }
  if (account !== undefined) assertOwnRun(journal, lock.runId, account);
  const details = await client.withdraws.get(resolution.withdrawalId);
  if (contradicts(details, payout) || stateOfStatus(details.status) === 'failed') {
    const message = 'that withdrawal has another key or amount, or has failed: it is not this payout';
    throw new PayoutError(message, { code: 'withdrawal_mismatch', ...place });
  }
  journal.change(place, payout.state, { to: 'resolved_paid', resolvedBy, withdrawal: factsOf(details) });
  return journal.payout(place);
}
