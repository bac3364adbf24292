import { integerOf, textOf, wordOf } from '../../../sql/row.ts';
import type { SqlRow } from '../../../sql/sqlite/driver.ts';
import type { EntryKind } from '../../wallet/identifiers.ts';
import type { ListedEntry, Page } from '../../wallet/wallet-store.ts';
import { KINDS, LISTED_ENTRY, type EntryPageRequest } from '../records.ts';
import { BLOCK_SIZES } from '../work/count-changes.ts';
import type { SqliteStatements } from './statements.ts';

/** The payments, or the withdrawals, of one account. Their sequences have no gaps, and rise with time. */
interface List {
  readonly kind: EntryKind;
  readonly accountId: string;
  readonly newest: number;
}

/** A time at which something was created, and how far each list reaches before and after it. */
interface CreationTime {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

const LISTS = {
  text: `
  SELECT kind, account, sum(count) AS newest, sum(iif(status = coalesce($2, status), count, 0)) AS wanted
  FROM status_totals WHERE kind IN ('payment', 'withdrawal') AND account = coalesce($1, account)
  GROUP BY kind, account HAVING wanted > 0`,
};
const QUERIES = { payment: queriesOf('payment'), withdrawal: queriesOf('withdrawal') };

/**
 * A page of several lists merged, newest first. The times at which it begins and ends are found by bisection, so the cost
 * depends on the number of lists, but not on their length or on the offset.
 */
export function mergedPage(
  statements: SqliteStatements,
  { accountId, status: wanted, limit, offset }: EntryPageRequest,
): Page<ListedEntry> {
  const status = wanted ?? null;
  const found = statements.all(LISTS, [accountId ?? null, status]);
  const total = found.reduce((sum, row) => sum + integerOf(row, 'wanted'), 0);
  if (offset >= total) return { items: [], total };
  const lists = found.map(listOf);
  const { after } = creationTimeOf(total - 1 - offset);
  const { before } = creationTimeOf(Math.max(0, total - offset - limit));
  const rows = lists.flatMap(({ kind, accountId: account }, index) =>
    statements.all(QUERIES[kind].rows, [account, before[index] ?? 0, after[index] ?? 0, status]),
  );
  const skip = offset - (total - matchingIn(after));
  const items = rows
    .map(LISTED_ENTRY.read)
    .sort(newestFirst)
    .slice(skip, skip + limit);
  return { items, total };

  /** The creation time of the matching row with exactly `older` older ones. */
  function creationTimeOf(older: number): CreationTime {
    let before: readonly number[] = lists.map(() => 0);
    let after: readonly number[] = lists.map(({ newest }) => newest);
    let [low, high] = [0, Math.max(...lists.map((list) => createdAt(list, list.newest))) + 1];
    while (high - low > 1) {
      const time = Math.floor((low + high) / 2);
      const [from, to] = [before, after];
      const middle = lists.map((list, index) => countBefore(list, time, from[index] ?? 0, to[index] ?? 0));
      if (matchingIn(middle) <= older) [low, before] = [time, middle];
      else [high, after] = [time, middle];
    }
    return { before, after };
  }

  /** How many rows of a list were created before a time; the answer is known to be between `low` and `high`. */
  function countBefore(list: List, time: number, low: number, high: number): number {
    let [least, most] = [low, high];
    while (least < most) {
      const middle = Math.floor((least + most) / 2);
      if (createdAt(list, middle + 1) < time) least = middle + 1;
      else most = middle;
    }
    return least;
  }

  function createdAt({ kind, accountId: account }: List, sequence: number): number {
    return integerOf(statements.all(QUERIES[kind].createdAt, [account, sequence])[0], 'created_at');
  }

  /** How many rows match, of each list up to a sequence number. */
  function matchingIn(sequences: readonly number[]): number {
    return lists.reduce((sum, list, index) => sum + matchingUpTo(list, sequences[index] ?? 0), 0);
  }

  function matchingUpTo({ kind, accountId: account }: List, sequence: number): number {
    if (status === null || sequence === 0) return sequence;
    const blocks = BLOCK_SIZES.map((size) => Math.floor(sequence / size));
    return integerOf(statements.all(QUERIES[kind].wantedUpTo, [account, status, sequence, ...blocks])[0], 'count');
  }
}

function queriesOf(kind: EntryKind) {
  const [large, small] = BLOCK_SIZES;
  const inBlocks = `SELECT coalesce(sum(count), 0) FROM status_blocks WHERE account = $1 AND kind = '${kind}' AND status = $2`;
  return {
    createdAt: { text: `SELECT created_at FROM ${kind}s WHERE account = $1 AND sequence = $2` },
    rows: {
      text: `SELECT '${kind}' AS kind, id, account, value, fee, status, description, created_at FROM ${kind}s
        WHERE account = $1 AND sequence > $2 AND sequence <= $3 AND status = coalesce($4, status)`,
    },
    wantedUpTo: {
      text: `SELECT (${inBlocks} AND size = ${large} AND block < $4)
        + (${inBlocks} AND size = ${small} AND block >= $4 * ${large / small} AND block < $5)
        + (SELECT count(*) FROM ${kind}s
            WHERE account = $1 AND status = $2 AND sequence >= $5 * ${small} AND sequence <= $3) AS count`,
    },
  };
}

function listOf(row: SqlRow): List {
  return { kind: wordOf(row, 'kind', KINDS), accountId: textOf(row, 'account'), newest: integerOf(row, 'newest') };
}

function newestFirst(one: ListedEntry, other: ListedEntry): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);
}
