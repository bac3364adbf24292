import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { commandError, EXIT, type CommandError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

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
export function readQrCode(png: Buffer, text: Catalogue): string {
  let image: PNG;
  try {
    image = PNG.sync.read(png);
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
