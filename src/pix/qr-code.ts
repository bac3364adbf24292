import { encode, renderUnicodeCompact } from 'uqr';
import { writePng } from './png.ts';

/** Light modules that readers require around the code. Source: ISO/IEC 18004. */
const QUIET_ZONE_MODULES = 4;
/** Half of the standard: a terminal has few columns, and readers accept a narrower margin on a screen. */
const TERMINAL_QUIET_ZONE_MODULES = 2;
const MODULE_PIXELS = 6;
/** Bytes in the largest code with error correction L. Source: ISO/IEC 18004, version 40. */
const CAPACITY_BYTES = 2953;

/** The QR code of a text, error correction M: a black-and-white PNG file. */
export function qrCodePng(text: string): Uint8Array {
  const { data } = encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES });
  return writePng(data, MODULE_PIXELS);
}

/** The same image as a data URI, `data:image/png;base64,…`. */
export function qrCodeDataUri(text: string): string {
  return `data:image/png;base64,${Buffer.from(qrCodePng(text)).toString('base64')}`;
}

/**
 * A QR code in lines of half blocks, two modules per character, with error correction L to stay small. The light
 * modules are drawn, so it requires a dark background.
 *
 * @returns undefined for a text that may exceed the capacity of a QR code
 */
export function qrCodeLines(text: string): string[] | undefined {
  if (Buffer.byteLength(text) > CAPACITY_BYTES) return undefined;
  return renderUnicodeCompact(text, { ecc: 'L', border: TERMINAL_QUIET_ZONE_MODULES }).split('\n');
}
