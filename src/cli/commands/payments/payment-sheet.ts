import type { PaymentDetails } from '../../../client/answers.ts';
import { paymentSettledAt } from '../../../account/entry.ts';
import { paymentDetails } from '../../../contract/payment.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import type { Field } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { filledSheet } from '../../output/sheet.ts';
import { singleLine } from '../../output/text-width.ts';

const FIELDS = documentedFields(paymentDetails);

/** The order of fields: the most important first. */
const SHEET = [
  'status',
  'value',
  'fee',
  'netValue',
  'description',
  'createdAt',
  'updatedAt',
  'id',
  'transactionId',
  'correlationID',
].flatMap((path) => FIELDS.filter((field) => field.path === path));

const CREATED_AT = { path: 'createdAt', kind: 'time', label: 'chargeCreatedAt' } as const;
const UPDATED_AT = { path: 'updatedAt', kind: 'time', label: 'chargeUpdatedAt' } as const;
const PAID_AT = { path: 'paidAt', kind: 'time' } as const;

/** A charge as a person sees it, and the code that the payer copies, where it is shown. */
export function paymentSheet(payment: PaymentDetails, copyPaste: string | undefined, style: HumanStyle): string {
  const paidAt = paymentSettledAt(payment);
  const fields = SHEET.flatMap((field): readonly Field[] => {
    if (field.path === 'createdAt') return [CREATED_AT];
    if (field.path !== 'updatedAt') return [field];
    if (paidAt !== undefined) return [PAID_AT];
    return payment.updatedAt === payment.createdAt ? [] : [UPDATED_AT];
  });
  const sheet = filledSheet({ ...payment, paidAt }, fields, style);
  const { copyPaste: label } = style.text.payments.qrCode;
  return copyPaste === undefined ? sheet : `${sheet}\n${label}\n${singleLine(copyPaste)}\n`;
}
