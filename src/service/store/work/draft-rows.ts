/** Undoes the current piece of work: nothing of a batch is written before all of its work is done. */
export class UndoLog {
  #steps: (() => void)[] = [];

  add(step: () => void): void {
    this.#steps.push(step);
  }

  undo(): void {
    for (const step of this.#steps.reverse()) step();
    this.#steps = [];
  }

  accept(): void {
    this.#steps = [];
  }
}

interface DraftRow<Row> {
  /** The row in the database; undefined for a new one. */
  readonly stored: Row | undefined;
  row: Row;
}

/** A row that is in the database already, and what it is to become. */
export interface ChangedRow<Row> {
  readonly before: Row;
  readonly after: Row;
}

/** Rows that a batch has read, added or changed. They are replaced, never changed in place. */
export class DraftRows<Row> {
  readonly #log: UndoLog;
  readonly #rows = new Map<string, DraftRow<Row>>();

  constructor(log: UndoLog) {
    this.#log = log;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key)?.row;
  }

  values(): Row[] {
    return [...this.#rows.values()].map(({ row }) => row);
  }

  /** A row as the database has it. One that is known already stays as it is. @returns the present row */
  load(key: string, stored: Row): Row {
    const known = this.#rows.get(key);
    if (known !== undefined) return known.row;
    this.#rows.set(key, { stored, row: stored });
    return stored;
  }

  insert(key: string, row: Row): void {
    this.#rows.set(key, { stored: undefined, row });
    this.#log.add(() => this.#rows.delete(key));
  }

  change(key: string, row: Row): void {
    const known = this.#rows.get(key);
    if (known === undefined) throw new Error(`${key} is changed before it is read`);
    const before = known.row;
    known.row = row;
    this.#log.add(() => {
      known.row = before;
    });
  }

  inserted(): Row[] {
    return [...this.#rows.values()].flatMap(({ stored, row }) => (stored === undefined ? [row] : []));
  }

  changed(): ChangedRow<Row>[] {
    return [...this.#rows.values()].flatMap(({ stored, row }) =>
      stored === undefined || stored === row ? [] : [{ before: stored, after: row }],
    );
  }

  clear(): void {
    this.#rows.clear();
  }
}

/** Rows that a batch only adds. */
export class DraftList<Row> {
  readonly #log: UndoLog;
  #rows: Row[] = [];

  constructor(log: UndoLog) {
    this.#log = log;
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  add(row: Row): void {
    this.#rows.push(row);
    this.#log.add(() => this.#rows.pop());
  }

  clear(): void {
    this.#rows = [];
  }
}
