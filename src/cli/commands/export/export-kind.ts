import { payment } from '../../../contract/payment.ts';
import { withdrawal } from '../../../contract/withdrawal.ts';
import type { ListName } from '../../../find/wallet-entry.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import type { Field } from '../../output/fields.ts';
import { STATEMENT_FIELDS } from './formats/statement.ts';

export type ExportKind = 'payments' | 'withdraws' | 'statement';

/** The lists of the service that an export is made of. */
export const LISTS_OF: Readonly<Record<ExportKind, readonly ListName[]>> = {
  payments: ['payments'],
  withdraws: ['withdraws'],
  statement: ['payments', 'withdraws'],
};

export const EXPORT_FORMATS = ['csv', 'ndjson', 'xlsx', 'excel-br', 'ofx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The columns of an export, by the names that the API has for them. */
export function exportFields(kind: ExportKind): readonly Field[] {
  switch (kind) {
    case 'payments':
      return documentedFields(payment);
    case 'withdraws':
      return documentedFields(withdrawal);
    case 'statement':
      return STATEMENT_FIELDS;
  }
}
