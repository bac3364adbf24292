import type { PgConnection, PgResult, PgStatement } from '../../../sql/postgres/connection.ts';
import type { Account } from '../../wallet/account.ts';
import type { ApiKey } from '../../wallet/api-key.ts';
import type { Dispute, Payment, Withdrawal } from '../../wallet/wallet-entries.ts';
import { digestPrefix } from '../account-rows.ts';
import type { ChangedRow } from './draft-rows.ts';
import type { AccountState, Drafts, LimitUseRow, StoredCode, TransferRow } from './drafts.ts';
import { insertion, update, type RowWrites } from './table-writes.ts';

const BEHAVIOUR = [
  ['blocked', 'bool', (row: Account) => row.blocked],
  ['settles_instantly', 'bool', (row: Account) => row.settlesInstantly],
  ['settle_after_ms', 'int8', (row: Account) => row.settleAfterMs],
  ['settle_as', 'text', (row: Account) => row.settleAs],
  ['transfer_security', 'bool', (row: Account) => row.transferSecurity],
  ['one_at_a_time', 'bool', (row: Account) => row.oneAtATime],
  ['daily_limit', 'int8', (row: Account) => row.limits.dailyCentavos],
  ['monthly_limit', 'int8', (row: Account) => row.limits.monthlyCentavos],
  ['transaction_limit', 'int8', (row: Account) => row.limits.perTransactionCentavos],
  ['plan_name', 'text', (row: Account) => row.plan.name],
  ['plan_fee', 'int8', (row: Account) => row.plan.transactionFeeCentavos],
] as const;

const NEW_ACCOUNTS = insertion<Account>('accounts', [
  ['id', 'text', ({ id }) => id],
  ['name', 'text', ({ name }) => name],
  ['email', 'text', ({ email }) => email],
  ['tax_id', 'text', ({ taxId }) => taxId],
  ['phone', 'text', ({ phone }) => phone],
  ['city', 'text', ({ city }) => city],
  ['pix_key', 'text', ({ registeredKey }) => registeredKey?.key ?? null],
  ['pix_key_type', 'text', ({ registeredKey }) => registeredKey?.type ?? null],
  ['charge_key', 'text', ({ chargeKey }) => chargeKey],
  ['administrator', 'bool', ({ administrator }) => administrator],
  ['created_at', 'int8', ({ createdAt }) => createdAt],
  ...BEHAVIOUR,
]);

const CHANGED_ACCOUNTS = update<ChangedRow<Account>>('accounts', {
  key: [['id', 'text', ({ after }) => after.id]],
  before: [],
  after: BEHAVIOUR.map(([name, type, valueOf]) => [name, type, ({ after }: ChangedRow<Account>) => valueOf(after)]),
});

const STATE = [
  ['available', 'int8', (row: AccountState) => row.available],
  ['in_transit', 'int8', (row: AccountState) => row.in_transit],
  ['blocked', 'int8', (row: AccountState) => row.blocked],
  ['settlement', 'int8', (row: AccountState) => row.settlement],
  ['fees', 'int8', (row: AccountState) => row.fees],
  ['debt', 'int8', (row: AccountState) => row.debt],
  ['payment_count', 'int8', (row: AccountState) => row.paymentCount],
  ['withdrawal_count', 'int8', (row: AccountState) => row.withdrawalCount],
  ['key_count', 'int8', (row: AccountState) => row.keyCount],
  ['latest_at', 'int8', (row: AccountState) => row.latestAt],
] as const;

const NEW_STATES = insertion<AccountState>('account_state', [['account', 'text', (row) => row.account], ...STATE]);

const CHANGED_STATES = update<ChangedRow<AccountState>>('account_state', {
  key: [['account', 'text', ({ after }) => after.account]],
  before: [
    ['available', 'int8', ({ before }) => before.available],
    ['payment_count', 'int8', ({ before }) => before.paymentCount],
    ['withdrawal_count', 'int8', ({ before }) => before.withdrawalCount],
  ],
  after: STATE.map(([name, type, valueOf]) => [name, type, ({ after }: ChangedRow<AccountState>) => valueOf(after)]),
});

