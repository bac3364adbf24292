import type * as z from 'zod';
import { controls } from '../../../contract/control.ts';
import { centavos } from '../../../pix/centavos.ts';
import type { Context } from '../../context/context.ts';
import { typedAmount } from '../../input/amount.ts';
import { openControls } from '../../context/local-service.ts';
import { lookUp } from '../../input/look-up.ts';
import type { Output } from '../../output/output.ts';

const MINIMUM = centavos(1);

export interface DepositFlags {
  readonly amount: string;
  readonly account?: string;
}

type Payment = z.output<(typeof controls.deposit)['data']>;

export async function run(context: Context, flags: DepositFlags, output: Output<Payment>): Promise<void> {
  const { text } = context.screen;
  const { amount, account = 'demo' } = flags;
  const amountCentavos = typedAmount(amount, MINIMUM, text);
  const localService = await openControls(context);
  const payment = await lookUp(
    'account',
    account,
    localService.use(controls.deposit, { account, amountCentavos }),
    text,
  );
  await output.one(payment);
}
