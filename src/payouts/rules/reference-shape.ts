/** What a spreadsheet may turn a reference into. */
interface Shapes {
  /** Its meanings, in each way it can be read. */
  readonly own: ReadonlySet<string>;
  /** What a spreadsheet may leave of it. Two references are not alike just because their remainders are. */
  readonly left: ReadonlySet<string>;
}

/** Months as spreadsheets write them, in Portuguese and English. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'janeiro', 'january'],
  ['fev', 'fevereiro', 'feb', 'february'],
  ['mar', 'março', 'march'],
  ['abr', 'abril', 'apr', 'april'],
  ['mai', 'maio', 'may'],
  ['jun', 'junho', 'june'],
  ['jul', 'julho', 'july'],
  ['ago', 'agosto', 'aug', 'august'],
  ['set', 'setembro', 'sep', 'sept', 'september'],
  ['out', 'outubro', 'oct', 'october'],
  ['nov', 'novembro', 'november'],
  ['dez', 'dezembro', 'dec', 'december'],
];
const MONTH_OF_NAME = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));

/** `1.001,00`, `1,001`, `0001`, `(5)`: digits with points and commas between them. */
const NUMBER = /^([-+]?)(\d+(?:[.,]\d+)*)$/;
const SCIENTIFIC = /^(\d+)(?:[.,](\d+))?e([-+]?\d{1,3})$/;
const TIME = /^\d{1,4}:\d{1,2}(?::\d{1,2})?$/;
const CURRENCY = /^(?:r\$|\$)/;

