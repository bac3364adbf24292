import type { Clock } from '../client/clock.ts';
import { listSource } from '../client/list-source.ts';
import { PAGE_LIMIT_MAXIMUM } from '../contract/limits.ts';
import { unreadableList, numberedRows, type ProofSource } from '../lists/proof-source.ts';
import type { NumberedRow, NumberRange, ProofStart } from '../lists/proof.ts';
import type { StoredList } from '../lists/stored-list.ts';
import { StoredReading, type ReadingOptions, type RereadExtent } from '../lists/stored-reading.ts';
import type { ListName, WalletEntry, WalletList } from './wallet-entry.ts';

/** The index does not match the list: it belongs to another account, or the service has removed rows. */
export class IndexMismatchError extends Error {
  override readonly name = 'IndexMismatchError';
  readonly list: ListName;

  constructor(list: ListName) {
    super(`the ${list} are no longer those of the index`);
    this.list = list;
  }
}

export interface SyncOptions extends Omit<ReadingOptions, 'since' | 'until'> {
  readonly clock: Clock;
}

export interface SyncedList {
  readonly list: ListName;
  /** Whether every row up to `rows` is stored exactly once. */
  readonly isProven: boolean;
  readonly reason: 'gaps' | 'order_moved' | undefined;
  /** Rows in the list, and when. Epoch milliseconds. */
  readonly rows: number;
  readonly asOf: number;
  readonly newRows: number;
}

interface Measured {
  readonly asOf: number;
  readonly total: number;
  readonly rows: readonly NumberedRow<WalletEntry>[];
}

type Outcome = Omit<SyncedList, 'list'>;

const ATTEMPTS_MAXIMUM = 6;
/** Sizes that hardly any other client asks for: the service repeats a page of the largest size, with the statuses of a minute ago. */
const SEAM_ROWS = { least: 80, most: PAGE_LIMIT_MAXIMUM - 1 };
/** Rows that may be added between two answers, as a part of a page, without a third request. */
const GROWTH_PART = 0.1;

/**
 * Brings the index of a list up to date: first the whole list, proven complete; later only what is new, from the end of
 * the index. Rows whose status may have changed are read again. An interruption loses nothing that was read.
 */
export class ListSync {
  readonly #list: WalletList;
  readonly #stored: StoredList<WalletEntry>;
  readonly #options: SyncOptions;
  readonly #source: ProofSource<WalletEntry>;
  readonly #reading: StoredReading<WalletEntry>;

  constructor(list: WalletList, stored: StoredList<WalletEntry>, options: SyncOptions) {
    this.#list = list;
    this.#stored = stored;
    this.#options = options;
    this.#source = listSource((request) => list.page(request), options.clock, 1);
    this.#reading = new StoredReading(list, stored, options);
  }

  get name(): ListName {
    return this.#list.name;
  }

  /**
   * @param extent of the rows that are read again because their status may have changed
   * @throws {IndexMismatchError} when the stored rows are not those of the list
   */
  async run(extent: RereadExtent = 'newest'): Promise<SyncedList> {
    const startedAt = this.#options.now();
    const outcome = await this.#readNewRows();
    const hasStoodStill = !outcome.isProven || (await this.#reading.rereadUnsettled(outcome.rows, startedAt, extent));
    if (!hasStoodStill) throw this.#mismatch();
    return { ...outcome, list: this.name };
  }

  async #readNewRows(): Promise<Outcome> {
    const { total, goal } = this.#stored.state();
    if (total !== undefined) return this.#append(total);
    const outcome = await this.#prove(goal);
    // The earlier goal is complete, and there may be more rows by now.
    if (goal === undefined || !outcome.isProven) return outcome;
    const appended = await this.#append(outcome.rows);
    return { ...appended, newRows: outcome.newRows + appended.newRows };
  }

