import { levers } from '../../../contract/lever.ts';
import type { Context } from '../../context/context.ts';
import { openLevers } from '../../context/local-service.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';

/** `pix mock reset` */
export async function run(context: Context): Promise<void> {
  const { text } = context.screen;
  const selection = selectFields(context.session.flags.fields, documentedFields(levers.reset.data), text);
  const desk = await openLevers(context);
  const state = await desk.pull(levers.reset, {});
  await printThing(context, state, selection, () => '');
  context.screen.notify(text.mock.reset(String(state.seed)));
}
