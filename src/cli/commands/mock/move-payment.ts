import type * as z from 'zod';
import { controls } from '../../../contract/control.ts';
import type { Context } from '../../context/context.ts';
import { readId } from '../../input/id.ts';
import { openControls } from '../../context/local-service.ts';
import { lookUp } from '../../input/look-up.ts';
import type { Output } from '../../output/output.ts';

const CONTROLS = { activate: controls.activatePayment, pay: controls.payPayment, expire: controls.expirePayment };

interface PaymentMove {
  readonly id: string;
  readonly move: keyof typeof CONTROLS;
}

type Payment = z.output<(typeof controls.payPayment)['data']>;

export async function run(context: Context, flags: PaymentMove, output: Output<Payment>): Promise<void> {
  const { text } = context.screen;
  const id = readId(flags.id, text);
  const localService = await openControls(context);
  await output.one(await lookUp('payment', id, localService.use(CONTROLS[flags.move], { id }), text));
}