  /** Reads until all numbers of the goal are stored. Stored ones are not read again. */
  async #prove(goal: ProofStart | undefined): Promise<Outcome> {
    const verdict = await this.#reading.prove(goal);
    const { isProven, reason, endNumber, asOf, newRows } = verdict;
    if (isProven) this.#stored.complete(verdict);
    return { isProven, reason, rows: endNumber, asOf, newRows };
  }

  /**
   * Adds the rows after the first `known` ones, from the newest page and the page at the seam, if these contain all of
   * them.
   */
  async #append(known: number): Promise<Outcome> {
    for (let attempts = 1; ; attempts += 1) {
      const measured = await this.#measure(known);
      const { asOf, total, rows } = measured;
      this.#assertSame(rows, known);
      const goal = { asOf, total, firstNumber: Math.max(0, known - 1), endNumber: total, newestId: rows[0]?.row.id };
      if (!(await this.#storeNewest(measured, known)) && attempts < ATTEMPTS_MAXIMUM) continue;
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

  /**
   * Stores the newest page, and the page at the seam if that is another one. @returns false when their order differs
   * from the index
   */
  async #storeNewest({ total, rows }: Measured, known: number): Promise<boolean> {
    const isOfOneOrder = this.#storeAnswered(rows, { known, total });
    if (known === 0 || rows.some(({ number }) => number < known)) return isOfOneOrder;
    const atSeam = await this.#readSeam(known, total);
    this.#assertSame(atSeam, known);
    return this.#storeAnswered(atSeam, { known, total });
  }

  /**
   * Stores the rows of one answer, among the first `total`. A row is left out when its stored neighbour is not in the
   * answer: another row might have come between them.
   *
   * @returns false when rows after the first `known` were stored in another order: these are deleted
   */
  #storeAnswered(
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
      this.#stored.deleteFrom(known);
      stored = this.#idsOf(around);
    }
    const isApart = (number: number) =>
      !stored.has(number) &&
      ((number === lowest && stored.has(lowest - 1)) || (number === highest && stored.has(highest + 1)));
    this.#stored.store(rows.filter(({ number }) => !isApart(number)));
    return isOfOneOrder;
  }

  /** The newest rows, requested past the cache. @throws {IndexMismatchError} when the list is shorter than before */
  async #measure(known: number): Promise<Measured> {
    const { now, failures, signal } = this.#options;
    let isShorter = false;
    for (let attempts = 0; attempts < ATTEMPTS_MAXIMUM; attempts += 1) {
      const asOf = now();
      const { page, limit } = await this.#source.freshPage(signal);
      const rows = numberedRows(page, limit, asOf);
      const { total } = page.pagination;
      if (rows !== undefined && total >= known) return { asOf, total, rows };
      isShorter ||= rows !== undefined;
    }
    throw isShorter ? this.#mismatch() : unreadableList(failures);
  }

  /** A page with the newest stored row, and as many newer rows as fit. */
  async #readSeam(known: number, newestTotal: number): Promise<readonly NumberedRow<WalletEntry>[]> {
    const { now, random, failures } = this.#options;
    const { least, most } = SEAM_ROWS;
    let total = newestTotal;
    let pageRows = least + Math.floor(random() * (most - least + 1));
    for (let attempts = 0; attempts < ATTEMPTS_MAXIMUM; attempts += 1) {
      const readAt = now();
      const limit = Math.max(1, pageRows - attempts);
      const newestWanted = Math.max(known - 1, known + limit - 2 - Math.floor(limit * GROWTH_PART));
      // Never from the newest row on: a later look for the newest page would find that size cached.
      const page = await this.#list.page({ limit, offset: Math.max(1, total - 1 - newestWanted) });
      const rows = numberedRows(page, limit, readAt);
      if (rows?.some(({ number }) => number < known) === true) return rows;
      // The largest page of the service may be smaller.
      if (rows !== undefined) pageRows = Math.min(pageRows, rows.length);
      total = Math.max(total, page.pagination.total);
    }
    throw unreadableList(failures);
  }

  #assertSame(rows: readonly NumberedRow<WalletEntry>[], known: number): void {
    const numbers = rows.map(({ number }) => number);
    const stored = this.#idsOf({ from: Math.min(...numbers), to: Math.min(known, Math.max(...numbers) + 1) });
    if (rows.some(({ number, row }) => (stored.get(number) ?? row.id) !== row.id)) throw this.#mismatch();
  }

  #idsOf(numbers: NumberRange): Map<number, string> {
    return new Map(Array.from(this.#stored.ids(numbers), ({ number, id }) => [number, id]));
  }

  #mismatch(): IndexMismatchError {
    return new IndexMismatchError(this.name);
  }
}
