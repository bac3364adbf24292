import { payment } from '../../../contract/payment.ts';
import { withdrawal } from '../../../contract/withdrawal.ts';
import type { ListName } from '../../../find/wallet-entry.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import type { Field } from '../../output/fields.ts';
import { SPOKEN_STATEMENT_FIELDS, STATEMENT_FIELDS } from './formats/statement.ts';

export type ExportKind = 'payments' | 'withdraws' | 'statement';

/** The lists of the service that an export reads. */
export const LISTS_OF: Readonly<Record<ExportKind, readonly ListName[]>> = {
  payments: ['payments'],
  withdraws: ['withdraws'],
  statement: ['payments', 'withdraws'],
};

export const EXPORT_FORMATS = ['csv', 'ndjson', 'xlsx', 'excel-br', 'ofx', 'cnab240'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

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
