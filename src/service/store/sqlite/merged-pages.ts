import type { SqlDatabase, SqlRow, SqlStatement } from '../../../sql/sqlite/driver.ts';
import { integerOf, textOf, wordOf } from '../../../sql/row.ts';
import type { EntryKind } from '../../wallet/identifiers.ts';
import type { ListedEntry, Page } from '../../wallet/wallet-store.ts';
import { BLOCK_SIZES } from '../work/count-changes.ts';
import { KINDS, LISTED_ENTRY, type EntryPageRequest } from '../records.ts';

/** The payments, or the withdrawals, of one account. Their sequences have no gaps, and rise with time. */
interface List {
  readonly kind: EntryKind;
  readonly accountId: string;
  readonly newest: number;
  readonly status: string | null;
}

/** A time at which something was created, and how far each list reaches before and after it. */
interface CreationTime {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/**
 * Reads pages of several lists merged, newest first. The times at which a page begins and ends are found by bisection,
 * so the cost depends on the number of lists, but not on their length or on the offset.
 */
export class MergedPages {
  readonly #lists: SqlStatement;
  readonly #queries: Readonly<Record<EntryKind, ReturnType<typeof queriesOf>>>;

  constructor(database: SqlDatabase) {
    this.#lists = database.prepare(`
      SELECT kind, account, sum(count) AS newest, sum(iif(status = coalesce(?2, status), count, 0)) AS wanted
      FROM status_totals WHERE kind IN ('payment', 'withdrawal') AND account = coalesce(?1, account)
      GROUP BY kind, account HAVING wanted > 0`);
    this.#queries = { payment: queriesOf(database, 'payment'), withdrawal: queriesOf(database, 'withdrawal') };
  }

  page({ accountId, status, limit, offset }: EntryPageRequest): Page<ListedEntry> {
    const found = this.#lists.all(accountId ?? null, status ?? null);
    const total = found.reduce((sum, row) => sum + integerOf(row, 'wanted'), 0);
    if (offset >= total) return { items: [], total };
    const all = found.map((row) => listOf(row, status ?? null));
    const { after } = this.#creationTimeOf(all, total - 1 - offset);
    const { before } = this.#creationTimeOf(all, Math.max(0, total - offset - limit));
    const rows = all.flatMap((list, index) => this.#rowsBetween(list, before[index] ?? 0, after[index] ?? 0));
    const skip = offset - (total - this.#matchingIn(all, after));
    const items = rows
      .map(LISTED_ENTRY.read)
      .sort(newestFirst)
      .slice(skip, skip + limit);
    return { items, total };
  }

  /** The creation time of the matching row with exactly `older` older ones. */
  #creationTimeOf(all: readonly List[], older: number): CreationTime {
    let before: readonly number[] = all.map(() => 0);
    let after: readonly number[] = all.map(({ newest }) => newest);
    let [low, high] = [0, Math.max(...all.map((list) => this.#createdAt(list, list.newest))) + 1];
    while (high - low > 1) {
      const time = Math.floor((low + high) / 2);
      const [from, to] = [before, after];
      const middle = all.map((list, index) => this.#countBefore(list, time, from[index] ?? 0, to[index] ?? 0));
      if (this.#matchingIn(all, middle) <= older) [low, before] = [time, middle];
      else [high, after] = [time, middle];
    }
    return { before, after };
  }

  /** How many rows of a list were created before a time; the answer is known to be between `low` and `high`. */
  #countBefore(list: List, time: number, low: number, high: number): number {
    let [least, most] = [low, high];
    while (least < most) {
      const middle = Math.floor((least + most) / 2);
      if (this.#createdAt(list, middle + 1) < time) least = middle + 1;
      else most = middle;
    }
    return least;
  }

  #createdAt({ kind, accountId }: List, sequence: number): number {
    return only(this.#queries[kind].createdAt.get(accountId, sequence), 'created_at');
  }

  #matchingIn(all: readonly List[], sequences: readonly number[]): number {
    return all.reduce((sum, list, index) => sum + this.#matchingUpTo(list, sequences[index] ?? 0), 0);
  }

  /** How many rows of a list match, up to a sequence number. */
  #matchingUpTo({ kind, accountId, status }: List, sequence: number): number {
    if (status === null || sequence === 0) return sequence;
    const blocks = BLOCK_SIZES.map((size) => Math.floor(sequence / size));
    return only(this.#queries[kind].wantedUpTo.get(accountId, status, sequence, ...blocks), 'count');
  }

  #rowsBetween({ kind, accountId, status }: List, before: number, after: number): SqlRow[] {
    const { rows, rowsWithStatus } = this.#queries[kind];
    return status === null ? rows.all(accountId, before, after) : rowsWithStatus.all(accountId, before, after, status);
  }
}

function queriesOf(database: SqlDatabase, kind: EntryKind) {
  const range = `
    SELECT '${kind}' AS kind, id, account, value, fee, status, description, created_at FROM ${kind}s
    WHERE account = ?1 AND sequence > ?2 AND sequence <= ?3`;
  const [large, small] = BLOCK_SIZES;
  const inBlocks = `SELECT coalesce(sum(count), 0) FROM status_blocks WHERE account = ?1 AND kind = '${kind}' AND status = ?2`;
  return {
    createdAt: database.prepare(`SELECT created_at FROM ${kind}s WHERE account = ? AND sequence = ?`),
    rows: database.prepare(range),
    rowsWithStatus: database.prepare(`${range} AND status = ?4`),
    wantedUpTo: database.prepare(`
      SELECT (${inBlocks} AND size = ${large} AND block < ?4)
        + (${inBlocks} AND size = ${small} AND block >= ?4 * ${large / small} AND block < ?5)
        + (SELECT count(*) FROM ${kind}s
            WHERE account = ?1 AND status = ?2 AND sequence >= ?5 * ${small} AND sequence <= ?3) AS count`),
  };
}

function listOf(row: SqlRow, status: string | null): List {
  const [kind, newest] = [wordOf(row, 'kind', KINDS), integerOf(row, 'newest')];
  return { kind, accountId: textOf(row, 'account'), newest, status };
}

function newestFirst(one: ListedEntry, other: ListedEntry): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);
}

function only(row: SqlRow | undefined, column: string): number {
  if (row === undefined) throw new Error('the totals count what is not there');
  return integerOf(row, column);
}
