import type { Payment, Withdrawal } from '../../client/client.ts';
import { centavos, subtractCentavos, type Centavos } from '../../pix/centavos.ts';
import type { Field } from '../output/fields.ts';

/** Money that came in or went out. */
export interface StatementEntry {
  /** When the balance changed, RFC 3339. */
  readonly postedAt: string;
  readonly type: 'PAYMENT' | 'WITHDRAWAL';
  /** By how much the balance changed: positive came in, negative went out. */
  readonly amount: Centavos;
  /** As the API has it: what was charged, or what left the balance. Fees are within it. */
  readonly value: Centavos;
  readonly fee: Centavos | null;
  readonly id: string;
  readonly correlationID: string | null;
  readonly pixKey: string | null;
  readonly description: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

export const STATEMENT_FIELDS: readonly Field[] = [
  { path: 'postedAt', kind: 'time' },
  { path: 'type', kind: 'text' },
  { path: 'amount', kind: 'money' },
  { path: 'value', kind: 'money' },
  { path: 'fee', kind: 'money' },
  { path: 'id', kind: 'text' },
  { path: 'correlationID', kind: 'text' },
  { path: 'pixKey', kind: 'text' },
  { path: 'description', kind: 'text' },
  { path: 'createdAt', kind: 'time' },
  { path: 'updatedAt', kind: 'time' },
];

/** A settled row of which the service does not tell by how much, or when, it changed the balance. */
export class UnstatedEntry extends Error {
  override readonly name = 'UnstatedEntry';
  readonly id: string;
  readonly field: 'netValue' | 'createdAt';

  constructor(id: string, field: 'netValue' | 'createdAt') {
    super(`${id} is settled, but the service tells no ${field}`);
    this.id = id;
    this.field = field;
  }
}

/**
 * What a payment brought: its net value, at its last update, for a payment that is completed changes no more.
 *
 * @returns undefined while it is not completed
 * @throws {UnstatedEntry} when it is, and the service leaves out how much came in, or when
 */
export function paymentEntry(payment: Payment): StatementEntry | undefined {
  if (payment.status !== 'COMPLETED') return undefined;
  const { id, value, fee } = payment;
  const amount = payment.netValue ?? (fee === null ? undefined : subtractCentavos(value, fee));
  if (amount === undefined) throw new UnstatedEntry(id, 'netValue');
  const postedAt = momentOf(id, payment.updatedAt ?? payment.createdAt);
  return { type: 'PAYMENT', postedAt, amount, value, fee, id, pixKey: null, ...commonTexts(payment) };
}

/**
 * What a withdrawal took: its value, fee included, at its creation, for that is when the balance is debited.
 *
 * @returns undefined while it is not completed
 * @throws {UnstatedEntry} when it is, and the service does not tell when it was created
 */
export function withdrawalEntry(withdrawal: Withdrawal): StatementEntry | undefined {
  if (withdrawal.status !== 'COMPLETED') return undefined;
  const { id, value, metadata } = withdrawal;
  return {
    type: 'WITHDRAWAL',
    postedAt: momentOf(id, withdrawal.createdAt),
    amount: centavos(-value),
    value,
    fee: metadata?.fee ?? null,
    id,
    pixKey: withdrawal.pixKey ?? null,
    ...commonTexts(withdrawal),
  };
}

function commonTexts({ correlationID, description, createdAt, updatedAt }: Payment | Withdrawal) {
  return {
    correlationID: correlationID ?? null,
    description: description ?? null,
    createdAt: createdAt ?? null,
    updatedAt: updatedAt ?? null,
  };
}

function momentOf(id: string, timestamp: string | null | undefined): string {
  if (timestamp === null || timestamp === undefined || Number.isNaN(Date.parse(timestamp))) {
    throw new UnstatedEntry(id, 'createdAt');
  }
  return timestamp;
}
