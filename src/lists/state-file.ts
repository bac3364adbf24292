import { rmSync } from 'node:fs';
import { proofStart } from './proof-start.ts';
import type { ProofStart } from './proof.ts';
import type { SqlRow } from '../sqlite/driver.ts';
import type { Schema } from '../sqlite/migrate.ts';
import { openDatabase } from '../sqlite/open.ts';
import { integerOf, nullableIntegerOf, textOf } from '../sqlite/row.ts';
import { inTransaction } from '../sqlite/transaction.ts';
import type { ListName } from '../cli/commands/export/export-kind.ts';

/** What an export was started with. Only the very same export goes on from what is held. */
export interface ExportRequest {
  readonly kind: string;
  readonly baseUrl: string;
  /** Of the key; a row number means nothing in another account. */
  readonly keyDigest: string;
  /** As they were typed: `7d` means seven days before the start. */
  readonly since: string | null;
  readonly until: string | null;
  /** What they mean as of the start, which hangs on the time zone: row numbers of another day mean nothing, too. */
  spanAt(startedAt: number): readonly (number | undefined)[];
}

/** What is kept of a row. */
export interface KeptRow {
  /** Counted from the oldest row of the list, which is 0. */
  readonly number: number;
  readonly id: string;
  /** What goes into the file; null when nothing does. */
  readonly item: unknown;
  /** When it was asked for, if its status may still change. Epoch milliseconds. */
  readonly unsettledAt?: number | undefined;
  /** Places it in the file, where that does not go by number. Epoch milliseconds. */
  readonly moment?: number | undefined;
}

interface RowCount {
  readonly rows: number;
  /** Rows whose status may still change, and when the first of them was asked for. */
  readonly unsettled: number;
  readonly unsettledAt: number | undefined;
}

/**
 * The rows of an export until they are in its file: in order whatever order they came in, on disk and not in memory, and
 * there still after an interruption.
 */
export interface ExportState {
  /** When the export was started first. Epoch milliseconds. */
  readonly startedAt: number;
  readonly isResumed: boolean;
  /** What reading a list set out to hold; undefined before it was begun. */
  startOf(list: ListName): ProofStart | undefined;
  /** Begins to read a list, and forgets what was held of it. */
  begin(list: ListName, start: ProofStart): void;
  /** As if it had not been begun. */
  forget(list: ListName): void;
  /** Leaves its rows for the file, and has them read anew the next time. */
  distrust(list: ListName): void;
  /** Keeps rows, in place of those that have the same numbers. On disk when it returns. */
  keep(list: ListName, rows: readonly KeptRow[]): void;
  count(list: ListName): RowCount;
  /** Those whose status may still change, by number. */
  unsettled(list: ListName): Generator<{ readonly number: number; readonly id: string }>;
  /** Numbers and ids, by number. */
  held(list: ListName): Generator<{ readonly number: number; readonly id: string }>;
  /** By number, oldest first. */
  byNumber(list: ListName): Iterable<unknown>;
  /** The rows of all lists that have a moment, by that. */
  byMoment(): Iterable<unknown>;
  close(): void;
  /** Closes it, and removes the file: its rows are where they belong. */
  discard(): void;
}

const FORMAT: Schema = {
  applicationId: 0x70697865,
  steps: [
    `CREATE TABLE export (request TEXT NOT NULL, started_at INTEGER NOT NULL);
     CREATE TABLE list (name TEXT PRIMARY KEY, start TEXT NOT NULL) WITHOUT ROWID;
     CREATE TABLE row (
       list TEXT NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL, item TEXT NOT NULL,
       unsettled_at INTEGER, moment INTEGER,
       PRIMARY KEY (list, number)
     ) WITHOUT ROWID;
     CREATE INDEX row_by_moment ON row (moment, list, number) WHERE moment IS NOT NULL;
     CREATE INDEX row_unsettled ON row (list, number) WHERE unsettled_at IS NOT NULL;`,
  ],
};

const ROWS_AT_ONCE = 1_000;
const JOURNAL_SUFFIXES = ['', '-wal', '-shm', '-journal'];

/**
 * Opens the state of an export; begins anew when what is there belongs to another.
 *
 * @throws {DatabaseOpenError} `locked` while another process makes the same export
 */
