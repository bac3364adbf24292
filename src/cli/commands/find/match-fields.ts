import { fieldsOf } from '../../../client/answers.ts';
import { payment, paymentDetails } from '../../../contract/payment.ts';
import { withdrawal, withdrawalDetails } from '../../../contract/withdrawal.ts';
import type { Match } from '../../../find/finding.ts';
import type { Screen } from '../../context/screen.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { valueAt, type Field, type StatusOf } from '../../output/fields.ts';
import { labelOf } from '../../output/sheet.ts';
import { CREATED_AGE, CREATED_AT, RECIPIENT_KEY, SHORT_ID } from '../../output/lists/list-columns.ts';
import type { TableColumn } from '../../output/table-layout.ts';

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

const OWN_FIELDS: readonly Field[] = ['profile', 'resource', 'matchedBy', 'recipientName'].map((path) => ({
  path,
  kind: 'text',
}));

/** Fields of payments and withdrawals. */
export const MATCH_FIELDS: readonly Field[] = [
  ...OWN_FIELDS.slice(0, -1),
  ...[payment, withdrawal, paymentDetails, withdrawalDetails]
    .flatMap((schema) => documentedFields(schema))
    .filter(({ path }, index, all) => all.findIndex((field) => field.path === path) === index)
    .map((field) => (field.kind === 'status' ? { ...field, statusOf: statusOfMatch } : field)),
  // Last, because scripts rely on the positions of the others.
  ...OWN_FIELDS.slice(-1),
];

const TABLE_COLUMNS: readonly TableColumn[] = [
  { path: 'profile', kind: 'text' },
  CREATED_AT,
  // Support is asked about a day, and an age fits where a date does not.
  { ...CREATED_AGE, rank: 2 },
  { path: 'resource', kind: 'text', rank: 1 },
  { path: 'status', kind: 'status', statusOf: statusOfMatch },
  { path: 'value', kind: 'money' },
  { path: 'recipientName', kind: 'text', rank: 2, least: 12, isEssential: true },
  { ...RECIPIENT_KEY, rank: 4 },
  { path: 'description', kind: 'text', rank: 3, least: 12, isEssential: true },
  { path: 'matchedBy', kind: 'text', rank: 7 },
  SHORT_ID,
];

interface ShownMatches {
  /** Whether matches must name their account. */
  readonly hasSeveralAccounts: boolean;
  /** Whether some matches may have names. */
  readonly hasNames: boolean;
}

export function matchColumns({ hasSeveralAccounts, hasNames }: ShownMatches): readonly TableColumn[] {
  return TABLE_COLUMNS.filter(
    ({ path }) => (path !== 'profile' || hasSeveralAccounts) && (path !== 'recipientName' || hasNames),
  );
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

/** With texts instead of codes, for a table. `list` selects the status texts. */
export function spokenMatchRow(match: Match, { text }: Pick<Screen, 'text'>): MatchRow {
  return {
    ...matchRow(match),
    list: match.list,
    resource: text.find.resources[match.list],
    matchedBy: match.matched.map((path) => labelOf({ path, kind: 'text' }, { text })).join(', '),
  };
}

/** Removes fields of the service with our names, which scripts rely on. */
function withoutOwnFields(entry: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fieldsOf(entry)).filter(([name]) => !OWN_FIELDS.some(({ path }) => path === name)),
  );
}
