import { parseTypedAmount } from '../../pix/amount-text.ts';
import { centavos, type Centavos } from '../../pix/centavos.ts';
import { parsePixKey, type PixKey, type PixKeyType } from '../../pix/pix-key.ts';
import { readCnpj, readCpf } from '../../pix/tax-id.ts';
import type { Notice, Problem, CellLocation } from './batch-problem.ts';
import type { AmountBounds, BatchOptions, FeeRule, BatchColumn } from './batch-summary.ts';
import { readCell } from './cell-text.ts';
import { dayFirst, foldText, keyTypesOfName, type ColumnName } from './column-names.ts';
import { dayIn } from '../policy-day.ts';
import { WITHDRAWAL_MINIMUM } from '../../contract/limits.ts';
import { EXAMPLE_REFERENCES } from './template.ts';

export interface RawCell {
  /** The column's heading in the file; undefined without such a column. */
  readonly heading: string | undefined;
  /** Empty if there is none. */
  readonly text: string;
  /** In a workbook, its name in the sheet: `C7`. */
  readonly name?: string | undefined;
  /** If it is not that of its row. */
  readonly line?: number | undefined;
  /** A problem of the cell that does not depend on its text. */
  readonly problem?: Problem | undefined;
}

/** Of a column that the file does not have. */
export const NO_CELL: RawCell = { heading: undefined, text: '' };

/** Longer than any sensible row: a cell of a spreadsheet has at most 32,767 characters. */
export const RECORD_MAXIMUM_BYTES = 1 << 18;

/** A record of a file, in any format, before it is validated. */
export interface RawRow {
  /** The physical line on which it begins. */
  readonly line: number;
  readonly isEmpty?: boolean;
  cell(column: ColumnName): RawCell;
  /** All cells of the row, by heading. */
  cells(): Readonly<Record<string, string>>;
  /** The amount is a number of JSON or of a workbook, so its point has one meaning. */
  readonly hasNumericAmount?: boolean;
  /** The cell after the amount, where a decimal comma would have cut it; only if commas separate cells. */
  readonly rightOfAmount?: string | undefined;
  readonly brokenColumns?: readonly BatchColumn[];
  /** Whether a row may be the sum of those above it, as in a spreadsheet. */
  readonly mayBeSum?: boolean;
  /** Of a remittance: the records of the payment. */
  readonly records?: string | undefined;
  /** It has cells to the right of the named columns. */
  readonly hasUnnamed?: boolean;
  /** A problem of the whole row: its cells are not read. */
  readonly flaw?: RowFlaw | undefined;
  readonly moreFlaws?: readonly RowFlaw[] | undefined;
}

/** On a line of its own if it has one, else on the row's. */
export type RowFlaw = Problem & Pick<CellLocation, 'line' | 'column' | 'value'>;

/** The values of a row; undefined for missing or invalid ones. */
export type RowReading = Readonly<ReturnType<typeof readRow>>;

type RowRules = Pick<BatchOptions, 'forceKeys' | 'feeRule' | 'boundsOf' | 'descriptionMaximum'>;

/** Receives problems and notices. */
interface RowListener {
  problem(problem: Problem, column: ColumnName): void;
  notice(notice: Notice, column: ColumnName): void;
}

/** Source: src/contract/field.ts, and the Central Bank's Manual de Padrões. */
const DESCRIPTION_MAXIMUM = 140;
/** Up to 2^46 reais, every amount in centavos has a different JSON number. */
const LARGEST_AMOUNT = centavos(2 ** 46 * 100);

/** Nothing, or the dash that people write for it. */
const EMPTY = /^[-–—]?$/;
const FEE_TAKEN: FeeRule = { coverFee: false };

const YES: ReadonlySet<string> = new Set(['sim', 's', 'yes', 'y', 'true', 'verdadeiro', '1', 'x', 'ok']);
const NO: ReadonlySet<string> = new Set(['nao', 'n', 'no', 'false', 'falso', '0']);

