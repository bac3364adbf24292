import { qrCodeLines } from '../../pix/qr-code.ts';
import type { Screen } from '../context/screen.ts';
import { shownLines, textWidth, wrapToWidth, singleLine } from './text-width.ts';
import type { PNG } from 'pngjs';
import { commandError, EXIT, type CommandError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/** Below it: the prompt of the shell. */
const OTHER_LINES = 1;

/**
 * Draws a charge's QR code for a phone, and prints its text below; only the text if the code is too large. With machine
 * formats, it goes to stderr.
 */
export function showQrCode(screen: Screen, { id, copyPaste }: { id: string; copyPaste: string }): void {
  const { text } = screen;
  const below = ['', text.payments.qrCode.copyPaste, singleLine(copyPaste)];
  const others = OTHER_LINES + shownLines(below, screen.columns);
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

const PNG_DATA_URI = /^data:image\/png;base64,([A-Za-z\d+/]+={0,2})$/;

/** The PNG file in a data URI. @throws CommandError when there is none */
export function pngOfDataUri(dataUri: string, text: Catalogue): Buffer {
  const [, base64] = PNG_DATA_URI.exec(dataUri.replaceAll(/\s/g, '')) ?? [];
  if (base64 === undefined) throw unreadable(text);
  return Buffer.from(base64, 'base64');
}

/**
 * The text of a QR code picture: for a Pix charge, its copy-and-paste code. @throws CommandError when it is unreadable
 */
export async function readQrCode(png: Buffer, text: Catalogue): Promise<string> {
  const [{ default: jsqr }, { PNG: Picture }] = await Promise.all([import('jsqr'), import('pngjs')]);
  let image: PNG;
  try {
    image = Picture.sync.read(png);
  } catch (cause) {
    throw unreadable(text, cause);
  }
  const code = jsqr.default(new Uint8ClampedArray(image.data), image.width, image.height);
  if (code === null) throw unreadable(text);
  return code.data;
}

function unreadable(text: Catalogue, cause?: unknown): CommandError {
  return commandError(EXIT.failed, 'qr_code_unreadable', text.payments.qrCode.unreadable, { cause });
}
