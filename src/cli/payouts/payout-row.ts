import type { PayoutRecord } from '../../payouts/records.ts';
import type { Field } from '../output/fields.ts';

/** What machine formats tell of a payout. Amounts are centavos, times RFC 3339. */
export const PAYOUT_FIELDS: readonly Field[] = [
  { path: 'row', kind: 'text' },
  { path: 'line', kind: 'text' },
  { path: 'reference', kind: 'text' },
  { path: 'name', kind: 'text' },
  { path: 'taxId', kind: 'text' },
  { path: 'pixKey', kind: 'text' },
  { path: 'pixKeyType', kind: 'text' },
  { path: 'amount', kind: 'money' },
  { path: 'description', kind: 'text' },
  { path: 'status', kind: 'status' },
  { path: 'id', kind: 'text' },
  { path: 'value', kind: 'money' },
  { path: 'fee', kind: 'money' },
  { path: 'sent', kind: 'money' },
  { path: 'code', kind: 'text' },
  { path: 'reason', kind: 'text' },
  { path: 'time', kind: 'time' },
  { path: 'attempts', kind: 'text' },
  { path: 'mark', kind: 'text' },
  { path: 'secondId', kind: 'text' },
  { path: 'resolvedBy', kind: 'text' },
];

const TABLE_PATHS = ['row', 'reference', 'name', 'pixKey', 'amount', 'status', 'reason', 'id'];

/** What a person sees of it. */
export const PAYOUT_TABLE_FIELDS = PAYOUT_FIELDS.filter(({ path }) => TABLE_PATHS.includes(path));

export function payoutRow(payout: PayoutRecord) {
  const { withdrawal } = payout;
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
    id: withdrawal?.id ?? null,
    value: withdrawal?.valueCentavos ?? null,
    fee: withdrawal?.feeCentavos ?? null,
    sent: withdrawal?.sentCentavos ?? null,
    code: payout.code,
    reason: reasonOf(payout),
    time: new Date(timeOf(payout)).toISOString(),
    attempts: payout.attempt,
    mark: payout.mark,
    secondId: payout.secondWithdrawalId,
    resolvedBy: payout.resolvedBy,
  };
}

function reasonOf({ withdrawal, reason, code }: PayoutRecord): string | null {
  return withdrawal?.failureReason ?? reason ?? code;
}

/** Of the outcome: the service's own time where it tells one. */
function timeOf({ withdrawal, changedAt }: PayoutRecord): number {
  return withdrawal?.finalAt ?? withdrawal?.createdAt ?? changedAt;
}
