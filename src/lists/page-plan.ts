import { PAGE_LIMIT_MAXIMUM } from '../contract/limits.ts';
import type { PageRequest } from './proof-source.ts';
import type { NumberRange } from './proof.ts';

/** Number of recent answers from which the growth of the list is estimated. */
const RECENT_ANSWERS = 24;

/** A varied request has a smaller limit than a page, so that it differs from earlier requests. */
const VARIED_PART = 0.8;

/** Minimum part of a page that must be requested rows, however fast the list grows. */
const USEFUL_PART_MINIMUM = 0.2;

/** Only an answer that contains both rows proves that they are neighbours. */
const NEIGHBOURS = 2;

/**
 * Plans which page to request for rows of given numbers. An offset counts from the newest row, and rows are added
 * between request and answer, so the offset is predicted from the growth in earlier answers.
 */
export class PagePlan {
  readonly #random: () => number;
  #total: number;
  #pageSize: number;
  #growths: readonly number[] = [0];

  /** @param pageSizeMaximum the page size that the service applied to the first page */
  constructor(total: number, pageSizeMaximum: number | undefined, random: () => number) {
    this.#total = total;
    this.#pageSize = Math.min(PAGE_LIMIT_MAXIMUM, pageSizeMaximum ?? PAGE_LIMIT_MAXIMUM);
    this.#random = random;
  }

  /** The greatest total seen so far. */
  get total(): number {
    return this.#total;
  }

  /** How many numbers one page returns reliably. */
  usefulRows(): number {
    const wanted = Math.floor(Math.max(this.#pageSize - this.#spread(), this.#pageSize * USEFUL_PART_MINIMUM));
    return Math.max(this.#rowsMinimum(), wanted);
  }

  /** A request for a page with these numbers. A varied request is unlikely to be answered from the service's cache. */
  requestFor({ from, to }: NumberRange, { isVaried }: { readonly isVaried: boolean }): PageRequest {
    const least = this.#total + Math.min(...this.#growths);
    if (!isVaried) return { limit: this.#pageSize, offset: Math.max(0, least - to) };
    const spread = this.#spread();
    const wanted = Math.min(
      to - from,
      Math.max(this.#rowsMinimum(), Math.floor(this.#pageSize * VARIED_PART) - spread),
    );
    const needed = Math.min(this.#pageSize, wanted + spread);
    const limit = needed + Math.floor(this.#random() * (this.#pageSize - needed + 1));
    const offset = Math.max(0, least - from - wanted) - Math.floor(this.#random() * (limit - needed + 1));
    return { limit, offset: Math.max(0, offset) };
  }

  /**
   * Updates the estimates from an answer.
   *
   * @param answer.pageSizeMaximum the page size that the service applied
   * @param answer.totalBefore the total that was known when the request was planned
   */
  learn(answer: {
    readonly total: number;
    readonly pageSizeMaximum?: number | undefined;
    readonly totalBefore: number;
  }): void {
    const { total, pageSizeMaximum = this.#pageSize, totalBefore } = answer;
    this.#total = Math.max(this.#total, total);
    this.#pageSize = Math.min(this.#pageSize, pageSizeMaximum);
    // A smaller total comes from the service's cache and shows no growth.
    if (total >= totalBefore) this.#growths = [...this.#growths.slice(1 - RECENT_ANSWERS), total - totalBefore];
  }

  /** By how much growth varied between requests and answers. */
  #spread(): number {
    return Math.max(...this.#growths) - Math.min(...this.#growths);
  }

  #rowsMinimum(): number {
    return Math.min(NEIGHBOURS, this.#pageSize);
  }
}
