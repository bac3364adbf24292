import { PAGE_LIMIT_MAXIMUM } from '../contract/page.ts';
import { sleep, type Clock } from '../client/clock.ts';
import { ApiError, ContractError, TransportError, type PixError } from '../client/errors.ts';
import { numberedRows } from './numbered-rows.ts';
import { createPageAim, type PageAim, type PageRequest } from './page-aim.ts';
import type { Page } from '../client/pages.ts';
import type { NumberedRow, NumberRange } from './proof.ts';
import { isSilence } from '../client/http/retry.ts';

export interface ProvenRow {
  readonly id: string;
  readonly createdAt?: string | null | undefined;
}

/** What is proven: a list of rows that are only added, newest first. */
export interface ProofSource<Row extends ProvenRow> {
  readonly fetchPage: (request: PageRequest, signal: AbortSignal) => Promise<Page<Row, unknown>>;
  readonly clock: Clock;
  /** How many API keys there are to ask with. */
  readonly keys: number;
}

/** Rows by their numbers, and what shows that nothing has come between them. */
export interface ToldRows<Row> {
  readonly rows: ReadonlyMap<number, NumberedRow<Row>>;
  /** Whether one answer told the row of that number and the next newer one. */
  readonly areNeighbours: (number: number) => boolean;
  /** Not all could be had, for answers contradicted each other. */
  readonly isContradicted: boolean;
}

/** Reads rows by their numbers, as long as its budget of extra requests allows. */
export interface RowReader<Row> {
  /**
   * The rows of these numbers, as many as can be had. When all are, each was told together with its neighbours.
   *
   * @param isRefetch they came before, and are wanted past the service's cache
   */
  numbers(numbers: NumberRange, aim: PageAim, options: RowRequest): Promise<ToldRows<Row>>;
  /** A page that has the row of that number. @throws {PixError} what failed last, or ContractError when no answer has it */
  pageAround(number: number, aim: PageAim, signal: AbortSignal): Promise<readonly NumberedRow<Row>[]>;
  /**
   * How long the list is, asked past the cache: what was added in the last minute counts, too. With some rows of its
   * newest, which have to have the same numbers later.
   *
   * @throws {PixError} what failed last, or ContractError when no answer makes sense
   */
  measure(signal: AbortSignal): Promise<Measure<Row>>;
  /** @returns false when the budget is spent */
  takeExtraRequest(): boolean;
}

interface Measure<Row> {
  /** Milliseconds since the epoch. */
  readonly asOf: number;
  readonly aim: PageAim;
  readonly rows: readonly NumberedRow<Row>[];
}

interface Answer<Row> {
  readonly rows: readonly NumberedRow<Row>[];
  readonly total: number;
  readonly pageSizeMaximum: number | undefined;
}

interface RowRequest {
  readonly isRefetch: boolean;
  readonly signal: AbortSignal;
}

/** So many answers that bring nothing new are followed by no other. */
const FRUITLESS_MAXIMUM = 12;
/** Nor so many failures in a row at the beginning, each of them after attempts of its own: somebody waits to be told. */
const FIRST_FAILURES_MAXIMUM = 3;
const PAUSE_AFTER_FAILURE_MS = 250;
/** Neither so few that they show nothing, nor one of the limits that others ask for, whose answer may be repeated. */
const MEASURED_ROWS = { least: 51, most: 99 };

