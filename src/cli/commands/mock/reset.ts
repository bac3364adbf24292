import type * as z from 'zod';
import { levers } from '../../../contract/lever.ts';
import type { Context } from '../../context/context.ts';
import { openLevers } from '../../context/local-service.ts';
import type { Output } from '../../output/output.ts';

type State = z.output<(typeof levers.reset)['data']>;

/** `pix mock reset` */
export async function run(context: Context, _flags: object, output: Output<State>): Promise<void> {
  const desk = await openLevers(context);
  const state = await desk.pull(levers.reset, {});
  await output.one(state, () => '');
  context.screen.notify(context.screen.text.mock.reset(String(state.seed)));
}