const ENTRY = [
  ['account', 'text', (row: Payment | Withdrawal) => row.accountId],
  ['sequence', 'int8', (row: Payment | Withdrawal) => row.sequence],
  ['id', 'text', (row: Payment | Withdrawal) => row.id],
  ['correlation_id', 'text', (row: Payment | Withdrawal) => row.correlationId],
  ['transaction_id', 'text', (row: Payment | Withdrawal) => row.transactionId],
  ['value', 'int8', (row: Payment | Withdrawal) => row.valueCentavos],
  ['fee', 'int8', (row: Payment | Withdrawal) => row.feeCentavos],
  ['status', 'text', (row: Payment | Withdrawal) => row.status],
  ['description', 'text', (row: Payment | Withdrawal) => row.description],
  ['created_at', 'int8', (row: Payment | Withdrawal) => row.createdAt],
  ['updated_at', 'int8', (row: Payment | Withdrawal) => row.updatedAt],
] as const;

const NEW_PAYMENTS = insertion<Payment>('payments', [
  ...ENTRY,
  ['net', 'int8', (row) => row.netCentavos],
  ['br_code', 'text', (row) => row.brCode],
  ['expires_at', 'int8', (row) => row.expiresAt],
]);

const MOVED_PAYMENTS = update<ChangedRow<Payment>>('payments', {
  key: [['id', 'text', ({ after }) => after.id]],
  before: [['status', 'text', ({ before }) => before.status]],
  after: [
    ['status', 'text', ({ after }) => after.status],
    ['updated_at', 'int8', ({ after }) => after.updatedAt],
  ],
});

const NEW_WITHDRAWALS = insertion<Withdrawal>('withdrawals', [
  ...ENTRY,
  ['sent', 'int8', (row) => row.sentCentavos],
  ['pix_key', 'text', (row) => row.recipient.key],
  ['pix_key_type', 'text', (row) => row.recipient.type],
  ['settles_at', 'int8', (row) => row.dueSettlement?.at ?? null],
  ['settles_as', 'text', (row) => row.dueSettlement?.as ?? null],
  ['completed_at', 'int8', (row) => row.completedAt],
  ['failed_at', 'int8', (row) => row.failedAt],
  ['failure_reason', 'text', (row) => row.failureReason],
]);

const MOVED_WITHDRAWALS = update<ChangedRow<Withdrawal>>('withdrawals', {
  key: [['id', 'text', ({ after }) => after.id]],
  before: [['status', 'text', ({ before }) => before.status]],
  after: [
    ['status', 'text', ({ after }) => after.status],
    ['updated_at', 'int8', ({ after }) => after.updatedAt],
    ['completed_at', 'int8', ({ after }) => after.completedAt],
    ['failed_at', 'int8', ({ after }) => after.failedAt],
    ['failure_reason', 'text', ({ after }) => after.failureReason],
  ],
});

const NEW_TRANSFERS = insertion<TransferRow>('transfers', [
  ['kind', 'text', (row) => row.kind],
  ['reference', 'text', (row) => row.reference],
  ['account', 'text', (row) => row.account],
  ['available', 'int8', (row) => row.available],
  ['in_transit', 'int8', (row) => row.in_transit],
  ['blocked', 'int8', (row) => row.blocked],
  ['settlement', 'int8', (row) => row.settlement],
  ['fees', 'int8', (row) => row.fees],
  ['created_at', 'int8', (row) => row.createdAt],
]);

const NEW_DISPUTES = insertion<Dispute>('disputes', [
  ['account', 'text', (row) => row.accountId],
  ['id', 'text', (row) => row.id],
  ['payment', 'text', (row) => row.paymentId],
  ['value', 'int8', (row) => row.valueCentavos],
  ['status', 'text', (row) => row.status],
  ['created_at', 'int8', (row) => row.createdAt],
  ['updated_at', 'int8', (row) => row.updatedAt],
]);

const MOVED_DISPUTES = update<ChangedRow<Dispute>>('disputes', {
  key: [['id', 'text', ({ after }) => after.id]],
  before: [['status', 'text', ({ before }) => before.status]],
  after: [
    ['status', 'text', ({ after }) => after.status],
    ['updated_at', 'int8', ({ after }) => after.updatedAt],
  ],
});

