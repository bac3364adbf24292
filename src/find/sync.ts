import { PAGE_LIMIT_MAXIMUM } from '../contract/limits.ts';
import { numberedRows } from '../lists/list-page.ts';
import { unreadableList } from '../lists/proof-source.ts';
import type { NumberedRow, NumberRange, ProofStart } from '../lists/proof.ts';
import type { StoredList } from '../lists/stored-list.ts';
import { StoredReading, type ReadingOptions } from '../lists/stored-reading.ts';
import type { ListName, WalletEntry, WalletList } from './wallet-entry.ts';

/** What the index has of a list is not what the list has there: it is of another account, or rows were removed. */
export class IndexMismatchError extends Error {
  override readonly name = 'IndexMismatchError';
  readonly list: ListName;

  constructor(list: ListName) {
    super(`the ${list} are no longer those of the index`);
    this.list = list;
  }
}

export type SyncOptions = Omit<ReadingOptions, 'since' | 'until'>;

export interface SyncedList {
  readonly list: ListName;
  /** Every row up to `rows` is stored once. */
  readonly isProven: boolean;
  /** Why it is not proven. */
  readonly reason: 'gaps' | 'order_moved' | undefined;
  /** Rows that the list had, and when. Epoch milliseconds. */
  readonly rows: number;
  readonly asOf: number;
  /** Rows added to the index. */
  readonly newRows: number;
}

interface Measured {
  readonly asOf: number;
  readonly total: number;
  readonly rows: readonly NumberedRow<WalletEntry>[];
}

type Outcome = Omit<SyncedList, 'list'>;

const ATTEMPTS_MAXIMUM = 6;
/** Another `limit` is another entry of the service's cache; hardly any other client asks for one of these. */
const MEASURED_ROWS = { least: 80, most: PAGE_LIMIT_MAXIMUM - 1 };
/** That part of a page may be added between two answers without a third being needed. */
const GROWTH_PART = 0.1;

/**
 * Brings the index of a list up to date: everything at first, proven complete, and then what is new, from where the
 * index ends. Rows whose status may have changed are read again. What is read stays, also when it is interrupted.
 */
export class ListSync {
  readonly #list: WalletList;
  readonly #stored: StoredList<WalletEntry>;
  readonly #options: SyncOptions;
  readonly #reading: StoredReading<WalletEntry>;

  constructor(list: WalletList, stored: StoredList<WalletEntry>, options: SyncOptions) {
    this.#list = list;
    this.#stored = stored;
    this.#options = options;
    this.#reading = new StoredReading(list, stored, options);
  }

  /** @throws {IndexMismatchError} when what is stored is not what the list has there */
  async run(): Promise<SyncedList> {
    const startedAt = this.#options.now();
    const outcome = await this.#readWhatIsNew();
    const hasStoodStill = !outcome.isProven || (await this.#reading.rereadUnsettled(outcome.rows, startedAt));
    if (!hasStoodStill) throw this.#mismatch();
    return { ...outcome, list: this.#list.name };
  }

  async #readWhatIsNew(): Promise<Outcome> {
    const { total, goal } = this.#stored.state();
    if (total !== undefined) return this.#append(total);
    const outcome = await this.#prove(goal);
    // What was set out for earlier is complete, and there may be more by now.
    if (goal === undefined || !outcome.isProven) return outcome;
    const appended = await this.#append(outcome.rows);
    return { ...appended, newRows: outcome.newRows + appended.newRows };
  }

  /** Reads until all numbers of the goal are stored: those that are, are not read again. */
  async #prove(goal: ProofStart | undefined): Promise<Outcome> {
    const verdict = await this.#reading.prove(goal);
    const { isProven, reason, endNumber, asOf, newRows } = verdict;
    if (isProven) this.#stored.complete(verdict);
    return { isProven, reason, rows: endNumber, asOf, newRows };
  }