/** A file of an ERP names the document, and a column `NF` has its number alone. */
const DOCUMENT =
  /^(?:nf-?e?|nota|notafiscal|fatura|fat|pedido|ped|documento|doc|boleto|invoice|inv|n[o°]?|num|numero)[.:#-]*(?=\d+$)/;

/** Longer numbers are shown as `1,23E+11`. */
const SHOWN_DIGITS = 11;
/** A spreadsheet's number is a double: further digits become zeros, or others. */
const EXACT_DIGITS = 15;
/** Longer ones are text to every spreadsheet. */
const TAKEN_FOR_NUMBER_MAXIMUM = 60;
/** Two-digit years from here on belong to the previous century. */
const CENTURY_TURN = 30;

/**
 * Whether a spreadsheet may have turned one reference into the other: `0001` and `1`, `1/2` and `01/fev`, `1001` and
 * `1.001,00`, `12345678901` and `1,23E+10`, other case, other spaces, dashes and digits; or a person: `NF 1001` and `1001`.
 *
 * References with different content, such as `INV-1` and `INV-2`, are not alike.
 */
export function isRewritten(one: string, other: string): boolean {
  const [first, second] = [shapesOf(one), shapesOf(other)];
  return meets(first.own, second.own) || meets(first.own, second.left) || meets(first.left, second.own);
}

export function shapesOf(reference: string): Shapes {
  const text = plainText(reference);
  const own = new Set([`text ${text}`]);
  const left = new Set<string>();
  if (text.length > TAKEN_FOR_NUMBER_MAXIMUM) return { own, left };
  addNumbers(text.replace(CURRENCY, '').replace(/^\((.+)\)$/, '-$1'), own, left);
  if (DOCUMENT.test(text)) addNumbers(text.replace(DOCUMENT, ''), left, left);
  addDates(text, own, left);
  if (TIME.test(text)) own.add(`time ${text.split(':').map(withoutZeros).join(':').replace(/:0$/, '')}`);
  return { own, left };
}

/** Removes what people overlook and programs change: spaces, case, and variants of dashes, quotes and digits. */
function plainText(reference: string): string {
  const text = reference
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/(?<=\d)\s+de\s+|(?<=\p{L})\s+de\s+(?=\d)/gu, '/')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .replaceAll(/[\p{Pd}\u2212]+/gu, '-')
    .replaceAll(/[\u2044\u2215]/g, '/')
    .replaceAll(/[\u2018\u2019\u00b4`]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replace(/^'+(?=.)/, '')
    .normalize('NFC');
  return text === '' ? reference : text;
}

function addNumbers(text: string, own: Set<string>, left: Set<string>): void {
  const scientific = SCIENTIFIC.exec(text);
  if (scientific !== null) {
    const [, whole = '', decimals = '', exponent = ''] = scientific;
    const digits = withoutZeros(whole + decimals);
    own.add(roundedShape(digits, Number(exponent) + digits.length - decimals.length - 1));
    addExact(whole + decimals, decimals.length - Number(exponent), '', own);
    return;
  }
  const number = NUMBER.exec(text);
  if (number === null) return;
  const [, sign = '', digits = ''] = number;
  for (const { integer, decimals } of readingsOf(digits)) {
    addExact(integer + decimals, decimals.length, sign, own);
    if (decimals === '') addRoundings(withoutZeros(integer), left);
  }
}

/** Points and commas may separate groups, or the last of them the decimals. */
function readingsOf(digits: string): readonly { readonly integer: string; readonly decimals: string }[] {
  const parts = digits.split(/[.,]/);
  const grouped = { integer: parts.join(''), decimals: '' };
  if (parts.length === 1) return [grouped];
  const separators = digits.replaceAll(/\d/g, '');
  const isGroupable = parts.slice(1).every((part) => part.length === 3) && new Set(separators).size === 1;
  const isDecimal = separators.at(-1) !== separators.at(-2);
  const decimal = { integer: parts.slice(0, -1).join(''), decimals: parts.slice(-1).join('') };
  return [...(isGroupable ? [grouped] : []), ...(isDecimal ? [decimal] : [])];
}

function addExact(digits: string, decimals: number, sign: string, own: Set<string>): void {
  const padded = decimals > 0 ? digits.padStart(decimals + 1, '0') : `${digits}${'0'.repeat(-decimals)}`;
  const at = padded.length - Math.max(0, decimals);
  const integer = withoutZeros(padded.slice(0, at));
  const rest = padded.slice(at).replace(/0+$/, '');
  const minus = sign === '-' && `${integer}${rest}` !== '0' ? '-' : '';
  own.add(`number ${minus}${integer}${rest === '' ? '' : `.${rest}`}`);
}

/** A long number as it is shown, and as a double stores it. */
function addRoundings(digits: string, left: Set<string>): void {
  if (digits.length > SHOWN_DIGITS - 1) {
    for (let stored = 1; stored <= EXACT_DIGITS && stored <= digits.length; stored += 1) {
      const rounded = roundedTo(digits, stored);
      left.add(roundedShape(rounded, rounded.length - 1));
    }
  }
  if (digits.length <= EXACT_DIGITS) return;
  left.add(`number ${digits.slice(0, EXACT_DIGITS).padEnd(digits.length, '0')}`);
  left.add(`number ${roundedTo(digits, EXACT_DIGITS)}`);
  left.add(`number ${BigInt(Number(digits))}`);
}

function roundedTo(digits: string, stored: number): string {
  const unit = 10n ** BigInt(digits.length - stored);
  return (((BigInt(digits) + unit / 2n) / unit) * unit).toString();
}

function roundedShape(digits: string, exponent: number): string {
  return `rounded ${digits.replace(/(?<=.)0+$/, '')}e${exponent}`;
}

interface DateParts {
  readonly day?: number;
  readonly month: number;
  readonly year?: number;
}

/** Day and month may be in either order, and the year may have been omitted or added. */
function addDates(text: string, own: Set<string>, left: Set<string>): void {
  for (const { day, month, year } of dateReadings(text)) {
    if (day === undefined) own.add(`month ${month} ${year}`);
    else if (year === undefined) own.add(`day ${day} ${month}`);
    else {
      own.add(`date ${day} ${month} ${year}`);
      left.add(`day ${day} ${month}`);
      if (day === 1) left.add(`month ${month} ${year}`);
    }
  }
}

function dateReadings(text: string): DateParts[] {
  const tokens = text.replace(/t?00:00(?::00)?$/, '').match(/\p{L}+|\d+|[^\p{L}\d]+/gu) ?? [];
  const words = tokens.filter((token) => /[\p{L}\d]/u.test(token));
  const joints = tokens.filter((token) => !/[\p{L}\d]/u.test(token));
  if (words.length < 2 || words.length > 3 || !joints.every((joint) => /^[/.\-,]{1,2}$/.test(joint))) return [];
  if (words.length === 3) {
    const [a = '', b = '', c = ''] = words;
    return [datesOf(a, b, c), datesOf(b, a, c), datesOf(c, b, a)].flat();
  }
  const [a = '', b = ''] = words;
  return [datesOf(a, b), datesOf(b, a), monthsOf(a, b), monthsOf(b, a)].flat();
}

function datesOf(typedDay: string, typedMonth: string, typedYear?: string): DateParts[] {
  const [day, month] = [numberOf(typedDay, 31), monthOf(typedMonth)];
  if (day === undefined || month === undefined) return [];
  if (typedYear === undefined) return [{ day, month }];
  const year = yearOf(typedYear);
  return year === undefined ? [] : [{ day, month, year }];
}

function monthsOf(typedMonth: string, typedYear: string): DateParts[] {
  const [month, year] = [monthOf(typedMonth), yearOf(typedYear)];
  return month === undefined || year === undefined ? [] : [{ month, year }];
}

function monthOf(typed: string): number | undefined {
  return MONTH_OF_NAME.get(typed) ?? numberOf(typed, 12);
}

function numberOf(typed: string, maximum: number): number | undefined {
  if (!/^\d{1,2}$/.test(typed)) return undefined;
  const value = Number(typed);
  return value >= 1 && value <= maximum ? value : undefined;
}

function yearOf(typed: string): number | undefined {
  if (/^\d{4}$/.test(typed)) return Number(typed);
  if (!/^\d{1,2}$/.test(typed)) return undefined;
  const value = Number(typed);
  return value + (value < CENTURY_TURN ? 2_000 : 1_900);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=.)/, '');
}

function meets(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const shape of one) if (other.has(shape)) return true;
  return false;
}
