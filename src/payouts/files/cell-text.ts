import type { Notice, Problem } from './batch-problem.ts';
import type { ColumnName } from './column-names.ts';

export interface CellText {
  /** Trimmed, in NFC, without the apostrophe with which spreadsheets mark text. */
  readonly text: string;
  readonly problem?: Problem | undefined;
  readonly notice?: Notice | undefined;
}

/** Nearly every cell. The only possible problem is rounding. */
const HARMLESS = /^(?!err|loading|carregando)[a-z0-9(][\x20-\x7e]*$/i;
const UNPRINTABLE = /[\p{Cc}\p{Cs}\ufffd]/u;
const CONTROL = /\p{Cc}/u;
/** Spreadsheets, and our own reports, mark with it what is text, whatever it looks like. */
const TEXT_MARK = /^'/;
const FORMULA = /^[=\uff1d]/;
const FORMULA_LIKE = /^[=+\-@\uff1d\uff0b\uff0d\uff20]./su;
const SPREADSHEET_ERROR =
  /^(?:#(?:#*|(?:ref|n\/(?:a|d(?:isp)?)|value?|valor|div\/0|name|nome|null|nulo|n[uú]m|erro?r?|spill|despejar|calc)[!?]?)|erro?:\d{3}|(?:loading|carregando)(?:\.{3}|…))$/i;
const SCIENTIFIC = /^\d(?:[.,]\d+e\+?|e\+)\d+$/i;
/** `5,51199E+12`, once a spreadsheet has read it as a number: the mobile number of another person. */
const ROUNDED_KEY = /^(?=\d{11,14}$)\d+0{6}$/;
/** The letters of Portuguese, each two bytes in UTF-8, read as Windows-1252. */
const GARBLED = /[\u00c2\u00c3][\u00a1-\u00a3\u00a7-\u00aa\u00ac\u00ad\u00b2-\u00b5\u00b9\u00ba\u00bc]|\u00e2\u20ac/;

/** Columns with free text, where conversion of numbers does not matter. */
const FREE_TEXT: ReadonlySet<ColumnName> = new Set(['name', 'description']);

/** Whether a formula came to no value: `#REF!`, or `Err:502` as LibreOffice writes it. */
export function isSpreadsheetError(text: string): boolean {
  return SPREADSHEET_ERROR.test(text);
}

/** Reads a cell of a known column, and reports the damage that spreadsheets and encodings have done to it. */
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
  // Texts that look alike should be equal: invisible characters must not distinguish two references.
  const visible = FREE_TEXT.has(column) ? trimmed : trimmed.replaceAll(/\p{Cf}/gu, '').trim();
  return judgeText(visible.normalize('NFC').replace(TEXT_MARK, '').trimStart(), column);
}

function judgeText(text: string, column: ColumnName): CellText {
  if (isSpreadsheetError(text)) return { text, problem: { code: 'spreadsheet_error', details: {} } };
  if (!FREE_TEXT.has(column)) {
    if (FORMULA.test(text)) return { text, problem: { code: 'formula', details: {} } };
    if (column !== 'reference') return judgeNumber(text, column);
  }
  if (FORMULA_LIKE.test(text)) return { text, notice: { code: 'formula_like_text', details: {} } };
  if (GARBLED.test(text)) return { text, notice: { code: 'garbled_text', details: {} } };
  return judgeNumber(text, column);
}

function judgeNumber(text: string, column: ColumnName): CellText {
  const isRounded =
    (!FREE_TEXT.has(column) && SCIENTIFIC.test(text)) || (column === 'pixKey' && ROUNDED_KEY.test(text));
  return isRounded ? { text, problem: { code: 'scientific_notation', details: {} } } : { text };
}
