import type * as z from 'zod';
import { controls } from '../../../contract/control.ts';
import type { Context } from '../../context/context.ts';
import { readId } from '../../input/id.ts';
import { openControls } from '../../context/local-service.ts';
import { lookUp } from '../../input/look-up.ts';
import type { Output } from '../../output/output.ts';

const CONTROLS = { open: controls.openDispute, accept: controls.acceptDispute, refuse: controls.refuseDispute };

interface DisputeMove {
  readonly paymentId: string;
  readonly move: keyof typeof CONTROLS;
}

type Dispute = z.output<(typeof controls.openDispute)['data']>;

export async function run(context: Context, flags: DisputeMove, output: Output<Dispute>): Promise<void> {
  const { text } = context.screen;
  const { move } = flags;
  const paymentId = readId(flags.paymentId, text);
  const localService = await openControls(context);
  const kind = move === 'open' ? 'payment' : 'dispute';
  await output.one(await lookUp(kind, paymentId, localService.use(CONTROLS[move], { paymentId }), text));
}
