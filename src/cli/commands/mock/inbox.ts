import { levers } from '../../../contract/lever.ts';
import type { Context } from '../../context/context.ts';
import { openLevers } from '../../context/local-service.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields } from '../../output/fields.ts';
import { printList } from '../../output/present.ts';

/** `pix mock inbox` */
export async function run(context: Context): Promise<void> {
  const { text } = context.screen;
  const fields = documentedFields(levers.inbox.data.shape.messages.element);
  const selection = selectFields(context.session.flags.fields, fields, text);
  const desk = await openLevers(context);
  const { messages } = await desk.pull(levers.inbox, {});
  const source = {
    batches: [messages],
    envelope: (items: readonly unknown[]) => ({ messages: items }),
    emptyNotice: text.mock.emptyInbox,
  };
  await printList(context, source, selection, fields);
}
