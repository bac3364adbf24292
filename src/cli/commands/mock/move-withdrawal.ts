import { levers } from '../../../contract/lever.ts';
import type { Context } from '../../context/context.ts';
import { readId } from '../../input/id.ts';
import { readRefusalCode } from '../../input/refusal-code.ts';
import { openLevers } from '../../context/local-service.ts';
import { lookUp } from '../../input/look-up.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';

export interface WithdrawalMove {
  readonly id: string;
  readonly move: 'settle' | 'fail';
  readonly reason?: string;
}

/** `pix mock settle|fail ID` */
export async function run(context: Context, { id: typedId, move, reason: typed }: WithdrawalMove): Promise<void> {
  const { text } = context.screen;
  const selection = selectFields(context.session.flags.fields, documentedFields(levers.failWithdrawal.data), text);
  const id = readId(typedId, text);
  const reason = typed === undefined ? undefined : readRefusalCode('--reason', typed, text);
  const desk = await openLevers(context);
  const moving =
    move === 'settle'
      ? desk.pull(levers.settleWithdrawal, { id })
      : desk.pull(levers.failWithdrawal, { id, ...(reason !== undefined && { reason }) });
  await printThing(context, await lookUp('withdrawal', id, moving, text), selection);
}
