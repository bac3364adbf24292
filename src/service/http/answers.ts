import type { PaymentStatus } from '../../contract/payment.ts';
import type { WithdrawalStatus } from '../../contract/withdrawal.ts';
import { formatReaisPlain } from '../../pix/amount-text.ts';
import type { Centavos } from '../../pix/centavos.ts';
import { qrCodeDataUri } from '../../pix/qr-code.ts';
import { isoTime } from '../clock.ts';
import type { Account, AccountHolding } from '../wallet/account.ts';
import { totalOf } from '../wallet/balance.ts';
import { OPEN_STATUSES } from '../wallet/payments.ts';
import { addTotals, type Dispute, type ListedPayment, type ListedWithdrawal } from '../wallet/wallet-entries.ts';
import type { Payment, StatusTotals, Withdrawal } from '../wallet/wallet-entries.ts';
import type { ListedEntry, Page, PageRequest } from '../wallet/wallet-store.ts';

// The routes compare what is returned here with the contract.

function nullableIsoTime(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}

export function listedPayment(record: ListedPayment) {
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

export function lookedUpPayment(record: Payment) {
  const isOpen = OPEN_STATUSES.some((status) => status === record.status);
  return {
    ...listedPayment(record),
    transactionId: record.transactionId,
    qrCode: isOpen ? qrCodeDataUri(record.brCode) : null,
  };
}

export function newPayment(record: Payment) {
  return {
    ...listedPayment(record),
    transactionId: record.transactionId,
    valueInReais: formatReaisPlain(record.valueCentavos),
    qrCode: qrCodeDataUri(record.brCode),
    copyPaste: record.brCode,
  };
}

export function paymentListStatistics(totals: readonly StatusTotals<PaymentStatus>[]) {
  const all = addTotals(totals);
  return {
    total: all.count,
    completed: addTotals(totals, 'COMPLETED').count,
    pending: addTotals(totals, ...OPEN_STATUSES).count,
    totalValue: all.valueCentavos,
    totalNetValue: all.netCentavos,
  };
}

export function listedWithdrawal(record: ListedWithdrawal) {
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

export function newWithdrawal(record: Withdrawal) {
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

export function lookedUpWithdrawal(record: Withdrawal) {
  return { ...newWithdrawal(record), pixKeyType: record.recipient.type, updatedAt: isoTime(record.updatedAt) };
}

export function withdrawalListStatistics(totals: readonly StatusTotals<WithdrawalStatus>[]) {
  const all = addTotals(totals);
  return {
    total: all.count,
    completed: addTotals(totals, 'COMPLETED').count,
    pending: addTotals(totals, 'PENDING').count,
    failed: addTotals(totals, 'FAILED').count,
    totalValue: all.valueCentavos,
  };
}

export function paginationOf({ limit, offset }: PageRequest<string>, { items, total }: Page<unknown>) {
  return { total, limit, offset, hasMore: offset + items.length < total };
}

export function accountFields(record: Account, balance: Centavos) {
  const { id, name, email, taxId, phone, registeredKey, blocked, transferSecurity, limits, plan, createdAt } = record;
  return {
    ...{ id, name, email, taxId, phone },
    pixKey: registeredKey?.key ?? null,
    pixKeyType: registeredKey?.type ?? null,
    ...{ blocked, transferSecurity, balance, limits, plan },
    createdAt: isoTime(createdAt),
  };
}

export function listedAccount({ account: record, ledger }: AccountHolding) {
  return accountFields(record, totalOf(ledger));
}

export function listedEntry(record: ListedEntry) {
  return {
    id: record.id,
    accountId: record.accountId,
    kind: record.kind === 'payment' ? ('PAYMENT' as const) : ('WITHDRAWAL' as const),
    value: record.valueCentavos,
    fee: record.feeCentavos,
    status: record.status,
    description: record.description,
    createdAt: isoTime(record.createdAt),
  };
}

export function disputeFields(record: Dispute) {
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
