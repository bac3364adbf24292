/** The significant digits that Excel keeps and shows. Further stored digits come from the float. */
const SIGNIFICANT_DIGITS = 15;
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

/** Rounds half up, like Excel. */
function rounded({ sign, digits, exponent }: Decimal): Decimal {
  const beyond = digits.length - SIGNIFICANT_DIGITS;
  if (beyond <= 0) return { sign, digits, exponent };
  const unit = 10n ** BigInt(beyond);
  return { sign, digits: String((BigInt(digits) + unit / 2n) / unit), exponent: exponent + beyond };
}
