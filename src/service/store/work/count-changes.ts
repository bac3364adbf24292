import type { Dispute, Payment, Withdrawal } from '../../wallet/wallet-entries.ts';
import type { DraftRows } from './draft-rows.ts';
import type { Drafts } from './drafts.ts';

/** By how much the totals of a status change. */
export interface StatusCount {
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
export function countChanges({ payments, withdrawals, disputes }: Drafts): StatusCount[] {
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
  countAll(payments, paymentCounted);
  countAll(withdrawals, withdrawalCounted);
  countAll(disputes, disputeCounted);
  return [...totals.values()];
}

function paymentCounted({ accountId: account, status, ...row }: Payment) {
  const { valueCentavos: value, feeCentavos: fee, netCentavos: net } = row;
  return { account, kind: 'payment', status, value, fee, net } as const;
}

function withdrawalCounted({ accountId: account, status, ...row }: Withdrawal) {
  const { valueCentavos: value, feeCentavos: fee, sentCentavos: net } = row;
  return { account, kind: 'withdrawal', status, value, fee, net } as const;
}

function disputeCounted({ accountId: account, status, valueCentavos: value }: Dispute) {
  return { account, kind: 'dispute', status, value, fee: 0, net: value } as const;
}
