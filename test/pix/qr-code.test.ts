import fc from 'fast-check';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { encode } from 'uqr';
import { describe, expect, test } from 'vitest';
import { writePng, qrCodeDataUri, qrCodeLines, qrCodePng } from '../../src/pix/qr-code.ts';
import vectors from './vectors/br-codes.json' with { type: 'json' };

const { default: readQrCode } = jsqr;

test('a PNG picture contains the exact pixels, whatever the width', () => {
  const pictures = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 })).chain(([width, height]) =>
    fc.array(fc.array(fc.boolean(), { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height,
    }),
  );
  fc.assert(
    fc.property(pictures, (rows) => {
      expect(blackPixels(PNG.sync.read(Buffer.from(writePng(rows)), { checkCRC: true }))).toEqual(rows);
    }),
  );
});

describe('a QR code as a picture', () => {
  test.each(vectors.valid)('is read by an independent reader: %s', (text) => {
    const { data, width, height } = PNG.sync.read(Buffer.from(qrCodePng(text)), { checkCRC: true });
    expect(readQrCode(Uint8ClampedArray.from(data), width, height)?.data).toBe(text);
  });

  test('is the code, six pixels per module, with four light modules around it', () => {
    const modules = encode(vectors.valid[0]!, { ecc: 'M', border: 0 }).data;
    const pixels = blackPixels(PNG.sync.read(Buffer.from(qrCodePng(vectors.valid[0]!))));
    expect(pixels).toHaveLength((modules.length + 8) * 6);
    expect(sample(pixels, 6, 4, modules.length)).toEqual(modules);
    const edge = pixels.filter((_, y) => y < 24 || y >= pixels.length - 24);
    expect(edge.flat().concat(pixels.flatMap((row) => [...row.slice(0, 24), ...row.slice(-24)]))).not.toContain(true);
  });

  test('as a data URI contains the same bytes', () => {
    const [head, base64 = ''] = qrCodeDataUri('pix').split(',');
    expect(head).toBe('data:image/png;base64');
    expect(Buffer.from(base64, 'base64').equals(qrCodePng('pix'))).toBe(true);
  });
});

test('a QR code in the terminal is read by an independent reader, light drawn on dark', () => {
  const text = vectors.valid[3]!;
  const lines = qrCodeLines(text) ?? [];
  const rows = lines.flatMap((line) => [
    Array.from(line, (character) => !'█▀'.includes(character)),
    Array.from(line, (character) => !'█▄'.includes(character)),
  ]);
  const { data, width, height } = PNG.sync.read(Buffer.from(writePng(enlarge(rows, 4))));
  expect(readQrCode(Uint8ClampedArray.from(data), width, height)?.data).toBe(text);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('a QR code in the terminal contains 2953 bytes at most', () => {
  expect(qrCodeLines('x'.repeat(2953))).toHaveLength(91);
  expect(qrCodeLines('é'.repeat(1477))).toBeUndefined();
});

function blackPixels({ data, width, height }: PNG): boolean[][] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => data[(y * width + x) * 4] === 0),
  );
}

/** The pixel in the middle of each module. */
function sample(pixels: boolean[][], modulePixels: number, border: number, size: number): (boolean | undefined)[][] {
  const middle = (module: number) => (module + border) * modulePixels + modulePixels / 2;
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => pixels[middle(y)]?.[middle(x)]));
}

function enlarge(rows: boolean[][], factor: number): boolean[][] {
  return rows.flatMap((row) =>
    Array.from({ length: factor }, () => row.flatMap((pixel) => Array.from({ length: factor }, () => pixel))),
  );
}
