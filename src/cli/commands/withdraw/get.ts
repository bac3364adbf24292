import { withdrawalDetails } from '../../../contract/withdrawal.ts';
import type { Context } from '../../context.ts';
import { lookUp } from '../../look-up.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';
import { readId } from '../../input/id.ts';

/** `pix withdraw get ID` */
export async function run(context: Context, { id: typedId }: { readonly id: string }): Promise<void> {
  const { text } = context;
  const selection = selectFields(context.flags.fields, documentedFields(withdrawalDetails), text);
  const id = readId(typedId, text);
  const client = await context.openClient(await context.settings());
  await printThing(context, await lookUp('withdrawal', id, client.withdraws.get(id), text), selection);
}
