import type { SqlValue } from '../../../sql/sqlite/driver.ts';
import type { Account } from '../../wallet/account.ts';
import type { ApiKey } from '../../wallet/api-key.ts';
import type { Dispute, Payment, Withdrawal } from '../../wallet/wallet-entries.ts';
import { digestPrefix } from '../account-rows.ts';
import type { TableName } from '../schema/tables.ts';
import { countChanges, type BlockCount, type StatusCount } from './count-changes.ts';
import type { ChangedRow } from './draft-rows.ts';
import type { AccountState, Counters, Drafts, LimitUseRow, StoredCode, TransferRow } from './drafts.ts';

/** Columns, each with its value of a row. */
export type Values<Row> = Readonly<Record<string, (row: Row) => SqlValue>>;

/** Inserts rows. */
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

const BEHAVIOUR: Values<Account> = {
  blocked: ({ blocked }) => Number(blocked),
  settles_instantly: ({ settlesInstantly }) => Number(settlesInstantly),
  settle_after_ms: ({ settleAfterMs }) => settleAfterMs,
  settle_as: ({ settleAs }) => settleAs,
  transfer_security: ({ transferSecurity }) => Number(transferSecurity),
  one_at_a_time: ({ oneAtATime }) => Number(oneAtATime),
  daily_limit: ({ limits }) => limits.dailyCentavos,
  monthly_limit: ({ limits }) => limits.monthlyCentavos,
  transaction_limit: ({ limits }) => limits.perTransactionCentavos,
  plan_name: ({ plan }) => plan.name,
  plan_fee: ({ plan }) => plan.transactionFeeCentavos,
  list_cache: ({ listCache }) => Number(listCache),
  clock_ahead_ms: ({ clockAheadMs }) => clockAheadMs,
};

const NEW_ACCOUNTS: Insertion<Account> = {
  table: 'accounts',
  values: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    email: ({ email }) => email,
    tax_id: ({ taxId }) => taxId,
    phone: ({ phone }) => phone,
    city: ({ city }) => city,
    pix_key: ({ registeredKey }) => registeredKey?.key ?? null,
    pix_key_type: ({ registeredKey }) => registeredKey?.type ?? null,
    charge_key: ({ chargeKey }) => chargeKey,
    administrator: ({ administrator }) => Number(administrator),
    created_at: ({ createdAt }) => createdAt,
    ...BEHAVIOUR,
  },
};
const CHANGED_ACCOUNTS: Update<Account> = { table: 'accounts', key: { id: ({ id }) => id }, after: BEHAVIOUR };

const STATE: Values<AccountState> = {
  available: ({ available }) => available,
  in_transit: ({ in_transit }) => in_transit,
  blocked: ({ blocked }) => blocked,
  settlement: ({ settlement }) => settlement,
  fees: ({ fees }) => fees,
  debt: ({ debt }) => debt,
  payment_count: ({ paymentCount }) => paymentCount,
  withdrawal_count: ({ withdrawalCount }) => withdrawalCount,
  key_count: ({ keyCount }) => keyCount,
  latest_at: ({ latestAt }) => latestAt,
};
const NEW_STATES: Insertion<AccountState> = {
  table: 'account_state',
  values: { account: ({ account }) => account, ...STATE },
};
const CHANGED_STATES: Update<AccountState> = {
  table: 'account_state',
  key: { account: ({ account }) => account },
  before: {
    available: ({ available }) => available,
    payment_count: ({ paymentCount }) => paymentCount,
    withdrawal_count: ({ withdrawalCount }) => withdrawalCount,
  },
  after: STATE,
};

const ENTRY: Values<Payment | Withdrawal> = {
  account: ({ accountId }) => accountId,
  sequence: ({ sequence }) => sequence,
  id: ({ id }) => id,
  correlation_id: ({ correlationId }) => correlationId,
  transaction_id: ({ transactionId }) => transactionId,
  value: ({ valueCentavos }) => valueCentavos,
  fee: ({ feeCentavos }) => feeCentavos,
  status: ({ status }) => status,
  description: ({ description }) => description,
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
};
const ID = { id: ({ id }: { readonly id: string }) => id };
const STATUS = { status: ({ status }: { readonly status: string }) => status };
const UPDATED = { ...STATUS, updated_at: ({ updatedAt }: { readonly updatedAt: number }) => updatedAt };

const NEW_PAYMENTS: Insertion<Payment> = {
  table: 'payments',
  values: {
    ...ENTRY,
    net: ({ netCentavos }) => netCentavos,
    br_code: ({ brCode }) => brCode,
    expires_at: ({ expiresAt }) => expiresAt,
  },
};
const MOVED_PAYMENTS: Update<Payment> = { table: 'payments', key: ID, before: STATUS, after: UPDATED };

const ENDED: Values<Withdrawal> = {
  completed_at: ({ completedAt }) => completedAt,
  failed_at: ({ failedAt }) => failedAt,
  failure_reason: ({ failureReason }) => failureReason,
};
const NEW_WITHDRAWALS: Insertion<Withdrawal> = {
  table: 'withdrawals',
  values: {
    ...ENTRY,
    sent: ({ sentCentavos }) => sentCentavos,
    pix_key: ({ recipient }) => recipient.key,
    pix_key_type: ({ recipient }) => recipient.type,
    settles_at: ({ dueSettlement }) => dueSettlement?.at ?? null,
    settles_as: ({ dueSettlement }) => dueSettlement?.as ?? null,
    ...ENDED,
  },
};
const MOVED_WITHDRAWALS: Update<Withdrawal> = {
  table: 'withdrawals',
  key: ID,
  before: STATUS,
  after: { ...UPDATED, ...ENDED },
};

