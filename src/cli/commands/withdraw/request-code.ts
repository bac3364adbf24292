import { WITHDRAWAL_MINIMUM } from '../../../contract/limits.ts';
import type { RequestedTransferCode } from '../../../client/answers.ts';
import type { Context } from '../../context/context.ts';
import { readAmount } from '../../input/amount.ts';
import type { Output } from '../../output/output.ts';
import { codeSent } from './transfer-code.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { requestCode } from './command.ts';

export type RequestCodeFlags = OptionsOf<typeof requestCode>;

export async function run(
  context: Context,
  { amount, coverFee }: RequestCodeFlags,
  output: Output<RequestedTransferCode>,
): Promise<void> {
  const { text } = context.screen;
  if (context.screen.isInteractive) await context.session.settingsForWriting();
  const amountCentavos = await readAmount(context, amount, {
    flag: '--amount',
    question: text.withdraw.prompts.amount,
    minimumCentavos: WITHDRAWAL_MINIMUM,
  });
  const settings = await context.session.settingsForWriting();
  const client = await context.session.openClient(settings);
  const requested = await client.withdraws.requestTransferCode({
    amountCentavos,
    coverFee: coverFee ?? settings.coverFee,
  });
  await output.one(requested, () => '');
  context.screen.notify(codeSent(context.screen, requested.expiresAt));
}
