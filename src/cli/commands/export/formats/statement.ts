import { ofKind, valueAt, type Field, type Fields, type StatusOf } from '../../../output/fields.ts';
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
  ...ofKind('money', 'netAmount', 'value', 'fee'),
  ...ofKind('text', 'id', 'correlationID', 'pixKey', 'description'),
  ...ofKind('time', 'createdAt', 'updatedAt'),
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
