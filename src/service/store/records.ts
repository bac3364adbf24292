import { DISPUTE_STATUSES } from '../../contract/account.ts';
import { PAYMENT_STATUSES } from '../../contract/payment.ts';
import { PERMISSIONS, type Permission } from '../../contract/operation.ts';
import { WITHDRAWAL_STATUSES } from '../../contract/withdrawal.ts';
import { PIX_KEY_TYPES, type PixKey } from '../../pix/pix-key.ts';
import { REFUSAL_CODES, type RefusalCode } from '../../pix/refusal-codes.ts';
import { textOf } from '../../sql/row.ts';
import type { Account, AccountHolding, SettlementOutcome } from '../wallet/account.ts';
import type { ApiKey, CallerKey } from '../wallet/api-key.ts';
import type { EntryKind } from '../wallet/identifiers.ts';
import type {
  Dispute,
  ListedPayment,
  ListedWithdrawal,
  Payment,
  StatusTotals,
  Withdrawal,
} from '../wallet/wallet-entries.ts';
import type { ListedEntry, StoredTransfer } from '../wallet/wallet-store.ts';
import { amount, bytes, flag, integer, nullable, record, text, word, type Fields, type Stored } from './columns.ts';
import type { AccountState, StoredCode } from './work/drafts.ts';

/** Every request contains a key, and is answered at the time of its account. */
export const CALLER_OF = {
  name: 'caller',
  text: `SELECT k.*, a.list_cache, a.clock_ahead_ms FROM api_keys AS k JOIN accounts AS a ON a.id = k.account
    WHERE digest = $1`,
};
export const ALL_KEYS = 'SELECT * FROM api_keys ORDER BY account, created_at, name, id';

export const SETTLEMENT_OUTCOMES: readonly SettlementOutcome[] = [
  'COMPLETED',
  ...(Object.keys(REFUSAL_CODES) as RefusalCode[]),
];
const PIX_KEY = record<PixKey>({ key: text('pix_key'), type: word('pix_key_type', PIX_KEY_TYPES) });

/** What of an account every answer to it depends on. */
const CALLER = { listCache: flag('list_cache'), clockAheadMs: integer('clock_ahead_ms') };

/** What changes of an account. */
const SETTINGS = {
  blocked: flag('blocked'),
  instant: flag('settles_instantly'),
  settleAfterMs: nullable(integer('settle_after_ms')),
  settleAs: word('settle_as', SETTLEMENT_OUTCOMES),
  transferSecurity: flag('transfer_security'),
  oneAtATime: flag('one_at_a_time'),
  limits: record<Account['limits']>({
    daily: amount('daily_limit'),
    monthly: amount('monthly_limit'),
    perTransaction: amount('transaction_limit'),
  }),
  plan: record<Account['plan']>({ name: text('plan_name'), transactionFee: amount('plan_fee') }),
  ...CALLER,
};
export const ACCOUNT_SETTINGS = record<Pick<Account, keyof typeof SETTINGS>>(SETTINGS);

export const ACCOUNT = record<Account>({
  id: text('id'),
  name: text('name'),
  email: text('email'),
  taxId: text('tax_id'),
  phone: nullable(text('phone')),
  city: text('city'),
  registeredKey: nullable(PIX_KEY),
  chargeKey: text('charge_key'),
  administrator: flag('administrator'),
  ...SETTINGS,
  createdAt: integer('created_at'),
});

export const HOLDING = record<AccountHolding>({
  account: ACCOUNT,
  ledger: record<AccountHolding['ledger']>({
    available: amount('available'),
    in_transit: amount('in_transit'),
    blocked: amount('disputed'),
  }),
});

export const ACCOUNT_STATE = record<AccountState>({
  account: text('account'),
  available: amount('available'),
  in_transit: amount('in_transit'),
  blocked: amount('blocked'),
  settlement: amount('settlement'),
  fees: amount('fees'),
  debt: integer('debt'),
  paymentCount: integer('payment_count'),
  withdrawalCount: integer('withdrawal_count'),
  keyCount: integer('key_count'),
  latestAt: integer('latest_at'),
});

const GRANTED: Stored<readonly Permission[]> = {
  columns: { permissions: (permissions) => permissions.join(' ') },
  read(row) {
    const granted = textOf(row, 'permissions').split(' ');
    return PERMISSIONS.filter((permission) => granted.includes(permission));
  },
};

