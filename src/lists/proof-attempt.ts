import type { GatheredRows } from './row-reader.ts';
import { NumberWalk } from './rows-ahead.ts';
import type { PagePlan } from './page-plan.ts';
import type { ProvenRow, ListFailures } from './proof-source.ts';
import type {
  HeldRow,
  NumberedRow,
  NumberRange,
  ProofOptions,
  ProofProgress,
  ProofStart,
  ProofVerdict,
} from './proof.ts';
import { ProvenIds } from './proven-ids.ts';

/** Everything proven of a list until its order changes. */
export class ProofAttempt<Row extends ProvenRow> {
  readonly start: ProofStart;
  readonly plan: PagePlan;
  /** Those to read, and the neighbour outside the span on either side. */
  readonly #numbers: NumberRange;
  readonly #ids: ProvenIds;
  /** Ids by number from the first measurement, now or when the proof was started. */
  readonly #measuredIds: Map<number, string>;
  #rowsHeld = 0;
  #rowsGiven = 0;
  /** Known when everything has been read. */
  #gaps: readonly NumberRange[] | undefined;

  /** @param measured the rows of the first measurement */
  constructor(start: ProofStart, numbers: NumberRange, plan: PagePlan, measured: readonly NumberedRow<Row>[]) {
    this.start = start;
    this.plan = plan;
    this.#numbers = numbers;
    this.#ids = new ProvenIds(numbers);
    this.#measuredIds = new Map(measured.map(({ number, row }) => [number, row.id]));
    const newest = start.total - 1;
    if (start.newestId !== undefined && !this.#measuredIds.has(newest)) this.#measuredIds.set(newest, start.newestId);
  }

  /** Adopts the rows of an earlier proof as proven. @returns false when one differs from the list now */
  async resume(rows: AsyncIterable<HeldRow> | Iterable<HeldRow>): Promise<boolean> {
    const { newestId, total } = this.start;
    let isSame = newestId === undefined || this.#measuredIds.get(total - 1) === newestId;
    for await (const { number, id } of rows) {
      if (!this.#isRequested(number)) continue;
      isSame &&= !this.#isOther(number, id);
      if (this.#ids.add(number, id)) this.#rowsHeld += 1;
    }
    this.#rowsGiven = this.#rowsHeld;
    return isSame;
  }

  /** Walks through the numbers that are not proven yet. */
  walk(isDescending: boolean): NumberWalk {
    return new NumberWalk(this.#ids, this.#numbers, isDescending);
  }

  conflicts(gathered: GatheredRows<Row>): boolean {
    if (gathered.isContradicted()) return true;
    return gathered
      .ascending()
      .some(({ number, row: { id } }) => this.#ids.conflicts(number, id) || this.#isOther(number, id));
  }

  /**
   * Adds new rows as proven, except rows whose proven neighbours were not in the same answer. @returns them, ascending
   */
  add(gathered: GatheredRows<Row>): NumberedRow<Row>[] {
    // A service that returns one row at a time cannot prove neighbours.
    const areShown = this.plan.usefulRows() > 1;
    const isApart = (number: number, neighbour: number) =>
      this.#ids.has(neighbour) && !gathered.areNeighbours(Math.min(number, neighbour));
    return gathered.ascending().filter(({ number, row }) => {
      if (areShown && (isApart(number, number - 1) || isApart(number, number + 1))) return false;
      return this.#ids.add(number, row.id);
    });
  }

  /** Whether the rows of the span are exactly those with the requested numbers. */
  hasRequestedNumbers(fresh: readonly NumberedRow<Row>[], ofSpan: readonly NumberedRow<Row>[]): boolean {
    return fresh.every((row) => this.#isRequested(row.number) === ofSpan.includes(row));
  }

  count(fresh: readonly NumberedRow<Row>[], ofSpan: readonly NumberedRow<Row>[]): void {
    this.#rowsHeld += fresh.filter(({ number }) => this.#isRequested(number)).length;
    this.#rowsGiven += ofSpan.length;
  }

  progress(): ProofProgress {
    const { firstNumber, endNumber } = this.start;
    return { rowsTotal: endNumber - firstNumber, rowsHeld: this.#rowsHeld };
  }

  /** Ends the attempt when everything has been read. @returns whether one id has two numbers */
  close(): boolean {
    this.#gaps = this.#ids.gaps();
    return this.#ids.hasIdTwice();
  }

  /** @throws {TypeError} before the attempt is closed */
  verdict(hasOrderMoved: boolean, restarts: number): ProofVerdict {
    const gaps = this.#gaps;
    if (gaps === undefined) throw new TypeError('the verdict is known when the steps have ended');
    const reason = hasOrderMoved ? 'order_moved' : gaps.length > 0 ? 'gaps' : undefined;
    return {
      ...this.start,
      isProven: reason === undefined,
      rowsHeld: this.#rowsHeld,
      rowsGiven: this.#rowsGiven,
      gaps,
      reason,
      restarts,
    };
  }

  #isRequested(number: number): boolean {
    return number >= this.start.firstNumber && number < this.start.endNumber;
  }

  #isOther(number: number, id: string): boolean {
    return (this.#measuredIds.get(number) ?? id) !== id;
  }
}

/** No row is within a span of which one end is no moment: a list of nothing would be proven. @throws {RangeError} */
function msOf(moment: Date | undefined, name: string): number | undefined {
  const ms = moment?.getTime();
  if (Number.isNaN(ms)) throw new RangeError(`\`${name}\` is an invalid date`);
  return ms;
}

/** The rows to read, by creation time; all of them without bounds. */
export class ProofSpan {
  readonly sinceMs: number | undefined;
  readonly untilMs: number | undefined;
  readonly #failures: ListFailures;

  constructor({ since, until }: Pick<ProofOptions, 'since' | 'until'>, failures: ListFailures) {
    this.sinceMs = msOf(since, 'since');
    this.untilMs = msOf(until, 'until');
    this.#failures = failures;
  }

  get isBounded(): boolean {
    return this.sinceMs !== undefined || this.untilMs !== undefined;
  }

  /** @throws {Error} for a row without a creation time: it may or may not belong to the span */
  has(row: ProvenRow): boolean {
    if (!this.isBounded) return true;
    const time = this.#createdAtMs(row);
    return time >= (this.sinceMs ?? -Infinity) && time < (this.untilMs ?? Infinity);
  }

  /**
   * The numbers of the rows of the span, found by halving, because numbers follow creation times. Undefined when they
   * turn out not to: then all rows must be read.
   *
   * @param pageAround returns a page with the row of that number
   */
  async find<Row extends ProvenRow>(
    total: number,
    pageAround: (number: number) => Promise<readonly NumberedRow<Row>[]>,
  ): Promise<NumberRange | undefined> {
    const firstAtOrAfter = (moment: number) => this.#firstAtOrAfter(moment, total, pageAround);
    const from = this.sinceMs === undefined ? 0 : await firstAtOrAfter(this.sinceMs);
    const to = this.untilMs === undefined ? total : await firstAtOrAfter(this.untilMs);
    return from === undefined || to === undefined ? undefined : { from, to: Math.max(from, to) };
  }

  async #firstAtOrAfter<Row extends ProvenRow>(
    moment: number,
    total: number,
    pageAround: (number: number) => Promise<readonly NumberedRow<Row>[]>,
  ): Promise<number | undefined> {
    let low = 0;
    let high = total;
    while (low < high) {
      const page = await pageAround(Math.floor((low + high) / 2));
      const ascending = page.toSorted((one, other) => one.number - other.number).filter(({ number }) => number < total);
      const times = ascending.map(({ row }) => this.#createdAtMs(row));
      if (times.some((time, index) => time < (times[index - 1] ?? -Infinity))) return undefined;
      const index = times.findIndex((time) => time >= moment);
      const found = ascending[index];
      if (found === undefined) low = Math.max(low, ...ascending.map(({ number }) => number)) + 1;
      else if (index > 0 || found.number <= low) return Math.max(low, found.number);
      else high = found.number;
    }
    return low;
  }

  #createdAtMs({ createdAt }: ProvenRow): number {
    const time = Date.parse(createdAt ?? '');
    if (Number.isNaN(time)) throw this.#failures.broken('createdAt', 'expected an ISO 8601 time');
    return time;
  }
}
