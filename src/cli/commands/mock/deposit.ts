import type * as z from 'zod';
import { levers } from '../../../contract/lever.ts';
import { centavos } from '../../../pix/centavos.ts';
import type { Context } from '../../context/context.ts';
import { typedAmount } from '../../input/amount.ts';
import { openLevers } from '../../context/local-service.ts';
import { lookUp } from '../../input/look-up.ts';
import type { Output } from '../../output/output.ts';

const MINIMUM = centavos(1);

export interface DepositFlags {
  readonly amount: string;
  readonly account?: string;
}

type Payment = z.output<(typeof levers.deposit)['data']>;

/** `pix mock deposit AMOUNT` */
export async function run(context: Context, flags: DepositFlags, output: Output<Payment>): Promise<void> {
  const { text } = context.screen;
  const { amount, account = 'demo' } = flags;
  const amountCentavos = typedAmount(amount, MINIMUM, text);
  const desk = await openLevers(context);
  const payment = await lookUp('account', account, desk.pull(levers.deposit, { account, amountCentavos }), text);
  await output.one(payment);
}