/** Reads the cells of a row. Every problem is reported; nothing is guessed. */
export function readRow(row: RawRow, rules: RowRules, listener: RowListener) {
  const read = (column: ColumnName): string | undefined => {
    const cell = row.cell(column);
    const { text, notice, problem: ofText } = readCell(cell.text, column);
    const problem = cell.problem ?? ofText;
    if (notice !== undefined) listener.notice(notice, column);
    if (problem === undefined) return text;
    listener.problem(problem, column);
    return undefined;
  };
  const reference = emptyAsUndefined(read('reference'));
  if (reference !== undefined && EXAMPLE_REFERENCES.has(reference)) {
    listener.problem({ code: 'example_row', details: {} }, 'reference');
  }
  const name = emptyAsUndefined(read('name'));
  const taxId = readTaxId(read('taxId'), rules, listener);
  const pixKey = readKey(read('pixKeyType'), read('pixKey'), rules, listener);
  if (taxId !== undefined && pixKey !== undefined && pixKey.type === kindOf(taxId) && pixKey.key !== taxId) {
    listener.problem({ code: 'tax_id_mismatch', details: { key: pixKey.key } }, 'taxId');
  }
  const statedCoverFee = readFlag(read('coverFee'), 'coverFee', listener);
  const coverFee = feeOf(statedCoverFee, rules, listener);
  return {
    reference,
    name,
    taxId,
    pixKey,
    amountCentavos: readAmount(read('amount'), row, rules.boundsOf?.(coverFee), listener),
    description: readDescription(emptyAsUndefined(read('description')), rules, listener),
    allowsDuplicate: readFlag(read('allowDuplicate'), 'allowDuplicate', listener) ?? false,
    coverFee,
    /** What the row itself says of its fee. */
    statedCoverFee,
    /** The day on which it is due: `2026-12-05`; empty when the row names none. */
    dueOn: readDue(read('dueOn'), row, listener),
  };
}

/** An option wins over what the row says, and the row over what holds for the run. */
function feeOf(stated: boolean | undefined, { feeRule = FEE_TAKEN }: RowRules, listener: RowListener): boolean {
  const { coverFee, isForced = false } = feeRule;
  if (stated === undefined || stated === coverFee) return coverFee;
  if (isForced) listener.notice({ code: 'fee_overridden', details: { coverFee } }, 'coverFee');
  return isForced ? coverFee : stated;
}

/** The amount of a row; undefined, without a reason, when it cannot be read. */
export function amountOf(row: RawRow): Centavos | undefined {
  const amount = parseAmount(readCell(row.cell('amount').text, 'amount').text, row.hasNumericAmount === true);
  return amount.ok ? amount.amountCentavos : undefined;
}

/** The day on which a row is due; empty when it names none, undefined when that cannot be read. */
export function dueOnOf(row: RawRow): string | undefined {
  return parseDay(readCell(row.cell('dueOn').text, 'dueOn').text, row);
}

/** A spreadsheet may have added the time of day. */
function parseDay(text: string, row: RawRow): string | undefined {
  return EMPTY.test(text) ? '' : dayIn(dayFirst(text, row.cell('dueOn').heading).replace(/[ T]00:00(:00)?$/, ''));
}

function readDue(text: string | undefined, row: RawRow, listener: RowListener): string | undefined {
  const day = text === undefined ? undefined : parseDay(text, row);
  if (text !== undefined && day === undefined) listener.problem({ code: 'invalid_day', details: {} }, 'dueOn');
  return day;
}

function parseAmount(text: string, isNumber: boolean): ReturnType<typeof parseTypedAmount> {
  // A point in a JSON number is never a thousands separator.
  return isNumber && /\.\d{3,}$/.test(text) ? { ok: false, reason: 'too_many_decimals' } : parseTypedAmount(text);
}

function readAmount(
  text: string | undefined,
  row: RawRow,
  bounds: AmountBounds | undefined,
  listener: RowListener,
): Centavos | undefined {
  if (text === undefined) return undefined;
  const judged = judgeAmount(text, row, bounds);
  if (typeof judged !== 'number') {
    listener.problem(judged, 'amount');
    return undefined;
  }
  const next = row.rightOfAmount;
  if (next !== undefined && /^\d+$/.test(text) && /^\d\d?$/.test(next)) {
    listener.notice({ code: 'amount_cut_at_comma', details: { next } }, 'amount');
  }
  return judged;
}

function judgeAmount(
  text: string,
  row: RawRow,
  { minimumCentavos = WITHDRAWAL_MINIMUM, maximumCentavos = LARGEST_AMOUNT }: AmountBounds = {},
): Centavos | Problem {
  if (text === '') return { code: 'missing_value', details: {} };
  const amount = parseAmount(text, row.hasNumericAmount === true);
  if (!amount.ok) {
    return amount.reason === 'ambiguous'
      ? { code: 'ambiguous_amount', details: { readingsCentavos: amount.readingsCentavos } }
      : { code: 'invalid_amount', details: { reason: amount.reason } };
  }
  const { amountCentavos } = amount;
  if (amountCentavos < minimumCentavos) return { code: 'below_minimum', details: { amountCentavos, minimumCentavos } };
  if (amountCentavos > maximumCentavos) return { code: 'above_maximum', details: { amountCentavos, maximumCentavos } };
  const { heading, name } = row.cell('amount');
  const mayBeOfPix = heading === 'amount' && name === undefined && row.cell('pixKey').heading === 'pixKey';
  // What `pix` itself prints under these names is in centavos, and must not be paid a hundredfold. A sheet is not its form.
  if (mayBeOfPix && /^\d+$/.test(text) && Number(text) >= minimumCentavos)
    return { code: 'ambiguous_amount', details: { readingsCentavos: [amountCentavos, centavos(Number(text))] } };
  return amountCentavos;
}

