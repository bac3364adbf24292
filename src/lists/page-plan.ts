import { PAGE_LIMIT_MAXIMUM } from '../contract/limits.ts';
import type { PageRequest } from './list-page.ts';
import type { NumberRange } from './proof.ts';

/** How many of the last answers show how fast the list grows. */
const RECENT_ANSWERS = 24;

/** A varied request asks for less than a page, so that it can be another one than the first. */
const VARIED_PART = 0.8;

/** However fast the list grows, a page is to bring that part of its rows at least. */
const WANTED_PART_MINIMUM = 0.2;

/** That two rows are next to each other is shown by one answer only if it has both. */
const NEIGHBOURS = 2;

/**
 * Plans which page to ask for to get rows of certain numbers. An offset counts from the newest row, and rows are added
 * between asking and answering, so what is at an offset then is guessed from how much the list has grown before in that
 * time.
 */
export class PagePlan {
  readonly #random: () => number;
  #total: number;
  #pageSize: number;
  #growths: readonly number[] = [0];

  /** @param pageSizeMaximum what the service cut the first page down to */
  constructor(total: number, pageSizeMaximum: number | undefined, random: () => number) {
    this.#total = total;
    this.#pageSize = Math.min(PAGE_LIMIT_MAXIMUM, pageSizeMaximum ?? PAGE_LIMIT_MAXIMUM);
    this.#random = random;
  }

  /** The longest that the list is known to be. */
  get total(): number {
    return this.#total;
  }

  /** How many numbers one page can be relied upon to bring. */
  wantedRows(): number {
    const wanted = Math.floor(Math.max(this.#pageSize - this.#spread(), this.#pageSize * WANTED_PART_MINIMUM));
    return Math.max(this.#rowsMinimum(), wanted);
  }

  /** A page that has these numbers. A varied one is hardly the one that the service answered before, and may repeat. */
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
   * Learns from an answer.
   *
   * @param answer.pageSizeMaximum what the service cut the page down to
   * @param answer.totalBefore the total that was known when its request was planned
   */
  learn(answer: {
    readonly total: number;
    readonly pageSizeMaximum?: number | undefined;
    readonly totalBefore: number;
  }): void {
    const { total, pageSizeMaximum = 0, totalBefore } = answer;
    this.#total = Math.max(this.#total, total);
    if (pageSizeMaximum > 0) this.#pageSize = Math.min(this.#pageSize, pageSizeMaximum);
    // A smaller total is that of an answer which the service repeats: it says nothing of growth.
    if (total >= totalBefore) this.#growths = [...this.#growths.slice(1 - RECENT_ANSWERS), total - totalBefore];
  }

  /** By how much more or less the list grew between asking and answering. */
  #spread(): number {
    return Math.max(...this.#growths) - Math.min(...this.#growths);
  }

  #rowsMinimum(): number {
    return Math.min(NEIGHBOURS, this.#pageSize);
  }
}
