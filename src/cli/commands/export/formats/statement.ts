import { valueAt, type Field, type Fields, type StatusOf } from '../../../output/fields.ts';
import type { AccountEntry } from '../../../../account/entry.ts';

/** An entry in a statement, with the balance that it led to. */
export type StatementRow = AccountEntry & {
  /** Null where the balance before it is not known. */
  readonly balanceAfter: number | null;
};

export const STATEMENT_FIELDS: Fields<StatementRow> = [
  { path: 'postedAt', kind: 'time' },
  // A word from a closed set, like a status.
  { path: 'type', kind: 'status' },
  { path: 'netAmount', kind: 'money' },
  { path: 'value', kind: 'money' },
  { path: 'fee', kind: 'money' },
  { path: 'id', kind: 'text' },
  { path: 'correlationID', kind: 'text' },
  { path: 'pixKey', kind: 'text' },
  { path: 'description', kind: 'text' },
  { path: 'createdAt', kind: 'time' },
  { path: 'updatedAt', kind: 'time' },
  { path: 'status', kind: 'status', statusOf: statusOfEntry },
  { path: 'endToEndId', kind: 'text' },
  { path: 'balanceAfter', kind: 'money' },
];

/** What a person reads names the recipient, before the key. */
export const SPOKEN_STATEMENT_FIELDS: readonly Field[] = STATEMENT_FIELDS.flatMap((field) =>
  field.path === 'pixKey' ? [{ path: 'recipientName', kind: 'text' } as const, field] : [field],
);

function statusOfEntry(row: unknown): StatusOf {
  return valueAt(row, 'type') === 'PAYMENT' ? 'charge' : 'withdrawal';
}

/** The columns that a manifest sums up. */
export const STATEMENT_SUMS: readonly string[] = ['netAmount', 'value', 'fee'];
