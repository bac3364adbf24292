import type { Catalogue, Language } from '../text/translate.ts';
import { formatAge } from './age.ts';
import { singleLine } from './control-characters.ts';
import { formatDuration, formatMinute, formatMoment } from './dates.ts';
import type { Field } from './fields.ts';
import { formatReais } from './money.ts';
import type { Palette } from './palette.ts';

export interface HumanStyle {
  readonly text: Catalogue;
  readonly language: Language;
  readonly palette: Palette;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of the terminal; undefined when nothing bounds the width. */
  readonly columns: number | undefined;
}

/** A value as a person reads it, on one line. */
export function humanValue({ kind }: Field, value: unknown, style: HumanStyle): string {
  const { text, language, palette } = style;
  if (value === null || value === undefined || value === '') return palette.label('—');
  if (kind === 'money' && typeof value === 'number') {
    return value < 0 ? palette.bad(formatReais(value)) : formatReais(value);
  }
  if (kind === 'duration' && typeof value === 'number') return formatDuration(value);
  if (kind === 'time' && typeof value === 'string') return singleLine(formatMoment(value, language));
  if (kind === 'minute' && typeof value === 'string') return singleLine(formatMinute(value, language));
  if (kind === 'age' && typeof value === 'string') return formatAge(value, style.now, text) ?? palette.label('—');
  if (kind === 'status' && typeof value === 'string') return humanStatus(value, text, palette);
  if (kind === 'word' && typeof value === 'string') return humanWord(value, text);
  if (typeof value === 'boolean') return value ? text.words.yes : text.words.no;
  return singleLine(typeof value === 'string' ? value : JSON.stringify(value));
}

/** In the person's language, where it is one of ours. */
function humanWord(word: string, { words }: Catalogue): string {
  return Object.entries(words.machine).find(([name]) => name === word)?.[1] ?? singleLine(word);
}

type Tone = 'good' | 'waiting' | 'bad';

const TONES: Readonly<Record<keyof Catalogue['statuses'], Tone>> = {
  COMPLETED: 'good',
  FAILED: 'bad',
  PENDING: 'waiting',
  ACTIVE: 'waiting',
  OPEN: 'waiting',
  ACCEPTED: 'bad',
  REFUSED: 'good',
  planned: 'waiting',
  duplicate: 'good',
  sending: 'waiting',
  paid: 'good',
  accepted: 'waiting',
  failed: 'bad',
  refused: 'bad',
  unknown: 'bad',
  absent: 'bad',
  ambiguous: 'bad',
  resolved_paid: 'good',
  resolved_unpaid: 'bad',
};

function isKnownStatus(status: string): status is keyof typeof TONES {
  return Object.hasOwn(TONES, status);
}

/** A status in words and in its colour. */
export function humanStatus(status: string, text: Catalogue, palette: Palette): string {
  // A newer service may have invented it: shown as it is.
  if (!isKnownStatus(status)) return singleLine(status);
  return palette[TONES[status]](text.statuses[status]);
}