const NEW_TRANSFERS: Insertion<TransferRow> = {
  table: 'transfers',
  values: {
    kind: ({ kind }) => kind,
    reference: ({ reference }) => reference,
    account: ({ account }) => account,
    available: ({ available }) => available,
    in_transit: ({ in_transit }) => in_transit,
    blocked: ({ blocked }) => blocked,
    settlement: ({ settlement }) => settlement,
    fees: ({ fees }) => fees,
    created_at: ({ createdAt }) => createdAt,
  },
};

const NEW_DISPUTES: Insertion<Dispute> = {
  table: 'disputes',
  values: {
    ...ID,
    account: ({ accountId }) => accountId,
    payment: ({ paymentId }) => paymentId,
    value: ({ valueCentavos }) => valueCentavos,
    ...UPDATED,
    created_at: ({ createdAt }) => createdAt,
  },
};
const MOVED_DISPUTES: Update<Dispute> = { table: 'disputes', key: ID, before: STATUS, after: UPDATED };

const ATTEMPTS: Values<StoredCode> = { wrong_attempts: ({ wrongAttempts }) => wrongAttempts };
const USED: Values<StoredCode> = { ...ATTEMPTS, used_at: ({ usedAt }) => usedAt };
const NEW_CODES: Insertion<StoredCode> = {
  table: 'verification_codes',
  values: {
    number: ({ number }) => number,
    account: ({ accountId }) => accountId,
    digest: ({ digest }) => Buffer.from(digest),
    amount: ({ amountCentavos }) => amountCentavos,
    cover_fee: ({ coverFee }) => Number(coverFee),
    created_at: ({ createdAt }) => createdAt,
    expires_at: ({ expiresAt }) => expiresAt,
    email: ({ email }) => email,
    code: ({ code }) => code,
    ...USED,
  },
};
const CHANGED_CODES: Update<StoredCode> = {
  table: 'verification_codes',
  key: { number: ({ number }) => number },
  before: ATTEMPTS,
  after: USED,
};

const LIMIT_USE: Insertion<LimitUseRow> = {
  table: 'limit_use',
  values: { account: ({ account }) => account, period: ({ period }) => period, used: ({ used }) => used },
  onConflict: '(account, period) DO UPDATE SET used = excluded.used',
};

const NEW_KEYS: Insertion<ApiKey> = {
  table: 'api_keys',
  values: {
    id: ({ id }) => id,
    account: ({ accountId }) => accountId,
    name: ({ name }) => name,
    digest_prefix: ({ digest }) => digestPrefix(digest),
    digest: ({ digest }) => Buffer.from(digest),
    masked: ({ masked }) => masked,
    permissions: ({ permissions }) => permissions.join(' '),
    created_at: ({ createdAt }) => createdAt,
  },
};

const COUNTERS: Update<Counters> = {
  table: 'service_state',
  key: { one_row: () => 1 },
  after: { account_count: ({ accounts }) => accounts, code_count: ({ codes }) => codes },
};

const COUNTED: Values<StatusCount | BlockCount> = {
  account: ({ account }) => account,
  kind: ({ kind }) => kind,
  status: ({ status }) => status,
};
const COUNT = { count: ({ count }: { readonly count: number }) => count };
const SUMS: Values<StatusCount> = {
  ...COUNT,
  value: ({ value }) => value,
  fee: ({ fee }) => fee,
  net: ({ net }) => net,
};
const ADDED_TOTALS: Insertion<StatusCount> = {
  table: 'status_totals',
  values: { ...COUNTED, ...SUMS },
  onConflict: `(account, kind, status) DO UPDATE SET count = t.count + excluded.count,
    value = t.value + excluded.value, fee = t.fee + excluded.fee, net = t.net + excluded.net`,
};
const REMOVED_TOTALS: Update<StatusCount> = { table: 'status_totals', key: COUNTED, added: SUMS };
const BLOCK: Values<BlockCount> = { ...COUNTED, size: ({ size }) => size, block: ({ block }) => block };
const ADDED_BLOCKS: Insertion<BlockCount> = {
  table: 'status_blocks',
  values: { ...BLOCK, ...COUNT },
  onConflict: '(account, kind, status, size, block) DO UPDATE SET count = t.count + excluded.count',
};
const REMOVED_BLOCKS: Update<BlockCount> = { table: 'status_blocks', key: BLOCK, added: COUNT };

/** Writes everything that is drafted. */
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
  const used = drafts.limitUse.changed().map(({ after }) => after);
  writer.insert(LIMIT_USE, used);
  writer.delete('api_keys', 'id', drafts.deletedKeys.rows);
  writer.update(COUNTERS, drafts.counters.changed());
  const { totals, blocks } = countChanges(drafts);
  writer.insert(ADDED_TOTALS, totals.filter(isAdded));
  writer.insert(ADDED_BLOCKS, blocks.filter(isAdded));
  writer.update(REMOVED_TOTALS, totals.filter(isRemoved).map(asChange));
  writer.update(REMOVED_BLOCKS, blocks.filter(isRemoved).map(asChange));
}

/** A row that is fewer than before is there already: a new one would break the rule that no count is below zero. */
function isRemoved({ count }: StatusCount | BlockCount): boolean {
  return count < 0;
}

function isAdded(counted: StatusCount | BlockCount): boolean {
  return !isRemoved(counted);
}

function asChange<Row>(row: Row): ChangedRow<Row> {
  return { before: row, after: row };
}
