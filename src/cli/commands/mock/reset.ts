import type * as z from 'zod';
import { controls } from '../../../contract/control.ts';
import type { Context } from '../../context/context.ts';
import { openControls } from '../../context/local-service.ts';
import type { Output } from '../../output/output.ts';

type State = z.output<(typeof controls.reset)['data']>;

export async function run(context: Context, _flags: object, output: Output<State>): Promise<void> {
  const localService = await openControls(context);
  const state = await localService.use(controls.reset, {});
  await output.one(state, () => '');
  context.screen.notify(context.screen.text.mock.reset(String(state.seed)));
}
