import type * as z from 'zod';
import { controls } from '../../../contract/control.ts';
import type { Context } from '../../context/context.ts';
import { readId } from '../../input/id.ts';
import { readRefusalCode } from '../../input/refusal-code.ts';
import { openControls } from '../../context/local-service.ts';
import { lookUp } from '../../input/look-up.ts';
import type { Output } from '../../output/output.ts';

interface WithdrawalMove {
  readonly id: string;
  readonly move: 'settle' | 'fail';
  readonly reason?: string;
}

type Withdrawal = z.output<(typeof controls.failWithdrawal)['data']>;

export async function run(context: Context, flags: WithdrawalMove, output: Output<Withdrawal>): Promise<void> {
  const { text } = context.screen;
  const id = readId(flags.id, text);
  const reason = flags.reason === undefined ? undefined : readRefusalCode('--reason', flags.reason, text);
  const localService = await openControls(context);
  const moving =
    flags.move === 'settle'
      ? localService.use(controls.settleWithdrawal, { id })
      : localService.use(controls.failWithdrawal, { id, ...(reason !== undefined && { reason }) });
  await output.one(await lookUp('withdrawal', id, moving, text));
}
