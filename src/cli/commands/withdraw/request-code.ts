import { transferCodeAnswer } from '../../../contract/withdrawal.ts';
import type { Context } from '../../context/context.ts';
import { readAmount } from '../../input/amount.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';
import { WITHDRAWAL_MINIMUM } from '../../../contract/limits.ts';
import { codeSent } from './transfer-code.ts';

export interface RequestCodeFlags {
  readonly amount?: string;
  readonly coverFee?: boolean;
}

/** `pix withdraw request-code` */
export async function run(context: Context, { amount, coverFee }: RequestCodeFlags): Promise<void> {
  const { text } = context.screen;
  const selection = selectFields(context.session.flags.fields, documentedFields(transferCodeAnswer.shape.data), text);
  if (context.screen.isInteractive) await context.session.settingsForWriting();
  const amountCentavos = await readAmount(context, amount, {
    flag: '--amount',
    question: text.withdraw.prompts.amount,
    minimumCentavos: WITHDRAWAL_MINIMUM,
  });
  const client = await context.session.openClient(await context.session.settingsForWriting());
  const requested = await client.withdraws.requestTransferCode({ amountCentavos, coverFee: coverFee === true });
  await printThing(context, requested, selection, () => '');
  context.screen.notify(codeSent(context.screen, requested.expiresAt));
}
