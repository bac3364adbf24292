import * as z from 'zod';
import { isFinal } from '../contract/final-status.ts';
import { inTransaction, type SqlDatabase, type SqlRow, type SqlStatement } from '../sql/sqlite/driver.ts';
import { integerOf, nullableIntegerOf, nullableTextOf, textOf } from '../sql/row.ts';
import type { HeldRow, NumberedRow, NumberRange, ProofStart } from './proof.ts';

/** A row of a list, and whether it may still change. */
export interface StorableRow {
  readonly id: string;
  readonly status?: string | null | undefined;
}

export interface RowForm<Row> {
  /** `item` is stored as JSON. `moment`, in epoch milliseconds, orders rows when their numbers do not. */
  record(row: Row): { readonly item: unknown; readonly moment?: number | undefined };
  /** Stores further data of a row that was stored, in the same transaction. */
  onStore?(key: number, row: Row): void;
  /** Deletes that data of all rows whose keys are from the first up to, but not including the end. */
  onDelete?(firstKey: number, endKey: number): void;
}

export interface StoredState {
  /** All numbers below this one are proven; undefined until {@link StoredList.complete} was called. */
  readonly total?: number | undefined;
  /** When the list had that length, epoch milliseconds. */
  readonly asOf?: number | undefined;
  /** What the current reading proves; undefined before it starts and after it is complete. */
  readonly goal?: ProofStart | undefined;
}

/** A goal stays valid while the list only grows. */
const storedGoal = z.object({
  asOf: z.number(),
  total: z.int(),
  firstNumber: z.int(),
  endNumber: z.int(),
  newestId: z.string().optional(),
});

/** Each list has its own range of keys in the table, larger than any list. */
export const KEYS_OF_A_LIST = 2 ** 40;
const ALL: NumberRange = { from: 0, to: KEYS_OF_A_LIST };
const ROWS_AT_ONCE = 1_000;

/** The tables of all lists of a database. Released steps contain them. */
export const LIST_TABLES = `
  CREATE TABLE list (name TEXT PRIMARY KEY, total INTEGER, as_of INTEGER, goal TEXT) WITHOUT ROWID;
  CREATE TABLE stored_row (
    row_key INTEGER PRIMARY KEY, id TEXT NOT NULL, moment INTEGER, unsettled_at INTEGER, item TEXT NOT NULL
  );
  CREATE INDEX stored_row_unsettled ON stored_row (row_key, unsettled_at) WHERE unsettled_at IS NOT NULL;`;

export const FORGET_LISTS = 'DELETE FROM stored_row; DELETE FROM list;';

/**
 * The rows of one list of the service by number, on disk and not in memory. They are sorted, in whatever order they
 * arrived, and survive an interruption. Every change is on disk when its method returns, as durably as the database
 * was opened. The database has {@link LIST_TABLES}.
 */
export class StoredList<Row extends StorableRow> {
  readonly name: string;
  readonly #firstKey: number;
  readonly #form: RowForm<Row>;
  readonly #database: SqlDatabase;
  readonly #insert: SqlStatement;
  readonly #nextIds: SqlStatement;
  readonly #nextItems: SqlStatement;
  readonly #nextUnsettled: SqlStatement;