  /** Adds what came after the first `known` rows: by the newest page and the one at the seam, if these have all of it. */
  async #append(known: number): Promise<Outcome> {
    for (let attempts = 1; ; attempts += 1) {
      const measured = await this.#measure(known);
      const { asOf, total, rows } = measured;
      this.#assertSame(rows, known);
      const goal = { asOf, total, firstNumber: Math.max(0, known - 1), endNumber: total, newestId: rows[0]?.row.id };
      this.#stored.setGoal(goal);
      if (!(await this.#keepNewest(measured, known)) && attempts < ATTEMPTS_MAXIMUM) continue;
      const newRows = total - known;
      const missing = newRows - this.#stored.count({ from: known, to: total });
      if (missing > 0) {
        const read = await this.#prove(goal);
        return { ...read, newRows: read.isProven ? Math.max(0, read.rows - known) : newRows - missing + read.newRows };
      }
      this.#stored.complete(goal);
      return { isProven: true, reason: undefined, rows: total, asOf, newRows };
    }
  }

  /** Keeps the newest page, and the one at the seam when that is another. @returns false when their order is not that of the index */
  async #keepNewest({ total, rows }: Measured, known: number): Promise<boolean> {
    const isOfOneOrder = this.#keepAnswered(rows, { known, total });
    if (known === 0 || rows.some(({ number }) => number < known)) return isOfOneOrder;
    const atSeam = await this.#readSeam(known, { total, pageRows: rows.length });
    this.#assertSame(atSeam, known);
    return this.#keepAnswered(atSeam, { known, total });
  }

  /**
   * Keeps what one answer has of the first `total` rows, but for a row whose stored neighbour did not come with it:
   * another might have come between them.
   *
   * @returns false when newer rows than the first `known` were stored in another order: these are forgotten
   */
  #keepAnswered(
    answered: readonly NumberedRow<WalletEntry>[],
    { known, total }: { readonly known: number; readonly total: number },
  ): boolean {
    const rows = answered.filter(({ number }) => number < total);
    const numbers = rows.map(({ number }) => number);
    const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
    const around = { from: lowest - 1, to: highest + 2 };
    let stored = this.#idsOf(around);
    const isOfOneOrder = rows.every(({ number, row }) => (stored.get(number) ?? row.id) === row.id);
    if (!isOfOneOrder) {
      this.#stored.forgetFrom(known);
      stored = this.#idsOf(around);
    }
    const isApart = (number: number) =>
      !stored.has(number) &&
      ((number === lowest && stored.has(lowest - 1)) || (number === highest && stored.has(highest + 1)));
    this.#stored.keep(rows.filter(({ number }) => !isApart(number)));
    return isOfOneOrder;
  }

  /** The newest rows, asked for past the cache. @throws {IndexMismatchError} when the list is shorter than it was */
  async #measure(known: number): Promise<Measured> {
    const { now, random, failures } = this.#options;
    const { least, most } = MEASURED_ROWS;
    let isShorter = false;
    for (let attempts = 0; attempts < ATTEMPTS_MAXIMUM; attempts += 1) {
      const asOf = now();
      const limit = least + Math.floor(random() * (most - least + 1));
      const page = await this.#list.page({ limit, offset: 0 });
      const rows = numberedRows(page, limit, asOf);
      const { total } = page.pagination;
      if (rows !== undefined && total >= known) return { asOf, total, rows };
      isShorter ||= rows !== undefined;
    }
    throw isShorter ? this.#mismatch() : unreadableList(failures);
  }

  /** A page with the newest row that is stored, and as many newer ones as fit beside it. */
  async #readSeam(
    known: number,
    newest: { readonly total: number; readonly pageRows: number },
  ): Promise<readonly NumberedRow<WalletEntry>[]> {
    const { now, failures } = this.#options;
    let { total } = newest;
    for (let attempts = 0; attempts < ATTEMPTS_MAXIMUM; attempts += 1) {
      const readAt = now();
      const limit = Math.max(1, newest.pageRows - attempts);
      const newestWanted = Math.max(known - 1, known + limit - 2 - Math.floor(limit * GROWTH_PART));
      const page = await this.#list.page({ limit, offset: Math.max(0, total - 1 - newestWanted) });
      const rows = numberedRows(page, limit, readAt);
      if (rows?.some(({ number }) => number < known) === true) return rows;
      total = Math.max(total, page.pagination.total);
    }
    throw unreadableList(failures);
  }

  /** @throws {IndexMismatchError} */
  #assertSame(rows: readonly NumberedRow<WalletEntry>[], known: number): void {
    const numbers = rows.map(({ number }) => number);
    const stored = this.#idsOf({ from: Math.min(...numbers), to: Math.min(known, Math.max(...numbers) + 1) });
    if (rows.some(({ number, row }) => (stored.get(number) ?? row.id) !== row.id)) throw this.#mismatch();
  }

  #idsOf(numbers: NumberRange): Map<number, string> {
    return new Map(Array.from(this.#stored.ids(numbers), ({ number, id }) => [number, id]));
  }

  #mismatch(): IndexMismatchError {
    return new IndexMismatchError(this.#list.name);
  }
}
