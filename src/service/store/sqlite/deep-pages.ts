import type { SqlDatabase, SqlRow, SqlStatement } from '../../../sql/sqlite/driver.ts';
import { integerOf } from '../../../sql/row.ts';
import type { EntryKind } from '../../wallet/identifiers.ts';
import { addTotals, type StatusTotals } from '../../wallet/wallet-entries.ts';
import type { PageRequest, EntryPage } from '../../wallet/wallet-store.ts';

/**
 * For each status, the number of rows is stored per block of this many sequence numbers. A page at any offset is found
 * by adding up some dozens of counts per block size, instead of reading all rows before it.
 */
export const BLOCK_SIZES = [16_384, 256] as const;
const SMALLEST_BLOCK = 256;

interface PagedTable<Listed> {
  readonly kind: EntryKind;
  /** Only the columns of the list are read: they are most of the cost of a page. */
  readonly columns: string;
  readonly read: (row: SqlRow) => Listed;
}

/** Reads pages of a list, newest first, at a cost independent of the offset and of the length of the list. */
export class DeepPages<Listed> {
  readonly #kind: EntryKind;
  readonly #read: (row: SqlRow) => Listed;
  readonly #upTo: SqlStatement;
  readonly #withStatusUpTo: SqlStatement;
  readonly #blockAt: SqlStatement;

  constructor(database: SqlDatabase, { kind, columns, read }: PagedTable<Listed>) {
    this.#kind = kind;
    this.#read = read;
    this.#upTo = database.prepare(
      `SELECT ${columns} FROM ${kind}s WHERE account = ? AND sequence <= ? ORDER BY sequence DESC LIMIT ?`,
    );
    this.#withStatusUpTo = database.prepare(`
      SELECT ${columns} FROM ${kind}s
      WHERE account = ? AND status = ? AND sequence <= ? ORDER BY sequence DESC LIMIT ? OFFSET ?`);
    this.#blockAt = database.prepare(`
      SELECT block, newer FROM (
        SELECT block, count, sum(count) OVER (ORDER BY block DESC) - count AS newer FROM status_blocks
        WHERE account = ?1 AND kind = '${kind}' AND status = ?2 AND size = ?3 AND block BETWEEN ?4 AND ?5
      ) WHERE newer <= ?6 AND newer + count > ?6`);
  }

  page<Status extends string>(
    accountId: string,
    { status, limit, offset }: PageRequest<Status>,
    totals: readonly StatusTotals<Status>[],
  ): EntryPage<Listed, Status> {
    const newest = addTotals(totals).count;
    if (status === undefined) {
      // Sequences have no gaps, so the row at an offset is known.
      return { items: this.#upTo.all(accountId, newest - offset, limit).map(this.#read), totals };
    }
    if (offset >= addTotals(totals, status).count) return { items: [], totals };
    const { upToSequence, skip } = this.#startOf(accountId, status, newest, offset);
    const rows = this.#withStatusUpTo.all(accountId, status, upToSequence, limit, skip);
    return { items: rows.map(this.#read), totals };
  }

  /** The sequence to start from, so that few rows with the status must be skipped. */
  #startOf(accountId: string, status: string, newest: number, offset: number) {
    let [oldest, upToSequence, skip] = [0, newest, offset];
    for (const size of skip < SMALLEST_BLOCK ? [] : BLOCK_SIZES) {
      const [from, to] = [Math.floor(oldest / size), Math.floor(upToSequence / size)];
      const found = this.#blockAt.get(accountId, status, size, from, to, skip);
      if (found === undefined) {
        throw new Error(`the blocks of ${this.#kind}s that are ${status} disagree with their totals`);
      }
      const block = integerOf(found, 'block');
      skip -= integerOf(found, 'newer');
      oldest = block * size;
      upToSequence = oldest + size - 1;
    }
    return { upToSequence, skip };
  }
}
