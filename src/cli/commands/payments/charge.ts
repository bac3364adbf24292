import type { Run } from '../../command/command.ts';
import type { CreatedPayment, PaymentDetails } from '../../../client/answers.ts';
import { PAYMENT_MINIMUM } from '../../../contract/limits.ts';
import { copyToClipboard } from '../../context/clipboard.ts';
import { readAmount } from '../../input/amount.ts';
import { readDescription, readId } from '../../input/option-values.ts';
import { isPriceOf } from '../../../payouts/engine/creation-outcome.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { showQrCode, pngOfDataUri, readQrCode } from '../../output/qr-code.ts';
import { sendOnce } from '../../context/send-once.ts';
import type { create, get } from './command.ts';
import { isFinal } from '../../../contract/final-status.ts';
import { commandError, EXIT, CommandError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { followStatus } from '../../output/lists/watch.ts';
import { lookUpByPart, paymentRows } from '../../input/look-up.ts';
import { valueAt, type Field } from '../../output/fields.ts';
import { assertReplaceable, writeOutput } from '../../output/write-output.ts';
import type { OptionsOf } from '../../command/options.ts';
import { statusWords, type HumanStyle } from '../../output/human-value.ts';
import type { Output } from '../../output/output.ts';
import { askedReceiptFormat, deliverReceipt, type ReceiptFlags } from '../../output/receipt/deliver-receipt.ts';
import { paymentReceipt } from '../../output/receipt/receipt.ts';
import { paymentSettledAt } from '../../../account/entry.ts';
import { paymentDetails } from '../../../contract/payment.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { filledSheet } from '../../output/sheet.ts';
import { singleLine } from '../../output/text-width.ts';

const FIELDS = documentedFields(paymentDetails);

/** The order of fields: the most important first. */
const SHEET = [
  'status',
  'value',
  'fee',
  'netValue',
  'description',
  'createdAt',
  'updatedAt',
  'id',
  'transactionId',
  'correlationID',
].flatMap((path) => FIELDS.filter((field) => field.path === path));

const CREATED_AT = { path: 'createdAt', kind: 'time', label: 'chargeCreatedAt' } as const;
const UPDATED_AT = { path: 'updatedAt', kind: 'time', label: 'chargeUpdatedAt' } as const;
const PAID_AT = { path: 'paidAt', kind: 'time' } as const;

/** A charge as a person sees it, and the code that the payer copies, where it is shown. */
function paymentSheet(payment: PaymentDetails, copyPaste: string | undefined, style: HumanStyle): string {
  const paidAt = paymentSettledAt(payment);
  const fields = SHEET.flatMap((field): readonly Field[] => {
    if (field.path === 'createdAt') return [CREATED_AT];
    if (field.path !== 'updatedAt') return [field];
    if (paidAt !== undefined) return [PAID_AT];
    return payment.updatedAt === payment.createdAt ? [] : [UPDATED_AT];
  });
  const sheet = filledSheet({ ...payment, paidAt }, fields, style);
  const { copyPaste: label } = style.text.payments.qrCode;
  return copyPaste === undefined ? sheet : `${sheet}\n${label}\n${singleLine(copyPaste)}\n`;
}

export const runCreate: Run<typeof create, CreatedPayment> = async (context, flags, output) => {
  const { text } = context.screen;
  const description = readDescription(flags.description, text);
  if (context.screen.isInteractive) await context.session.settingsForWriting();
  const amountCentavos = await readAmount(context, flags.value, {
    flag: '--value',
    question: text.fields.valueInReais,
    minimumCentavos: PAYMENT_MINIMUM,
  });
  const settings = await context.session.settingsForWriting();
  const client = await context.session.openClient(settings);
  const create = () => client.payments.create({ valueCentavos: amountCentavos, coverFee: flags.coverFee, description });
  const payment = await sendOnce(context, create, {
    unknown: (reason) => text.payments.outcomeUnknown(reason, formatReais(amountCentavos)),
    unreported: (reason, { id, value }) => ({
      ...text.errors.createdUnreported(id, formatReais(value), reason),
      details: { id, value },
    }),
  });
  if (!isPriceOf({ amountCentavos, coverFee: flags.coverFee === true }, { ...payment, sent: payment.netValue }))
    context.screen.warn(text.payments.differs(formatReais(payment.value)));
  const copyPaste = payment.copyPaste ?? undefined;
  await show(context, payment, copyPaste, flags, output);
  if (flags.qr === true && copyPaste !== undefined) showQrCode(context.screen, { id: payment.id, copyPaste });
};

export const runGet: Run<typeof get, PaymentDetails> = async (context, flags, output) => {
  const { text } = context.screen;
  const typed = readId(flags.id, text);
  if (flags.qrFile !== undefined) assertReplaceable(flags.qrFile, flags.force, text);
  const rows = paymentRows(await context.session.openClient(await context.session.settings()));
  let payment = await lookUpByPart(context, 'payment', typed, rows);
  const waits = flags.wait === true && !isFinal(payment);
  const showsQrCode = flags.qr === true || flags.qrFile !== undefined;
  // With `--wait`, the payer pays by this code.
  if (waits && showsQrCode) await deliverQrCode(context, payment, flags);
  if (waits) {
    for await (const seen of followStatus(context, payment, () => rows.get(payment.id), text.payments.waiting))
      payment = seen;
  }
  const copyPaste =
    flags.copy !== true && (flags.qr === true || output.chosenFields !== undefined || context.screen.format !== 'table')
      ? undefined
      : await copyPasteOf(context.screen, payment);
  await show(context, payment, copyPaste, flags, output);
  if (!waits && showsQrCode) await deliverQrCode(context, payment, flags);
  if (flags.wait === true && payment.status === 'FAILED') {
    throw commandError(EXIT.failed, 'payment_failed', text.payments.failed, { details: { id: payment.id } });
  }
};

/** Prints a charge, and copies its code or its ID. */
async function show<Row extends PaymentDetails>(
  context: Context,
  payment: Row,
  copyPaste: string | undefined,
  { qr, copy }: { readonly qr?: boolean; readonly copy?: boolean },
  output: Output<Row>,
): Promise<void> {
  await output.one(payment, (style) => paymentSheet(payment, qr === true ? undefined : copyPaste, style));
  if (copy === true) await copyToClipboard(context, copyPaste ?? payment.id);
}

/** The copy-and-paste code of an open charge, for a person. The documented answer contains it only as a picture. */
async function copyPasteOf({ text }: Screen, payment: PaymentDetails): Promise<string | undefined> {
  if (isFinal(payment)) return undefined;
  const documented = valueAt(payment, 'copyPaste');
  if (typeof documented === 'string' && documented !== '') return documented;
  if (typeof payment.qrCode !== 'string') return undefined;
  try {
    return await readQrCode(pngOfDataUri(payment.qrCode, text), text);
  } catch (error) {
    // The code was not requested. With `--qr`, an unreadable one is an error.
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

async function deliverQrCode(context: Context, payment: PaymentDetails, { qr, qrFile }: OptionsOf<typeof get>) {
  const { text } = context.screen;
  if (payment.qrCode === null || payment.qrCode === undefined) {
    throw commandError(EXIT.failed, 'no_qr_code', text.payments.qrCode.missing);
  }
  const png = pngOfDataUri(payment.qrCode, text);
  if (qrFile !== undefined) {
    await writeOutput(context, qrFile, png);
    context.screen.notify(text.payments.qrCode.written(qrFile));
  }
  if (qr === true) showQrCode(context.screen, { id: payment.id, copyPaste: await readQrCode(png, text) });
}

/** `pix payments receipt ID`. @throws CommandError payment_not_paid: only a paid charge has a receipt */
export async function runReceipt(context: Context, flags: ReceiptFlags, output: Output<PaymentDetails>): Promise<void> {
  const { text, language } = context.screen;
  const typed = readId(flags.id, text);
  const format = askedReceiptFormat(context, flags);
  const settings = await context.session.settings();
  const client = await context.session.openClient(settings);
  const payment = await lookUpByPart(context, 'payment', typed, paymentRows(client));
  if (payment.status !== 'COMPLETED') {
    const { id, status = null } = payment;
    const words = status === null ? text.words.unknown : statusWords(status, 'charge', text);
    const errorText = text.receipts.noneOfCharge(words, typed);
    throw commandError(EXIT.failed, 'payment_not_paid', errorText, { details: { id, status } });
  }
  const { host } = new URL(settings.baseUrl);
  const facts = { host, now: context.host.now(), language, text, parties: { holder: flags.holder } };
  const receipt = paymentReceipt(payment, facts);
  await deliverReceipt(context, { receipt, resource: payment, out: flags.out, format }, output);
}
