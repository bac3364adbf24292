import { DISPUTE_STATUSES } from '../../contract/account.ts';
import { PAYMENT_STATUSES } from '../../contract/payment.ts';
import { PERMISSIONS, type Permission } from '../../contract/operation.ts';
import { WITHDRAWAL_STATUSES } from '../../contract/withdrawal.ts';
import { PIX_KEY_TYPES, type PixKey } from '../../pix/pix-key.ts';
import { REFUSAL_CODES, type RefusalCode } from '../../pix/refusal-codes.ts';
import { textOf } from '../../sql/row.ts';
import type { Account, AccountHolding, SettlementOutcome } from '../wallet/account.ts';
import type { ApiKey, CallerKey } from '../wallet/account.ts';
import type { EntryKind } from '../wallet/wallet-entries.ts';
import type {
  Dispute,
  ListedPayment,
  ListedWithdrawal,
  Payment,
  StatusTotals,
  Withdrawal,
} from '../wallet/wallet-entries.ts';
import type { ListedEntry, StoredTransfer } from '../wallet/wallet-store.ts';
import { amount, digest, flag, id, integer, nullable, record, status, text, word } from './columns.ts';
import type { Fields, Stored } from './columns.ts';
import type { AccountState, StoredCode } from './work/drafts.ts';

/** Every request contains a key, and is answered at the time of its account. */
export const CALLER_OF = `SELECT k.*, a.list_cache, a.clock_ahead_ms
  FROM api_keys AS k JOIN accounts AS a ON a.id = k.account WHERE digest = $1`;
export const ALL_KEYS = 'SELECT * FROM api_keys ORDER BY account, created_at, name, id';

export const SETTLEMENT_OUTCOMES: readonly SettlementOutcome[] = [
  'COMPLETED',
  ...(Object.keys(REFUSAL_CODES) as RefusalCode[]),
];
const PIX_KEY = record<PixKey>({ key: text('pix_key'), type: word('pix_key_type', PIX_KEY_TYPES) });

/** What of an account every answer to it depends on. */
const CALLER = {
  listCache: flag('list_cache'),
  clockAheadMs: integer('clock_ahead_ms', 'CHECK (clock_ahead_ms >= 0)'),
};

/** What changes of an account. */
const SETTINGS = {
  blocked: flag('blocked'),
  instant: flag('settles_instantly'),
  settleAfterMs: nullable(integer('settle_after_ms', 'CHECK (settle_after_ms >= 0)')),
  settleAs: word('settle_as', SETTLEMENT_OUTCOMES),
  transferSecurity: flag('transfer_security'),
  oneAtATime: flag('one_at_a_time'),
  limits: record<Account['limits']>({
    daily: amount('daily_limit', 'CHECK (daily_limit >= 0)'),
    monthly: amount('monthly_limit', 'CHECK (monthly_limit >= 0)'),
    perTransaction: amount('transaction_limit', 'CHECK (transaction_limit >= 0)'),
  }),
  plan: record<Account['plan']>({
    name: text('plan_name'),
    transactionFee: amount('plan_fee', 'CHECK (plan_fee >= 0)'),
  }),
  ...CALLER,
};
export const ACCOUNT_SETTINGS = record<Pick<Account, keyof typeof SETTINGS>>(SETTINGS);

export const ACCOUNT = record<Account>({
  id: id('id', 'PRIMARY KEY'),
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
  account: id('account', 'PRIMARY KEY REFERENCES accounts (id)'),
  available: amount('available', 'DEFAULT 0'),
  in_transit: amount('in_transit', 'DEFAULT 0 CHECK (in_transit >= 0)'),
  blocked: amount('blocked', 'DEFAULT 0 CHECK (blocked >= 0)'),
  settlement: amount('settlement', 'DEFAULT 0'),
  fees: amount('fees', 'DEFAULT 0'),
  debt: integer('debt', 'DEFAULT 0 CHECK (debt >= 0)'),
  paymentCount: integer('payment_count', 'DEFAULT 0'),
  withdrawalCount: integer('withdrawal_count', 'DEFAULT 0'),
  keyCount: integer('key_count', 'DEFAULT 0'),
  latestAt: integer('latest_at', 'DEFAULT 0'),
});

