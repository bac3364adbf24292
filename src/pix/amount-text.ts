import { centavos, type Centavos } from './centavos.ts';
import { decimalReais } from './reais-text.ts';

/** Why a typed text is not accepted as an amount. */
export type AmountRefusal =
  'empty' | 'not_a_number' | 'sign' | 'exponent' | 'too_many_decimals' | 'ambiguous' | 'too_large';

/** A typed amount in centavos, or why it is not accepted. */
export type TypedAmount = ReadAmount | RefusedAmount | AmbiguousAmount;

/** An amount that can be read in one way. */
export interface ReadAmount {
  /** It is an amount. */
  readonly ok: true;
  /** In centavos. */
  readonly amountCentavos: Centavos;
}

/** A text that is no amount. */
export interface RefusedAmount {
  /** It is not an amount. */
  readonly ok: false;
  /** Why it is not accepted. */
  readonly reason: Exclude<AmountRefusal, 'ambiguous'>;
}

/** A text that may be two amounts: `1.234`. */
export interface AmbiguousAmount {
  /** It cannot be used as it is. */
  readonly ok: false;
  /** Always `ambiguous`. */
  readonly reason: 'ambiguous';
  /** In centavos: first with the separator read as thousands, then as decimals (cut to two). */
  readonly readingsCentavos: readonly [grouped: Centavos, decimal: Centavos];
}

const CURRENCY_SIGN = /^R\$\s*/i;
const SIGN = /^\p{Pd}|^[+\u2212]/u;
const EXPONENT = /^\d[\d.,]*e[+-]?\d+$/i;
const ONE_THREE_DIGIT_GROUP = /^([1-9]\d{0,2})[.,](\d{3})$/;
const GROUPED = /^([1-9]\d{0,2}(?:(\.)\d{3})+|[1-9]\d{0,2}(?:(,)\d{3})+)(?:[.,](\d+))?$/;
const PLAIN = /^(\d+)(?:[.,](\d+))?$/;

/**
 * Reads an amount in reais as people type it: `10` `10,5` `1234.56` `1.234,56` `1,234.56` `R$ 5`. Zero is accepted;
 * callers check their own minimum. Never throws, never computes with fractions.
 *
 * A single separator before exactly three digits (`1.234`) may mean thousands or decimals: refused, with both readings.
 */
export function parseTypedAmount(text: string): TypedAmount {
  const trimmed = text.trim();
  const unsigned = trimmed.replace(SIGN, '').trimStart();
  const number = unsigned.replace(CURRENCY_SIGN, '');
  if (number === '') return refused(unsigned === trimmed ? 'empty' : 'not_a_number');
  if (unsigned !== trimmed || SIGN.test(number)) return refused('sign');
  if (EXPONENT.test(number)) return refused('exponent');

  const ambiguous = ONE_THREE_DIGIT_GROUP.exec(number);
  if (ambiguous !== null) {
    const [, whole = '', group = ''] = ambiguous;
    return {
      ok: false,
      reason: 'ambiguous',
      readingsCentavos: [centavos(Number(`${whole}${group}00`)), centavos(Number(whole + group.slice(0, 2)))],
    };
  }

  const digits = splitDecimals(number);
  if (digits === undefined) return refused('not_a_number');
  const { whole, decimals } = digits;
  if (decimals.length > 2) return refused('too_many_decimals');
  const amountCentavos = fromDigits(whole, decimals);
  return amountCentavos === undefined ? refused('too_large') : { ok: true, amountCentavos };
}

/**
 * Reads an amount in reais from a JSON body: a number, or text such as "12.34" or "12,34".
 *
 * JSON.parse has turned a number into a float. It is accepted as centavos only if its two-decimal text parses to the
 * same float, so that 1.005 and 10.001 are refused rather than rounded.
 *
 * @returns undefined for anything but an amount above zero with at most two decimals.
 */
export function centavosFromJsonReais(value: number | string): Centavos | undefined {
  const amount = typeof value === 'string' ? fromPlainText(value) : fromFloat(value);
  return amount !== undefined && amount > 0 ? amount : undefined;
}

/**
 * The number of reais for a JSON body; call it only right before serialising.
 *
 * @throws {RangeError} when the float could also mean another amount (beyond some seventy trillion reais).
 */
export function jsonReaisFromCentavos(amount: Centavos): number {
  const text = formatReaisPlain(amount);
  const reais = Number(text);
  if (reais.toFixed(2) !== text) throw new RangeError(`no JSON number stands for ${amount} centavos`);
  return reais;
}

/** Reais with a point and two decimals, without separators: `1234.56`, `-0.05`. */
export function formatReaisPlain(amount: Centavos): string {
  return decimalReais(amount, '.');
}

function refused(reason: Exclude<AmountRefusal, 'ambiguous'>): TypedAmount {
  return { ok: false, reason };
}

function splitDecimals(number: string): { whole: string; decimals: string } | undefined {
  const grouped = GROUPED.exec(number);
  if (grouped !== null) {
    const [, groups = '', point, comma, decimals = ''] = grouped;
    const separator = point ?? comma;
    const decimalSeparator = number.charAt(groups.length);
    if (separator !== decimalSeparator) return { whole: groups.replaceAll(/[.,]/g, ''), decimals };
  }
  const [, whole, decimals = ''] = PLAIN.exec(number) ?? [];
  return whole === undefined ? undefined : { whole, decimals };
}

/** Parsed from digits, so the number is whole; beyond 2^53 it would be inexact, and is refused. */
function fromDigits(whole: string, decimals: string): Centavos | undefined {
  const amount = Number(whole + decimals.padEnd(2, '0'));
  return Number.isSafeInteger(amount) ? centavos(amount) : undefined;
}

function fromPlainText(text: string): Centavos | undefined {
  const { whole, decimals = '' } = /^(?<whole>\d+)(?:[.,](?<decimals>\d{1,2}))?$/.exec(text)?.groups ?? {};
  return whole === undefined ? undefined : fromDigits(whole, decimals);
}

/** Uses the float's two-decimal text: multiplying by 100 would be wrong by a centavo from 2^45 reais on. */
function fromFloat(reais: number): Centavos | undefined {
  const text = reais.toFixed(2);
  return Number(text) === reais ? fromPlainText(text) : undefined;
}
