import { usageError } from '../../errors/command-error.ts';
import { unknownWord } from '../../errors/known-words.ts';
import { WITHOUT_COLOURS, type Palette } from '../palette.ts';
import type { Catalogue } from '../../text/translate.ts';
import { FILE_ENDINGS, RECEIPT_FORMATS, type ReceiptFormat } from '../../text/topic-names.ts';
import type { Receipt, Verdict } from './receipt.ts';
import { labelledLines } from '../sheet.ts';
import { textWidth, wrapToWidth } from '../text-width.ts';
import { xmlText } from '../../../xlsx/cell-text.ts';
import type { Context } from '../../context/context.ts';
import type { Output } from '../output.ts';
import { assertReplaceable, writeOutput } from '../write-output.ts';

/** Width of a text that is not printed on this terminal. */
const TEXT_COLUMNS = 72;

/** The format of `--format`. @throws CommandError (usage) invalid_format */
export function namedReceiptFormat(format: string | undefined, text: Catalogue): ReceiptFormat | undefined {
  if (format === undefined) return undefined;
  const typed = format.toLowerCase();
  const known = RECEIPT_FORMATS.find((name) => name === typed || FILE_ENDINGS[name] === typed);
  if (known !== undefined) return known;
  throw unknownWord(RECEIPT_FORMATS, format, '--format', 'invalid_format', text);
}

/** The format that the ending of a file means. @throws CommandError (usage) invalid_file */
function receiptFormatOf(file: string, text: Catalogue): ReceiptFormat {
  if (/\.pdf$/i.test(file)) return 'pdf';
  if (/\.html?$/i.test(file)) return 'html';
  if (/\.txt$/i.test(file)) return 'text';
  throw usageError('invalid_file', text.receipts.unknownEnding(file));
}

/** A receipt as a file, and whether some of its characters are shown as their numbers. */
export async function receiptDocument(receipt: Receipt, format: ReceiptFormat, { receipts }: Catalogue) {
  if (format === 'html') return { data: receiptPage(receipt), isRewritten: false };
  if (format === 'text') {
    return { data: receiptText(receipt, WITHOUT_COLOURS, TEXT_COLUMNS), isRewritten: false };
  }
  const { isRewrittenInPdf, receiptPdf } = await import('./receipt-pdf.ts');
  return { data: receiptPdf(receipt, receipts.remarks.rewritten), isRewritten: isRewrittenInPdf(receipt) };
}

const ACCENTS: Readonly<Record<Verdict, string>> = { paid: '#146c43', pending: '#8a5a00' };

/**
 * A receipt as an HTML page for browser and printer, which loads and runs nothing. A page for an unpaid withdrawal says
 * so above, below and across, also on paper without colours.
 */
function receiptPage({ verdict, language, title, amount, lines, remark }: Receipt): string {
  const isPaid = verdict === 'paid';
  const rows = lines.map(([label, value]) => `<dt>${xmlText(label)}</dt><dd>${xmlText(value)}</dd>`).join('\n      ');
  const banner = `<p class="banner">${xmlText(title)}</p>`;
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>${xmlText(title)}</title>
    <style>
      :root { --accent: ${ACCENTS[verdict]}; }
      body { background: #fff; color: #111; font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 40rem; padding: 0 1rem; }
      main { border: 2px ${isPaid ? 'solid' : 'dashed'} var(--accent); border-radius: 8px; padding: 1rem 1.5rem; position: relative; }
      h1 { color: var(--accent); font-size: 1.4rem; margin: 0 0 0.5rem; }
      .amount { font-size: 2rem; font-weight: 700; margin: 0 0 1rem;${isPaid ? '' : ' text-decoration: line-through;'} }
      dl { display: grid; gap: 0.25rem 1rem; grid-template-columns: max-content 1fr; margin: 0; }
      dt { color: #555; }
      dd { margin: 0; overflow-wrap: anywhere; }
      .banner { border: 3px solid var(--accent); color: var(--accent); font-weight: 700; padding: 0.5rem; text-align: center; }
      .across { color: var(--accent); font-size: 3rem; font-weight: 800; left: 0; opacity: 0.18; pointer-events: none; position: absolute; right: 0; text-align: center; top: 40%; transform: rotate(-20deg); }
      @media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.5rem; } }
      @media print { body { margin: 0 auto; } main, .banner { break-inside: avoid; } }
    </style>
  </head>
  <body>
    <main>
      <h1>${xmlText(title)}</h1>
      <p class="amount">${xmlText(amount)}</p>
      <dl>
      ${rows}
      </dl>
      <p>${xmlText(remark)}</p>${isPaid ? '' : `\n      ${banner}\n      <p class="across" aria-hidden="true">${xmlText(title)}</p>`}
    </main>
  </body>
</html>
`;
}

/** A receipt as plain text. For an unpaid withdrawal it is framed by warnings. */
function receiptText({ verdict, title, lines, remark }: Receipt, palette: Palette, columns: number): string {
  const heading = wrapToWidth(title, columns);
  const rule = (verdict === 'paid' ? '=' : '!').repeat(Math.max(...heading.map(textWidth)));
  const paint = verdict === 'paid' ? palette.heading : palette.alarm;
  const painted = heading.map((line) => paint(line));
  return [
    ...(verdict === 'paid' ? [...painted, rule] : [rule, ...painted, rule]),
    '',
    labelledLines(lines, { palette, columns }).trimEnd(),
    '',
    ...wrapToWidth(remark, columns),
    ...(verdict === 'paid' ? [] : [rule, ...painted, rule]),
    '',
  ].join('\n');
}

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
