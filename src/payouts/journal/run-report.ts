import type { Centavos } from '../../pix/centavos.ts';
import type { Journal } from './journal.ts';
import { DENIED_STATES, UNPAID_STATES, type PayoutState } from '../payout-state.ts';
import type { PayoutRecord } from './records.ts';

/** An unchanged row with its outcome. Times are milliseconds since the epoch. */
export interface ReportRow {
  readonly row: number;
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly reference: string | null;
  readonly amountCentavos: Centavos;
  readonly state: PayoutState;
  readonly withdrawalId: string | null;
  /** The total debited; null, like the two below, for a withdrawal that FAILED: all of it was returned. */
  readonly valueCentavos: Centavos | null;
  readonly feeCentavos: Centavos | null;
  /** The amount that the recipient receives. */
  readonly sentCentavos: Centavos | null;
  readonly code: string | null;
  /** Why it was not paid, or is unconfirmed. */
  readonly reason: string | null;
  readonly mark: string | null;
  readonly attempt: number;
  /** When the withdrawal became final, or else was created, by the service's clock. Null without a withdrawal. */
  readonly withdrawalAt: number | null;
  /** When the journal stored the state. */
  readonly changedAt: number;
  readonly resolvedBy: string | null;
  /** Money may have been sent twice: a second withdrawal has a mark of this payout. */
  readonly secondWithdrawalId: string | null;
}

/** Every row of a run, in the order of the file. */
export function* reportRows(journal: Pick<Journal, 'payouts'>, runId: string): Generator<ReportRow, void, undefined> {
  for (const payout of journal.payouts(runId)) yield reportRowOf(payout);
}

/**
 * The rows that were certainly not paid and that their run will not send any more: only these may be put into another
 * file. It excludes planned rows, which `resume` sends, rows whose withdrawal failed while another has their mark, and
 * rows for which no copy was looked for yet.
 */
export function* unpaidRows(journal: Pick<Journal, 'payouts'>, runId: string): Generator<ReportRow, void, undefined> {
  for (const payout of unpaidPayouts(journal, runId)) yield reportRowOf(payout);
}

/** The payouts of {@link unpaidRows}. */
export function* unpaidPayouts(
  journal: Pick<Journal, 'payouts'>,
  runId: string,
): Generator<PayoutRecord, void, undefined> {
  for (const payout of journal.payouts(runId, { states: UNPAID_STATES })) if (isCertainlyUnpaid(payout)) yield payout;
}

/** Whether a payout is one of {@link unpaidRows}. */
export function isCertainlyUnpaid(payout: PayoutRecord): boolean {
  const unpaid: readonly PayoutState[] = UNPAID_STATES;
  return unpaid.includes(payout.state) && payout.secondWithdrawalId === null && !isUnsought(payout);
}

/** Whether the service reported it as not paid, and no list was read since. */
export function isUnsought({ state, soughtAt }: PayoutRecord): boolean {
  const denied: readonly PayoutState[] = DENIED_STATES;
  return denied.includes(state) && soughtAt === null;
}

export function reportRowOf(payout: PayoutRecord): ReportRow {
  const { row, line, cells, reference, amountCentavos, state, withdrawal } = payout;
  const { code, reason, mark, attempt, changedAt, resolvedBy, secondWithdrawalId } = payout;
  const moved = withdrawal?.status === 'FAILED' ? null : withdrawal;
  return {
    row,
    line,
    cells,
    reference: reference ?? null,
    amountCentavos,
    state,
    withdrawalId: withdrawal?.id ?? null,
    valueCentavos: moved?.valueCentavos ?? null,
    feeCentavos: moved?.feeCentavos ?? null,
    sentCentavos: moved?.sentCentavos ?? null,
    code,
    reason: withdrawal?.failureReason ?? reason,
    mark,
    attempt,
    withdrawalAt: withdrawal?.finalAt ?? withdrawal?.createdAt ?? null,
    changedAt,
    resolvedBy,
    secondWithdrawalId,
  };
}
