import { PAGE_LIMIT_MAXIMUM } from '../contract/page.ts';
import type { NumberRange } from './proof.ts';

/** How many of the last answers tell how fast the list grows. */
const RECENT_ANSWERS = 24;

/** A varied request asks for less than a page, so that it can be another one than the first. */
const VARIED_PART = 0.8;

/** However fast the list grows, a page is to bring that part of its rows at least. */
const WANTED_PART_MINIMUM = 0.2;

/** Two rows that are next to each other can only be told by one answer if it has both. */
const NEIGHBOURS = 2;

export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Aims requests at numbers. An offset counts from the newest row, and rows are added between asking and answering, so
 * what is at an offset then is guessed from how much the list has grown before in that time.
 */
export interface PageAim {
  /** The longest that the list is known to be. */
  readonly total: number;
  /** How many numbers one page can be relied upon to bring. */
  wantedRows(): number;
  /** A page that has these numbers. A varied one is hardly the one that the service answered before, and may repeat. */
  requestFor(numbers: NumberRange, options: { isVaried: boolean }): PageRequest;
  /**
   * What an answer told.
   *
   * @param answer.pageSizeMaximum what the service cut the page down to
   * @param answer.totalBefore the total that was known when its request was aimed
   */
  learn(answer: { total: number; pageSizeMaximum?: number | undefined; totalBefore: number }): void;
}

export function createPageAim(total: number, pageSizeMaximum: number, random: () => number): PageAim {
  let newestTotal = total;
  let pageSize = Math.min(PAGE_LIMIT_MAXIMUM, pageSizeMaximum);
  let growths: number[] = [0];

  return {
    get total() {
      return newestTotal;
    },
    wantedRows() {
      const spread = Math.max(...growths) - Math.min(...growths);
      const wanted = Math.floor(Math.max(pageSize - spread, pageSize * WANTED_PART_MINIMUM));
      return Math.max(Math.min(NEIGHBOURS, pageSize), wanted);
    },
    requestFor({ from, to }, { isVaried }) {
      const least = newestTotal + Math.min(...growths);
      const latest = Math.max(0, least - to);
      if (!isVaried) return { limit: pageSize, offset: latest };
      const spread = Math.max(...growths) - Math.min(...growths);
      const wanted = Math.min(
        to - from,
        Math.max(Math.min(NEIGHBOURS, pageSize), Math.floor(pageSize * VARIED_PART) - spread),
      );
      const needed = Math.min(pageSize, wanted + spread);
      const limit = needed + Math.floor(random() * (pageSize - needed + 1));
      const offset = Math.max(0, least - from - wanted) - Math.floor(random() * (limit - needed + 1));
      return { limit, offset: Math.max(0, offset) };
    },
    learn({ total: answerTotal, pageSizeMaximum: cutDownTo = 0, totalBefore }) {
      newestTotal = Math.max(newestTotal, answerTotal);
      if (cutDownTo > 0) pageSize = Math.min(pageSize, cutDownTo);
      // A smaller total is that of an answer which the service repeats: it says nothing of growth.
      if (answerTotal >= totalBefore) growths = [...growths.slice(1 - RECENT_ANSWERS), answerTotal - totalBefore];
    },
  };
}
