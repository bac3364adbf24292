import * as z from 'zod';
import type { Payment, Withdrawal } from '../../../../client/answers.ts';
import { centavos, subtractCentavos, type Centavos } from '../../../../pix/centavos.ts';
import type { Field } from '../../../output/fields.ts';

const amount = z.int().transform(centavos);
const nullableText = z.string().nullable();

/** Money that came in or went out. */
export const statementEntry = z.object({
  /** When the balance changed, RFC 3339. */
  postedAt: z.string(),
  type: z.enum(['PAYMENT', 'WITHDRAWAL']),
  /** The change of the balance in centavos: positive came in, negative went out. */
  netAmount: amount,
  /** The API's value: the amount charged, or the amount debited. It includes the fee. */
  value: amount,
  fee: amount.nullable(),
  id: z.string(),
  correlationID: nullableText,
  pixKey: nullableText,
  description: nullableText,
  createdAt: nullableText,
  updatedAt: nullableText,
});
export type StatementEntry = z.output<typeof statementEntry>;

export const STATEMENT_FIELDS: readonly Field[] = [
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
];

/** A settled row for which the service does not report the change of the balance, or its time. */
export class UnstatedEntry extends Error {
  override readonly name = 'UnstatedEntry';
  readonly id: string;
  readonly field: 'netValue' | 'createdAt';

  constructor(id: string, field: 'netValue' | 'createdAt') {
    super(`${id} is settled, but the service does not report its ${field}`);
    this.id = id;
    this.field = field;
  }
}

/**
 * The net value of a payment, dated by its last update: a completed payment no longer changes.
 *
 * @returns undefined for a payment that is not completed
 * @throws {UnstatedEntry} when the service omits the amount or the time of a completed one
 */
export function paymentEntry(payment: Payment): StatementEntry | undefined {
  if (payment.status !== 'COMPLETED') return undefined;
  const { id, value, fee } = payment;
  const postedAt = momentOf(id, payment.updatedAt ?? payment.createdAt);
  const netAmount = netValueOf(payment);
  return { postedAt, type: 'PAYMENT', netAmount, value, fee, id, pixKey: null, ...commonTexts(payment) };
}

/**
 * The value of a withdrawal, including the fee, dated by its creation: that is when the balance is debited.
 *
 * @returns undefined for a withdrawal that is not completed
 * @throws {UnstatedEntry} when the service omits the creation time of a completed one
 */
export function withdrawalEntry(withdrawal: Withdrawal): StatementEntry | undefined {
  if (withdrawal.status !== 'COMPLETED') return undefined;
  const { id, value, metadata } = withdrawal;
  const postedAt = momentOf(id, withdrawal.createdAt);
  const netAmount = subtractCentavos(centavos(0), value);
  const [fee, pixKey] = [metadata?.fee ?? null, withdrawal.pixKey ?? null];
  return { postedAt, type: 'WITHDRAWAL', netAmount, value, fee, id, pixKey, ...commonTexts(withdrawal) };
}

function commonTexts({ correlationID, description, createdAt, updatedAt }: Payment | Withdrawal) {
  return {
    correlationID: correlationID ?? null,
    description: description ?? null,
    createdAt: createdAt ?? null,
    updatedAt: updatedAt ?? null,
  };
}

function netValueOf({ id, netValue, value, fee }: Payment): Centavos {
  if (netValue !== null) return netValue;
  if (fee !== null) return subtractCentavos(value, fee);
  throw new UnstatedEntry(id, 'netValue');
}

function momentOf(id: string, timestamp: string | null | undefined): string {
  if (timestamp === null || timestamp === undefined || Number.isNaN(Date.parse(timestamp))) {
    throw new UnstatedEntry(id, 'createdAt');
  }
  return timestamp;
}
