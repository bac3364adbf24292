import { PERMISSIONS } from '../../contract/permission.ts';
import { PAYMENT_STATUSES } from '../../contract/payment.ts';
import { WITHDRAWAL_STATUSES } from '../../contract/withdrawal.ts';
import { centavos, type Centavos } from '../../pix/centavos.ts';
import { PIX_KEY_TYPES } from '../../pix/pix-key.ts';
import { REFUSAL_CODES, type RefusalCode } from '../../pix/refusal-codes.ts';
import type { SqlRow, SqlValue } from '../../sqlite/driver.ts';
import { bytesOf, integerOf, nullableIntegerOf, nullableTextOf, textOf, wordOf } from '../../sqlite/row.ts';
import type { Account, SettlementOutcome } from '../wallet/account.ts';
import type { Payment, StatusTotals, Withdrawal } from '../wallet/transactions.ts';
import type { ApiKey } from '../wallet/wallet-store.ts';

export function centavosOf(row: SqlRow, column: string): Centavos {
  return centavos(integerOf(row, column));
}

const REFUSALS = Object.keys(REFUSAL_CODES) as RefusalCode[];
/** As they are stored. */
export const SETTLEMENT_OUTCOMES: readonly SettlementOutcome[] = ['COMPLETED', ...REFUSALS];

export function accountOf(row: SqlRow): Account {
  const key = nullableTextOf(row, 'pix_key');
  return {
    id: textOf(row, 'id'),
    name: textOf(row, 'name'),
    email: textOf(row, 'email'),
    taxId: textOf(row, 'tax_id'),
    phone: nullableTextOf(row, 'phone'),
    city: textOf(row, 'city'),
    registeredKey: key === null ? null : { type: wordOf(row, 'pix_key_type', PIX_KEY_TYPES), key },
    chargeKey: textOf(row, 'charge_key'),
    administrator: integerOf(row, 'administrator') === 1,
    blocked: integerOf(row, 'blocked') === 1,
    settlesInstantly: integerOf(row, 'settles_instantly') === 1,
    settleAfterMs: nullableIntegerOf(row, 'settle_after_ms'),
    settleAs: wordOf(row, 'settle_as', SETTLEMENT_OUTCOMES),
    transferSecurity: integerOf(row, 'transfer_security') === 1,
    oneAtATime: integerOf(row, 'one_at_a_time') === 1,
    limits: {
      dailyCentavos: centavosOf(row, 'daily_limit'),
      monthlyCentavos: centavosOf(row, 'monthly_limit'),
      perTransactionCentavos: centavosOf(row, 'transaction_limit'),
    },
    plan: { name: textOf(row, 'plan_name'), transactionFeeCentavos: centavosOf(row, 'plan_fee') },
    createdAt: integerOf(row, 'created_at'),
  };
}

/** In the order of the columns that the insertion names. */
export function accountValues(account: Account): SqlValue[] {
  return [
    account.id,
    account.name,
    account.email,
    account.taxId,
    account.phone,
    account.city,
    account.registeredKey?.key ?? null,
    account.registeredKey?.type ?? null,
    account.chargeKey,
    Number(account.administrator),
    account.createdAt,
    ...behaviourValues(account),
  ];
}

/** Likewise, of what may change of an account. */
export function behaviourValues(account: Account): SqlValue[] {
  return [
    Number(account.blocked),
    Number(account.settlesInstantly),
    account.settleAfterMs,
    account.settleAs,
    Number(account.transferSecurity),
    Number(account.oneAtATime),
    account.limits.dailyCentavos,
    account.limits.monthlyCentavos,
    account.limits.perTransactionCentavos,
    account.plan.name,
    account.plan.transactionFeeCentavos,
  ];
}

export function keyOf(row: SqlRow): ApiKey {
  const held = textOf(row, 'permissions').split(' ');
  return {
    id: textOf(row, 'id'),
    accountId: textOf(row, 'account'),
    name: textOf(row, 'name'),
    digest: bytesOf(row, 'digest'),
    masked: textOf(row, 'masked'),
    permissions: PERMISSIONS.filter((permission) => held.includes(permission)),
    createdAt: integerOf(row, 'created_at'),
  };
}

/** The first 48 bits: enough to find one key, and an exact number in JavaScript. */
export function digestPrefix(digest: Uint8Array): number {
  return Buffer.from(digest.buffer, digest.byteOffset, digest.byteLength).readUIntBE(0, 6);
}

export function paymentOf(row: SqlRow): Payment {
  return {
    ...commonOf(row),
    netCentavos: centavosOf(row, 'net'),
    status: wordOf(row, 'status', PAYMENT_STATUSES),
    brCode: textOf(row, 'br_code'),
    expiresAt: integerOf(row, 'expires_at'),
  };
}

export function withdrawalOf(row: SqlRow): Withdrawal {
  const settlesAt = nullableIntegerOf(row, 'settles_at');
  return {
    ...commonOf(row),
    sentCentavos: centavosOf(row, 'sent'),
    status: wordOf(row, 'status', WITHDRAWAL_STATUSES),
    recipient: { type: wordOf(row, 'pix_key_type', PIX_KEY_TYPES), key: textOf(row, 'pix_key') },
    dueSettlement: settlesAt === null ? null : { at: settlesAt, as: wordOf(row, 'settles_as', SETTLEMENT_OUTCOMES) },
    completedAt: nullableIntegerOf(row, 'completed_at'),
    failedAt: nullableIntegerOf(row, 'failed_at'),
    failureReason: nullableTextOf(row, 'failure_reason'),
  };
}

/** In the order of the columns that an insertion names, like those below. */
export function paymentValues(payment: Payment): SqlValue[] {
  return [
    ...commonValues(payment),
    payment.netCentavos,
    payment.status,
    payment.description,
    payment.brCode,
    payment.expiresAt,
    payment.createdAt,
    payment.updatedAt,
  ];
}

export function withdrawalValues(withdrawal: Withdrawal): SqlValue[] {
  return [
    ...commonValues(withdrawal),
    withdrawal.sentCentavos,
    withdrawal.status,
    withdrawal.description,
    withdrawal.recipient.key,
    withdrawal.recipient.type,
    withdrawal.dueSettlement?.at ?? null,
    withdrawal.dueSettlement?.as ?? null,
    withdrawal.completedAt,
    withdrawal.failedAt,
    withdrawal.failureReason,
    withdrawal.createdAt,
    withdrawal.updatedAt,
  ];
}

function commonValues(of: Payment | Withdrawal): SqlValue[] {
  return [of.accountId, of.sequence, of.id, of.correlationId, of.transactionId, of.valueCentavos, of.feeCentavos];
}

function commonOf(row: SqlRow) {
  return {
    id: textOf(row, 'id'),
    correlationId: textOf(row, 'correlation_id'),
    transactionId: textOf(row, 'transaction_id'),
    accountId: textOf(row, 'account'),
    sequence: integerOf(row, 'sequence'),
    valueCentavos: centavosOf(row, 'value'),
    feeCentavos: centavosOf(row, 'fee'),
    description: textOf(row, 'description'),
    createdAt: integerOf(row, 'created_at'),
    updatedAt: integerOf(row, 'updated_at'),
  };
}

export function totalsOf<Status extends string>(rows: readonly SqlRow[], statuses: readonly Status[]) {
  return rows.map((row): StatusTotals<Status> => ({
    status: wordOf(row, 'status', statuses),
    count: integerOf(row, 'count'),
    valueCentavos: centavosOf(row, 'value'),
    feeCentavos: centavosOf(row, 'fee'),
    netCentavos: centavosOf(row, 'net'),
  }));
}
