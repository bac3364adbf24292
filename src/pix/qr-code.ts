import { encode, renderUnicodeCompact } from 'uqr';
import { crc32, deflateSync } from 'node:zlib';

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

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/**
 * A black-and-white PNG image: one bit per pixel, greyscale. Source: ISO/IEC 15948.
 *
 * @param rows of equal length, from the top; true is black.
 * @param size pixels of each, in width and height
 */
export function writePng(rows: readonly (readonly boolean[])[], size = 1): Uint8Array {
  const [width = 0] = rows.map(({ length }) => length);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width * size, 0);
  header.writeUInt32BE(rows.length * size, 4);
  header.writeUInt8(1, 8); // Bits per pixel. The next bytes are colour type, compression, filter and interlacing: all 0.
  const scanlines = Buffer.concat(rows.flatMap((row) => Array<Uint8Array>(size).fill(scanline(row, size))));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(scanlines)), chunk('IEND')]);
}

/** The filter (0: none), then the pixels, eight per byte from the highest bit; 1 is white. */
function scanline(row: readonly boolean[], size: number): Uint8Array {
  const bits = row.map((isBlack) => (isBlack ? '0' : '1').repeat(size)).join('');
  return Uint8Array.from([0, ...bits.matchAll(/.{1,8}/g)], (byte) => Number.parseInt(String(byte).padEnd(8, '0'), 2));
}

function chunk(type: string, data: Uint8Array = new Uint8Array()): Uint8Array {
  const checked = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(checked), 4);
  return Buffer.concat([frame.subarray(0, 4), checked, frame.subarray(4)]);
}
