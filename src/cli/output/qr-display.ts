import { qrCodeLines } from '../../pix/qr-code.ts';
import type { Context } from '../context.ts';
import { singleLine } from './control-characters.ts';

/**
 * Draws a charge's code for a phone to scan, and writes it below: alone, when it is too long to be drawn. Beside machine
 * formats it goes to stderr.
 */
export function showQrCode(context: Context, copyPaste: string): void {
  const { text } = context;
  const picture = qrCodeLines(copyPaste) ?? [text.qrCode.tooLong];
  const lines = ['', ...picture, '', text.qrCode.copyPaste, singleLine(copyPaste)];
  if (context.format === 'table') context.print(`${lines.join('\n')}\n`);
  else for (const line of lines) context.warn(line);
}
