import { type NumberFormat, decimalText, type FormatSection } from '../../xlsx/number-format.ts';
import type { Problem } from './batch-problem.ts';

/** How the section of negative numbers shows the sign. */
const NEGATIVE = /[-\u2212()]/g;
const REAIS = /^\s*(?:R\$|BRL|rea(?:l|is))?\s*$/i;

/** The problem of an amount that its sheet shows as something else than reais, or than a number without a unit. */
export function shownOtherwise(text: string, { code, sections }: NumberFormat): Problem | undefined {
  const isNegative = text.startsWith('-');
  const shown = isNegative ? sections.negative.map(withoutSign) : sections.positive;
  const other = shown.find((section) => !showsReais(section));
  if (other === undefined) return undefined;
  return { code: 'shown_otherwise', details: { shown: shownBy(other, text), format: code } };
}

function withoutSign(section: FormatSection): FormatSection {
  return { ...section, before: section.before.replace(NEGATIVE, ''), after: section.after.replace(NEGATIVE, '') };
}

function showsReais({ before, within, after, showsNumber }: FormatSection): boolean {
  return showsNumber && within.trim() === '' && REAIS.test(before) && REAIS.test(after);
}

function shownBy({ before, within, after, percents, showsNumber }: FormatSection, text: string): string | null {
  const number = decimalText(`${text}e${2 * percents}`);
  if (!showsNumber || within.trim() !== '' || number === undefined) return null;
  return `${before}${number}${after}`.trim();
}
