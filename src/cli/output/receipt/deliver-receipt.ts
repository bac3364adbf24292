import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Output } from '../output.ts';
import { assertReplaceable, writeOutput } from '../write-output.ts';
import type { Receipt } from './receipt.ts';
import { namedReceiptFormat, receiptDocument, receiptFormatOf, TEXT_COLUMNS, receiptText } from './receipt-file.ts';
import type { ReceiptFormat } from '../../text/topic-names.ts';

export interface ReceiptFlags {
  readonly id: string;
  readonly format?: string;
  readonly out?: string;
  readonly holder?: string;
  readonly force?: boolean;
}

/**
 * Call it before any request.
 *
 * @throws CommandError (usage) invalid_format, invalid_file, file_exists, missing_option
 */
export function askedReceiptFormat({ screen: { text } }: Context, { format, out, force }: ReceiptFlags): ReceiptFormat {
  const named = namedReceiptFormat(format, text);
  if (out === undefined) {
    if (named === 'pdf') throw usageError('missing_option', text.receipts.needsFile);
    return named ?? 'text';
  }
  const known = named ?? receiptFormatOf(out, text);
  assertReplaceable(out, force, text);
  return known;
}

/** Writes or prints one receipt: a document, so it is text in a pipe, too, unless another format is requested. */
export async function deliverReceipt<Resource extends object>(
  context: Context,
  { receipt, resource, out, format }: Delivery<Resource>,
  output: Output<Resource>,
): Promise<void> {
  const { text, columns, notify, warn, print } = context.screen;
  const document = out === undefined && format === 'text' ? undefined : await receiptDocument(receipt, format, text);
  if (out !== undefined && document !== undefined) {
    await writeOutput(context, out, document.data);
    notify(text.receipts.written(out));
    if (document.isRewritten) warn(text.receipts.rewritten(out));
  }
  const { flags } = context.session;
  const isAskedForData = flags.json === true || (flags.output ?? 'table') !== 'table';
  const printsData = output.chosenFields !== undefined || isAskedForData;
  if (printsData) await output.one(resource);
  else if (out === undefined) {
    const page = typeof document?.data === 'string' ? document.data : undefined;
    const width = Math.min(columns ?? TEXT_COLUMNS, TEXT_COLUMNS);
    print(page ?? receiptText(receipt, await context.screen.palette(), width));
  }
  // A terminal shows the warnings of the document itself.
  const isUnread = out !== undefined || (!printsData && columns === undefined);
  if (isUnread && receipt.verdict !== 'paid') warn(text.receipts.notPaid);
}

interface Delivery<Resource> {
  readonly receipt: Receipt;
  readonly resource: Resource;
  readonly out: string | undefined;
  readonly format: ReceiptFormat;
}
