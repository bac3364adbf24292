import type { Centavos } from '../../pix/centavos.ts';
import type { Journal } from './journal.ts';
import { DENIED_STATES, UNPAID_STATES, type PayoutState } from '../payout-state.ts';
import type { PayoutRecord } from './records.ts';

/** A row as it came, with what became of it. Times are milliseconds since the epoch. */
export interface ReportRow {
  readonly row: number;
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly reference: string | null;
  readonly amountCentavos: Centavos;
  readonly state: PayoutState;
  readonly withdrawalId: string | null;
  /** What left the balance. */
  readonly valueCentavos: Centavos | null;
  readonly feeCentavos: Centavos | null;
  /** What arrives. */
  readonly sentCentavos: Centavos | null;
  readonly code: string | null;
  /** Why it was not paid, or is not known to be. */
  readonly reason: string | null;
  readonly mark: string | null;
  readonly attempt: number;
  /** By the service's clock: when the withdrawal became final, else when it was created. Null without a withdrawal. */
  readonly withdrawalAt: number | null;
  /** When the journal noted the state. */
  readonly changedAt: number;
  readonly resolvedBy: string | null;
  /** Money may have left twice: a second withdrawal carries a mark of this payout. */
  readonly secondWithdrawalId: string | null;
}

/** Every row of a run, in the order of the file. */
export function* reportRows(journal: Pick<Journal, 'payouts'>, runId: string): Generator<ReportRow, void, undefined> {
  for (const payout of journal.payouts(runId)) yield reportRowOf(payout);
}

/**
 * The rows that were definitely not paid, and that their run will not send any more: these alone may go into another
 * file. A row that is still planned is none of them, for `resume` sends it; nor is one whose withdrawal failed while another
 * carries its mark, nor one of which no copy was looked for yet.
 */
export function* unpaidRows(journal: Pick<Journal, 'payouts'>, runId: string): Generator<ReportRow, void, undefined> {
  for (const payout of unpaidPayouts(journal, runId)) yield reportRowOf(payout);
}

/** The payouts behind {@link unpaidRows}. */
export function* unpaidPayouts(
  journal: Pick<Journal, 'payouts'>,
  runId: string,
): Generator<PayoutRecord, void, undefined> {
  for (const payout of journal.payouts(runId, { states: UNPAID_STATES })) {
    if (payout.secondWithdrawalId === null && !isUnsought(payout)) yield payout;
  }
}

/** Whether the service said that it was not paid, and no list was read since. */
export function isUnsought({ state, soughtAt }: PayoutRecord): boolean {
  const denied: readonly PayoutState[] = DENIED_STATES;
  return denied.includes(state) && soughtAt === null;
}

export function reportRowOf(payout: PayoutRecord): ReportRow {
  const { row, line, cells, reference, amountCentavos, state, withdrawal } = payout;
  const { code, reason, mark, attempt, changedAt, resolvedBy, secondWithdrawalId } = payout;
  return {
    row,
    line,
    cells,
    reference: reference ?? null,
    amountCentavos,
    state,
    withdrawalId: withdrawal?.id ?? null,
    valueCentavos: withdrawal?.valueCentavos ?? null,
    feeCentavos: withdrawal?.feeCentavos ?? null,
    sentCentavos: withdrawal?.sentCentavos ?? null,
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
