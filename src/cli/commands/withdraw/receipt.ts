import type { WithdrawalDetails } from '../../../client/answers.ts';
import { usageError } from '../../errors/command-error.ts';
import { withdrawalFailed } from './withdrawal-failed.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { readId } from '../../input/id.ts';
import { lookUpByPart, withdrawalRows } from '../../input/look-up.ts';
import type { Output } from '../../output/output.ts';
import { createPalette } from '../../output/palette.ts';
import { makeReceipt } from './receipt/receipt.ts';
import { receiptPage } from './receipt/receipt-page.ts';
import { receiptText } from './receipt/receipt-text.ts';
import { assertReplaceable, writeOutput } from '../../output/write-output.ts';

/** Width of a text that is not printed on this terminal. */
const TEXT_COLUMNS = 72;

export interface ReceiptFlags {
  readonly id: string;
  readonly out?: string;
  readonly force?: boolean;
}

/**
 * `pix withdraw receipt ID`: a document, so it is text in a pipe, too, unless another format is requested.
 *
 * @throws CommandError withdrawal_failed: there is no receipt for returned money
 */
export async function run(context: Context, flags: ReceiptFlags, output: Output<WithdrawalDetails>): Promise<void> {
  const { text, language, columns } = context.screen;
  const id = readId(flags.id, text);
  const kind = flags.out === undefined ? undefined : kindOfFile(context.screen, flags.out);
  if (flags.out !== undefined) assertReplaceable(flags.out, flags.force, text);
  const settings = await context.session.settings();
  const client = await context.session.openClient(settings);
  const withdrawal = await lookUpByPart(context, 'withdrawal', id, withdrawalRows(client));
  if (withdrawal.status === 'FAILED') {
    throw withdrawalFailed(withdrawal, text, text.withdraw.receipt.noneOfFailed);
  }
  const { host } = new URL(settings.baseUrl);
  const receipt = makeReceipt({ withdrawal, host, now: context.host.now(), language, text });

  if (flags.out !== undefined) {
    const document =
      kind === 'html' ? receiptPage(receipt) : receiptText(receipt, await createPalette(false), TEXT_COLUMNS);
    await writeOutput(context, flags.out, document);
    context.screen.notify(text.withdraw.receipt.written(flags.out));
  }
  const printsData =
    output.chosenFields !== undefined ||
    context.session.flags.json === true ||
    (context.session.flags.output ?? 'table') !== 'table';
  if (printsData) await output.one(withdrawal);
  else if (flags.out === undefined) {
    context.screen.print(
      receiptText(receipt, await context.screen.palette(), Math.min(columns ?? TEXT_COLUMNS, TEXT_COLUMNS)),
    );
  }
  const hasDocument = !printsData || flags.out !== undefined;
  if (hasDocument && receipt.verdict !== 'paid') context.screen.warn(text.withdraw.receipt.notPaid);
}

function kindOfFile({ text }: Screen, file: string): 'text' | 'html' {
  if (/\.html?$/i.test(file)) return 'html';
  if (/\.txt$/i.test(file)) return 'text';
  throw usageError('invalid_file', text.withdraw.receipt.unknownEnding(file));
}
