import type { Screen } from '../../../context/screen.ts';
import { withoutMarks } from '../../../../payouts/rules/mark.ts';
import { jsonLine } from '../../../output/output.ts';
import { pickFields, valueAt, type Field, type Selection } from '../../../output/fields.ts';
import { csvRecord, BYTE_ORDER_MARK, excelBrCell, excelBrRecord, harmlessText } from '../../../output/records.ts';
import { labelOf } from '../../../output/sheet.ts';
import type { Catalogue } from '../../../text/translate.ts';
import type { ExportFormat } from '../../../text/topic-names.ts';
import * as z from 'zod';
import { centavos, type Centavos } from '../../../../pix/centavos.ts';

export interface FileText {
  readonly opening: string;
  row(item: unknown): string;
  readonly closing: string;
}

/** The text formats, except those of banks, which only contain statement entries. */
export async function fileText(
  format: Exclude<ExportFormat, 'ofx' | 'cnab240' | 'xlsx'>,
  selection: Selection,
  loadTexts: Screen['loadTexts'],
): Promise<FileText> {
  const { columns } = selection;
  switch (format) {
    case 'csv':
      return {
        opening: csvRecord(columns.map(({ path }) => path)),
        row: (item) => csvRecord(columns.map(({ path }) => valueAt(item, path))),
        closing: '',
      };
    case 'ndjson':
      return { opening: '', row: (item) => jsonLine(pickFields(item, selection)), closing: '' };
    case 'excel-br': {
      // Portuguese in every language: the columns of a file do not depend on the screen.
      const text = await loadTexts('pt-BR');
      const headings = columns.map((field) => harmlessText(labelOf(field, { text })));
      const cellOf = (field: Field, item: unknown) =>
        excelBrCell(field, spokenValue(field, item), wordsOf(field, item, text));
      return {
        opening: BYTE_ORDER_MARK + excelBrRecord(headings),
        row: (item) => excelBrRecord(columns.map((field) => cellOf(field, item))),
        closing: '',
      };
    }
  }
}

/** The words of the screen for a field that has a fixed set of values. */
export function wordsOf({ statusOf }: Field, item: unknown, text: Catalogue): Readonly<Record<string, string>> {
  if (statusOf === undefined) return text.export.entryTypes;
  return text.statuses[typeof statusOf === 'function' ? statusOf(item) : statusOf];
}

/** A value for a person: a description without the mark by which `pix` finds a withdrawal. */
export function spokenValue({ path }: Field, item: unknown): unknown {
  const value = valueAt(item, path);
  return path === 'description' && typeof value === 'string' ? withoutMarks(value) : value;
}

export const rowFacts = z.object({
  id: z.string(),
  status: z.string().nullish(),
  createdAt: z.string().nullish(),
});
export type RowFacts = z.output<typeof rowFacts>;

export interface Tally {
  readonly rows: number;
  /** Rows per status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Sums of every money column in centavos; null if a sum is too large to be exact. */
  readonly sums: Readonly<Record<string, Centavos | null>>;
  readonly firstId: string | null;
  readonly lastId: string | null;
}

export class MoneySums {
  readonly #sums: Map<string, bigint>;

  constructor(fields: readonly Field[]) {
    this.#sums = new Map(fields.filter(({ kind }) => kind === 'money').map(({ path }) => [path, 0n]));
  }

  add(item: unknown): void {
    for (const [path, sum] of this.#sums) {
      const amount = valueAt(item, path);
      if (typeof amount === 'number') this.#sums.set(path, sum + BigInt(centavos(amount)));
    }
  }

  total(): Tally['sums'] {
    return Object.fromEntries(Array.from(this.#sums, ([path, sum]) => [path, exactly(sum)]));
  }
}

export class RowTally {
  readonly #sums: MoneySums;
  readonly #statuses = new Map<string, number>();
  #rows = 0;
  #firstId: string | null = null;
  #lastId: string | null = null;

  constructor(fields: readonly Field[]) {
    this.#sums = new MoneySums(fields);
  }

  add({ id, status }: RowFacts, item: unknown): void {
    this.#rows += 1;
    this.#firstId ??= id;
    this.#lastId = id;
    if (status !== undefined) {
      const word = status ?? 'unknown';
      this.#statuses.set(word, (this.#statuses.get(word) ?? 0) + 1);
    }
    this.#sums.add(item);
  }

  total(): Tally {
    return {
      rows: this.#rows,
      statuses: Object.fromEntries(this.#statuses),
      sums: this.#sums.total(),
      firstId: this.#firstId,
      lastId: this.#lastId,
    };
  }
}

function exactly(sum: bigint): Centavos | null {
  const number = Number(sum);
  return Number.isSafeInteger(number) ? centavos(number) : null;
}
