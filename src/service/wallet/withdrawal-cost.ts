import { AMOUNT_MAXIMUM, WITHDRAWAL_MINIMUM } from '../../contract/limits.ts';
import { formatReaisPlain } from '../../pix/amount-text.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { Plan } from './account.ts';
import { price, type Price } from './fees.ts';
import { invalidField, Refusal } from './refusal.ts';

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
