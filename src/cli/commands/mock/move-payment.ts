import type * as z from 'zod';
import { levers } from '../../../contract/lever.ts';
import type { Context } from '../../context/context.ts';
import { readId } from '../../input/id.ts';
import { openLevers } from '../../context/local-service.ts';
import { lookUp } from '../../input/look-up.ts';
import type { Output } from '../../output/output.ts';

const LEVERS = { activate: levers.activatePayment, pay: levers.payPayment, expire: levers.expirePayment };

interface PaymentMove {
  readonly id: string;
  readonly move: keyof typeof LEVERS;
}

type Payment = z.output<(typeof levers.payPayment)['data']>;

/** `pix mock activate|pay|expire ID` */
export async function run(context: Context, flags: PaymentMove, output: Output<Payment>): Promise<void> {
  const { text } = context.screen;
  const id = readId(flags.id, text);
  const desk = await openLevers(context);
  await output.one(await lookUp('payment', id, desk.pull(LEVERS[flags.move], { id }), text));
}
