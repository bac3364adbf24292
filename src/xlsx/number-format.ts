import { formatSections, type FormatSection } from './format-section.ts';

/** What a number format shows about the meaning of its number. */
export interface NumberFormat {
  readonly code: string;
  readonly isDate: boolean;
  /** `1,23E+11` */
  readonly isScientific: boolean;
  /** A format of zeros and punctuation only, such as `000\.000\.000\-00`: it adds zeros and signs. */
  readonly mask: string | undefined;
  /** What shows a positive number; several where conditions choose. */
  readonly positive: readonly FormatSection[];
}

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

/** @param code undefined for a built-in format */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
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
    isScientific,
    mask: isDate ? undefined : maskOf(shown),
    positive: formatSections(shown),
  };
}

export const GENERAL = numberFormat(0, undefined);

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
