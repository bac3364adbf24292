import { masked, decimalText, hasLostDigits, type NumberFormat, type FormatSection } from '../../xlsx/number-format.ts';
import type { WorkbookCell } from '../../xlsx/sheet-parser.ts';
import type { Problem } from './batch-problem.ts';
import type { CellText } from './cell-text.ts';
import type { ColumnName } from './column-names.ts';

type CellReading = Pick<CellText, 'text' | 'problem'>;

/**
 * A cell of a workbook as text. A number becomes its stored digits, never rounded; a value that the saving program
 * may have changed is a problem.
 *
 * @param meaning of its column; undefined for one that is only kept
 */
export function sheetCellText(cell: WorkbookCell | undefined, meaning?: ColumnName): CellReading {
  switch (cell?.kind) {
    case undefined:
      return { text: '' };
    case 'text':
    case 'error':
      return { text: cell.text };
    case 'boolean':
      return { text: String(cell.value) };
    case 'date':
      return meaning === undefined || meaning === 'dueOn'
        ? { text: cell.text }
        : { text: cell.text, problem: { code: 'date_in_cell', details: {} } };
    case 'uncomputed':
      return meaning === undefined
        ? { text: '' }
        : { text: `=${cell.formula}`, problem: { code: 'formula_without_value', details: {} } };
    case 'number':
      return numberReading(cell, meaning);
  }
}

function numberReading(
  { stored, format }: Extract<WorkbookCell, { kind: 'number' }>,
  meaning: ColumnName | undefined,
): CellReading {
  const text = decimalText(stored);
  if (text === undefined) return { text: stored };
  const isRounded = meaning !== undefined && (format.isScientific || hasLostDigits(stored));
  const problem: Problem | undefined = isRounded ? { code: 'scientific_notation', details: {} } : undefined;
  if (meaning === 'amount') return { text, problem: problem ?? shownOtherwise(text, format) };
  return { text: /^\d+$/.test(text) ? masked(text, format) : text, problem };
}

/** How the section of negative numbers shows the sign. */
const NEGATIVE = /[-\u2212()]/g;
const REAIS = /^\s*(?:R\$|BRL|rea(?:l|is))?\s*$/i;

/** The problem of an amount that its sheet shows as something else than reais, or than a number without a unit. */
function shownOtherwise(text: string, { code, sections }: NumberFormat): Problem | undefined {
  const isNegative = text.startsWith('-');
  const shown = isNegative ? sections.negative.map(withoutSign) : sections.positive;
  const other = shown.find((section) => !showsReais(section));
  if (other === undefined) return undefined;
  return { code: 'shown_otherwise', details: { shown: shownBy(other, text), format: code } };
}

function withoutSign(section: FormatSection): FormatSection {
  return { ...section, before: section.before.replace(NEGATIVE, ''), after: section.after.replace(NEGATIVE, '') };
}

function showsReais({ before, within, after, showsNumber }: FormatSection): boolean {
  return showsNumber && within.trim() === '' && REAIS.test(before) && REAIS.test(after);
}

function shownBy({ before, within, after, percents, showsNumber }: FormatSection, text: string): string | null {
  const number = decimalText(`${text}e${2 * percents}`);
  if (!showsNumber || within.trim() !== '' || number === undefined) return null;
  return `${before}${number}${after}`.trim();
}
