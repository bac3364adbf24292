import { levers } from '../../../../contract/lever.ts';
import type { Context } from '../../../context/context.ts';
import { openLevers } from '../../../context/local-service.ts';
import { selectFields } from '../../../output/fields.ts';
import { printList } from '../../../output/present.ts';
import { FAULT_FIELDS } from './fault-fields.ts';

/** `pix mock faults list|clear`: both show how often each has fired. */
export async function run(context: Context, { move }: { readonly move: 'list' | 'clear' }): Promise<void> {
  const { text } = context.screen;
  const selection = selectFields(context.session.flags.fields, FAULT_FIELDS, text);
  const desk = await openLevers(context);
  const { faults } = await desk.pull(move === 'list' ? levers.listFaults : levers.clearFaults, {});
  const source = {
    batches: [faults],
    envelope: (items: readonly unknown[]) => ({ faults: items }),
    emptyNotice: text.mock.noFaults,
  };
  await printList(context, source, selection, FAULT_FIELDS);
}
