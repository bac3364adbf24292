import type { PaymentDetails } from '../../../client/answers.ts';
import { commandError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { readId } from '../../input/option-values.ts';
import { lookUpByPart, paymentRows } from '../../input/look-up.ts';
import { statusWords } from '../../output/human-value.ts';
import type { Output } from '../../output/output.ts';
import { askedReceiptFormat, deliverReceipt, type ReceiptFlags } from '../../output/receipt/deliver-receipt.ts';
import { paymentReceipt } from '../../output/receipt/receipt.ts';

/** `pix payments receipt ID`. @throws CommandError payment_not_paid: only a paid charge has a receipt */
export async function run(context: Context, flags: ReceiptFlags, output: Output<PaymentDetails>): Promise<void> {
  const { text, language } = context.screen;
  const typed = readId(flags.id, text);
  const format = askedReceiptFormat(context, flags);
  const settings = await context.session.settings();
  const client = await context.session.openClient(settings);
  const payment = await lookUpByPart(context, 'payment', typed, paymentRows(client));
  if (payment.status !== 'COMPLETED') {
    const { id, status } = payment;
    throw commandError(
      EXIT.failed,
      'payment_not_paid',
      text.receipts.noneOfCharge(
        status === undefined || status === null ? text.words.unknown : statusWords(status, 'charge', text),
        typed,
      ),
      { details: { id, status: status ?? null } },
    );
  }
  const { host } = new URL(settings.baseUrl);
  const facts = { host, now: context.host.now(), language, text, parties: { holder: flags.holder } };
  const receipt = paymentReceipt(payment, facts);
  await deliverReceipt(context, { receipt, resource: payment, out: flags.out, format }, output);
}
