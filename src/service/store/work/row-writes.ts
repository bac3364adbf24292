import type { SqlValue } from '../../../sql/sqlite/driver.ts';
import type { Account, ApiKey } from '../../wallet/account.ts';
import type { Dispute, Payment, Withdrawal } from '../../wallet/wallet-entries.ts';
import { named, only, type Stored, type Values } from '../columns.ts';
import { ACCOUNT, ACCOUNT_SETTINGS, ACCOUNT_STATE, CODE, DISPUTE, KEY, PAYMENT, WITHDRAWAL } from '../records.ts';
import type { TableName } from '../schema/tables.ts';
import type { AccountState, ChangedRow, Counters, DraftRows, Drafts } from './drafts.ts';
import type { LimitUseRow, StoredCode, TransferRow } from './drafts.ts';

export interface Insertion<Row> {
  readonly table: TableName;
  readonly values: Values<Row>;
  /** For a row that is there already, what becomes of it, with `t` for the table. Otherwise, it is an error. */
  readonly onConflict?: string;
}

/** Changes rows, each on the condition that it is still as it was read. */
export interface Update<Row> {
  readonly table: TableName;
  readonly key: Values<Row>;
  readonly before?: Values<Row>;
  readonly after?: Values<Row>;
  /** What is added to the column instead of replacing it. */
  readonly added?: Values<Row>;
}

/** Writes any number of rows at once. */
export interface RowWriter {
  insert<Row>(insertion: Insertion<Row>, rows: readonly Row[]): void;
  /** Fails unless each changes one row. */
  update<Row>(update: Update<Row>, rows: readonly ChangedRow<Row>[]): void;
  delete(table: TableName, column: string, values: readonly SqlValue[]): void;
}

const NEW_ACCOUNTS: Insertion<Account> = { table: 'accounts', values: ACCOUNT.columns };
const CHANGED_ACCOUNTS: Update<Account> = {
  table: 'accounts',
  key: only(ACCOUNT.columns, 'id'),
  after: ACCOUNT_SETTINGS.columns,
};
const NEW_STATES: Insertion<AccountState> = { table: 'account_state', values: ACCOUNT_STATE.columns };
const CHANGED_STATES: Update<AccountState> = {
  table: 'account_state',
  key: only(ACCOUNT_STATE.columns, 'account'),
  before: only(ACCOUNT_STATE.columns, 'available', 'payment_count', 'withdrawal_count'),
  after: only(ACCOUNT_STATE.columns, ...Object.keys(ACCOUNT_STATE.columns).filter((name) => name !== 'account')),
};
const NEW_KEYS: Insertion<ApiKey> = { table: 'api_keys', values: KEY.columns };

/** Rows that move from one status to another. */
function moved<Row>(table: TableName, { columns }: Stored<Row>, ...further: readonly string[]): Update<Row> {
  const after = only(columns, 'status', 'updated_at', ...further);
  return { table, key: only(columns, 'id'), before: only(columns, 'status'), after };
}

const NEW_PAYMENTS: Insertion<Payment> = { table: 'payments', values: PAYMENT.columns };
const MOVED_PAYMENTS = moved('payments', PAYMENT);
const NEW_WITHDRAWALS: Insertion<Withdrawal> = { table: 'withdrawals', values: WITHDRAWAL.columns };
const MOVED_WITHDRAWALS = moved('withdrawals', WITHDRAWAL, 'completed_at', 'failed_at', 'failure_reason');
const NEW_DISPUTES: Insertion<Dispute> = { table: 'disputes', values: DISPUTE.columns };
const MOVED_DISPUTES = moved('disputes', DISPUTE);

const NEW_TRANSFERS: Insertion<TransferRow> = {
  table: 'transfers',
  values: {
    ...named('kind', 'reference', 'account', 'available', 'in_transit', 'blocked', 'settlement', 'fees'),
    created_at: ({ createdAt }) => createdAt,
  },
};

const NEW_CODES: Insertion<StoredCode> = { table: 'verification_codes', values: CODE.columns };
const CHANGED_CODES: Update<StoredCode> = {
  table: 'verification_codes',
  key: only(CODE.columns, 'number'),
  before: only(CODE.columns, 'wrong_attempts'),
  after: only(CODE.columns, 'wrong_attempts', 'used_at'),
};

const LIMIT_USE: Insertion<LimitUseRow> = {
  table: 'limit_use',
  values: named('account', 'period', 'used'),
  onConflict: '(account, period) DO UPDATE SET used = excluded.used',
};

