import { closestWord } from '../../errors/closest-word.ts';
import { usageError } from '../../errors/command-error.ts';
import { createPalette } from '../palette.ts';
import type { Catalogue } from '../../text/translate.ts';
import { FILE_ENDINGS, RECEIPT_FORMATS, type ReceiptFormat } from './receipt-formats.ts';
import type { Receipt } from './receipt.ts';
import { receiptPage } from './receipt-page.ts';
import { receiptText } from './receipt-text.ts';

/** Width of a text that is not printed on this terminal. */
export const TEXT_COLUMNS = 72;

/** The format of `--format`. @throws CommandError (usage) invalid_format */
export function namedReceiptFormat(format: string | undefined, text: Catalogue): ReceiptFormat | undefined {
  if (format === undefined) return undefined;
  const typed = format.toLowerCase();
  const known = RECEIPT_FORMATS.find((name) => name === typed || FILE_ENDINGS[name] === typed);
  if (known !== undefined) return known;
  const errorText = text.usage.unknownValue('--format', format, RECEIPT_FORMATS, closestWord(format, RECEIPT_FORMATS));
  throw usageError('invalid_format', errorText);
}

/** The format that the ending of a file means. @throws CommandError (usage) invalid_file */
export function receiptFormatOf(file: string, text: Catalogue): ReceiptFormat {
  if (/\.pdf$/i.test(file)) return 'pdf';
  if (/\.html?$/i.test(file)) return 'html';
  if (/\.txt$/i.test(file)) return 'text';
  throw usageError('invalid_file', text.receipts.unknownEnding(file));
}

export interface ReceiptDocument {
  readonly data: string | Uint8Array;
  /** Some characters are shown as their numbers. */
  readonly isRewritten: boolean;
}

export async function receiptDocument(
  receipt: Receipt,
  format: ReceiptFormat,
  { receipts }: Catalogue,
): Promise<ReceiptDocument> {
  if (format === 'html') return { data: receiptPage(receipt), isRewritten: false };
  if (format === 'text') {
    return { data: receiptText(receipt, await createPalette(false), TEXT_COLUMNS), isRewritten: false };
  }
  const { isRewrittenInPdf, receiptPdf } = await import('./receipt-pdf.ts');
  return { data: receiptPdf(receipt, receipts.remarks.rewritten), isRewritten: isRewrittenInPdf(receipt) };
}
