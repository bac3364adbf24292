import { fieldsOf } from '../../../client/answers.ts';
import { payment, paymentDetails } from '../../../contract/payment.ts';
import { withdrawal, withdrawalDetails } from '../../../contract/withdrawal.ts';
import type { Match } from '../../../find/finding.ts';
import { foldWords } from '../../../find/term.ts';
import type { Question } from '../../../find/question.ts';
import { withoutMarks } from '../../../payouts/rules/mark.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { ofKind, valueAt, type Field, type StatusOf } from '../../output/fields.ts';
import { humanValue, type HumanStyle } from '../../output/human-value.ts';
import { labelOf } from '../../output/sheet.ts';
import { CREATED_AT, SHORT_ID } from '../../output/lists/list-columns.ts';
import type { TableColumn } from '../../output/table-layout.ts';
import { cutToWidth, textWidth } from '../../output/text-width.ts';

/** A match as it is shown: where and how it was found, then the service's own fields. */
export interface MatchRow extends Record<string, unknown> {
  /** Null when key and address come from the environment. */
  readonly profile: string | null;
  readonly resource: string;
  /** Paths of the matching fields, separated by commas. */
  readonly matchedBy: string;
  /** The recipient's name in files that were paid; null if the match was not found by it. */
  readonly recipientName: string | null;
}

const OWN_FIELDS: readonly Field[] = ofKind('text', 'profile', 'resource', 'matchedBy', 'recipientName');

export const MATCH_FIELDS: readonly Field[] = [
  ...OWN_FIELDS.slice(0, -1),
  ...[payment, withdrawal, paymentDetails, withdrawalDetails]
    .flatMap((schema) => documentedFields(schema))
    .filter(({ path }, index, all) => all.findIndex((field) => field.path === path) === index)
    .map((field) => (field.kind === 'status' ? { ...field, statusOf: statusOfMatch } : field)),
  // Last, because scripts rely on the positions of the others.
  ...OWN_FIELDS.slice(-1),
];

/** Shown without heads: each value says what it is. */
const TABLE_COLUMNS: readonly TableColumn[] = [
  { path: 'profile', kind: 'text' },
  CREATED_AT,
  { path: 'resource', kind: 'text', rank: 4 },
  { path: 'status', kind: 'status', statusOf: statusOfMatch },
  { path: 'value', kind: 'money' },
  { path: 'about', kind: 'text', rank: 2, least: 12, isEssential: true },
  { path: 'matchedBy', kind: 'text', rank: 5 },
  SHORT_ID,
];

/**
 * @param hasSeveralAccounts whether matches must name their account
 * @param isVerbose whether what kind they are and why they match is shown, too
 */
export function matchColumns({ words, terms }: Question, hasSeveralAccounts: boolean, isVerbose: boolean) {
  const isShown = (path: string) =>
    path === 'profile' ? hasSeveralAccounts : isVerbose || !/resource|matchedBy/.test(path);
  const wanted = [words, ...terms.map((term) => term.words)];
  const cut = (text: string, columns: number) => cutBefore(text, wanted, columns);
  return TABLE_COLUMNS.filter(({ path }) => isShown(path)).map((column) => ({ ...column, cut }));
}

/** Cut at its beginning, too, where the words that were searched for would not be seen otherwise. */
function cutBefore(text: string, wanted: readonly string[], columns: number): string {
  const found = wanted.find((words) => foldWords(text).includes(words)) ?? '';
  const at = foldWords(text).indexOf(found);
  if (textWidth(text.slice(0, at + found.length)) < columns) return cutToWidth(text, columns);
  const starts = Array.from(text.matchAll(/(?<=\s)[\p{L}\p{N}]/gu), ({ index }) => index);
  const start = starts.find((index) => textWidth(text.slice(index)) < columns) ?? at;
  return cutToWidth(`…${text.slice(Math.min(start, at))}`, columns);
}

export function matchRow({ account, list, matched, entry, name }: Match): MatchRow {
  return {
    profile: account === '' ? null : account,
    resource: list === 'payments' ? 'payment' : 'withdrawal',
    matchedBy: matched.join(','),
    ...withoutOwnFields(entry),
    recipientName: name ?? null,
  };
}

function statusOfMatch(row: unknown): StatusOf {
  return valueAt(row, 'list') === 'payments' || valueAt(row, 'resource') === 'payment' ? 'charge' : 'withdrawal';
}

/** For a table. `list` selects the status texts. @param name the recipient's, if it is known */
export function spokenMatchRow(match: Match, name: string | undefined, style: HumanStyle): MatchRow {
  const { text } = style;
  const { list, entry } = match;
  const { pixKey, description } = fieldsOf(entry);
  const recipient = name ?? (typeof pixKey === 'string' ? pixKey : undefined);
  const said = typeof description === 'string' ? withoutMarks(description) : '';
  const amount = MATCH_FIELDS.find(({ path, kind }) => kind === 'money' && match.matched.includes(path));
  return {
    ...matchRow(match),
    list,
    resource: text.find.resources[list],
    matchedBy: match.matched.map((path) => labelOf({ path, kind: 'text' }, style)).join(', '),
    description: said,
    about: [
      // The amount that was searched for is not the one in its column.
      amount === undefined || amount.path === 'value'
        ? ''
        : `${labelOf(amount, style)} ${humanValue(amount, entry, style)}`,
      list === 'withdraws' && recipient !== undefined ? text.find.to(recipient) : '',
      said,
    ]
      .filter((part) => part !== '')
      .join(' · '),
  };
}

/** Removes fields of the service with our names, which scripts rely on. */
function withoutOwnFields(entry: object): Record<string, unknown> {
  const isOwn = (name: string) => OWN_FIELDS.some(({ path }) => path === name);
  return Object.fromEntries(Object.entries(fieldsOf(entry)).filter(([name]) => !isOwn(name)));
}
