import type { Journal } from '../../../payouts/journal/journal.ts';
import {
  byName,
  groupTally,
  reportOf,
  STATE_GROUP_NAMES,
  sumOfTallies,
  type PayoutRecord,
  type RunRecord,
  type RunTally,
  type StateTally,
} from '../../../payouts/journal/records.ts';
import { PAYOUT_STATES } from '../../../payouts/payout-state.ts';
import { ofKind, valueAt, type Fields } from '../../output/fields.ts';
import type { TableColumn } from '../../output/table-layout.ts';

const tallyFields = <Path extends string>(path: Path) =>
  [
    { path: `${path}.rows`, kind: 'count' },
    { path: `${path}.amount`, kind: 'money' },
  ] as const;

/** A run in machine formats. Amounts are centavos, times RFC 3339. */
export type RunRow = ReturnType<typeof runRow>;

export const RUN_FIELDS: Fields<RunRow> = [
  ...ofKind('text', 'run', 'file', 'service', 'digest'),
  { path: 'coverFee', kind: 'flag' },
  ...ofKind('time', 'createdAt', 'approvedAt'),
  { path: 'dueOn', kind: 'day' },
  { path: 'rows', kind: 'count' },
  { path: 'amount', kind: 'money' },
  ...STATE_GROUP_NAMES.flatMap((group) => tallyFields(group)),
  ...PAYOUT_STATES.flatMap((state) => tallyFields(`states.${state}`)),
  ...tallyFields('feeOnTop'),
  // Last: what is separated by tabs is read by position.
  ...tallyFields('own'),
];

/** Where it is narrower, each run is a sheet: a table would have no room for its sum, or for what is unconfirmed. */
const NARROW_COLUMNS = 60;

export function runColumns(runs: readonly RunRow[], terminalColumns = Infinity): readonly TableColumn[] {
  const isAnyScheduled = runs.some(({ dueOn }) => dueOn !== null);
  const isAny = (path: string) => runs.some((run) => valueAt(run, path) !== 0);
  const columns = RUN_TABLE_COLUMNS.filter(({ path }) =>
    path === 'dueOn' ? isAnyScheduled : path === 'paid.rows' || isAny(path),
  );
  if (terminalColumns >= NARROW_COLUMNS) return columns;
  return columns.map(({ path, kind }) => ({ path, kind }));
}

const RUN_TABLE_COLUMNS: readonly TableColumn[] = [
  { path: 'createdAt', kind: 'minute', rank: 4 },
  { path: 'run', kind: 'text' },
  { path: 'file', kind: 'text', rank: 1, least: 12 },
  { path: 'own.rows', kind: 'count', rank: 2 },
  { path: 'own.amount', kind: 'money', rank: 1 },
  { path: 'dueOn', kind: 'day', rank: 1 },
  { path: 'paid.rows', kind: 'count', rank: 0 },
  { path: 'duplicate.rows', kind: 'count', rank: 5 },
  { path: 'pending.rows', kind: 'count', rank: 0 },
  { path: 'notPaid.rows', kind: 'count', rank: 0 },
  { path: 'notSent.rows', kind: 'count', rank: 0 },
  { path: 'open.rows', kind: 'count', rank: 0 },
];

export function runRow(journal: Pick<Journal, 'feeOnTop'>, run: RunRecord, tally: RunTally) {
  const countsOf = ({ payouts, amountCentavos }: StateTally) => ({ rows: payouts, amount: amountCentavos });
  return {
    run: run.id,
    file: run.source,
    service: run.origin,
    digest: run.digest,
    coverFee: run.coverFee,
    createdAt: new Date(run.createdAt).toISOString(),
    approvedAt: run.approvedAt === null ? null : new Date(run.approvedAt).toISOString(),
    dueOn: run.dueOn,
    rows: run.payouts,
    amount: run.amountCentavos,
    own: countsOf(sumOfTallies(PAYOUT_STATES.filter((state) => state !== 'duplicate').map((state) => tally[state]))),
    ...byName(STATE_GROUP_NAMES, (group) => countsOf(groupTally(tally, group))),
    states: byName(PAYOUT_STATES, (state) => countsOf(tally[state])),
    feeOnTop: countsOf(journal.feeOnTop(run.id)),
  };
}

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
  { path: 'attempts', kind: 'count' },
  ...ofKind('text', 'mark', 'secondId', 'resolvedBy'),
  { path: 'coverFee', kind: 'flag' },
];

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
