import { PagePlan } from './page-plan.ts';
import {
  unreadableList,
  type ProofSource,
  type ProvenRow,
  numberedRows,
  type ListPage,
  type PageRequest,
} from './proof-source.ts';
import type { NumberedRow, NumberRange } from './proof.ts';

interface Answer<Row> {
  readonly requestedLimit: number;
  readonly rows: readonly NumberedRow<Row>[];
  readonly total: number;
  /** At the end that its total names. */
  readonly saysMore: boolean;
  readonly pageSizeMaximum: number | undefined;
}

interface RowRequest {
  /** The rows are requested past the service's cache. */
  readonly isVaried: boolean;
  readonly signal: AbortSignal;
}

/** Stops after this many answers without anything new. */
const FRUITLESS_MAXIMUM = 12;
/**
 * At the beginning (how long the list is, and where a span), a caller is waiting, and each failure has been retried already:
 * stops after this many in a row, or once they have lasted so long.
 */
const FIRST_FAILURES = { most: 3, lastingMs: 15_000 };
const PAUSE_AFTER_FAILURE_MS = 250;

/** Reads rows by their numbers, within a budget of extra requests. */
export class RowReader<Row extends ProvenRow> {
  readonly #source: ProofSource<Row>;
  readonly #extraRequests: () => number;
  #spent = 0;
  #isGivenUp = false;
  #lastFailure: Error | undefined;
  /** In a row. */
  #failures = 0;
  /** When the last answer came, or the list began to be read. Milliseconds since the epoch. */
  #answeredAt: number;
  #answers = 0;
  /** The total at which the list ended, although a page said that it goes on. */
  #endAt: number | undefined;

  /** @param extraRequests how many requests are allowed beyond the first for each page */
  constructor(source: ProofSource<Row>, extraRequests: () => number) {
    this.#source = source;
    this.#answeredAt = source.clock.epochMs();
    this.#extraRequests = extraRequests;
  }

  /** As many rows of these numbers as can be read. If all of them are, each came in one answer with its neighbours. */
  async numbers(numbers: NumberRange, plan: PagePlan, first: RowRequest): Promise<GatheredRows<Row>> {
    const { signal } = first;
    const gathered = new GatheredRows<Row>(numbers);
    let fruitless = 0;
    for (let { isVaried } = first; fruitless < FRUITLESS_MAXIMUM && !this.#isGivenUp; isVaried = true) {
      const missing = gathered.missing();
      if (missing === undefined || (isVaried && !this.#takeExtraRequest())) break;
      const rows = await this.#askFor(missing, plan, { isVaried, signal });
      // When the budget is spent and even first requests fail, the service is unavailable.
      this.#isGivenUp ||= rows === undefined && this.#spent >= this.#extraRequests();
      fruitless = gathered.add(rows ?? []) ? 0 : fruitless + 1;
    }
    return gathered;
  }

  /** A page that contains the row of that number. @throws the last failure, or an error for an unreadable list */
  async pageAround(number: number, plan: PagePlan, signal: AbortSignal): Promise<readonly NumberedRow<Row>[]> {
    for (let isVaried = false; ; isVaried = true) {
      const rows = await this.#askFor({ from: number, to: number + 1 }, plan, { isVaried, signal });
      if (rows?.some((row) => row.number === number) === true) return rows;
      if (this.#isFailing() || !this.#takeExtraRequest()) {
        throw this.#lastFailure ?? unreadableList(this.#source.failures);
      }
    }
  }

  /**
   * The length of the list, requested past the cache so that rows of the last minute count. Also returns some of the
   * newest rows, whose numbers must be the same later.
   *
   * @throws the last failure, or an error for an unreadable list
   */
  async measure(signal: AbortSignal) {
    const { clock, failures } = this.#source;
    for (let attempts = 0; attempts < FRUITLESS_MAXIMUM && !this.#isFailing(); attempts += 1) {
      const asOf = clock.epochMs();
      const answer = await this.#ask(undefined, signal);
      if (answer === undefined) continue;
      const { rows, total, pageSizeMaximum } = answer;
      return { asOf, rows, plan: new PagePlan(total, pageSizeMaximum, () => clock.random()) };
    }
    throw this.#lastFailure ?? unreadableList(failures);
  }

  async #askFor(numbers: NumberRange, plan: PagePlan, { isVaried, signal }: RowRequest) {
    const totalBefore = plan.total;
    const answer = await this.#ask(plan.requestFor(numbers, { isVaried }), signal);
    if (answer !== undefined) plan.learn({ ...answer, totalBefore });
    return answer?.rows;
  }

  /** The same as {@link #answerTo}, where a list that says it goes on ends at its total. */
  async #ask(request: PageRequest | undefined, signal: AbortSignal): Promise<Answer<Row> | undefined> {
    const answer = await this.#answerTo(request, signal);
    if (answer?.saysMore !== true || answer.total === this.#endAt) return answer;
    // A total may lag behind the rows, or it may only say that a page is full: what is behind the end decides.
    const behind = await this.#answerTo({ limit: answer.requestedLimit, offset: answer.total }, signal);
    if (behind === undefined) return undefined;
    this.#endAt = answer.total;
    return answer;
  }

  /**
   * @param request undefined for the newest page, past the cache
   * @returns undefined when the request failed temporarily, or the answer contradicts itself
   * @throws any other failure; also a timeout, if the service answered nothing else in the meantime
   */
  async #answerTo(request: PageRequest | undefined, signal: AbortSignal): Promise<Answer<Row> | undefined> {
    const { clock, freshPage, page, failures } = this.#source;
    const readAt = clock.epochMs();
    const answersBefore = this.#answers;
    let answered: { readonly page: ListPage<Row>; readonly limit: number };
    try {
      answered = await (request === undefined
        ? freshPage(signal)
        : page(request, signal).then((read) => ({ page: read, limit: request.limit })));
      this.#answers += 1;
      this.#answeredAt = clock.epochMs();
      this.#failures = 0;
      this.#lastFailure = undefined;
    } catch (error) {
      const isSilent = failures.isSilence(error) && this.#answers === answersBefore;
      if (!failures.isPassing(error) || isSilent) throw error;
      this.#failures += 1;
      this.#lastFailure = error;
      await clock.sleep(PAUSE_AFTER_FAILURE_MS, signal);
      return undefined;
    }
    const { page: read, limit: requestedLimit } = answered;
    const { total, limit, offset, hasMore } = read.pagination;
    const rows = numberedRows(read, requestedLimit, readAt);
    if (rows === undefined) return undefined;
    return {
      ...{ requestedLimit, rows, total, saysMore: hasMore === true && offset + rows.length >= total },
      pageSizeMaximum: limit > 0 && limit < requestedLimit ? limit : undefined,
    };
  }

