import { writeFile } from 'node:fs/promises';
import type { PaymentDetails } from '../../../client/client.ts';
import { paymentDetails } from '../../../contract/payment.ts';
import { CommandError } from '../../command-error.ts';
import type { Context } from '../../context.ts';
import { EXIT } from '../../exit-code.ts';
import { readId } from '../../input/id.ts';
import { lookUp } from '../../look-up.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';
import { showQrCode } from '../../output/qr-display.ts';

export interface GetFlags {
  readonly id: string;
  readonly qr?: boolean;
  readonly qrFile?: string;
}

/** `pix payments get ID` */
export async function run(context: Context, flags: GetFlags): Promise<void> {
  const { text } = context;
  const selection = selectFields(context.flags.fields, documentedFields(paymentDetails), text, ['qrCode']);
  const id = readId(flags.id, text);
  const client = await context.openClient(await context.settings());
  const { payment } = await lookUp('payment', id, client.payments.get(id), text);
  await printThing(context, payment, selection);
  if (flags.qr === true || flags.qrFile !== undefined) await deliverQrCode(context, payment, flags);
}

async function deliverQrCode(context: Context, payment: PaymentDetails, { qr, qrFile }: GetFlags): Promise<void> {
  const { text } = context;
  const { pngOfDataUri, readQrCode } = await import('../../output/qr-picture.ts');
  if (payment.qrCode === null || payment.qrCode === undefined) {
    throw new CommandError({ ...text.qrCode.missing, code: 'no_qr_code', exitCode: EXIT.failed });
  }
  const png = pngOfDataUri(payment.qrCode, text);
  if (qrFile !== undefined) {
    try {
      await writeFile(qrFile, png);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CommandError({
        ...text.qrCode.unwritable(qrFile, reason),
        code: 'file_unwritable',
        exitCode: EXIT.failed,
        cause,
      });
    }
    context.notify(text.qrCode.written(qrFile));
  }
  if (qr === true) showQrCode(context, readQrCode(png, text));
}
