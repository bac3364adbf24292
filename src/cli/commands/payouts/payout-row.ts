import type { PayoutRecord } from '../../../payouts/journal/records.ts';
import { reportOf } from '../../../payouts/journal/run-report.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { TableColumn } from '../../output/table-layout.ts';

/** A payout in machine formats. Amounts are centavos, times RFC 3339. */
export type PayoutRow = ReturnType<typeof payoutRow>;

export const PAYOUT_FIELDS: Fields<PayoutRow> = [
  ...ofKind('ordinal', 'row', 'line'),
  ...ofKind('text', 'reference', 'name', 'taxId', 'pixKey'),
  { path: 'pixKeyType', kind: 'keyType' },
  { path: 'amount', kind: 'money' },
  { path: 'description', kind: 'text' },
  { path: 'status', kind: 'status', statusOf: 'payout' },
  { path: 'id', kind: 'text' },
  ...ofKind('money', 'value', 'fee', 'sent'),
  ...ofKind('text', 'code', 'reason'),
  { path: 'time', kind: 'time' },
  ...ofKind('text', 'attempts', 'mark', 'secondId', 'resolvedBy', 'coverFee'),
];

/** The columns for a person. */
export const PAYOUT_TABLE_COLUMNS: readonly TableColumn[] = [
  { path: 'line', kind: 'ordinal' },
  { path: 'reference', kind: 'text', rank: 1, least: 12, isEssential: true },
  { path: 'name', kind: 'text', rank: 3, least: 12, isEssential: true },
  { path: 'pixKey', kind: 'text', rank: 4, least: 20, insteadOf: 'name' },
  { path: 'amount', kind: 'money', rank: 0 },
  { path: 'status', kind: 'status', statusOf: 'payout', rank: 0 },
  { path: 'reason', kind: 'payoutReason', rank: 2, least: 16, isEssential: true },
  { path: 'id', kind: 'text', rank: 5 },
];

export function payoutRow(payout: PayoutRecord) {
  const report = reportOf(payout);
  return {
    row: payout.row,
    line: payout.line,
    reference: payout.reference ?? null,
    name: payout.name ?? null,
    taxId: payout.taxId ?? null,
    pixKey: payout.pixKey,
    pixKeyType: payout.pixKeyType,
    amount: payout.amountCentavos,
    description: payout.description ?? null,
    status: payout.state,
    id: report.withdrawalId,
    value: report.valueCentavos,
    fee: report.feeCentavos,
    sent: report.sentCentavos,
    code: payout.code,
    reason: report.reason ?? payout.code,
    time: new Date(report.withdrawalAt ?? payout.changedAt).toISOString(),
    attempts: payout.attempt,
    mark: payout.mark,
    secondId: payout.secondWithdrawalId,
    resolvedBy: payout.resolvedBy,
    coverFee: payout.coverFee,
  };
}