function readKey(
  typeName: string | undefined,
  text: string | undefined,
  rules: RowRules,
  listener: RowListener,
): PixKey | undefined {
  const stated = typeName === undefined || typeName === '' ? undefined : keyTypesOfName(typeName);
  if (typeName !== undefined && typeName !== '' && stated === undefined) {
    listener.problem({ code: 'invalid_key_type', details: {} }, 'pixKeyType');
  }
  if (text === '') listener.problem({ code: 'missing_value', details: {} }, 'pixKey');
  if (text === undefined || text === '') return undefined;

  const type = stated?.length === 2 ? kindOf(text) : stated?.[0];
  const parsed = parsePixKey(text, type);
  if (parsed.ok) {
    const { key } = parsed;
    if (type === undefined && parsed.type === 'PHONE' && /^\d{11}$/.test(text)) {
      listener.notice({ code: 'taken_for_phone', details: { key } }, 'pixKey');
    }
    // With an unknown type, the key stays unknown: the type detected may not be the one that was meant.
    return typeName !== undefined && (typeName === '' || stated !== undefined) ? { type: parsed.type, key } : undefined;
  }
  if (parsed.reason === 'ambiguous') {
    listener.problem({ code: 'ambiguous_key', details: { readings: parsed.readings } }, 'pixKey');
    return undefined;
  }
  const { reason, suggestion, wellFormed } = parsed;
  if (rules.forceKeys === true && wellFormed !== undefined) return wellFormed;
  const others = type === undefined || suggestion !== undefined || wellFormed !== undefined ? [] : readingsOf(text);
  if (type !== undefined && others.length > 0) {
    listener.problem({ code: 'key_type_mismatch', details: { stated: type, readings: others } }, 'pixKey');
  } else {
    listener.problem({ code: 'invalid_key', details: { reason, type: parsed.type, suggestion, wellFormed } }, 'pixKey');
  }
  return undefined;
}

function readingsOf(text: string): readonly PixKey[] {
  const parsed = parsePixKey(text);
  if (parsed.ok) return [{ type: parsed.type, key: parsed.key }];
  return parsed.reason === 'ambiguous' ? parsed.readings : [];
}

function readTaxId(text: string | undefined, rules: RowRules, listener: RowListener): string | undefined {
  // Payrolls mask digits of a CPF: ***.982.247-**. It is not sent, so nothing depends on it.
  if (text === undefined || text === '' || text.includes('*')) return undefined;
  const { key, flaw, suggestion } = kindOf(text) === 'CPF' ? readCpf(text) : readCnpj(text);
  if (flaw === undefined || (flaw === 'wrong_check_digits' && rules.forceKeys === true)) return key;
  listener.problem({ code: 'invalid_tax_id', details: { reason: flaw, suggestion } }, 'taxId');
  return undefined;
}

/** Chosen by length; the parser checks whether it is valid. */
function kindOf(taxId: string): Extract<PixKeyType, 'CPF' | 'CNPJ'> {
  const compact = taxId.replaceAll(/[^\dA-Za-z]/g, '');
  return compact.length > 11 && !/^cpf\d{11}$/i.test(compact) ? 'CNPJ' : 'CPF';
}

function readDescription(
  text: string | undefined,
  { descriptionMaximum = DESCRIPTION_MAXIMUM }: RowRules,
  listener: RowListener,
): string | undefined {
  if (text === undefined || text.length <= descriptionMaximum) return text;
  const details = { length: text.length, maximum: descriptionMaximum };
  listener.problem({ code: 'description_too_long', details }, 'description');
  return undefined;
}

/** `ü` and `þ` are ticks in Wingdings. */
export function isYes(text: string): boolean {
  return YES.has(foldText(text)) || /^\s*(?:[✓✔☑✅]|[üþ]\s*$)/u.test(text);
}

/** @returns undefined when the cell is empty, or can't be read */
function readFlag(text: string | undefined, column: ColumnName, listener: RowListener): boolean | undefined {
  if (text === undefined || EMPTY.test(text)) return undefined;
  if (isYes(text)) return true;
  if (NO.has(foldText(text))) return false;
  listener.problem({ code: 'unreadable_flag', details: {} }, column);
  return undefined;
}

function emptyAsUndefined(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