  #isFailing(): boolean {
    const lastingMs = this.#source.clock.epochMs() - this.#answeredAt;
    return this.#failures >= FIRST_FAILURES.most || (this.#failures > 0 && lastingMs > FIRST_FAILURES.lastingMs);
  }

  /** @returns false when the budget is spent */
  #takeExtraRequest(): boolean {
    this.#spent += 1;
    return this.#spent <= this.#extraRequests();
  }
}

/** Rows of a range of numbers, collected from several answers, and which of them are proven neighbours. */
export class GatheredRows<Row extends { readonly id: string }> {
  readonly #numbers: NumberRange;
  readonly #rows = new Map<number, NumberedRow<Row>>();
  /** Numbers of rows that came in one answer together with the next newer row. */
  readonly #neighbours = new Set<number>();
  #contradictions = 0;

  constructor(numbers: NumberRange) {
    this.#numbers = numbers;
  }

  /** @returns whether they contained something new */
  add(answered: readonly NumberedRow<Row>[]): boolean {
    const sizeBefore = this.#rows.size + this.#neighbours.size;
    const { from, to } = this.#numbers;
    const rows = answered.filter(({ number }) => number >= from && number < to);
    if (rows.some(({ number, row }) => (this.#rows.get(number)?.row.id ?? row.id) !== row.id)) {
      // Two answers contradict each other: neither can be trusted.
      this.#rows.clear();
      this.#neighbours.clear();
      this.#contradictions += 1;
    } else {
      for (const row of rows) this.#rows.set(row.number, row);
      for (const { number } of rows.slice(1)) this.#neighbours.add(number);
    }
    return this.#rows.size + this.#neighbours.size > sizeBefore;
  }

  /**
   * The range to request again: from the first gap to the last, with the existing row on either side. If a row was
   * inserted or removed further down between two answers, a row that both contain has two numbers.
   */
  missing(): NumberRange | undefined {
    const { from, to } = this.#numbers;
    if (to - from === 1) return this.#rows.has(from) ? undefined : { from, to };
    let first = from;
    while (this.#neighbours.has(first)) first += 1;
    let last = to - 1;
    while (this.#neighbours.has(last - 1)) last -= 1;
    return first < last ? { from: first, to: last + 1 } : undefined;
  }

  /** By number, oldest first. */
  ascending(): NumberedRow<Row>[] {
    return [...this.#rows.values()].sort((one, other) => one.number - other.number);
  }

  /** Whether one answer contained this row and the next newer one. */
  areNeighbours(number: number): boolean {
    return this.#neighbours.has(number);
  }

  /** Whether rows are missing because answers contradicted each other. */
  isContradicted(): boolean {
    return this.#contradictions > 0 && this.missing() !== undefined;
  }
}
