import type { SqlValue } from '../../../sqlite/driver.ts';

type Key = readonly SqlValue[];
type Load<Row> = (...key: Key) => Row;
/** Writes a row that has changed, before the commit. What it throws undoes the whole group. */
type Save<Row> = (row: Row, ...key: Key) => unknown;

interface PendingRow<Row> {
  readonly key: Key;
  row: Row;
  isChanged: boolean;
  /** The piece of work that last read or changed it: the row before that is noted once for each. */
  work: number;
}

/** What undoes the piece of work that is under way. */
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

/** Rows that nearly every piece of work changes: each is read once and written once for a whole group. */
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

  /** As the group has left it so far. */
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

  /** Has it read again next time: it was written past these rows. */
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
 * How the pieces of work of a group change what is stored. Counters, sums and balances change with every piece of work:
 * kept in memory from one commit to the next, they cost a map each. And a piece of work that only changes those and
 * inserts can be undone without a savepoint of the database.
 */
export class PendingChanges {
  readonly #beginWriting: () => void;
  readonly #log = new UndoLog();
  readonly #tables: Pick<PendingRows<unknown>, 'save' | 'forget'>[] = [];
  #insertions: (() => unknown)[] = [];
  #isWritingThrough = false;

  /** @param beginWriting called before a piece of work writes to the database for the first time */
  constructor(beginWriting: () => void) {
    this.#beginWriting = beginWriting;
  }

  rows<Row>(load: Load<Row>, save: Save<Row>): PendingRows<Row> {
    const rows = new PendingRows(this.#log, load, save);
    this.#tables.push(rows);
    return rows;
  }

  /** Writes a new row when the piece of work has succeeded, or at once when it writes by itself already. */
  insert(write: () => unknown): void {
    if (this.#isWritingThrough) write();
    else this.#insertions.push(write);
  }

  /** Has to be called before a piece of work writes by itself, or reads what it has inserted. */
  writeThrough(): void {
    if (this.#isWritingThrough) return;
    this.#beginWriting();
    this.#isWritingThrough = true;
    this.#writeInsertions();
  }

  /** Does what has to write through first. */
  directly<T>(work: () => T): Promise<T> {
    this.writeThrough();
    return Promise.resolve(work());
  }

  /** The piece of work has succeeded. Throws what writing throws: then the whole group has to be undone. */
  keepWork(): void {
    this.#writeInsertions();
    this.#endWork();
  }

  /** The piece of work has failed. @returns whether it has written to the database */
  undoWork(): boolean {
    const hasWritten = this.#isWritingThrough;
    this.#log.undo();
    this.#endWork();
    return hasWritten;
  }

  /** Writes all that has changed since the last commit. */
  save(): void {
    for (const table of this.#tables) table.save();
  }

  /** Has everything read again: from now on others may change what is stored. */
  forget(): void {
    for (const table of this.#tables) table.forget();
    this.#endWork();
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
