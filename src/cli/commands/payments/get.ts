import type { Run } from '../../command/command.ts';
import type { PaymentDetails } from '../../../client/answers.ts';
import { isFinal } from '../../../contract/final-status.ts';
import { commandError, EXIT, CommandError } from '../../errors/command-error.ts';
import { copyToClipboard } from '../../context/clipboard.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { followStatus } from '../../output/lists/watch.ts';
import { readId } from '../../input/option-values.ts';
import { lookUpByPart, paymentRows } from '../../input/look-up.ts';
import { valueAt } from '../../output/fields.ts';
import { showQrCode } from '../../output/qr-display.ts';
import { assertReplaceable, writeOutput } from '../../output/write-output.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { get } from './command.ts';
import { paymentSheet } from './payment-sheet.ts';

type GetFlags = OptionsOf<typeof get>;

export const run: Run<typeof get, PaymentDetails> = async (context, flags, output) => {
  const { text } = context.screen;
  const typed = readId(flags.id, text);
  if (flags.qrFile !== undefined) assertReplaceable(flags.qrFile, flags.force, text);
  const client = await context.session.openClient(await context.session.settings());
  const rows = paymentRows(client);
  let payment = await lookUpByPart(context, 'payment', typed, rows);
  const { id } = payment;
  const read = () => rows.get(id);
  const waits = flags.wait === true && !isFinal(payment);
  const showsQrCode = flags.qr === true || flags.qrFile !== undefined;
  // With `--wait`, the payer pays by this code.
  if (waits && showsQrCode) await deliverQrCode(context, payment, flags);
  if (waits) {
    for await (const seen of followStatus(context, payment, read, text.payments.waiting)) payment = seen;
  }
  const copyPaste =
    flags.copy !== true && (flags.qr === true || output.chosenFields !== undefined || context.screen.format !== 'table')
      ? undefined
      : await copyPasteOf(context.screen, payment);
  let sheet = '';
  await output.one(payment, (style) => {
    sheet = paymentSheet(payment, flags.qr === true ? undefined : copyPaste, style);
    return sheet;
  });
  if (flags.copy === true) await copyToClipboard(context, copyPaste ?? id);
  if (!waits && showsQrCode) await deliverQrCode(context, payment, flags, sheet);
  if (flags.wait === true && payment.status === 'FAILED') {
    throw commandError(EXIT.failed, 'payment_failed', text.payments.failed, { details: { id } });
  }
};

/** The copy-and-paste code of an open charge, for a person. The documented answer contains it only as a picture. */
async function copyPasteOf({ text }: Screen, payment: PaymentDetails): Promise<string | undefined> {
  if (isFinal(payment)) return undefined;
  const documented = valueAt(payment, 'copyPaste');
  if (typeof documented === 'string' && documented !== '') return documented;
  if (typeof payment.qrCode !== 'string') return undefined;
  const { pngOfDataUri, readQrCode } = await import('../../output/qr-picture.ts');
  try {
    return readQrCode(pngOfDataUri(payment.qrCode, text), text);
  } catch (error) {
    // The code was not requested. With `--qr`, an unreadable one is an error.
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

async function deliverQrCode(context: Context, payment: PaymentDetails, { qr, qrFile }: GetFlags, above?: string) {
  const { text } = context.screen;
  const { pngOfDataUri, readQrCode } = await import('../../output/qr-picture.ts');
  if (payment.qrCode === null || payment.qrCode === undefined) {
    throw commandError(EXIT.failed, 'no_qr_code', text.payments.qrCode.missing);
  }
  const png = pngOfDataUri(payment.qrCode, text);
  if (qrFile !== undefined) {
    await writeOutput(context, qrFile, png);
    context.screen.notify(text.payments.qrCode.written(qrFile));
  }
  if (qr === true) showQrCode(context.screen, { id: payment.id, copyPaste: readQrCode(png, text) }, above);
}