export const GRANTED: Stored<readonly Permission[]> = {
  ...text('permissions'),
  columns: { permissions: (permissions) => permissions.join(' ') },
  read(row) {
    const granted = textOf(row, 'permissions').split(' ');
    return PERMISSIONS.filter((permission) => granted.includes(permission));
  },
};

const KEY_FIELDS: Fields<ApiKey> = {
  id: id('id', 'PRIMARY KEY'),
  accountId: id('account', 'NOT NULL REFERENCES accounts (id)'),
  name: text('name'),
  digest: digest('UNIQUE'),
  masked: text('masked'),
  permissions: GRANTED,
  createdAt: integer('created_at'),
};
export const KEY = record<ApiKey>(KEY_FIELDS);
/** In a row of {@link CALLER_OF}. */
export const CALLER_KEY = record<CallerKey>({ ...KEY_FIELDS, ...CALLER });

const OF_ACCOUNT = id('account', 'NOT NULL REFERENCES account_state (account)');

export const CODE = record<StoredCode>({
  number: integer('number'),
  accountId: OF_ACCOUNT,
  digest: digest(),
  amountCentavos: amount('amount', 'CHECK (amount > 0)'),
  coverFee: flag('cover_fee'),
  wrongAttempts: integer('wrong_attempts', 'DEFAULT 0 CHECK (wrong_attempts BETWEEN 0 AND 3)'),
  createdAt: integer('created_at'),
  expiresAt: integer('expires_at'),
  usedAt: nullable(integer('used_at', 'CHECK (used_at < expires_at)')),
  email: text('email'),
  code: text('code'),
});

/** Columns of payments and withdrawals that every list contains. */
export const LISTED_COLUMNS = 'id, correlation_id, value, fee, status, description, created_at, updated_at';
const ENTRY = {
  accountId: OF_ACCOUNT,
  sequence: integer('sequence', 'CHECK (sequence > 0)'),
  id: id('id', 'NOT NULL UNIQUE'),
  correlationId: text('correlation_id'),
  transactionId: text('transaction_id'),
  valueCentavos: amount('value', 'CHECK (value > 0)'),
  feeCentavos: amount('fee', 'CHECK (fee >= 0)'),
  description: text('description'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at', 'CHECK (updated_at >= created_at)'),
};
const { id: entryId, correlationId, valueCentavos, feeCentavos, description, createdAt, updatedAt } = ENTRY;
const LISTED = { id: entryId, correlationId, valueCentavos, feeCentavos, description, createdAt, updatedAt };
const PAID = { netCentavos: amount('net', 'CHECK (net > 0)'), status: status(PAYMENT_STATUSES) };
const SENT = {
  sentCentavos: amount('sent', 'CHECK (sent > 0)'),
  status: status(WITHDRAWAL_STATUSES),
  recipient: PIX_KEY,
};
export const LISTED_PAYMENT = record<ListedPayment>({ ...LISTED, ...PAID });
export const LISTED_WITHDRAWAL = record<ListedWithdrawal>({ ...LISTED, ...SENT });
export const PAYMENT = record<Payment>({
  ...ENTRY,
  ...PAID,
  brCode: text('br_code'),
  expiresAt: integer('expires_at'),
});
export const WITHDRAWAL = record<Withdrawal>({
  ...ENTRY,
  ...SENT,
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
  ...{ id: entryId, accountId: OF_ACCOUNT, valueCentavos, feeCentavos, description, createdAt },
  status: PAID.status,
});

export const DISPUTE = record<Dispute>({
  accountId: OF_ACCOUNT,
  id: id('id', 'NOT NULL UNIQUE'),
  paymentId: id('payment', 'NOT NULL UNIQUE REFERENCES payments (id)'),
  valueCentavos,
  status: status(DISPUTE_STATUSES),
  createdAt,
  updatedAt,
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
