import fc from 'fast-check';
import { isPixCopyPaste } from 'validation-br';
import { PixPart } from 'validation-br/pix-copy-paste';
import { describe, expect, test } from 'vitest';
import { readBrCode, writeBrCode, type BrCode, crc16 } from '../../src/pix/br-code.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { grouped, rowsIn } from '../support/grouped.ts';
import vectors from './vectors/br-codes.json' with { type: 'json' };

const KEY = '123e4567-e12b-12d1-a456-426655440000';
const URL_OF_MANUAL = 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441';
const TRANSACTION = { transactionId: 'RP12345678-2019', singleUse: false };
const payee = { merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' };

test.each(Object.entries(vectors.crc16))('the CRC of %j is %s', (text, checksum) => expect(crc16(text)).toBe(checksum));

describe('reading', () => {
  test.each(
    [
      [{ ...payee, key: KEY, singleUse: false }],
      [{ ...payee, url: URL_OF_MANUAL, singleUse: true }],
      [{ ...payee, key: KEY, amountCentavos: 10_050, singleUse: false }],
      [{ ...payee, merchantName: 'NOME DO RECEBEDOR', key: KEY, amountCentavos: 12_345, ...TRANSACTION }],
    ].map(([brCode], index) => ({ brCode, text: vectors.valid[index]! })),
  )('$text', ({ text, brCode }) => expect(readBrCode(text)).toEqual({ ok: true, brCode }));

  const first = vectors.valid[0]!;
  const MALFORMED = [
    ...[vectors.invalid[2]!, '', 'https://example.com', withChecksum(vectors.invalid[1]!)],
    ...['00020100020163041D3D', `9903abc${first}`, `${first}9904----`].map(withChecksum),
    ...['99086304----', '99006304----', '5802BR6304----'].map((end) => withChecksum(first.slice(0, -8) + end)),
  ];
  test.each(grouped({ wrong_checksum: vectors.invalid.slice(0, 2), malformed: MALFORMED }))(
    '%j is refused: %s',
    (text, reason) => expect(readBrCode(text)).toEqual({ ok: false, reason }),
  );

  test.each([
    ...rowsIn(`
      01;000201;000201010213 | 01;000201;0002010103111 | 26;br.gov.bcb.pix;br.gov.bcb.pox | 26;0136;0236 | 26;0136;0137
      26;26580014;25580014 | 26;26580014;80580014 | 26;26580014br.gov.bcb.pix;26710014br.gov.bcb.pix2509example/1
      52;52040000;5204ABCD | 52;52040000; | 52;52040000;520500000 | 53;5303986;5303840 | 54;5802BR;54041,005802BR
      54;5802BR;54051,0005802BR | 54;5802BR;54051.2345802BR | 54;5802BR;54040.005802BR | 58;5802BR;5802US
      59;5913Fulano de Tal; | 60;6008BRASILIA; | 60;6008BRASILIA;6016SAO JOSE DOS CAM | 62;62070503***;
    `),
    ['26', `26580014br.gov.bcb.pix0136${KEY}`, '26260014br.gov.bcb.pixabcd0104'],
    ['59', '5913Fulano de Tal', `5926${'a'.repeat(26)}`],
  ])('field %s is refused with %j as %j', (field, from, to) => {
    const text = withChecksum(first.replace(from, to));
    expect(readBrCode(text)).toEqual({ ok: false, reason: 'invalid_field', field });
  });

  test.each([
    ['a template of another network', withChecksum(first.replace('26580014', '27050101x51580014'))],
    ['blanks around the code', ` ${first}\n`],
  ])('ignores %s', (_, text) => expect(readBrCode(text)).toEqual(readBrCode(first)));

  test('any single changed character is detected', () => {
    const text = vectors.valid[3]!;
    fc.assert(
      fc.property(fc.nat({ max: text.length - 1 }), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        const corrupted = text.slice(0, at) + character + text.slice(at + 1);
        expect(readBrCode(corrupted).ok).toBe(corrupted === text);
      }),
      { numRuns: 1_000 },
    );
  });

  test('never throws, not even for a text with a right checksum', () => {
    const fields = fc
      .array(
        fc.tuple(fc.constantFrom('01', '26', '52', '53', '54', '58', '59', '60', '62'), fc.string({ maxLength: 40 })),
      )
      .map((all) => all.map(([id, value]) => id + String(value.length).padStart(2, '0') + value).join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fields), (text) => {
        expect(readBrCode(text).ok).toBe(false);
        expect(readBrCode(withChecksum(`000201${text}6304----`)).ok).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('writing', () => {
  test('gives the text that the manual prints, static and dynamic', () => {
    expect(writeBrCode({ ...payee, key: KEY })).toBe(vectors.valid[0]);
    expect(writeBrCode({ ...payee, url: URL_OF_MANUAL, singleUse: true })).toBe(vectors.valid[1]);
  });

  test('removes accents, and cuts name, city and description to the maximum of the format', () => {
    const long = { merchantName: 'Associação Atlética São João 日本 Ltda', merchantCity: ' São José dos Campos' };
    const text = writeBrCode({ ...long, key: KEY, description: `Mensalidade nº 7 – março ${'x'.repeat(100)}` });
    const cut = { merchantName: 'Associacao Atletica Sao J', merchantCity: 'Sao Jose dos Ca' };
    expect(readBrCode(text)).toMatchObject({ brCode: cut });
    expect(text).toMatch(/^[ -~]+$/);
    expect(text).toMatch(/^0002012699/);
    expect(text).toContain('Mensalidade no 7 marco xxx');
  });

  test('leaves no space where it cut', () => {
    const text = writeBrCode({ ...payee, key: KEY, merchantCity: 'Rio de Janeiro RJ' });
    expect(readBrCode(text)).toMatchObject({ brCode: { merchantCity: 'Rio de Janeiro' } });
  });

  test('omits a description when the key fills its template', () => {
    const key = `${'a'.repeat(60)}@exemplo12.com.br`;
    const reading = readBrCode(writeBrCode({ ...payee, key, description: 'aluguel' }));
    expect(reading).toEqual({ ok: true, brCode: { ...payee, key, singleUse: false } });
  });

  test.each<[string, string, BrCode]>([
    ['an amount of nothing', 'amount', { ...payee, key: KEY, amountCentavos: centavos(0) }],
    ['a negative amount', 'amount', { ...payee, key: KEY, amountCentavos: centavos(-1) }],
    ['an amount of 14 characters', 'amount', { ...payee, key: KEY, amountCentavos: centavos(1_000_000_000_000) }],
    ['no key', 'key', { ...payee, key: '' }],
    ['a key of 78 characters', 'key', { ...payee, key: 'a'.repeat(78) }],
    ['a key with an accent', 'key', { ...payee, key: 'ação@example.com' }],
    ['a URL with its scheme', 'URL', { ...payee, url: 'https://example.com/1' }],
    ['a URL of 78 characters', 'URL', { ...payee, url: 'a'.repeat(78) }],
    ['a transaction id with a dash', 'transaction id', { ...payee, key: KEY, transactionId: 'a-b' }],
    ['a transaction id of 26 characters', 'transaction id', { ...payee, key: KEY, transactionId: 'a'.repeat(26) }],
    ['a name without any character left', 'merchant name', { ...payee, key: KEY, merchantName: '日本' }],
    ['no city', 'merchant city', { ...payee, key: KEY, merchantCity: ' ' }],
  ])('refuses %s rather than change it, and names the %s', (_, name, brCode) => {
    expect(() => writeBrCode(brCode)).toThrow(RangeError);
    expect(() => writeBrCode(brCode)).toThrow(name);
  });

  const printable = (maxLength: number) =>
    fc
      .string({ unit: 'grapheme-ascii', minLength: 1, maxLength })
      .map((text) => text.trim().replaceAll(/ +/g, ' '))
      .filter((text) => text !== '');
  const charge = {
    merchantName: printable(25),
    merchantCity: printable(15),
    amountCentavos: fc.option(fc.integer({ min: 1, max: 999_999_999_999 }).map(centavos), { nil: undefined }),
    singleUse: fc.boolean(),
  };
  const LENGTH_OF_KEY_WITH_ROOM_FOR_14 = 59;
  const anyBrCode = fc.oneof(
    fc.record({
      ...charge,
      key: fc.oneof(
        fc.uuid(),
        fc.emailAddress().filter(({ length }) => length <= LENGTH_OF_KEY_WITH_ROOM_FOR_14),
        fc.constant('+5511987654321'),
      ),
      description: fc.option(printable(14), { nil: undefined }),
      transactionId: fc.option(fc.stringMatching(/^[a-zA-Z\d]{1,25}$/), { nil: undefined }),
    }),
    fc.record({ ...charge, url: fc.stringMatching(/^[a-z]{3,10}\.com\/[a-z\d/-]{1,60}$/) }),
  );

  test('is read back the same, and an independent reader finds the same fields', () => {
    fc.assert(
      fc.property(anyBrCode, (brCode) => {
        const text = writeBrCode(brCode);
        expect(readBrCode(text)).toEqual({ ok: true, brCode });

        expect(isPixCopyPaste(text)).toBe(true);
        const values = Object.fromEntries(PixPart.parse(text).map(({ code, value }) => [code, value]));
        expect(values).toMatchObject({ '00': '01', '53': '986', '58': 'BR', '59': brCode.merchantName });
        expect(values['54']).toBe(
          brCode.amountCentavos === undefined ? undefined : (brCode.amountCentavos / 100).toFixed(2),
        );
      }),
      { numRuns: 500 },
    );
  });
});

/** The same text with the right checksum. */
function withChecksum(text: string): string {
  const body = text.slice(0, -4);
  return body + crc16(body);
}
