import type { Run } from '../../command/command.ts';
import type { CreatedPayment } from '../../../client/answers.ts';
import { PAYMENT_MINIMUM } from '../../../contract/limits.ts';
import { copyToClipboard } from '../../context/clipboard.ts';
import { readAmount } from '../../input/amount.ts';
import { readDescription } from '../../input/option-values.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { showQrCode } from '../../output/qr-display.ts';
import { rememberCharge } from '../../context/just-created.ts';
import { sendOnce } from '../../context/send-once.ts';
import type { create } from './command.ts';
import { paymentSheet } from './payment-sheet.ts';

export const run: Run<typeof create, CreatedPayment> = async (context, flags, output) => {
  const { text } = context.screen;
  const description = readDescription(flags.description, text);
  if (context.screen.isInteractive) await context.session.settingsForWriting();
  const valueCentavos = await readAmount(context, flags.value, {
    flag: '--value',
    question: text.payments.prompts.value,
    minimumCentavos: PAYMENT_MINIMUM,
  });
  const settings = await context.session.settingsForWriting();
  const client = await context.session.openClient(settings);
  const payment = await sendOnce(
    context,
    () =>
      client.payments.create({
        valueCentavos,
        ...(flags.coverFee === true && { coverFee: true }),
        ...(description === undefined ? {} : { description }),
      }),
    (reason) => text.payments.outcomeUnknown(reason, formatReais(valueCentavos)),
  );
  await rememberCharge(context, settings, payment.id);
  const copyPaste = payment.copyPaste ?? undefined;
  let sheet = '';
  await output.one(payment, (style) => {
    sheet = paymentSheet(payment, flags.qr === true ? undefined : copyPaste, style);
    return sheet;
  });
  if (flags.copy === true) await copyToClipboard(context, copyPaste ?? payment.id);
  if (flags.qr === true && copyPaste !== undefined) showQrCode(context.screen, { id: payment.id, copyPaste }, sheet);
};
