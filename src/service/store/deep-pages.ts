import type { SqlDatabase, SqlRow } from '../../sqlite/driver.ts';
import { integerOf } from '../../sqlite/row.ts';
import { addTotals, type StatusTotals } from '../wallet/transactions.ts';
import type { PageRequest, TransactionPage } from '../wallet/wallet-store.ts';

/**
 * For each status it is counted how many transactions have it in each block of so many sequences. A page at any offset
 * is found by going through counts, some dozens at each size, instead of through all rows before it.
 */
export const BLOCK_SIZES = [16_384, 256] as const;
const SMALLEST_BLOCK = 256;

interface PagedTable {
  readonly table: 'payments' | 'withdrawals';
  readonly kind: 'payment' | 'withdrawal';
  readonly columns: string;
}

/** Reads pages of a list, newest first, at a cost that depends neither on the offset nor on the length of the list. */
export function deepPages(database: SqlDatabase, { table, kind, columns }: PagedTable) {
  const upTo = database.prepare(
    `SELECT ${columns} FROM ${table} WHERE account = ? AND sequence <= ? ORDER BY sequence DESC LIMIT ?`,
  );
  const withStatusUpTo = database.prepare(
    `SELECT ${columns} FROM ${table} WHERE account = ? AND status = ? AND sequence <= ? ORDER BY sequence DESC LIMIT ? OFFSET ?`,
  );
  const blockAt = database.prepare(`
    SELECT block, newer FROM (
      SELECT block, count, sum(count) OVER (ORDER BY block DESC) - count AS newer FROM status_blocks
      WHERE account = ?1 AND kind = '${kind}' AND status = ?2 AND size = ?3 AND block BETWEEN ?4 AND ?5
    ) WHERE newer <= ?6 AND newer + count > ?6`);

  /** Where to begin so that only few are left to be skipped of those with the status. */
  function startOf(accountId: string, status: string, newest: number, offset: number) {
    let [oldest, upToSequence, skip] = [0, newest, offset];
    for (const size of skip < SMALLEST_BLOCK ? [] : BLOCK_SIZES) {
      const [from, to] = [Math.floor(oldest / size), Math.floor(upToSequence / size)];
      const found = blockAt.get(accountId, status, size, from, to, skip);
      if (found === undefined) throw new Error(`the blocks of ${kind}s that are ${status} disagree with their totals`);
      const block = integerOf(found, 'block');
      skip -= integerOf(found, 'newer');
      oldest = block * size;
      upToSequence = oldest + size - 1;
    }
    return { upToSequence, skip };
  }

  return <Transaction, Status extends string>(
    accountId: string,
    { status, limit, offset }: PageRequest<Status>,
    totals: readonly StatusTotals<Status>[],
    read: (row: SqlRow) => Transaction,
  ): TransactionPage<Transaction, Status> => {
    const newest = addTotals(totals).count;
    if (status === undefined) {
      // Sequences have no gaps: the row at an offset is known.
      return { items: upTo.all(accountId, newest - offset, limit).map(read), totals };
    }
    if (offset >= addTotals(totals, status).count) return { items: [], totals };
    const { upToSequence, skip } = startOf(accountId, status, newest, offset);
    return { items: withStatusUpTo.all(accountId, status, upToSequence, limit, skip).map(read), totals };
  };
}
