import type { FormatSection } from '../../xlsx/format-section.ts';
import type { NumberFormat } from '../../xlsx/number-format.ts';
import { decimalText } from '../../xlsx/number-text.ts';
import type { Problem } from './batch-problem.ts';

const REAIS = /^\s*(?:R\$|BRL|rea(?:l|is))?\s*$/i;

/** The problem of an amount that its sheet shows as something else than reais, or than a number without a unit. */
export function shownOtherwise(text: string, { code, positive }: NumberFormat): Problem | undefined {
  const other = positive.find((section) => !showsReais(section));
  if (other === undefined) return undefined;
  return { code: 'shown_otherwise', details: { shown: shownBy(other, text), format: code } };
}

function showsReais({ before, within, after, showsNumber }: FormatSection): boolean {
  return showsNumber && within.trim() === '' && REAIS.test(before) && REAIS.test(after);
}

function shownBy({ before, within, after, percents, showsNumber }: FormatSection, text: string): string | null {
  const number = decimalText(`${text}e${2 * percents}`);
  if (!showsNumber || within.trim() !== '' || number === undefined) return null;
  return `${before}${number}${after}`.trim();
}
