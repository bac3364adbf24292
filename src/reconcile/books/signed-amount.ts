import { parseTypedAmount } from '../../pix/amount-text.ts';
import { centavos, subtractCentavos, type Centavos } from '../../pix/centavos.ts';

const NOTHING = centavos(0);
const BRACKETS = /^\((.*)\)$/;
const LEADING = /^(?:R\$\s*)?[-\u2212\u2013]\s*/;
const TRAILING = /\s*[-\u2212]$/;
/** Debit or credit, as banks write it behind an amount. */
const SIDE = /\s*([DC])$/i;

/**
 * An amount with its sign: `-1.234,56`, `1.234,56-`, `(1.234,56)`, `1.234,56 D`. Reais become centavos by their digits.
 *
 * @param decimalMark of the other amounts in its column: `1.234` has one meaning then
 */
export function readSignedAmount(text: string, decimalMark: DecimalMark | undefined): Centavos | undefined {
  let rest = text.trim();
  let isNegative = false;
  const bracketed = BRACKETS.exec(rest)?.[1];
  const side = SIDE.exec(rest)?.[1]?.toUpperCase();
  if (bracketed !== undefined) [rest, isNegative] = [bracketed, true];
  else if (side !== undefined) [rest, isNegative] = [rest.replace(SIDE, ''), side === 'D'];
  if (LEADING.test(rest)) [rest, isNegative] = [rest.replace(LEADING, ''), true];
  else if (TRAILING.test(rest)) [rest, isNegative] = [rest.replace(TRAILING, ''), true];
  const amount = parseTypedAmount(rest.replace(/^\+\s*/, ''));
  const found = amount.ok ? amount.amountCentavos : undefined;
  const grouped = !amount.ok && amount.reason === 'ambiguous' ? amount.readingsCentavos[0] : undefined;
  const isGrouped = decimalMark !== undefined && !rest.includes(decimalMark);
  const centavosRead = found ?? (isGrouped ? grouped : undefined);
  if (centavosRead === undefined) return undefined;
  return isNegative ? subtractCentavos(NOTHING, centavosRead) : centavosRead;
}

/** Whole centavos, as our own exports for programs have them. */
export function readCentavos(text: string): Centavos | undefined {
  const number = /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : NaN;
  return Number.isSafeInteger(number) ? centavos(number) : undefined;
}

export type DecimalMark = ',' | '.';

/** The mark before the decimals of a column, where all its amounts with two of them agree. */
export function decimalMarkOf(texts: Iterable<string>): DecimalMark | undefined {
  let found: DecimalMark | undefined;
  for (const text of texts) {
    const mark = /\d([.,])\d\d(?!\d)\D*$/.exec(text)?.[1];
    if (mark !== ',' && mark !== '.') continue;
    if (found !== undefined && found !== mark) return undefined;
    found = mark;
  }
  return found;
}
