import type { Dispute, Payment, Withdrawal } from '../../wallet/wallet-entries.ts';
import type { DraftRows } from './draft-rows.ts';
import type { Drafts } from './drafts.ts';

/**
 * For each status, the number of rows is stored per block of this many sequence numbers. A page at any offset is found
 * by adding up some dozens of counts per block size, instead of reading all rows before it.
 */
export const BLOCK_SIZES = [16_384, 256] as const;

interface Counted {
  readonly account: string;
  readonly kind: 'payment' | 'withdrawal' | 'dispute';
  readonly status: string;
}

/** By how much the totals of a status change. */
export interface StatusCount extends Counted {
  count: number;
  value: number;
  fee: number;
  net: number;
}

/** By how much the count of a block changes. */
export interface BlockCount extends Counted {
  readonly size: number;
  readonly block: number;
  count: number;
}

/** A row of a list, as it is counted. */
interface CountedRow extends Readonly<Omit<StatusCount, 'count'>> {
  /** Disputes have no pages by sequence. */
  readonly sequence?: number;
}

/** What the drafted rows change of the counts that are stored. */
export function countChanges({
  payments,
  withdrawals,
  disputes,
}: Pick<Drafts, 'payments' | 'withdrawals' | 'disputes'>) {
  const totals = new Map<string, StatusCount>();
  const blocks = new Map<string, BlockCount>();
  const count = ({ account, kind, status, sequence, value, fee, net }: CountedRow, change: 1 | -1) => {
    const key = `${account}\n${kind}\n${status}`;
    const total = totals.get(key) ?? { account, kind, status, count: 0, value: 0, fee: 0, net: 0 };
    total.count += change;
    total.value += change * value;
    total.fee += change * fee;
    total.net += change * net;
    totals.set(key, total);
    if (sequence === undefined) return;
    for (const size of BLOCK_SIZES) {
      const block = Math.floor(sequence / size);
      const blockKey = `${key}\n${size}\n${block}`;
      const counted = blocks.get(blockKey) ?? { account, kind, status, size, block, count: 0 };
      counted.count += change;
      blocks.set(blockKey, counted);
    }
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
  return { totals: [...totals.values()], blocks: [...blocks.values()] };
}

function paymentCounted({ accountId: account, sequence, status, valueCentavos, feeCentavos, netCentavos }: Payment) {
  return {
    account,
    kind: 'payment',
    sequence,
    status,
    value: valueCentavos,
    fee: feeCentavos,
    net: netCentavos,
  } as const;
}

function withdrawalCounted({ accountId: account, sequence, status, ...row }: Withdrawal) {
  const { valueCentavos: value, feeCentavos: fee, sentCentavos: net } = row;
  return { account, kind: 'withdrawal', sequence, status, value, fee, net } as const;
}

function disputeCounted({ accountId: account, status, valueCentavos: value }: Dispute) {
  return { account, kind: 'dispute', status, value, fee: 0, net: value } as const;
}
