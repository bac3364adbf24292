import { PAGE_LIMIT_MAXIMUM } from '../contract/limits.ts';
import { numberedRows, type ListPage, type PageRequest } from './list-page.ts';
import type { HeldRow, NumberedRow } from './proof.ts';

/**
 * Less than a page, so that its start and end can be chosen at random: a different request is not answered from the
 * cache.
 */
const NEIGHBOURS_SPAN = Math.floor(PAGE_LIMIT_MAXIMUM * 0.8);
/** Two seconds with one key: enough for the rows that change most. */
const REQUESTS_OF_NEWEST = 20;

/** Rows that fit on one page; ids by number. */
type Neighbours = Map<number, string>;

interface RereadingFacts<Row> {
  readonly page: (query: PageRequest) => Promise<ListPage<Row>>;
  readonly isOfService: (error: unknown) => boolean;
  readonly store: (rows: readonly NumberedRow<Row>[]) => void;
  /** Rows in the list when it was read. */
  readonly total: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** From 0 up to, but not including 1. */
  readonly random: () => number;
  /** `newest`: as many as a few requests return. */
  readonly extent: RereadExtent;
}

export type RereadExtent = 'newest' | 'all';

/**
 * Requests rows again whose status may still change, newest first. Rows that are too far apart, or that the service
 * does not return, stay as they are.
 */
export class Rereading<Row extends { readonly id: string }> {
  readonly #facts: RereadingFacts<Row>;
  readonly #requestsMaximum: number;
  #knownTotal: number;
  #requests = 0;

  constructor(facts: RereadingFacts<Row>) {
    this.#facts = facts;
    this.#requestsMaximum = facts.extent === 'newest' ? REQUESTS_OF_NEWEST : Infinity;
    this.#knownTotal = facts.total;
  }

  /**
   * @param unsettled by number, ascending
   * @returns false when a row has another number now: the order of the list has changed
   */
  async run(unsettled: Iterable<HeldRow>): Promise<boolean> {
    for (const neighbours of newestNeighbours(unsettled, this.#requestsMaximum)) {
      const outcome = await this.#reread(neighbours);
      if (outcome !== 'done') return outcome === 'unanswered';
    }
    return true;
  }

  async #reread(neighbours: Neighbours): Promise<'done' | 'unanswered' | 'moved'> {
    let isComplete = false;
    // Rows added in the meantime may have pushed these off the page; the total in the answer then shows their new
    // offset.
    for (let hasGrown = true; hasGrown && !isComplete && this.#requests < this.#requestsMaximum;) {
      const answer = await this.#askFor(neighbours);
      if (answer === undefined) return 'unanswered';
      hasGrown = answer.total > this.#knownTotal;
      this.#knownTotal = Math.max(this.#knownTotal, answer.total);
      const rows = answer.rows.filter(({ number }) => neighbours.has(number));
      if (rows.some(({ number, row }) => neighbours.get(number) !== row.id)) return 'moved';
      isComplete = rows.length === neighbours.size;
      this.#facts.store(rows);
    }
    return 'done';
  }

  /** @returns undefined when the service does not return it */
  async #askFor(neighbours: Neighbours) {
    this.#requests += 1;
    const { page, now, random, isOfService } = this.#facts;
    const upTo = (maximum: number) => Math.floor(random() * (maximum + 1));
    const [newest, oldest] = [Math.max(...neighbours.keys()), Math.min(...neighbours.keys())];
    const readAt = now();
    const rowsRequested = newest - oldest + 1;
    const limit = rowsRequested + upTo(PAGE_LIMIT_MAXIMUM - 1 - rowsRequested);
    const offset = Math.max(0, this.#knownTotal - 1 - newest - upTo(limit - rowsRequested));
    try {
      const answer = await page({ limit, offset });
      const rows = numberedRows(answer, limit, readAt);
      return rows === undefined ? undefined : { rows, total: answer.pagination.total };
    } catch (error) {
      if (isOfService(error)) return undefined;
      throw error;
    }
  }
}

/** Groups of neighbouring rows, newest first. */
function newestNeighbours(rows: Iterable<HeldRow>, groupsMaximum: number): Neighbours[] {
  const groups: Neighbours[] = [];
  let first = -Infinity;
  for (const { number, id } of rows) {
    if (number - first >= NEIGHBOURS_SPAN) {
      groups.push(new Map());
      if (groups.length > groupsMaximum) groups.shift();
      first = number;
    }
    groups.at(-1)?.set(number, id);
  }
  return groups.reverse();
}
