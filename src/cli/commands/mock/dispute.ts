import type * as z from 'zod';
import { levers } from '../../../contract/lever.ts';
import type { Context } from '../../context/context.ts';
import { readId } from '../../input/id.ts';
import { openLevers } from '../../context/local-service.ts';
import { lookUp } from '../../input/look-up.ts';
import type { Output } from '../../output/output.ts';

const LEVERS = { open: levers.openDispute, accept: levers.acceptDispute, refuse: levers.refuseDispute };

interface DisputeMove {
  readonly paymentId: string;
  readonly move: keyof typeof LEVERS;
}

type Dispute = z.output<(typeof levers.openDispute)['data']>;

/** `pix mock dispute open|accept|refuse PAYMENT_ID` */
export async function run(context: Context, flags: DisputeMove, output: Output<Dispute>): Promise<void> {
  const { text } = context.screen;
  const { move } = flags;
  const paymentId = readId(flags.paymentId, text);
  const desk = await openLevers(context);
  const kind = move === 'open' ? 'payment' : 'dispute';
  await output.one(await lookUp(kind, paymentId, desk.pull(LEVERS[move], { paymentId }), text));
}
