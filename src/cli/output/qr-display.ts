import { qrCodeLines } from '../../pix/qr-code.ts';
import type { Screen } from '../context/screen.ts';
import { singleLine } from './control-characters.ts';
import { textWidth, wrapToWidth } from './text-width.ts';

/**
 * Draws a charge's QR code for a phone, and prints its text below; only the text if the code is too large. With machine
 * formats, it goes to stderr.
 */
export function showQrCode(screen: Screen, copyPaste: string): void {
  const { text } = screen;
  const picture = pictureFor(screen, copyPaste);
  const lines = ['', ...picture, '', text.payments.qrCode.copyPaste, singleLine(copyPaste)];
  if (screen.format === 'table') screen.print(`${lines.join('\n')}\n`);
  else for (const line of lines) screen.warn(line);
}

/** A QR code must fit the terminal: wrapped lines cannot be scanned. */
function pictureFor({ text, columns = Infinity }: Screen, copyPaste: string): readonly string[] {
  const lines = qrCodeLines(copyPaste);
  if (lines === undefined) return [text.payments.qrCode.tooLong];
  const width = textWidth(lines[0] ?? '');
  return width <= columns ? lines : wrapToWidth(text.payments.qrCode.tooWide(width), columns);
}
