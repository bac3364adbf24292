import type { Screen } from '../../../context/screen.ts';
import { withoutMarks } from '../../../../payouts/rules/mark.ts';
import { jsonLine } from '../../../output/output.ts';
import { pickFields, valueAt, type Field, type Selection } from '../../../output/fields.ts';
import { csvRecord, BYTE_ORDER_MARK, excelBrCell, excelBrRecord, harmlessText } from '../../../output/records.ts';
import { labelOf } from '../../../output/sheet.ts';
import type { Catalogue } from '../../../text/translate.ts';
import type { ExportFormat } from '../export-kind.ts';

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
      return {
        opening: BYTE_ORDER_MARK + excelBrRecord(headings),
        row: (item) =>
          excelBrRecord(
            columns.map((field) => excelBrCell(field, spokenValue(field, item), wordsOf(field, item, text))),
          ),
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
