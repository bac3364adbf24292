import { payment } from '../../../contract/payment.ts';
import { withdrawal } from '../../../contract/withdrawal.ts';
import type { ListName } from '../../../find/wallet-entry.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { type Field, ofKind, valueAt, type Fields, type StatusOf } from '../../output/fields.ts';
import type { AccountEntry } from '../../../account/entry.ts';

export type ExportKind = 'payments' | 'withdraws' | 'statement';

/** The lists of the service that an export reads. */
export const LISTS_OF: Readonly<Record<ExportKind, readonly ListName[]>> = {
  payments: ['payments'],
  withdraws: ['withdraws'],
  statement: ['payments', 'withdraws'],
};

export const EXPORT_FORMATS = ['csv', 'ndjson', 'xlsx', 'excel-br', 'ofx', 'cnab240'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** An entry in a statement, with the balance that it led to. */
export type StatementRow = AccountEntry & {
  /** Null where the balance before it is not known. */
  readonly balanceAfter: number | null;
};

const STATEMENT_FIELDS: Fields<StatementRow> = [
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
const SPOKEN_STATEMENT_FIELDS: readonly Field[] = STATEMENT_FIELDS.flatMap((field) =>
  field.path === 'pixKey' ? [{ path: 'recipientName', kind: 'text' } as const, field] : [field],
);

/** Files of statements alone, which state balances and have fixed fields. */
export function isOfBank(format: ExportFormat): format is 'ofx' | 'cnab240' {
  return format === 'ofx' || format === 'cnab240';
}

/** Files that a person reads: with words for statuses, and names for recipients. */
export function isForPerson(format: ExportFormat): boolean {
  return format !== 'csv' && format !== 'ndjson';
}

/** The columns of an export, with the API's names. */
export function exportFields(kind: ExportKind, format: ExportFormat = 'csv'): readonly Field[] {
  switch (kind) {
    case 'payments':
      return documentedFields(payment);
    case 'withdraws':
      return documentedFields(withdrawal);
    case 'statement':
      return isForPerson(format) ? SPOKEN_STATEMENT_FIELDS : STATEMENT_FIELDS;
  }
}

function statusOfEntry(row: unknown): StatusOf {
  return valueAt(row, 'type') === 'PAYMENT' ? 'charge' : 'withdrawal';
}

/** The columns that a manifest sums up. */
export const STATEMENT_SUMS: readonly string[] = ['netAmount', 'value', 'fee'];
