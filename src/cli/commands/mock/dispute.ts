import { levers } from '../../../contract/lever.ts';
import type { Context } from '../../context/context.ts';
import { readId } from '../../input/id.ts';
import { openLevers } from '../../context/local-service.ts';
import { lookUp } from '../../input/look-up.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';

const LEVERS = { open: levers.openDispute, accept: levers.acceptDispute, refuse: levers.refuseDispute };

export interface DisputeMove {
  readonly paymentId: string;
  readonly move: keyof typeof LEVERS;
}

/** `pix mock dispute open|accept|refuse PAYMENT_ID` */
export async function run(context: Context, { paymentId: typedId, move }: DisputeMove): Promise<void> {
  const { text } = context.screen;
  const lever = LEVERS[move];
  const selection = selectFields(context.session.flags.fields, documentedFields(lever.data), text);
  const paymentId = readId(typedId, text);
  const desk = await openLevers(context);
  const kind = move === 'open' ? 'payment' : 'dispute';
  await printThing(context, await lookUp(kind, paymentId, desk.pull(lever, { paymentId }), text), selection);
}
