import type * as z from 'zod';
import { controls } from '../../../contract/control.ts';
import type { Context } from '../../context/context.ts';
import { openControls } from '../../context/local-service.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import type { Output } from '../../output/output.ts';

type Message = z.output<(typeof controls.inbox)['data']>['messages'][number];

export async function run(context: Context, _flags: object, output: Output<Message>): Promise<void> {
  const localService = await openControls(context);
  const { messages } = await localService.use(controls.inbox, {});
  const source = {
    batches: [messages],
    envelope: (items: readonly unknown[]) => ({ messages: items }),
    emptyMessage: context.screen.text.mock.emptyInbox,
  };
  await output.list(source, documentedFields(controls.inbox.data.shape.messages.element));
}
