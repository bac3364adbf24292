import { levers } from '../../../../contract/lever.ts';
import type { Context } from '../../../context/context.ts';
import { openLevers } from '../../../context/local-service.ts';
import { lookUp } from '../../../input/look-up.ts';
import { selectFields } from '../../../output/fields.ts';
import { BEHAVIOUR_FIELDS, printBehaviour } from './sheet.ts';

export interface ShowFlags {
  readonly account?: string;
}

/** `pix mock account show` */
export async function run(context: Context, { account = 'demo' }: ShowFlags): Promise<void> {
  const { text } = context.screen;
  const selection = selectFields(context.session.flags.fields, BEHAVIOUR_FIELDS, text);
  const desk = await openLevers(context);
  const behaviour = await lookUp('account', account, desk.pull(levers.showAccount, { account }), text);
  await printBehaviour(context, behaviour, selection);
}
