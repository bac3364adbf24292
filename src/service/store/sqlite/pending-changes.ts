import type { SqlValue } from '../../../sql/sqlite/driver.ts';

type Key = readonly SqlValue[];
type Load<Row> = (...key: Key) => Row;
/** Writes a changed row before the commit. An error undoes the whole group. */
type Save<Row> = (row: Row, ...key: Key) => unknown;

interface PendingRow<Row> {
  readonly key: Key;
  row: Row;
  isChanged: boolean;
  /** Number of the piece of work that last read or changed it: the previous row is recorded once per piece. */
  work: number;
}

/** Undoes the current piece of work. */
class UndoLog {
  /** Numbers the pieces of work. */
  work = 0;
  #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  undo(): void {
    for (const step of this.#steps) step();
  }

  endWork(): void {
    this.#steps = [];
    this.work += 1;
  }
}

/** Rows that nearly every piece of work changes: each is read once and written once per group. */
export class PendingRows<Row> {
  readonly #rows = new Map<string, PendingRow<Row>>();
  readonly #log: UndoLog;
  readonly #load: Load<Row>;
  readonly #save: Save<Row>;

  constructor(log: UndoLog, load: Load<Row>, save: Save<Row>) {
    this.#log = log;
    this.#load = load;
    this.#save = save;
  }

  /** The row including the changes of the current group. */
  get(...key: Key): Row {
    return this.#present(key).row;
  }

  /** @returns the changed row */
  change(become: (row: Row) => Row, ...key: Key): Row {
    const present = this.#present(key);
    const changed = become(present.row);
    if (present.work !== this.#log.work) {
      const { row, isChanged } = present;
      this.#log.add(() => Object.assign(present, { row, isChanged }));
    }
    present.row = changed;
    present.isChanged = true;
    present.work = this.#log.work;
    return changed;
  }

  /** Discards the cached row, which was changed directly in the database. */
  drop(...key: Key): void {
    this.#rows.delete(nameOf(key));
  }

  save(): void {
    for (const { isChanged, row, key } of this.#rows.values()) if (isChanged) this.#save(row, ...key);
  }

  forget(): void {
    this.#rows.clear();
  }

  #present(key: Key): PendingRow<Row> {
    const name = nameOf(key);
    const present = this.#rows.get(name);
    if (present !== undefined) return present;
    const loaded = { key, row: this.#load(...key), isChanged: false, work: this.#log.work };
    this.#rows.set(name, loaded);
    this.#log.add(() => this.#rows.delete(name));
    return loaded;
  }
}

function nameOf(key: Key): string {
  return key.join('\n');
}

/**
 * Changes of the pieces of work of a group. Counters, sums and balances change with every piece: cached from one commit
 * to the next, they cost a map each. A piece that only changes those and inserts rows can be undone without a
 * savepoint.
 */
export class PendingChanges {
  readonly #beginWriting: () => void;
  readonly #log = new UndoLog();
  #tables: Pick<PendingRows<unknown>, 'save' | 'forget'>[] = [];
  #insertions: (() => unknown)[] = [];
  #isWritingThrough = false;

  /** @param beginWriting called before a piece of work writes to the database directly for the first time */
  constructor(beginWriting: () => void) {
    this.#beginWriting = beginWriting;
  }

  rows<Row>(load: Load<Row>, save: Save<Row>): PendingRows<Row> {
    const rows = new PendingRows(this.#log, load, save);
    this.#tables.push(rows);
    return rows;
  }

  /** Writes a new row when the piece of work has succeeded, or at once if it already writes directly. */
  insert(write: () => unknown): void {
    if (this.#isWritingThrough) write();
    else this.#insertions.push(write);
  }

  /** Call it before a piece of work writes directly, or reads what it has inserted. */
  writeThrough(): void {
    if (this.#isWritingThrough) return;
    this.#beginWriting();
    this.#isWritingThrough = true;
    this.#writeInsertions();
  }

  /** Runs work that writes directly. */
  directly<T>(work: () => T): Promise<T> {
    this.writeThrough();
    return Promise.resolve(work());
  }

  /**
   * Accepts the changes of a successful piece of work. An error while writing means that the whole group must be
   * undone.
   */
  acceptWork(): void {
    this.#writeInsertions();
    this.#endWork();
  }

  /** Undoes a failed piece of work. @returns whether it has written to the database */
  undoWork(): boolean {
    const hasWritten = this.#isWritingThrough;
    this.#log.undo();
    this.#endWork();
    return hasWritten;
  }

  /** Writes all changes since the last commit. */
  save(): void {
    for (const table of this.#tables) table.save();
  }

  /** Clears all caches, because others may change the database from now on. */
  forget(): void {
    for (const table of this.#tables) table.forget();
    this.#endWork();
  }

  /** Call it when the tables are to be created again, on another database. */
  forgetTables(): void {
    this.#tables = [];
  }

  #writeInsertions(): void {
    for (const write of this.#insertions) write();
    this.#insertions = [];
  }

  #endWork(): void {
    this.#insertions = [];
    this.#log.endWork();
    this.#isWritingThrough = false;
  }
}
