import { levers } from '../../../contract/lever.ts';
import { centavos } from '../../../pix/centavos.ts';
import type { Context } from '../../context/context.ts';
import { typedAmount } from '../../input/amount.ts';
import { openLevers } from '../../context/local-service.ts';
import { lookUp } from '../../input/look-up.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';

const MINIMUM = centavos(1);

export interface DepositOptions {
  readonly amount: string;
  readonly account?: string;
}

/** `pix mock deposit AMOUNT` */
export async function run(context: Context, { amount, account = 'demo' }: DepositOptions): Promise<void> {
  const { text } = context.screen;
  const { deposit } = levers;
  const selection = selectFields(context.session.flags.fields, documentedFields(deposit.data), text);
  const amountCentavos = typedAmount(amount, MINIMUM, text);
  const desk = await openLevers(context);
  const payment = await lookUp('account', account, desk.pull(deposit, { account, amountCentavos }), text);
  await printThing(context, payment, selection);
}