const NEW_CODES = insertion<StoredCode>('verification_codes', [
  ['number', 'int8', (row) => row.number],
  ['account', 'text', (row) => row.accountId],
  ['digest', 'bytea', (row) => Buffer.from(row.digest)],
  ['amount', 'int8', (row) => row.amountCentavos],
  ['cover_fee', 'bool', (row) => row.coverFee],
  ['wrong_attempts', 'int4', (row) => row.wrongAttempts],
  ['created_at', 'int8', (row) => row.createdAt],
  ['expires_at', 'int8', (row) => row.expiresAt],
  ['used_at', 'int8', (row) => row.usedAt],
  ['email', 'text', (row) => row.email],
  ['code', 'text', (row) => row.code],
]);

const CHANGED_CODES = update<ChangedRow<StoredCode>>('verification_codes', {
  key: [['number', 'int8', ({ after }) => after.number]],
  before: [['wrong_attempts', 'int4', ({ before }) => before.wrongAttempts]],
  after: [
    ['wrong_attempts', 'int4', ({ after }) => after.wrongAttempts],
    ['used_at', 'int8', ({ after }) => after.usedAt],
  ],
});

const LIMIT_USE = insertion<LimitUseRow>(
  'limit_use',
  [
    ['account', 'text', (row) => row.account],
    ['period', 'text', (row) => row.period],
    ['used', 'int8', (row) => row.used],
  ],
  'ON CONFLICT (account, period) DO UPDATE SET used = excluded.used',
);

export const NEW_KEYS = insertion<ApiKey>('api_keys', [
  ['id', 'text', (row) => row.id],
  ['account', 'text', (row) => row.accountId],
  ['name', 'text', (row) => row.name],
  ['digest_prefix', 'int8', (row) => digestPrefix(row.digest)],
  ['digest', 'bytea', (row) => Buffer.from(row.digest)],
  ['masked', 'text', (row) => row.masked],
  ['permissions', 'text', (row) => row.permissions.join(' ')],
  ['created_at', 'int8', (row) => row.createdAt],
]);

const DELETED_KEYS: PgStatement = { name: 'delete keys', text: 'DELETE FROM api_keys WHERE id = ANY($1)' };
const SAVE_COUNTERS: PgStatement = {
  name: 'save counters',
  text: 'UPDATE service_state SET account_count = $1, code_count = $2',
};

/** Sends everything that is drafted. @returns the answers that are to come */
export function writeDrafts(connection: PgConnection, drafts: Drafts): Promise<PgResult>[] {
  const sent: Promise<PgResult>[] = [];
  const write = <Row>({ statement, valuesOf }: RowWrites<Row>, rows: readonly Row[]) => {
    if (rows.length > 0) sent.push(connection.query(statement, valuesOf(rows)));
  };
  write(NEW_ACCOUNTS, drafts.accounts.inserted());
  write(NEW_STATES, drafts.states.inserted());
  write(CHANGED_ACCOUNTS, drafts.accounts.changed());
  write(CHANGED_STATES, drafts.states.changed());
  write(NEW_KEYS, drafts.newKeys.inserted());
  write(NEW_PAYMENTS, drafts.payments.inserted());
  write(MOVED_PAYMENTS, drafts.payments.changed());
  write(NEW_WITHDRAWALS, drafts.withdrawals.inserted());
  write(MOVED_WITHDRAWALS, drafts.withdrawals.changed());
  write(NEW_TRANSFERS, drafts.transfers.rows);
  write(NEW_DISPUTES, drafts.disputes.inserted());
  write(MOVED_DISPUTES, drafts.disputes.changed());
  write(NEW_CODES, drafts.codes.inserted());
  write(CHANGED_CODES, drafts.codes.changed());
  write(
    LIMIT_USE,
    drafts.limitUse.changed().map(({ after }) => after),
  );
  const deleted = drafts.deletedKeys.rows;
  if (deleted.length > 0) sent.push(connection.query(DELETED_KEYS, [[...deleted]]));
  const [counters] = drafts.counters.changed();
  if (counters !== undefined) {
    sent.push(connection.query(SAVE_COUNTERS, [counters.after.accounts, counters.after.codes]));
  }
  return sent;
}