/** @param extraRequests what may be spent beside the first request for each page */
export function createRowReader<Row extends ProvenRow>(
  source: ProofSource<Row>,
  extraRequests: () => number,
): RowReader<Row> {
  const { clock, fetchPage } = source;
  let spent = 0;
  let isGivenUp = false;
  let lastFailure: PixError | undefined;
  let answers = 0;

  /**
   * @returns undefined when the request failed in a way that may pass, or its answer contradicts itself
   * @throws {PixError} any other failure, and silence: of a service that answered nothing else meanwhile, either
   */
  async function ask(request: PageRequest, signal: AbortSignal): Promise<Answer<Row> | undefined> {
    const readAt = clock.epochMs();
    const answersBefore = answers;
    let page: Page<Row, unknown>;
    try {
      page = await fetchPage(request, signal);
      answers += 1;
      lastFailure = undefined;
    } catch (error) {
      if (!isPassing(error) || (isSilence(error) && answers === answersBefore)) throw error;
      lastFailure = error;
      await sleep(clock, PAUSE_AFTER_FAILURE_MS, signal);
      return undefined;
    }
    const { total, limit } = page.pagination;
    const rows = numberedRows(page, request.limit, readAt);
    const pageSizeMaximum = limit < request.limit ? limit : undefined;
    return rows === undefined ? undefined : { rows, total, pageSizeMaximum };
  }

  async function askFor(
    numbers: NumberRange,
    aim: PageAim,
    { isVaried, signal }: { isVaried: boolean; signal: AbortSignal },
  ): Promise<readonly NumberedRow<Row>[] | undefined> {
    const totalBefore = aim.total;
    const answer = await ask(aim.requestFor(numbers, { isVaried }), signal);
    if (answer !== undefined) aim.learn({ ...answer, totalBefore });
    return answer?.rows;
  }

  function takeExtraRequest(): boolean {
    spent += 1;
    return spent <= extraRequests();
  }

  return {
    takeExtraRequest,
    async numbers(numbers, aim, { isRefetch, signal }) {
      const rows = new Map<number, NumberedRow<Row>>();
      const neighbours = new Set<number>();
      let fruitless = 0;
      let contradictions = 0;
      for (let isVaried = isRefetch; fruitless < FRUITLESS_MAXIMUM && !isGivenUp; isVaried = true) {
        const missing = missingOf(numbers, rows, neighbours);
        if (missing === undefined || (isVaried && !takeExtraRequest())) break;
        const answer = await askFor(missing, aim, { isVaried, signal });
        // When nothing is left to spend, and even first requests fail, the service is gone.
        isGivenUp ||= answer === undefined && spent >= extraRequests();
        const toldBefore = rows.size + neighbours.size;
        const told = (answer ?? []).filter(({ number }) => isIn(numbers, number));
        // Two answers that contradict each other: neither is relied upon.
        if (told.some(({ number, row }) => differs(rows.get(number)?.row.id, row.id))) {
          rows.clear();
          neighbours.clear();
          contradictions += 1;
        } else {
          for (const row of told) rows.set(row.number, row);
          for (const { number } of told.slice(1)) neighbours.add(number);
        }
        fruitless = rows.size + neighbours.size > toldBefore ? 0 : fruitless + 1;
      }
      return {
        rows,
        areNeighbours: (number) => neighbours.has(number),
        isContradicted: contradictions > 0 && missingOf(numbers, rows, neighbours) !== undefined,
      };
    },
    async pageAround(number, aim, signal) {
      for (let isVaried = false; ; isVaried = true) {
        const rows = await askFor({ from: number, to: number + 1 }, aim, { isVaried, signal });
        if (rows?.some((row) => row.number === number) === true) return rows;
        if (!takeExtraRequest()) throw lastFailure ?? unreadable();
      }
    },
    async measure(signal) {
      let failures = 0;
      for (let attempts = 0; attempts < FRUITLESS_MAXIMUM && failures < FIRST_FAILURES_MAXIMUM; attempts += 1) {
        const asOf = clock.epochMs();
        const { least, most } = MEASURED_ROWS;
        const limit = least + Math.floor(clock.random() * (most - least + 1));
        const answer = await ask({ limit, offset: 0 }, signal);
        failures = lastFailure === undefined ? 0 : failures + 1;
        if (answer === undefined) continue;
        const { rows, total, pageSizeMaximum = PAGE_LIMIT_MAXIMUM } = answer;
        return { asOf, rows, aim: createPageAim(total, pageSizeMaximum, () => clock.random()) };
      }
      throw lastFailure ?? unreadable();
    },
  };
}

/**
 * What is missing of these numbers: from the first gap to the last, with the rows beside it that are there. Were one
 * inserted or removed further down between two answers, a row that both tell has two numbers.
 */
function missingOf(
  { from, to }: NumberRange,
  rows: ReadonlyMap<number, unknown>,
  neighbours: ReadonlySet<number>,
): NumberRange | undefined {
  if (to - from === 1) return rows.has(from) ? undefined : { from, to };
  let first = from;
  while (first < to - 1 && neighbours.has(first)) first += 1;
  let last = to - 1;
  while (last > first && neighbours.has(last - 1)) last -= 1;
  return first < last ? { from: first, to: last + 1 } : undefined;
}

function isIn({ from, to }: NumberRange, number: number): boolean {
  return number >= from && number < to;
}

function differs(known: string | undefined, id: string): boolean {
  return known !== undefined && known !== id;
}

/** Failures that another request may not meet. Refusals of the key or of the request itself stay. */
function isPassing(error: unknown): error is PixError {
  if (error instanceof TransportError || error instanceof ContractError) return true;
  return error instanceof ApiError && (error.status === 408 || error.status === 429 || error.status >= 500);
}

function unreadable(): ContractError {
  return new ContractError({ path: 'data.pagination', expected: 'expected a list that agrees with its own total' });
}
