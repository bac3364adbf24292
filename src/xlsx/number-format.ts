/** What a number format shows about the meaning of its number. */
export interface NumberFormat {
  readonly isDate: boolean;
  /** `1,23E+11` */
  readonly isScientific: boolean;
  /** A format of zeros and punctuation only, such as `000\.000\.000\-00`: it adds zeros and signs. */
  readonly mask: string | undefined;
}

export const GENERAL: NumberFormat = { isDate: false, isScientific: false, mask: undefined };

/** Ranges of ids, both ends included, of the date formats that are built in: files do not define them. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
const BUILT_IN_SCIENTIFIC: ReadonlySet<number> = new Set([11, 48]);

/** @param code undefined for a built-in format */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    const isDate = BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last);
    return { isDate, isScientific: BUILT_IN_SCIENTIFIC.has(id), mask: undefined };
  }
  const plain = code.replaceAll(/"[^"]*"|\\.|_.|\*./gu, '').replaceAll(/\[(?![hms]+\])[^\]]*\]/gi, '');
  const isScientific = /[0#?]e[+-]/i.test(plain);
  const isDate = !isScientific && /[ymdhs]/i.test(plain.replaceAll(/general|geral/gi, ''));
  return { isDate, isScientific, mask: isDate ? undefined : maskOf(code) };
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

function maskOf(code: string): string | undefined {
  const mask = code.replaceAll(/"([^"0]*)"|\\([^0])/gu, '$1$2');
  const isPlain = /^(?:0|"[^"0]*"|\\[^0]|[-/() ])+$/u.test(code);
  return isPlain && mask.startsWith('0') && mask.length > 1 ? mask : undefined;
}
