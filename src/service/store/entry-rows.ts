import { DISPUTE_STATUSES } from '../../contract/account.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../contract/payment.ts';
import { WITHDRAWAL_STATUSES } from '../../contract/withdrawal.ts';
import { PIX_KEY_TYPES } from '../../pix/pix-key.ts';
import type { SqlRow } from '../../sql/sqlite/driver.ts';
import { integerOf, nullableIntegerOf, nullableTextOf, textOf, wordOf } from '../../sql/row.ts';
import type { EntryKind } from '../wallet/identifiers.ts';
import type { ListedEntry, PageRequest } from '../wallet/wallet-store.ts';
import type { Dispute, ListedPayment, ListedWithdrawal, Payment, Withdrawal } from '../wallet/wallet-entries.ts';
import { centavosOf, commonOf, listedOf, SETTLEMENT_OUTCOMES } from './rows.ts';

export function paymentOf(row: SqlRow): Payment {
  return {
    ...commonOf(row),
    netCentavos: centavosOf(row, 'net'),
    status: wordOf(row, 'status', PAYMENT_STATUSES),
    brCode: textOf(row, 'br_code'),
    expiresAt: integerOf(row, 'expires_at'),
  };
}

export function listedPaymentOf(row: SqlRow): ListedPayment {
  const status = wordOf(row, 'status', PAYMENT_STATUSES);
  return { ...listedOf(row), status, netCentavos: centavosOf(row, 'net') };
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

export function listedWithdrawalOf(row: SqlRow): ListedWithdrawal {
  const status = wordOf(row, 'status', WITHDRAWAL_STATUSES);
  const recipient = { type: wordOf(row, 'pix_key_type', PIX_KEY_TYPES), key: textOf(row, 'pix_key') };
  return { ...listedOf(row), status, sentCentavos: centavosOf(row, 'sent'), recipient };
}

export type EntryPageRequest = PageRequest<PaymentStatus> & { readonly accountId?: string | undefined };

export const KINDS = ['payment', 'withdrawal'] as const satisfies readonly EntryKind[];

export function listedEntryOf(row: SqlRow): ListedEntry {
  return {
    kind: wordOf(row, 'kind', KINDS),
    id: textOf(row, 'id'),
    accountId: textOf(row, 'account'),
    valueCentavos: centavosOf(row, 'value'),
    feeCentavos: centavosOf(row, 'fee'),
    status: wordOf(row, 'status', PAYMENT_STATUSES),
    description: textOf(row, 'description'),
    createdAt: integerOf(row, 'created_at'),
  };
}

export function disputeOf(row: SqlRow): Dispute {
  return {
    id: textOf(row, 'id'),
    accountId: textOf(row, 'account'),
    paymentId: textOf(row, 'payment'),
    valueCentavos: centavosOf(row, 'value'),
    status: wordOf(row, 'status', DISPUTE_STATUSES),
    createdAt: integerOf(row, 'created_at'),
    updatedAt: integerOf(row, 'updated_at'),
  };
}
