import { subtractCentavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import { AMOUNT_MAXIMUM, PAYMENT_MINIMUM, WITHDRAWAL_MINIMUM } from '../../contract/limits.ts';
import { formatReaisPlain } from '../../pix/amount-text.ts';
import type { Plan } from './account.ts';
import { invalidField, Refusal } from './refusal.ts';

/** The total of a payment or withdrawal, and the rest after the fee. Centavos; `value` is `net` plus `fee`. */
export interface Price {
  readonly valueCentavos: Centavos;
  readonly feeCentavos: Centavos;
  readonly netCentavos: Centavos;
}

/**
 * @param coverFee when true, `amountCentavos` is the net, and the fee is added; otherwise the fee is deducted from it
 * @returns a net of zero or less when the amount does not cover the fee
 */
export function price(amountCentavos: Centavos, feeCentavos: Centavos, coverFee: boolean): Price {
  return coverFee
    ? { valueCentavos: sumCentavos(amountCentavos, feeCentavos), feeCentavos, netCentavos: amountCentavos }
    : { valueCentavos: amountCentavos, feeCentavos, netCentavos: subtractCentavos(amountCentavos, feeCentavos) };
}

export interface OrderedAmount {
  /** What the payer pays, or what is debited from the balance; with `coverFee`, what is received. */
  readonly amountCentavos: Centavos;
  readonly coverFee: boolean;
}

const ORDERS = {
  payment: { field: 'value', minimum: PAYMENT_MINIMUM, purpose: 'receive' },
  withdrawal: { field: 'amount', minimum: WITHDRAWAL_MINIMUM, purpose: 'send' },
} as const;

/** @throws {Refusal} `validation_failed` or `below_minimum` when the amount cannot be paid, or withdrawn */
export function costOf(order: keyof typeof ORDERS, { amountCentavos, coverFee }: OrderedAmount, plan: Plan): Price {
  const { field, minimum, purpose } = ORDERS[order];
  if (amountCentavos > AMOUNT_MAXIMUM) throw invalidField(field, `is above ${formatReaisPlain(AMOUNT_MAXIMUM)}`);
  if (amountCentavos < minimum) {
    throw new Refusal('below_minimum', `The minimum ${order} is R$ ${formatReaisPlain(minimum)}`);
  }
  const cost = price(amountCentavos, plan.transactionFee, coverFee);
  if (cost.netCentavos <= 0) {
    throw new Refusal(
      'below_minimum',
      `The fee of R$ ${formatReaisPlain(cost.feeCentavos)} leaves nothing to ${purpose}`,
    );
  }
  return cost;
}
