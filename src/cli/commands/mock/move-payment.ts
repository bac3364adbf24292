import { levers } from '../../../contract/lever.ts';
import type { Context } from '../../context/context.ts';
import { readId } from '../../input/id.ts';
import { openLevers } from '../../context/local-service.ts';
import { lookUp } from '../../input/look-up.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';

const LEVERS = { activate: levers.activatePayment, pay: levers.payPayment, expire: levers.expirePayment };

export interface PaymentMove {
  readonly id: string;
  readonly move: keyof typeof LEVERS;
}

/** `pix mock activate|pay|expire ID` */
export async function run(context: Context, { id: typedId, move }: PaymentMove): Promise<void> {
  const { text } = context.screen;
  const lever = LEVERS[move];
  const selection = selectFields(context.session.flags.fields, documentedFields(lever.data), text);
  const id = readId(typedId, text);
  const desk = await openLevers(context);
  await printThing(context, await lookUp('payment', id, desk.pull(lever, { id }), text), selection);
}
