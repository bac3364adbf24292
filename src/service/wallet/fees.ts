import { subtractCentavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import { AMOUNT_MAXIMUM, WITHDRAWAL_MINIMUM } from '../../contract/limits.ts';
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

export interface WithdrawalAmount {
  /** The amount debited from the balance; with `coverFee`, the amount that the recipient receives. */
  readonly amountCentavos: Centavos;
  readonly coverFee: boolean;
}

/** @throws {Refusal} `validation_failed` or `below_minimum` when the amount cannot be withdrawn */
export function withdrawalCost({ amountCentavos, coverFee }: WithdrawalAmount, plan: Plan): Price {
  if (amountCentavos > AMOUNT_MAXIMUM) throw invalidField('amount', `is above ${formatReaisPlain(AMOUNT_MAXIMUM)}`);
  if (amountCentavos < WITHDRAWAL_MINIMUM) {
    throw new Refusal('below_minimum', `The minimum withdrawal is R$ ${formatReaisPlain(WITHDRAWAL_MINIMUM)}`);
  }
  const cost = price(amountCentavos, plan.transactionFeeCentavos, coverFee);
  if (cost.netCentavos <= 0) {
    throw new Refusal('below_minimum', `The fee of R$ ${formatReaisPlain(cost.feeCentavos)} leaves nothing to send`);
  }
  return cost;
}
