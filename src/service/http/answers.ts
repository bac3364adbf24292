import type * as z from 'zod';
import type { pagination } from '../../contract/page.ts';
import type {
  createdPayment,
  payment,
  paymentDetails,
  paymentStatistics,
  PaymentStatus,
} from '../../contract/payment.ts';
import type {
  createdWithdrawal,
  withdrawal,
  withdrawalDetails,
  withdrawalStatistics,
  WithdrawalStatus,
} from '../../contract/withdrawal.ts';
import { formatReaisPlain } from '../../pix/amount-text.ts';
import { qrCodeDataUri } from '../../pix/qr-code.ts';
import { OPEN_STATUSES } from '../wallet/payments.ts';
import {
  addTotals,
  type ListedPayment,
  type ListedWithdrawal,
  type Payment,
  type StatusTotals,
  type Withdrawal,
  type Dispute,
} from '../wallet/wallet-entries.ts';
import type { PageRequest, ListedEntry } from '../wallet/wallet-store.ts';
import type { account, dispute, transactionListAnswer } from '../../contract/account.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { Account, AccountHolding } from '../wallet/account.ts';
import { totalOf } from '../wallet/balance.ts';

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

function nullableIsoTime(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}

export function listedPayment(record: ListedPayment): z.input<typeof payment> {
  return {
    id: record.id,
    correlationID: record.correlationId,
    value: record.valueCentavos,
    netValue: record.netCentavos,
    fee: record.feeCentavos,
    status: record.status,
    description: record.description,
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
  };
}

export function lookedUpPayment(record: Payment): z.input<typeof paymentDetails> {
  const isOpen = OPEN_STATUSES.some((status) => status === record.status);
  return {
    ...listedPayment(record),
    transactionId: record.transactionId,
    qrCode: isOpen ? qrCodeDataUri(record.brCode) : null,
  };
}

export function newPayment(record: Payment): z.input<typeof createdPayment> {
  return {
    ...listedPayment(record),
    transactionId: record.transactionId,
    valueInReais: formatReaisPlain(record.valueCentavos),
    qrCode: qrCodeDataUri(record.brCode),
    copyPaste: record.brCode,
  };
}

export function paymentListStatistics(
  totals: readonly StatusTotals<PaymentStatus>[],
): z.input<typeof paymentStatistics> {
  const all = addTotals(totals);
  return {
    total: all.count,
    completed: addTotals(totals, 'COMPLETED').count,
    pending: addTotals(totals, ...OPEN_STATUSES).count,
    totalValue: all.valueCentavos,
    totalNetValue: all.netCentavos,
  };
}

export function listedWithdrawal(record: ListedWithdrawal): z.input<typeof withdrawal> {
  return {
    id: record.id,
    correlationID: record.correlationId,
    value: record.valueCentavos,
    status: record.status,
    pixKey: record.recipient.key,
    description: record.description,
    metadata: { fee: record.feeCentavos, sent: record.sentCentavos },
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
  };
}

export function newWithdrawal(record: Withdrawal): z.input<typeof createdWithdrawal> {
  return {
    id: record.id,
    correlationID: record.correlationId,
    transactionId: record.transactionId,
    value: record.valueCentavos,
    fee: record.feeCentavos,
    sent: record.sentCentavos,
    status: record.status,
    pixKey: record.recipient.key,
    completedAt: nullableIsoTime(record.completedAt),
    failedAt: nullableIsoTime(record.failedAt),
    failureReason: record.failureReason,
    createdAt: isoTime(record.createdAt),
  };
}

export function lookedUpWithdrawal(record: Withdrawal): z.input<typeof withdrawalDetails> {
  return { ...newWithdrawal(record), pixKeyType: record.recipient.type, updatedAt: isoTime(record.updatedAt) };
}

export function withdrawalListStatistics(
  totals: readonly StatusTotals<WithdrawalStatus>[],
): z.input<typeof withdrawalStatistics> {
  const all = addTotals(totals);
  return {
    total: all.count,
    completed: addTotals(totals, 'COMPLETED').count,
    pending: addTotals(totals, 'PENDING').count,
    failed: addTotals(totals, 'FAILED').count,
    totalValue: all.valueCentavos,
  };
}

export function paginationOf(
  { limit, offset }: PageRequest<string>,
  rows: number,
  total: number,
): z.input<typeof pagination> {
  return { total, limit, offset, hasMore: offset + rows < total };
}

export function accountFields(record: Account, balance: Centavos): z.input<typeof account> {
  const { id, name, email, taxId, phone, registeredKey, blocked, transferSecurity, limits, plan, createdAt } = record;
  return {
    ...{ id, name, email, taxId, phone },
    pixKey: registeredKey?.key ?? null,
    pixKeyType: registeredKey?.type ?? null,
    ...{ blocked, transferSecurity, balance, limits, plan },
    createdAt: isoTime(createdAt),
  };
}

export function listedAccount({ account: record, ledger }: AccountHolding): z.input<typeof account> {
  return accountFields(record, totalOf(ledger));
}

type EntryRow = z.input<typeof transactionListAnswer>['data']['transactions'][number];

export function listedEntry(record: ListedEntry): EntryRow {
  return {
    id: record.id,
    accountId: record.accountId,
    kind: record.kind === 'payment' ? 'PAYMENT' : 'WITHDRAWAL',
    value: record.valueCentavos,
    fee: record.feeCentavos,
    status: record.status,
    description: record.description,
    createdAt: isoTime(record.createdAt),
  };
}

export function disputeFields(record: Dispute): z.input<typeof dispute> {
  return {
    id: record.id,
    accountId: record.accountId,
    paymentId: record.paymentId,
    amount: record.valueCentavos,
    status: record.status,
    createdAt: isoTime(record.createdAt),
    resolvedAt: record.status === 'OPEN' ? null : isoTime(record.updatedAt),
  };
}
