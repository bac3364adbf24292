import type * as z from 'zod';
import type { account, dispute } from '../../contract/account.ts';
import type { transactionListAnswer } from '../../contract/account.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { Account, AccountHolding } from '../wallet/account.ts';
import { totalOf } from '../wallet/balance.ts';
import type { Dispute } from '../wallet/wallet-entries.ts';
import type { ListedEntry } from '../wallet/wallet-store.ts';
import { isoTime } from './answers.ts';

export function accountFields(record: Account, balance: Centavos): z.input<typeof account> {
  const { limits, plan } = record;
  return {
    id: record.id,
    name: record.name,
    email: record.email,
    taxId: record.taxId,
    phone: record.phone,
    pixKey: record.registeredKey?.key ?? null,
    pixKeyType: record.registeredKey?.type ?? null,
    blocked: record.blocked,
    transferSecurity: record.transferSecurity,
    balance,
    limits: {
      daily: limits.dailyCentavos,
      monthly: limits.monthlyCentavos,
      perTransaction: limits.perTransactionCentavos,
    },
    plan: { name: plan.name, transactionFee: plan.transactionFeeCentavos },
    createdAt: isoTime(record.createdAt),
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
