import type { Centavos } from '../../pix/centavos.ts';
import type { Journal } from './journal.ts';
import { DENIED_STATES, UNPAID_STATES } from '../payout-state.ts';
import type { PayoutRecord } from './records.ts';

/** What is reported of a payout beside its row. Times are milliseconds since the epoch. */
interface PayoutReport {
  readonly withdrawalId: string | null;
  /** The total debited; null, like the two below, for a withdrawal that FAILED: all of it was returned. */
  readonly valueCentavos: Centavos | null;
  readonly feeCentavos: Centavos | null;
  readonly sentCentavos: Centavos | null;
  /** Why it was not paid, or is unconfirmed. */
  readonly reason: string | null;
  /** When the withdrawal became final, or else was created, by the service's clock. Null without a withdrawal. */
  readonly withdrawalAt: number | null;
}

export function reportOf({ withdrawal, reason }: PayoutRecord): PayoutReport {
  const moved = withdrawal?.status === 'FAILED' ? null : withdrawal;
  return {
    withdrawalId: withdrawal?.id ?? null,
    valueCentavos: moved?.valueCentavos ?? null,
    feeCentavos: moved?.feeCentavos ?? null,
    sentCentavos: moved?.sentCentavos ?? null,
    reason: withdrawal?.failureReason ?? reason,
    withdrawalAt: withdrawal?.finalAt ?? withdrawal?.createdAt ?? null,
  };
}

/**
 * The payouts that were certainly not paid and that their run will not send any more: only these may be put into another
 * file. It excludes planned ones, which `resume` sends, those whose withdrawal failed while another has their mark, and
 * those for which no copy was looked for yet.
 */
export function* unpaidPayouts(
  journal: Pick<Journal, 'payouts'>,
  runId: string,
): Generator<PayoutRecord, void, undefined> {
  for (const payout of journal.payouts(runId, { states: UNPAID_STATES })) if (isCertainlyUnpaid(payout)) yield payout;
}

/** Whether a payout is one of {@link unpaidPayouts}. */
export function isCertainlyUnpaid(payout: PayoutRecord): boolean {
  return UNPAID_STATES.includes(payout.state) && payout.secondWithdrawalId === null && !isUnsought(payout);
}

/** Whether the service reported it as not paid, and no list was read since. */
export function isUnsought({ state, soughtAt }: PayoutRecord): boolean {
  return DENIED_STATES.includes(state) && soughtAt === null;
}