  /** @param position of the list in the database, from 0: it must never change */
  constructor(database: SqlDatabase, name: string, position: number, form: RowForm<Row>) {
    this.name = name;
    this.#firstKey = position * KEYS_OF_A_LIST;
    this.#form = form;
    this.#database = database;
    this.#insert = database.prepare(
      `INSERT INTO stored_row (row_key, id, moment, unsettled_at, item) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (row_key) DO UPDATE
       SET id = excluded.id, moment = excluded.moment, unsettled_at = excluded.unsettled_at, item = excluded.item
       WHERE id <> excluded.id OR unsettled_at IS NOT NULL OR excluded.unsettled_at IS NULL`,
    );
    this.#nextIds = database.prepare(
      'SELECT row_key, id FROM stored_row WHERE row_key > ? AND row_key < ? ORDER BY row_key LIMIT ?',
    );
    this.#nextItems = database.prepare(
      'SELECT row_key, item FROM stored_row WHERE row_key > ? AND row_key < ? ORDER BY row_key LIMIT ?',
    );
    this.#nextUnsettled = database.prepare(
      `SELECT row_key, id FROM stored_row WHERE unsettled_at IS NOT NULL AND row_key > ? AND row_key < ?
       AND unsettled_at < ? ORDER BY row_key LIMIT ?`,
    );
  }

  state(): StoredState {
    const row = this.#database.prepare('SELECT total, as_of, goal FROM list WHERE name = ?').get(this.name);
    if (row === undefined) return {};
    const goal = nullableTextOf(row, 'goal');
    return {
      total: nullableIntegerOf(row, 'total') ?? undefined,
      asOf: nullableIntegerOf(row, 'as_of') ?? undefined,
      goal: goal === null ? undefined : storedGoal.parse(JSON.parse(goal)),
    };
  }

  /** Deletes the stored rows, and sets the numbers to prove. */
  begin(goal: ProofStart): void {
    this.#restart({ goal });
  }

  /** Records that all numbers up to the goal's end are stored and proven. */
  complete({ endNumber, asOf }: ProofStart): void {
    this.#storeState({ total: endNumber, asOf });
  }

  /** Records that the stored rows are no longer proven; the next sync reads them again. */
  distrust(): void {
    this.#storeState({});
  }

  forget(): void {
    this.#restart({});
  }

  /** Deletes the row of that number and all newer ones. */
  deleteFrom(number: number): void {
    inTransaction(this.#database, () => this.#deleteFrom(number));
  }

  /** Stores rows, replacing those with the same numbers. A final row stays final: an older answer cannot change it. */
  store(rows: readonly NumberedRow<Row>[]): void {
    inTransaction(this.#database, () => {
      for (const { number, row, readAt } of rows) {
        const key = this.#keyOf(number);
        const { item, moment } = this.#form.record(row);
        const unsettledAt = isFinal(row) ? null : readAt;
        const { changes } = this.#insert.run(key, row.id, moment ?? null, unsettledAt, JSON.stringify(item));
        if (Number(changes) > 0) this.#form.onStore?.(key, row);
      }
    });
  }

  count({ from, to }: NumberRange = ALL): number {
    const counted = this.#database
      .prepare('SELECT count(*) AS rows FROM stored_row WHERE row_key >= ? AND row_key < ?')
      .get(this.#keyOf(from), this.#keyOf(to));
    return integerOf(counted, 'rows');
  }

  /** How many rows may still change, and when the first of them was read: epoch milliseconds. */
  countUnsettled(): { readonly rows: number; readonly readAt: number | undefined } {
    const counted = this.#database
      .prepare(
        `SELECT count(*) AS rows, min(unsettled_at) AS read_at FROM stored_row
         WHERE unsettled_at IS NOT NULL AND row_key >= ? AND row_key < ?`,
      )
      .get(this.#keyOf(ALL.from), this.#keyOf(ALL.to));
    return {
      rows: integerOf(counted, 'rows'),
      readAt: nullableIntegerOf(counted, 'read_at') ?? undefined,
    };
  }

  /** Numbers and ids, ascending. */
  *ids(numbers: NumberRange = ALL): Generator<HeldRow, void> {
    for (const row of this.#rows(numbers, this.#nextIds)) yield this.#storedRow(row);
  }

  /**
   * Rows whose status may still change, ascending. @param readBefore only rows read before this moment, epoch
   * milliseconds
   */
  *unsettled(readBefore = Number.MAX_SAFE_INTEGER): Generator<HeldRow, void> {
    for (const row of this.#rows(ALL, this.#nextUnsettled, readBefore)) yield this.#storedRow(row);
  }

  /** Stored rows, oldest first. */
  *items(): Generator<unknown, void> {
    for (const row of this.#rows(ALL, this.#nextItems)) yield JSON.parse(textOf(row, 'item'));
  }

  #rows({ from, to }: NumberRange, next: SqlStatement, ...parameters: number[]): Generator<SqlRow, void> {
    return rowsAfter([this.#keyOf(from) - 1], next, ['row_key'], this.#keyOf(to), ...parameters);
  }

  #storedRow(row: SqlRow): HeldRow {
    return { number: integerOf(row, 'row_key') - this.#firstKey, id: textOf(row, 'id') };
  }

  #keyOf(number: number): number {
    return this.#firstKey + number;
  }

  #storeState({ total, asOf, goal }: StoredState): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO list (name, total, as_of, goal) VALUES (?, ?, ?, ?)')
      .run(this.name, total ?? null, asOf ?? null, goal === undefined ? null : JSON.stringify(goal));
  }

  #restart(state: StoredState): void {
    inTransaction(this.#database, () => {
      this.#deleteFrom(0);
      this.#storeState(state);
    });
  }

  #deleteFrom(number: number): void {
    const [first, end] = [this.#keyOf(number), this.#keyOf(ALL.to)];
    this.#form.onDelete?.(first, end);
    this.#database.prepare('DELETE FROM stored_row WHERE row_key >= ? AND row_key < ?').run(first, end);
  }
}

/** The rows after a key, in its order. @param next takes the key, the parameters and a number of rows */
export function* rowsAfter(
  key: readonly number[],
  next: SqlStatement,
  columns: readonly string[],
  ...parameters: readonly number[]
): Generator<SqlRow, void> {
  for (let last = key; ;) {
    const page = next.all(...last, ...parameters, ROWS_AT_ONCE);
    const end = page.at(-1);
    if (end === undefined) return;
    yield* page;
    last = columns.map((column) => integerOf(end, column));
  }
}
