import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { assertOwnRun, type BoundAccount } from '../accounts/account.ts';
import { isPriceDespiteFee } from './creation-outcome.ts';
import type { Journal } from '../journal/journal.ts';
import { PayoutError } from '../payout-error.ts';
import { absentFromOf } from './reconcile.ts';
import { compareKeys } from '../rules/same-key.ts';
import { stateOfStatus } from '../payout-state.ts';
import type { PayoutChange } from '../journal/journal-steps.ts';
import type { PayoutKey, PayoutRecord } from '../journal/records.ts';
import type { RunLock } from '../journal/run-lock.ts';
import { factsOf } from '../journal/withdrawal-facts.ts';

/** A person's decision about a payout. */
export type Resolution =
  /** This withdrawal belongs to the payout. */
  | { readonly verdict: 'paid'; readonly withdrawalId: string }
  /** No money was sent for it. Its reference may be used again. */
  | { readonly verdict: 'not-paid' };

/**
 * Stores a person's decision about a payout without a proven outcome, or one that is not to be sent any more.
 *
 * A named withdrawal is looked up first: one that does not exist, went elsewhere, was returned, or belongs to another
 * payout cannot have paid this one. A payout cannot be declared unpaid while its request may still be processed.
 *
 * @param settings.lock of its run, so that no process sends it in the meantime
 * @param settings.by who decides: stored with the decision
 * @throws {PayoutError} `payout_unknown`, `illegal_transition`, `too_early`, `withdrawal_mismatch`,
 *   `withdrawal_claimed`,
 * `other_account`
 * @throws {PixError} when the withdrawal cannot be looked up
 */
export async function resolvePayout(settings: {
  journal: Journal;
  lock: RunLock;
  row: number;
  resolution: Resolution;
  by: string;
  client: Pick<PixClient, 'withdraws'>;
  /** The client's account; required for a look-up. */
  account: BoundAccount | undefined;
  clock: Clock;
}): Promise<PayoutRecord> {
  return settings.journal.steps.underLock(settings.lock, () => resolve(settings));
}

async function resolve(settings: Parameters<typeof resolvePayout>[0]): Promise<PayoutRecord> {
  const { journal, lock, row, resolution, by: resolvedBy, client, account, clock } = settings;
  const key: PayoutKey = { runId: lock.runId, row };
  const payout = journal.payout(key);
  if (resolution.verdict === 'not-paid') {
    const now = journal.timeFor(clock).epochMs();
    const mayBeCarriedOut = payout.state === 'unknown' || payout.refusedAt !== null;
    if (mayBeCarriedOut && now < absentFromOf(payout, now)) {
      throw new PayoutError('its request may still be carried out', { code: 'too_early', ...key });
    }
    store({ journal, key, payout }, { to: 'resolved_unpaid', resolvedBy });
    return journal.payout(key);
  }
  if (account !== undefined) assertOwnRun(journal, lock.runId, account);
  const details = await client.withdraws.get(resolution.withdrawalId);
  // The service may charge the fee otherwise than it was asked to: then the price is not the one that was requested.
  const isPrice = details.id === payout.answeredId || isPriceDespiteFee(payout, details);
  if (compareKeys(details.pixKey, payout) === 'other' || !isPrice || stateOfStatus(details.status) === 'failed') {
    const message = 'that withdrawal has another key or amount, or has failed: it is not this payout';
    throw new PayoutError(message, { code: 'withdrawal_mismatch', ...key });
  }
  store({ journal, key, payout }, { to: 'resolved_paid', resolvedBy, withdrawal: factsOf(details) });
  return journal.payout(key);
}

function store(
  { journal, key, payout }: { readonly journal: Journal; readonly key: PayoutKey; readonly payout: PayoutRecord },
  change: PayoutChange,
): void {
  journal.transaction(() => {
    journal.steps.change(key, payout.state, change);
    const { to: state, resolvedBy = '', withdrawal } = change;
    const facts = { row: key.row, line: payout.line, state, by: resolvedBy, withdrawal: withdrawal?.id ?? null };
    journal.log.append('resolved', key.runId, facts);
  });
}
