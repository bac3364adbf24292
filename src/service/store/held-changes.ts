import type { SqlValue } from '../../sqlite/driver.ts';

type Key = readonly SqlValue[];

/** Rows that nearly every piece of work changes: each is read once and written once for a whole group. */
interface HeldRows<Row> {
  /** As the group has left it so far. */
  of(...key: Key): Row;
  /** @returns the row as it has become */
  change(become: (row: Row) => Row, ...key: Key): Row;
  /** Read it again next time: it was written past these rows. */
  drop(...key: Key): void;
}

/** How the pieces of work of a group change what is stored. */
export interface HeldChanges {
  /** @param store writes a row that has changed; called before the commit, and what it throws undoes the whole group */
  rows<Row>(load: (...key: Key) => Row, store: (row: Row, ...key: Key) => unknown): HeldRows<Row>;
  /** Writes a new row when the piece of work has succeeded, or at once when it writes by itself already. */
  insert(write: () => unknown): void;
  /** Has to be called before a piece of work writes by itself, or reads what it has inserted. */
  writeThrough(): void;
}

/** Does what has to write through first. */
export type Directly = <T>(work: () => T) => Promise<T>;

/** The side of whoever runs the pieces of work and commits them. */
export interface HeldGroup extends HeldChanges {
  /** The piece of work has succeeded. Throws what writing throws: then the whole group has to be undone. */
  keep(): void;
  /** The piece of work has failed. @returns whether it has written to the database */
  undo(): boolean;
  /** Writes all that is still held. */
  write(): void;
  /** Nothing is held any more, for others may change what is stored. */
  forget(): void;
}

interface HeldTable {
  write(): void;
  forget(): void;
}

interface HeldRow<Row> {
  readonly key: Key;
  row: Row;
  isChanged: boolean;
  /** The piece of work that it was last read or changed for: what was before is noted once for each. */
  work: number;
}

/**
 * Counters, sums and balances change with every piece of work: held in memory from one commit to the next, they cost a
 * map each. And a piece of work that only changes those and inserts can be undone without a savepoint of the database.
 *
 * @param beginWriting called before a piece of work writes to the database for the first time
 */
export function heldChanges(beginWriting: () => void): HeldGroup {
  const tables: HeldTable[] = [];
  let insertions: (() => unknown)[] = [];
  let undoings: (() => unknown)[] = [];
  let work = 0;
  let isWritingThrough = false;

  function writeInsertions(): void {
    for (const write of insertions) write();
    insertions = [];
  }

  function endWork(): void {
    insertions = [];
    undoings = [];
    work += 1;
    isWritingThrough = false;
  }

  function heldRows<Row>(
    load: (...key: Key) => Row,
    store: (row: Row, ...key: Key) => unknown,
  ): HeldRows<Row> & HeldTable {
    const rows = new Map<string, HeldRow<Row>>();

    function held(key: Key): HeldRow<Row> {
      const name = key.join('\n');
      const present = rows.get(name);
      if (present !== undefined) return present;
      const loaded = { key, row: load(...key), isChanged: false, work };
      rows.set(name, loaded);
      undoings.push(() => rows.delete(name));
      return loaded;
    }

    return {
      of: (...key) => held(key).row,
      change(become, ...key) {
        const present = held(key);
        const changed = become(present.row);
        if (present.work !== work) {
          const { row: before, isChanged } = present;
          undoings.push(() => Object.assign(present, { row: before, isChanged }));
        }
        present.row = changed;
        present.isChanged = true;
        present.work = work;
        return changed;
      },
      drop(...key) {
        rows.delete(key.join('\n'));
      },
      write() {
        for (const { isChanged, row, key } of rows.values()) if (isChanged) store(row, ...key);
      },
      forget() {
        rows.clear();
      },
    };
  }

  return {
    rows(load, store) {
      const table = heldRows(load, store);
      tables.push(table);
      return table;
    },
    insert(write) {
      if (isWritingThrough) write();
      else insertions.push(write);
    },
    writeThrough() {
      if (isWritingThrough) return;
      beginWriting();
      isWritingThrough = true;
      writeInsertions();
    },
    keep() {
      writeInsertions();
      endWork();
    },
    undo() {
      const hasWritten = isWritingThrough;
      for (const undo of undoings) undo();
      endWork();
      return hasWritten;
    },
    write() {
      for (const table of tables) table.write();
    },
    forget() {
      for (const table of tables) table.forget();
      endWork();
    },
  };
}
