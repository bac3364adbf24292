import { parseTypedAmount } from '../../pix/amount-text.ts';
import { centavos, subtractCentavos, type Centavos } from '../../pix/centavos.ts';
import { sideOf, type Side } from './side.ts';

const NOTHING = centavos(0);
const BRACKETS = /^\((.*)\)$/;
const LEADING_MINUS = /^(?:R\$\s*)?[-\u2212\u2013]\s*/;
const LEADING_PLUS = /^(?:R\$\s*)?\+\s*/;
const TRAILING_MINUS = /(?<=\d)\s*[-\u2212]$/;
const TRAILING_PLUS = /(?<=\d)\s*\+$/;
/** Sicoob marks what is blocked. It names no side. */
const MARK_BEHIND = /(?<=\d)\*$/;
/** Debit or credit, as banks write it behind an amount. */
const SIDE_BEHIND = /(?<=[\d)])\s*\(?(\p{L}+)\.?\)?$/u;

/** An amount as a file states it. */
export interface StatedAmount {
  /** Without its sign. */
  readonly size: Centavos;
  readonly sign: '-' | '+' | undefined;
  /** Written behind it: `10,00 D`. */
  readonly side: Side | undefined;
}

/**
 * An amount, its sign and its side: `-1.234,56`, `1.234,56-`, `(1.234,56)`, `1.234,56 D`. Reais become centavos by their
 * digits.
 *
 * @param decimalMark of the other amounts in its column: `1.234` has one meaning then
 */
export function readStatedAmount(text: string, decimalMark: DecimalMark | undefined): StatedAmount | undefined {
  let rest = text.trim().replace(MARK_BEHIND, '');
  let sign: StatedAmount['sign'];
  const written = SIDE_BEHIND.exec(rest)?.[1];
  const side = written === undefined ? undefined : sideOf(written);
  if (side !== undefined) rest = rest.replace(SIDE_BEHIND, '');
  const bracketed = BRACKETS.exec(rest)?.[1];
  if (bracketed !== undefined) [rest, sign] = [bracketed, '-'];
  for (const [form, found] of [
    [LEADING_MINUS, '-'],
    [TRAILING_MINUS, '-'],
    [LEADING_PLUS, '+'],
    [TRAILING_PLUS, '+'],
  ] as const) {
    if (sign === undefined && form.test(rest)) [rest, sign] = [rest.replace(form, ''), found];
  }
  const amount = parseTypedAmount(rest);
  const grouped = !amount.ok && amount.reason === 'ambiguous' ? amount.readingsCentavos[0] : undefined;
  const isGrouped = decimalMark !== undefined && !rest.includes(decimalMark);
  const size = amount.ok ? amount.amountCentavos : isGrouped ? grouped : undefined;
  return size === undefined ? undefined : { size, sign, side };
}

/** An amount in a format whose amounts have signs. */
export function readSignedAmount(text: string): Centavos | undefined {
  const stated = readStatedAmount(text, '.');
  if (stated === undefined) return undefined;
  return stated.sign === '-' || stated.side === 'out' ? negative(stated.size) : stated.size;
}

/** Whole centavos, as our own exports for programs have them. */
export function readCentavos(text: string): StatedAmount | undefined {
  const [, minus, digits] = /^(-?)(\d{1,15})$/.exec(text.trim()) ?? [];
  const number = Number(digits ?? NaN);
  if (!Number.isSafeInteger(number)) return undefined;
  return { size: centavos(number), sign: minus === '-' ? '-' : undefined, side: undefined };
}

export function negative(amount: Centavos): Centavos {
  return subtractCentavos(NOTHING, amount);
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
