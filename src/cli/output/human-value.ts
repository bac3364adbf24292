import { withoutMarks } from '../../payouts/rules/mark.ts';
import type { Catalogue, Language } from '../text/translate.ts';
import { singleLine } from './text-width.ts';
import { formatDuration, formatIsoDay, formatMinute, formatMoment, formatRelative } from './dates.ts';
import { valueAt, type Field, type StatusOf } from './fields.ts';
import { formatReais } from '../../pix/reais-text.ts';
import type { Palette } from './palette.ts';
import { ERROR_STATUS, type ErrorCode } from '../../contract/error.ts';
import { refusalCodeIn } from '../../pix/refusal-codes.ts';

export interface HumanStyle {
  readonly text: Catalogue;
  readonly language: Language;
  readonly palette: Palette;
  readonly now: number;
  /** Columns of the terminal; undefined means unlimited. */
  readonly columns: number | undefined;
  /** For a screen reader: words stand for signs and bars. */
  readonly isSpoken?: boolean;
}

type Spoken = Pick<HumanStyle, 'text' | 'palette' | 'isSpoken'>;

export function nothing({ text, palette, isSpoken }: Spoken): string {
  return palette.label(isSpoken === true ? text.labels.spoken.nothing : '—');
}

/** Before what is done. */
export function doneMark({ text, palette, isSpoken }: Spoken): string {
  return isSpoken === true ? `${text.labels.spoken.done}: ` : `${palette.good('✓')} `;
}

/** The value of a field as a person sees it, on one line. */
export function humanValue({ path, kind, statusOf }: Field, row: unknown, style: HumanStyle): string {
  const { text, language, palette } = style;
  const found = kind === 'payoutReason' ? payoutReason(row ?? {}, text) : valueAt(row, path);
  // The mark of a payment says nothing to a person.
  const value = path === 'description' && typeof found === 'string' ? withoutMarks(found).trim() : found;
  if (value === null || value === undefined || value === '') return nothing(style);
  if (kind === 'money' && typeof value === 'number') {
    return value < 0 ? palette.bad(formatReais(value)) : formatReais(value);
  }
  if (kind === 'count' && typeof value === 'number') return formatCount(value, language);
  if (kind === 'day' && typeof value === 'string') return singleLine(formatIsoDay(value, language));
  if (kind === 'duration' && typeof value === 'number') return formatDuration(value);
  if (kind === 'time' && typeof value === 'string') return singleLine(formatMoment(value, language));
  if (kind === 'minute' && typeof value === 'string') return singleLine(formatMinute(value, language));
  if (kind === 'age' && typeof value === 'string') return formatRelative(value, style.now, text) ?? nothing(style);
  if (kind === 'status' && typeof value === 'string' && statusOf !== undefined) {
    return humanStatus(value, typeof statusOf === 'function' ? statusOf(row) : statusOf, text, palette);
  }
  if (kind === 'failure' && typeof value === 'string') return singleLine(failureWords(value, text));
  if (kind === 'keyType' && typeof value === 'string') return wordIn(text.pixKey.types, value);
  if (kind === 'word' && typeof value === 'string') return wordIn(text.words.machine, value);
  if (typeof value === 'boolean') return value ? text.words.yes : text.words.no;
  return singleLine(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A number of things: `52,714`, or `52.714`. */
function formatCount(number: number, language: Language): string {
  return number.toLocaleString(language);
}

/** `ana@example.com (e-mail)` */
export function typedKey(key: string, type: string | null | undefined, text: Catalogue): string {
  return (type ?? '') === '' ? key : `${key} (${wordIn(text.pixKey.types, type ?? '')})`;
}

/** In the person's language, if it is a known word; an unknown one unchanged. */
function wordIn(words: Readonly<Record<string, string>>, word: string): string {
  return (Object.hasOwn(words, word) ? words[word] : undefined) ?? singleLine(word);
}

type Tone = 'good' | 'waiting' | 'bad';

const TONES: { readonly [Of in StatusOf]: Readonly<Record<keyof Catalogue['statuses'][Of], Tone>> } = {
  charge: { PENDING: 'waiting', ACTIVE: 'waiting', COMPLETED: 'good', FAILED: 'bad' },
  withdrawal: { PENDING: 'waiting', COMPLETED: 'good', FAILED: 'bad' },
  dispute: { OPEN: 'waiting', ACCEPTED: 'bad', REFUSED: 'good' },
  payout: {
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
  },
  reconciliation: {
    matched: 'good',
    decided: 'good',
    left_out: 'good',
    sum_differs: 'bad',
    sign_differs: 'bad',
    amount_differs: 'bad',
    day_differs: 'waiting',
    ambiguous: 'waiting',
    only_here: 'bad',
    only_there: 'bad',
    unread: 'bad',
  },
};

export function humanStatus(status: string, of: StatusOf, text: Catalogue, palette: Palette): string {
  const tones: Readonly<Record<string, Tone>> = TONES[of];
  const tone = Object.hasOwn(tones, status) ? tones[status] : undefined;
  return tone === undefined ? singleLine(status) : palette[tone](statusWords(status, of, text));
}

export function statusWords(status: string, of: StatusOf, { statuses }: Catalogue): string {
  return wordIn(statuses[of], status);
}

/** Why a withdrawal failed: `the account … does not exist (AC03)`, or the service's message for an unknown code. */
export function failureWords(reason: string, { refusalCodes }: Catalogue): string {
  const code = refusalCodeIn(reason);
  return code === undefined ? reason.trim().replace(/\.$/, '') : `${refusalCodes[code].why} (${code})`;
}

/** Why a payout has its status, and where the money is; undefined if there is nothing to explain. */
export function payoutReason(
  { status, code, reason }: Partial<Record<'status' | 'code' | 'reason', unknown>>,
  text: Catalogue,
): string | undefined {
  const { refusals, payoutReasons } = text;
  const said = typeof reason === 'string' && reason !== code ? reason : undefined;
  if (status === 'failed' && said !== undefined) return payoutReasons.moneyCameBack(failureWords(said, text));
  if (typeof code !== 'string') return said;
  const words = isErrorCode(code) ? refusals[code]({}).message : (wordsOfOwn(code, text) ?? said);
  if (words === undefined) return undefined;
  return status === 'refused' ? payoutReasons.moneyNeverLeft(words) : words;
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}

function wordsOfOwn(code: string, { payoutReasons: { reasons }, transport }: Catalogue): string | undefined {
  const known: Readonly<Record<string, string>> = reasons;
  if (Object.hasOwn(known, code)) return known[code];
  return Object.hasOwn(transport, code) ? reasons.no_response : undefined;
}
