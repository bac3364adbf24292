import type { Page, PageIterable, PageRange } from '../../../client/pages.ts';

/** What payments and withdrawals have in common. */
export interface ListedRow {
  readonly id: string;
  readonly createdAt?: string | null | undefined;
  readonly status?: string | null | undefined;
  /** Centavos. */
  readonly value: number;
}

/** One of the client's lists. */
export interface ListedResource<Status extends string, Row extends ListedRow, Statistics> {
  list(query: PageRange & { status?: Status }): PageIterable<Row, Statistics>;
  page(query: { status?: Status; offset: number; limit: number }): Promise<Page<Row, Statistics>>;
}
