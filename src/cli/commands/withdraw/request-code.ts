import { transferCodeAnswer } from '../../../contract/withdrawal.ts';
import type { Context } from '../../context/context.ts';
import { readAmount } from '../../input/amount.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';
import { settingsForWriting } from '../../context/settings.ts';
import { MINIMUM_WITHDRAWAL } from './minimum.ts';
import { codeSent } from './transfer-code.ts';

export interface RequestCodeFlags {
  readonly amount?: string;
  readonly coverFee?: boolean;
}

/** `pix withdraw request-code` */
export async function run(context: Context, { amount, coverFee }: RequestCodeFlags): Promise<void> {
  const { text } = context;
  const selection = selectFields(context.flags.fields, documentedFields(transferCodeAnswer.shape.data), text);
  if (context.isInteractive) await settingsForWriting(context);
  const amountCentavos = await readAmount(context, amount, {
    flag: '--amount',
    question: text.prompts.withdrawalAmount,
    minimumCentavos: MINIMUM_WITHDRAWAL,
  });
  const client = await context.openClient(await settingsForWriting(context));
  const requested = await client.withdraws.requestTransferCode({ amountCentavos, coverFee: coverFee === true });
  await printThing(context, requested, selection, () => '');
  context.notify(codeSent(context, requested.expiresAt));
}
