import * as z from 'zod';
import { isEndToEndId } from '../pix/end-to-end-id.ts';
import { fieldsOf, type Payment, type Withdrawal } from '../client/answers.ts';
import { centavos, subtractCentavos, negative, type Centavos } from '../pix/centavos.ts';

const amount = z.int().transform(centavos);
const nullableText = z.string().nullable();

/** What changes the balance of an account. RETURN: a withdrawal failed, and its money came back. */
const ENTRY_TYPES = ['PAYMENT', 'WITHDRAWAL', 'RETURN', 'DISPUTE'] as const;

/** One change of the balance. The entries of an account add up to its balance, whatever they are about. */
export const accountEntry = z.object({
  /** When the balance changed, RFC 3339. */
  postedAt: z.string(),
  type: z.enum(ENTRY_TYPES),
  /** The change of the balance in centavos: positive came in, negative went out. */
  netAmount: amount,
  /** The API's value: the amount charged, or the amount debited. It includes the fee. */
  value: amount,
  /** Part of the change. A returned withdrawal returns its fee, too: negative. */
  fee: amount.nullable(),
  /** Of the payment or withdrawal: a withdrawal and its return share it. */
  id: z.string(),
  correlationID: nullableText,
  /** Of the recipient. The API names no payer. */
  pixKey: nullableText,
  description: nullableText,
  createdAt: nullableText,
  updatedAt: nullableText,
  /** Of the payment or withdrawal now. */
  status: nullableText.default(null),
  /** Null where the service's list does not contain it. */
  endToEndId: nullableText.default(null),
});
export type AccountEntry = z.output<typeof accountEntry>;

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
 * The net value of a payment, dated by its last update: a completed payment no longer changes. None while it is not
 * completed.
 *
 * @throws {UnstatedEntry} when the service omits the amount or the time of a completed one
 */
export function paymentEntries(payment: Payment): readonly AccountEntry[] {
  if (payment.status !== 'COMPLETED') return [];
  const { id, value, fee } = payment;
  const postedAt = momentOf(id, paymentSettledAt(payment));
  const netAmount = netValueOf(payment);
  return [{ postedAt, type: 'PAYMENT', netAmount, value, fee, id, pixKey: null, ...commonTexts(payment) }];
}

/**
 * The value of a withdrawal, including the fee, dated by its creation: that is when the balance is debited, whether it
 * is settled or not. Once it has failed, its return follows, dated by its last update. What failed when it was created
 * never changed the balance.
 *
 * @throws {UnstatedEntry} when the service omits the creation time
 */
export function withdrawalEntries(withdrawal: Withdrawal): readonly AccountEntry[] {
  const { id, value, metadata, status } = withdrawal;
  const postedAt = momentOf(id, withdrawalSettledAt(withdrawal));
  const [fee, pixKey] = [metadata?.fee ?? null, withdrawal.pixKey ?? null];
  const facts = { value, id, pixKey, ...commonTexts(withdrawal) };
  const debit: AccountEntry = { ...facts, postedAt, type: 'WITHDRAWAL', netAmount: negative(value), fee };
  if (status !== 'FAILED') return [debit];
  const returnedAt = momentOf(id, withdrawal.updatedAt ?? withdrawal.createdAt);
  if (Date.parse(returnedAt) <= Date.parse(postedAt)) return [];
  const returnedFee = fee === null ? null : negative(fee);
  return [debit, { ...facts, postedAt: returnedAt, type: 'RETURN', netAmount: value, fee: returnedFee }];
}

/** When a payment changed the balance: undefined while it has not, or where the service reports no time. */
export function paymentSettledAt({ status, createdAt, updatedAt }: Payment): string | undefined {
  return status === 'COMPLETED' ? (updatedAt ?? createdAt ?? undefined) : undefined;
}

/** When a withdrawal changed the balance: at its creation, whatever became of it later. */
export function withdrawalSettledAt({ createdAt }: Withdrawal): string | undefined {
  return createdAt ?? undefined;
}

export function postedMs({ postedAt }: Pick<AccountEntry, 'postedAt'>): number {
  return Date.parse(postedAt);
}

function commonTexts(row: Payment | Withdrawal) {
  const { correlationID, description, createdAt, updatedAt, status } = row;
  return {
    correlationID: correlationID ?? null,
    description: description ?? null,
    createdAt: createdAt ?? null,
    updatedAt: updatedAt ?? null,
    status: status ?? null,
    endToEndId: endToEndIdOf(row),
  };
}

/** The end-to-end ID of a payment or withdrawal. The specification has no field for it: services put it where they like. */
export function endToEndIdOf(row: object): string | null {
  const { endToEndId, transactionId, correlationID } = fieldsOf(row);
  const isIts = (id: unknown): id is string => typeof id === 'string' && isEndToEndId(id);
  return [endToEndId, transactionId, correlationID].find(isIts) ?? null;
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
