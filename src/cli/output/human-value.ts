import type { Catalogue, Language } from '../text/translate.ts';
import { singleLine } from './control-characters.ts';
import { formatMoment } from './dates.ts';
import { formatDuration } from './duration.ts';
import type { Field } from './fields.ts';
import { formatReais } from './money.ts';
import type { Palette } from './palette.ts';

export interface HumanStyle {
  readonly text: Catalogue;
  readonly language: Language;
  readonly palette: Palette;
}

/** A value as a person reads it, on one line. */
export function humanValue({ kind }: Field, value: unknown, { text, language, palette }: HumanStyle): string {
  if (value === null || value === undefined || value === '') return palette.label('—');
  if (kind === 'money' && typeof value === 'number') {
    return value < 0 ? palette.bad(formatReais(value)) : formatReais(value);
  }
  if (kind === 'duration' && typeof value === 'number') return formatDuration(value);
  if (kind === 'time' && typeof value === 'string') return singleLine(formatMoment(value, language));
  if (kind === 'status' && typeof value === 'string') return humanStatus(value, text, palette);
  if (typeof value === 'boolean') return value ? text.words.yes : text.words.no;
  return singleLine(typeof value === 'string' ? value : JSON.stringify(value));
}

function humanStatus(status: string, text: Catalogue, palette: Palette): string {
  switch (status) {
    case 'COMPLETED':
      return palette.good(text.statuses.COMPLETED);
    case 'FAILED':
      return palette.bad(text.statuses.FAILED);
    case 'PENDING':
      return palette.waiting(text.statuses.PENDING);
    case 'ACTIVE':
      return palette.waiting(text.statuses.ACTIVE);
    case 'OPEN':
      return palette.waiting(text.statuses.OPEN);
    case 'ACCEPTED':
      return palette.bad(text.statuses.ACCEPTED);
    case 'REFUSED':
      return palette.good(text.statuses.REFUSED);
    default:
      // A newer service may have invented it: shown as it is.
      return singleLine(status);
  }
}
