import type * as z from 'zod';
import { levers } from '../../../contract/lever.ts';
import type { Context } from '../../context/context.ts';
import { openLevers } from '../../context/local-service.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import type { Output } from '../../output/output.ts';

type Message = z.output<(typeof levers.inbox)['data']>['messages'][number];

/** `pix mock inbox` */
export async function run(context: Context, _flags: object, output: Output<Message>): Promise<void> {
  const desk = await openLevers(context);
  const { messages } = await desk.pull(levers.inbox, {});
  const source = {
    batches: [messages],
    envelope: (items: readonly unknown[]) => ({ messages: items }),
    emptyNotice: context.screen.text.mock.emptyInbox,
  };
  await output.list(source, documentedFields(levers.inbox.data.shape.messages.element));
}
