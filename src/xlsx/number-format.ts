/** Ranges of ids, both ends included, of the date formats that are built in: files do not define them. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/**
 * Other built-in formats that show more than the number. Those with a dollar have the currency of the computer; Excel
 * writes their codes into the file where that is another one.
 */
const BUILT_IN_CODES: Readonly<Record<number, string>> = {
  5: '"$"#,##0',
  6: '"$"#,##0',
  7: '"$"#,##0.00',
  8: '"$"#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  42: '"$"#,##0',
  44: '"$"#,##0.00',
  48: '##0.0E+0',
};

/** What a number format shows about the meaning of its number. */
export type NumberFormat = ReturnType<typeof numberFormat>;

/** @param code undefined for a built-in format */
export function numberFormat(id: number, code: string | undefined) {
  const shown = code ?? BUILT_IN_CODES[id] ?? 'General';
  const plain = shown.replaceAll(/"[^"]*"|\\.|_.|\*./gu, '').replaceAll(/\[(?![hms]+\])[^\]]*\]/gi, '');
  const isScientific = /[0#?]e[+-]/i.test(plain);
  const isDate =
    code === undefined
      ? BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last)
      : !isScientific && /[ymdhs]/i.test(plain.replaceAll(/general|geral/gi, ''));
  return {
    code: shown,
    isDate,
    // `1,23E+11`
    isScientific,
    mask: isDate ? undefined : maskOf(shown),
    sections: formatSections(shown),
  };
}

/** A whole number as its format shows it. */
export function masked(digits: string, { mask }: NumberFormat): string {
  if (mask === undefined) return digits;
  const places = mask.replaceAll(/[^0]/g, '').length;
  const padded = digits.padStart(places, '0');
  let at = padded.length - places;
  const shown = Array.from(mask, (sign) => {
    if (sign !== '0') return sign;
    at += 1;
    return padded.charAt(at - 1);
  });
  return padded.slice(0, padded.length - places) + shown.join('');
}

/** A format of zeros and punctuation only, such as `000\.000\.000\-00`: it adds zeros and signs. */
function maskOf(code: string): string | undefined {
  const mask = code.replaceAll(/"([^"0]*)"|\\([^0])/gu, '$1$2');
  const isPlain = /^(?:0|"[^"0]*"|\\[^0]|[-/() ])+$/u.test(code);
  return isPlain && mask.startsWith('0') && mask.length > 1 ? mask : undefined;
}

/** The significant digits that Excel keeps and shows. Further stored digits come from the float. */
const SIGNIFICANT_DIGITS = 15;
const DECIMALS = 9;
const EXPONENT_MAXIMUM = 308;
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;

interface Decimal {
  readonly sign: '' | '-';
  /** Without leading zeros. */
  readonly digits: string;
  /** Of ten, to be multiplied with `digits`. */
  readonly exponent: number;
}

/**
 * A stored number as Excel shows it, without an exponent. The digits are rounded as text, never through a float.
 *
 * @returns undefined when the text is not a number
 */
export function decimalText(stored: string): string | undefined {
  const number = parse(stored);
  if (number === undefined) return undefined;
  const { sign, digits, exponent } = rounded(number);
  if (digits === '0') return '0';
  if (exponent >= 0) return sign + digits + '0'.repeat(exponent);
  const padded = digits.padStart(1 - exponent, '0');
  const decimals = padded.slice(exponent).replace(/0+$/, '');
  return `${sign}${padded.slice(0, exponent)}${decimals === '' ? '' : `.${decimals}`}`;
}

/** Whether a stored number has more digits before the point than Excel keeps. */
export function hasLostDigits(stored: string): boolean {
  const number = parse(stored);
  return number !== undefined && number.digits.length + number.exponent > SIGNIFICANT_DIGITS;
}

function parse(stored: string): Decimal | undefined {
  const [whole, sign = '', integer = '', decimals = '', power = '0'] = NUMBER.exec(stored.trim()) ?? [];
  if (whole === undefined || integer + decimals === '') return undefined;
  const exponent = Number(power) - decimals.length;
  if (Math.abs(exponent) > EXPONENT_MAXIMUM) return undefined;
  const digits = (integer + decimals).replace(/^0+(?=.)/, '');
  return { sign: sign === '-' ? '-' : '', digits, exponent };
}

/** Rounds half up, like Excel. Where amounts cancel out, the float leaves digits beyond the decimals that they have. */
function rounded({ sign, digits, exponent }: Decimal): Decimal {
  const beyond = Math.max(digits.length - SIGNIFICANT_DIGITS, -exponent - DECIMALS);
  if (beyond <= 0) return { sign, digits, exponent };
  const unit = 10n ** BigInt(beyond);
  return { sign, digits: String((BigInt(digits) + unit / 2n) / unit), exponent: exponent + beyond };
}

/** One section of a number format: what it shows around the digits of a number. */
export type FormatSection = ReturnType<typeof sectionOf>;

/** In this order: text in quotes, an escaped sign, room as wide as a sign, a sign that fills, brackets, digits, the rest. */
const TOKEN = /"([^"]*)"|\\(.)|_.|\*.|\[([^\]]*)\]|(general|geral|@|[0#?.,]*[0#?][0#?.,]*)|(.)/giu;
/** A comma behind the last digit, or before the decimals, divides by a thousand. */
const DIVIDES = /,(?:\.|$)/;
const CONDITION = /^\[[<>=]/;

/** The sections that may show a number: one by its sign, or, with conditions, each for numbers. */
function formatSections(code: string): Record<'positive' | 'negative', readonly FormatSection[]> {
  const sections = splitSections(code);
  const hasConditions = sections.some((section) => section.some((token) => CONDITION.test(token[0])));
  const [positive = [], negative = positive] = sections;
  const of = (section: readonly Token[]) => (hasConditions ? sections.slice(0, 3) : [section]).map(sectionOf);
  return { positive: of(positive), negative: of(negative) };
}

type Token = RegExpMatchArray;

function splitSections(code: string): readonly (readonly Token[])[] {
  const sections: Token[][] = [[]];
  for (const token of code.matchAll(TOKEN)) {
    if (token[0] === ';') sections.push([]);
    else sections.at(-1)?.push(token);
  }
  return sections;
}

function sectionOf(tokens: readonly Token[]) {
  const texts: string[] = [];
  let text = '';
  let [percents, digits, isFraction, divides] = [0, 0, false, false];
  for (const [, quoted, escaped, bracketed, number, sign] of tokens) {
    if (number !== undefined) {
      digits += 1;
      divides ||= DIVIDES.test(number);
      texts.push(text);
      text = '';
      continue;
    }
    if (sign === '%') percents += 1;
    if (sign === '/') isFraction = true;
    // `[$R$-416]` is a currency and a language; other brackets show nothing.
    const currency = /^\$([^-]*)/.exec(bracketed ?? '')?.[1];
    text += quoted ?? escaped ?? sign ?? currency ?? '';
  }
  const [before = text, ...within] = texts;
  return {
    before,
    // Between groups of digits.
    within: within.join(''),
    after: digits === 0 ? '' : text,
    // Each sign shows a hundred times the number. They are in the texts, too.
    percents,
    // Not rounded to thousands, as a fraction, or not at all.
    showsNumber: digits > 0 && !isFraction && !divides,
  };
}

export const GENERAL = numberFormat(0, undefined);