const KEY_FIELDS: Fields<ApiKey> = {
  id: text('id'),
  accountId: text('account'),
  name: text('name'),
  digest: bytes('digest'),
  masked: text('masked'),
  permissions: GRANTED,
  createdAt: integer('created_at'),
};
export const KEY = record<ApiKey>(KEY_FIELDS);
/** In a row of {@link CALLER_OF}. */
export const CALLER_KEY = record<CallerKey>({ ...KEY_FIELDS, ...CALLER });

export const CODE = record<StoredCode>({
  number: integer('number'),
  accountId: text('account'),
  digest: bytes('digest'),
  amountCentavos: amount('amount'),
  coverFee: flag('cover_fee'),
  wrongAttempts: integer('wrong_attempts'),
  createdAt: integer('created_at'),
  expiresAt: integer('expires_at'),
  usedAt: nullable(integer('used_at')),
  email: text('email'),
  code: text('code'),
});

/** Columns of payments and withdrawals that every list contains. */
export const LISTED_COLUMNS = 'id, correlation_id, value, fee, status, description, created_at, updated_at';
const LISTED = {
  id: text('id'),
  correlationId: text('correlation_id'),
  valueCentavos: amount('value'),
  feeCentavos: amount('fee'),
  description: text('description'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
};
const LISTED_PAYMENT_FIELDS: Fields<ListedPayment> = {
  ...LISTED,
  netCentavos: amount('net'),
  status: word('status', PAYMENT_STATUSES),
};
const LISTED_WITHDRAWAL_FIELDS: Fields<ListedWithdrawal> = {
  ...LISTED,
  sentCentavos: amount('sent'),
  status: word('status', WITHDRAWAL_STATUSES),
  recipient: PIX_KEY,
};
export const LISTED_PAYMENT = record<ListedPayment>(LISTED_PAYMENT_FIELDS);
export const LISTED_WITHDRAWAL = record<ListedWithdrawal>(LISTED_WITHDRAWAL_FIELDS);

const ENTRY = {
  transactionId: text('transaction_id'),
  accountId: text('account'),
  sequence: integer('sequence'),
};
export const PAYMENT = record<Payment>({
  ...LISTED_PAYMENT_FIELDS,
  ...ENTRY,
  brCode: text('br_code'),
  expiresAt: integer('expires_at'),
});
export const WITHDRAWAL = record<Withdrawal>({
  ...LISTED_WITHDRAWAL_FIELDS,
  ...ENTRY,
  dueSettlement: nullable(
    record<NonNullable<Withdrawal['dueSettlement']>>({
      at: integer('settles_at'),
      as: word('settles_as', SETTLEMENT_OUTCOMES),
    }),
  ),
  completedAt: nullable(integer('completed_at')),
  failedAt: nullable(integer('failed_at')),
  failureReason: nullable(text('failure_reason')),
});

export const KINDS = ['payment', 'withdrawal'] as const satisfies readonly EntryKind[];

/** A row of an administrator's list. */
export const LISTED_ENTRY = record<ListedEntry>({
  kind: word('kind', KINDS),
  id: text('id'),
  accountId: text('account'),
  valueCentavos: amount('value'),
  feeCentavos: amount('fee'),
  status: word('status', PAYMENT_STATUSES),
  description: text('description'),
  createdAt: integer('created_at'),
});

export const DISPUTE = record<Dispute>({
  id: text('id'),
  accountId: text('account'),
  paymentId: text('payment'),
  valueCentavos: amount('value'),
  status: word('status', DISPUTE_STATUSES),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
});

export const TRANSFER = record<StoredTransfer>({
  at: integer('created_at'),
  kind: text('kind'),
  availableCentavos: amount('available'),
  inTransitCentavos: amount('in_transit'),
  blockedCentavos: amount('blocked'),
  settlementCentavos: amount('settlement'),
  feesCentavos: amount('fees'),
});

export function totalsOf<Status extends string>(statuses: readonly Status[]): Stored<StatusTotals<Status>> {
  return record<StatusTotals<Status>>({
    status: word('status', statuses),
    count: integer('count'),
    valueCentavos: amount('value'),
    feeCentavos: amount('fee'),
    netCentavos: amount('net'),
  });
}