export async function openExportState(path: string, request: ExportRequest, now: number): Promise<ExportState> {
  const database = await openDatabase(path, FORMAT);
  const { kind, baseUrl, keyDigest, since, until } = request;
  const describedAt = (startedAt: number) =>
    JSON.stringify([kind, baseUrl, keyDigest, since, until, request.spanAt(startedAt)]);
  const stored = database.prepare('SELECT request, started_at FROM export').get();
  const isResumed = stored !== undefined && textOf(stored, 'request') === describedAt(integerOf(stored, 'started_at'));
  if (!isResumed) {
    inTransaction(database, () => {
      database.exec('DELETE FROM row; DELETE FROM list; DELETE FROM export;');
      database.prepare('INSERT INTO export (request, started_at) VALUES (?, ?)').run(describedAt(now), now);
    });
  }

  const insert = database.prepare(
    'INSERT OR REPLACE INTO row (list, number, id, item, unsettled_at, moment) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const counting = database.prepare(
    'SELECT count(*) AS rows, count(unsettled_at) AS unsettled, min(unsettled_at) AS unsettled_at ' +
      'FROM row WHERE list = ?',
  );
  const nextByNumber = database.prepare(
    'SELECT number, id, item FROM row WHERE list = ? AND number > ? ORDER BY number LIMIT ?',
  );
  const nextUnsettled = database.prepare(
    'SELECT number, id FROM row WHERE list = ? AND number > ? AND unsettled_at IS NOT NULL ORDER BY number LIMIT ?',
  );
  const nextByMoment = database.prepare(
    'SELECT moment, list, number, item FROM row WHERE moment IS NOT NULL AND (moment, list, number) > (?, ?, ?) ' +
      'ORDER BY moment, list, number LIMIT ?',
  );

  function* rowsOf(list: ListName, next: typeof nextByNumber): Generator<SqlRow> {
    for (let last = -1; ;) {
      const page = next.all(list, last, ROWS_AT_ONCE);
      const end = page.at(-1);
      if (end === undefined) return;
      yield* page;
      last = integerOf(end, 'number');
    }
  }

  return {
    startedAt: isResumed ? integerOf(stored, 'started_at') : now,
    isResumed,
    startOf(list) {
      const row = database.prepare('SELECT start FROM list WHERE name = ?').get(list);
      return row === undefined ? undefined : proofStart.parse(JSON.parse(textOf(row, 'start')));
    },
    begin(list, start) {
      inTransaction(database, () => {
        database.prepare('DELETE FROM row WHERE list = ?').run(list);
        database.prepare('INSERT OR REPLACE INTO list (name, start) VALUES (?, ?)').run(list, JSON.stringify(start));
      });
    },
    distrust(list) {
      database.prepare('DELETE FROM list WHERE name = ?').run(list);
    },
    forget(list) {
      inTransaction(database, () => {
        database.prepare('DELETE FROM row WHERE list = ?').run(list);
        database.prepare('DELETE FROM list WHERE name = ?').run(list);
      });
    },
    keep(list, rows) {
      inTransaction(database, () => {
        for (const { number, id, item, unsettledAt, moment } of rows) {
          insert.run(list, number, id, JSON.stringify(item), unsettledAt ?? null, moment ?? null);
        }
      });
    },
    count(list) {
      const counted = counting.get(list) ?? {};
      return {
        rows: integerOf(counted, 'rows'),
        unsettled: integerOf(counted, 'unsettled'),
        unsettledAt: nullableIntegerOf(counted, 'unsettled_at') ?? undefined,
      };
    },
    *unsettled(list) {
      for (const row of rowsOf(list, nextUnsettled)) yield { number: integerOf(row, 'number'), id: textOf(row, 'id') };
    },
    *held(list) {
      for (const row of rowsOf(list, nextByNumber)) yield { number: integerOf(row, 'number'), id: textOf(row, 'id') };
    },
    *byNumber(list) {
      for (const row of rowsOf(list, nextByNumber)) yield JSON.parse(textOf(row, 'item'));
    },
    *byMoment() {
      let last: [number, string, number] = [Number.MIN_SAFE_INTEGER, '', -1];
      for (;;) {
        const page = nextByMoment.all(...last, ROWS_AT_ONCE);
        for (const row of page) yield JSON.parse(textOf(row, 'item'));
        const end = page.at(-1);
        if (end === undefined) return;
        last = [integerOf(end, 'moment'), textOf(end, 'list'), integerOf(end, 'number')];
      }
    },
    close() {
      database.close();
    },
    discard() {
      database.close();
      for (const suffix of JOURNAL_SUFFIXES) rmSync(path + suffix, { force: true });
    },
  };
}
