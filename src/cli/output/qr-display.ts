import { qrCodeLines } from '../../pix/qr-code.ts';
import type { Screen } from '../context/screen.ts';
import { shownLines, textWidth, wrapToWidth, singleLine } from './text-width.ts';

/** Lines above and below: the account, and the prompt of the shell. */
const OTHER_LINES = 2;

/**
 * Draws a charge's QR code for a phone, and prints its text below; only the text if the code is too large. With machine
 * formats, it goes to stderr.
 *
 * @param above what is printed of the charge, which must not scroll off the screen
 */
export function showQrCode(screen: Screen, { id, copyPaste }: { id: string; copyPaste: string }, above = ''): void {
  const { text } = screen;
  const below = ['', text.payments.qrCode.copyPaste, singleLine(copyPaste)];
  const others = OTHER_LINES + shownLines([...above.split('\n'), ...below], screen.columns);
  const lines = ['', ...pictureFor(screen, id, copyPaste, others), ...below];
  if (screen.format === 'table') screen.print(`${lines.join('\n')}\n`);
  else for (const line of lines) screen.warn(line);
}

/** A QR code must fit the terminal: lines that are wrapped or scrolled off cannot be scanned. */
function pictureFor(screen: Screen, id: string, copyPaste: string, others: number): readonly string[] {
  const { qrCode } = screen.text.payments;
  const { columns = Infinity, rows = Infinity } = screen;
  const lines = qrCodeLines(copyPaste);
  if (screen.isSpoken) return [];
  if (lines === undefined) return [qrCode.tooLong];
  const [width, height] = [textWidth(lines[0] ?? ''), lines.length + others];
  return width <= columns && height <= rows ? lines : wrapToWidth(qrCode.tooLarge(width, height, id), columns);
}
