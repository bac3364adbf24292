import type { Notice, Problem } from './batch-problem.ts';
import type { ColumnName } from './column-names.ts';

export interface CellText {
  /** Trimmed, in NFC, without the apostrophe by which spreadsheets mark text. */
  readonly text: string;
  readonly problem?: Problem | undefined;
  readonly notice?: Notice | undefined;
}

/** Nearly every cell. Nothing can be wrong with it but that it was rounded. */
const HARMLESS = /^[A-Za-z0-9(][\x20-\x7e]*$/;
const UNPRINTABLE = /[\p{Cc}\p{Cs}\ufffd]/u;
const CONTROL = /\p{Cc}/u;
/** What spreadsheets mark as text with an apostrophe, and what our own reports mark so: formulas and numbers. */
const MARKED_AS_TEXT = /^'(?=[\s']*[=+\-@\uff1d\uff0b\uff0d\uff20]|\s*\d[\d.,]*(?:e[+-]?\d+)?\s*$)/i;
const FORMULA = /^[=\uff1d]/;
const FORMULA_LIKE = /^[=+\-@\uff1d\uff0b\uff0d\uff20]./su;
const SPREADSHEET_ERROR = /^#(?:#*$|(?:ref|n\/[ad]|value?|valor|div\/0|name|nome|null|nulo|n[uú]m)[!?]?$)/i;
const SCIENTIFIC = /^\d(?:[.,]\d+e\+?|e\+)\d+$/i;
/** The letters of Portuguese, each two bytes of UTF-8, as Windows-1252 reads them. */
const GARBLED = /[\u00c2\u00c3][\u00a1-\u00a3\u00a7-\u00aa\u00ac\u00ad\u00b2-\u00b5\u00b9\u00ba\u00bc]|\u00e2\u20ac/;

/** Columns of free words, where nothing that a spreadsheet does to numbers matters. */
const FREE_TEXT: ReadonlySet<ColumnName> = new Set(['name', 'description']);

/** Reads a cell of a column that means something to us, and says what spreadsheets and encodings have done to it. */
export function readCell(raw: string, column: ColumnName): CellText {
  if (HARMLESS.test(raw)) return judgeNumber(raw.trimEnd(), column);
  const trimmed = raw.trim();
  if (trimmed === '') return { text: '' };
  if (UNPRINTABLE.test(trimmed)) {
    const codePoint = CONTROL.exec(trimmed)?.[0].codePointAt(0);
    return codePoint === undefined
      ? { text: trimmed, problem: { code: 'unreadable_character', details: {} } }
      : { text: trimmed, problem: { code: 'control_character', details: { codePoint } } };
  }
  // Two texts that look alike should be the same one; in a reference, what can't be seen must not tell two apart.
  const visible = FREE_TEXT.has(column) ? trimmed : trimmed.replaceAll(/\p{Cf}/gu, '').trim();
  return judgeText(visible.normalize('NFC').replace(MARKED_AS_TEXT, ''), column);
}

function judgeText(text: string, column: ColumnName): CellText {
  if (SPREADSHEET_ERROR.test(text)) return { text, problem: { code: 'spreadsheet_error', details: {} } };
  if (!FREE_TEXT.has(column)) {
    if (FORMULA.test(text)) return { text, problem: { code: 'formula', details: {} } };
    if (column !== 'reference') return judgeNumber(text, column);
  }
  if (FORMULA_LIKE.test(text)) return { text, notice: { code: 'formula_like_text', details: {} } };
  if (GARBLED.test(text)) return { text, notice: { code: 'garbled_text', details: {} } };
  return judgeNumber(text, column);
}

function judgeNumber(text: string, column: ColumnName): CellText {
  const isRounded = !FREE_TEXT.has(column) && SCIENTIFIC.test(text);
  return isRounded ? { text, problem: { code: 'scientific_notation', details: {} } } : { text };
}
