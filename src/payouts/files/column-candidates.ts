import { readBatch } from './batch.ts';
import type { BatchColumn, RawCells } from './batch-summary.ts';
import type { ColumnName } from './column-names.ts';

/** What an unknown column may be, that a person knows and its heading does not say. */
const ASKED_MEANINGS = ['name', 'reference'] as const;
export type AskedMeaning = (typeof ASKED_MEANINGS)[number];

/** An unknown column whose values may be names or references. */
export interface ColumnCandidate {
  readonly heading: string;
  readonly example: string;
  readonly mayBe: readonly AskedMeaning[];
}

const ROWS_LOOKED_AT = 20;
const REFERENCE_LENGTH_MAXIMUM = 40;

const NO_NAME = /[@\d/]{3}|@|:\/\//;
const DATE_OR_AMOUNT = /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\b|^(R\$\s*)?-?[\d.]*,\d{1,2}$|^(R\$\s*)?-?\d+\.\d{1,2}$/i;

/** Whether the values of a column, some of them empty, may mean that. */
const MAY_BE: Readonly<Record<AskedMeaning, (values: readonly string[]) => boolean>> = {
  name: (values) => {
    const named = values.filter((value) => value !== '');
    return named.length * 2 > values.length && named.every((value) => /\p{L}{2}/u.test(value) && !NO_NAME.test(value));
  },
  reference: (values) =>
    values.length > 0 &&
    new Set(values).size === values.length &&
    values.every(
      (value) =>
        /\d/.test(value) && !/@/.test(value) && !DATE_OR_AMOUNT.test(value) && value.length <= REFERENCE_LENGTH_MAXIMUM,
    ),
};

/** The columns of a spreadsheet, and which unknown ones may be the name or the reference, where it has none. */
export async function lookAtColumns(source: AsyncIterable<Uint8Array>, sheet: string | undefined) {
  let columns: readonly BatchColumn[] = [];
  const rows: RawCells[] = [];
  const meaningsOf = (found: readonly BatchColumn[]) => {
    columns = found;
    return new Map<string, ColumnName>();
  };
  const onInvalidRow = (cells: RawCells) => {
    if (rows.length < ROWS_LOOKED_AT) rows.push(cells);
  };
  for await (const { cells } of readBatch(source, { sheet, meaningsOf, onInvalidRow }).payouts) {
    rows.push(cells);
    if (rows.length >= ROWS_LOOKED_AT) break;
  }
  const missing = ASKED_MEANINGS.filter((asked) => columns.every(({ meaning }) => meaning !== asked));
  const candidates = columns.flatMap(({ heading, meaning }): readonly ColumnCandidate[] => {
    const values = rows.map((cells) => (cells[heading] ?? '').trim());
    const mayBe = missing.filter((asked) => MAY_BE[asked](values));
    // A column without a heading has a number.
    if (meaning !== undefined || mayBe.length === 0 || /^#\d+$/.test(heading)) return [];
    return [{ heading, example: values.find((value) => value !== '') ?? '', mayBe }];
  });
  return { columns, candidates };
}
