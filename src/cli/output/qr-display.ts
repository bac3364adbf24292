import { qrCodeLines } from '../../pix/qr-code.ts';
import type { Context } from '../context.ts';
import { singleLine } from './control-characters.ts';

/** Draws a charge's code for a phone to scan, and writes it below. Beside machine formats it goes to stderr. */
export function showQrCode(context: Context, copyPaste: string): void {
  const lines = ['', ...qrCodeLines(copyPaste), '', context.text.qrCode.copyPaste, singleLine(copyPaste)];
  if (context.format === 'table') context.print(`${lines.join('\n')}\n`);
  else context.warn(lines.join('\n'));
}
