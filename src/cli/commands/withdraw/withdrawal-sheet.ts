import { withdrawalDetails } from '../../../contract/withdrawal.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { valueAt } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { renderSheet } from '../../output/sheet.ts';

const WITHDRAWAL_FIELDS = documentedFields(withdrawalDetails);

/** The order of fields: the most important first. */
const ORDER = [
  'status',
  'failureReason',
  'sent',
  'fee',
  'value',
  'pixKey',
  'pixKeyType',
  'createdAt',
  'completedAt',
  'failedAt',
  'updatedAt',
  'id',
  'transactionId',
  'correlationID',
];
/** Fields of the end of a withdrawal, of which it has only some. */
const ENDINGS = ['failureReason', 'completedAt', 'failedAt'];

const NOT_OF_FAILED = ['sent', 'fee', 'value'];

/** A withdrawal as a sheet, with the fields of the response. */
export function withdrawalSheet(withdrawal: object, style: HumanStyle): string {
  const hasFailed = valueAt(withdrawal, 'status') === 'FAILED';
  const fields = ORDER.flatMap((path) => WITHDRAWAL_FIELDS.filter((field) => field.path === path)).filter(
    ({ path }) => {
      const value = valueAt(withdrawal, path);
      // The amount to send was returned with its fee.
      if (hasFailed && NOT_OF_FAILED.includes(path)) return false;
      return value !== undefined && (value !== null || !ENDINGS.includes(path));
    },
  );
  if (!hasFailed) return renderSheet(withdrawal, fields, style);
  const returned = { ...withdrawal, returned: valueAt(withdrawal, 'value') };
  const ending = fields.filter(({ path }) => path === 'status' || path === 'failureReason');
  const others = fields.filter((field) => !ending.includes(field));
  return renderSheet(returned, [...ending, { path: 'returned', kind: 'money' }, ...others], style);
}
