import { controls } from '../../../../contract/control.ts';
import type { Context } from '../../../context/context.ts';
import { openControls } from '../../../context/local-service.ts';
import { lookUp } from '../../../input/look-up.ts';
import type { Output } from '../../../output/output.ts';
import { printBehaviour, type Behaviour } from './sheet.ts';

interface ShowFlags {
  readonly account?: string;
}

export async function run(context: Context, { account = 'demo' }: ShowFlags, output: Output<Behaviour>): Promise<void> {
  const localService = await openControls(context);
  const behaviour = await lookUp(
    'account',
    account,
    localService.use(controls.showAccount, { account }),
    context.screen.text,
  );
  await printBehaviour(output, behaviour);
}