const COUNTERS: Update<Counters> = {
  table: 'service_state',
  key: { one_row: () => 1 },
  after: { account_count: ({ accounts }) => accounts, code_count: ({ codes }) => codes },
};

const COUNTED = named('account', 'kind', 'status');
const SUMS = named('count', 'value', 'fee', 'net');
const ADDED_TOTALS: Insertion<StatusCount> = {
  table: 'status_totals',
  values: { ...COUNTED, ...SUMS },
  onConflict: `(account, kind, status) DO UPDATE SET count = t.count + excluded.count,
    value = t.value + excluded.value, fee = t.fee + excluded.fee, net = t.net + excluded.net`,
};
const REMOVED_TOTALS: Update<StatusCount> = { table: 'status_totals', key: COUNTED, added: SUMS };

export function writeDrafts(writer: RowWriter, drafts: Drafts): void {
  const { accounts, states, payments, withdrawals, disputes, codes, newKeys } = drafts;
  writer.insert(NEW_ACCOUNTS, accounts.inserted());
  writer.insert(NEW_STATES, states.inserted());
  writer.update(CHANGED_ACCOUNTS, accounts.changed());
  writer.update(CHANGED_STATES, states.changed());
  writer.insert(NEW_KEYS, newKeys.inserted());
  writer.insert(NEW_PAYMENTS, payments.inserted());
  writer.update(MOVED_PAYMENTS, payments.changed());
  writer.insert(NEW_WITHDRAWALS, withdrawals.inserted());
  writer.update(MOVED_WITHDRAWALS, withdrawals.changed());
  writer.insert(NEW_TRANSFERS, drafts.transfers.rows);
  writer.insert(NEW_DISPUTES, disputes.inserted());
  writer.update(MOVED_DISPUTES, disputes.changed());
  writer.insert(NEW_CODES, codes.inserted());
  writer.update(CHANGED_CODES, codes.changed());
  writer.insert(
    LIMIT_USE,
    drafts.limitUse.changed().map(({ after }) => after),
  );
  writer.delete('api_keys', 'id', drafts.deletedKeys.rows);
  writer.update(COUNTERS, drafts.counters.changed());
  const totals = countChanges(drafts);
  writer.insert(
    ADDED_TOTALS,
    totals.filter(({ count }) => count >= 0),
  );
  // A row that is fewer than before is there already: a new one would break the rule that no count is below zero.
  const removed = totals.filter(({ count }) => count < 0);
  writer.update(
    REMOVED_TOTALS,
    removed.map((total) => ({ before: total, after: total })),
  );
}

/** By how much the totals of a status change. */
interface StatusCount {
  readonly account: string;
  readonly kind: 'payment' | 'withdrawal' | 'dispute';
  readonly status: string;
  count: number;
  value: number;
  fee: number;
  net: number;
}

type CountedRow = Readonly<Omit<StatusCount, 'count'>>;

/** What the drafted rows change of the counts that are stored. */
function countChanges({ payments, withdrawals, disputes }: Drafts): StatusCount[] {
  const totals = new Map<string, StatusCount>();
  const count = ({ account, kind, status, value, fee, net }: CountedRow, change: 1 | -1) => {
    const key = `${account}\n${kind}\n${status}`;
    const total = totals.get(key) ?? { account, kind, status, count: 0, value: 0, fee: 0, net: 0 };
    total.count += change;
    total.value += change * value;
    total.fee += change * fee;
    total.net += change * net;
    totals.set(key, total);
  };
  const countAll = <Row>(rows: DraftRows<Row>, countedOf: (row: Row) => CountedRow) => {
    for (const row of rows.inserted()) count(countedOf(row), 1);
    for (const { before, after } of rows.changed()) {
      count(countedOf(before), -1);
      count(countedOf(after), 1);
    }
  };
  countAll(payments, (row) => countedOf('payment', row, row.feeCentavos, row.netCentavos));
  countAll(withdrawals, (row) => countedOf('withdrawal', row, row.feeCentavos, row.sentCentavos));
  countAll(disputes, (row) => countedOf('dispute', row, 0, row.valueCentavos));
  return [...totals.values()];
}

function countedOf(kind: StatusCount['kind'], row: Payment | Withdrawal | Dispute, fee: number, net: number) {
  const { accountId: account, status, valueCentavos: value } = row;
  return { account, kind, status, value, fee, net };
}
