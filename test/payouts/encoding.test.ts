import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCp850 } from '../../src/files/cp850.ts';
import { fromUtf8, toUtf8 } from '../../src/payouts/files/encoding.ts';
import { inChunks, windows1252 } from './batch-files.ts';
import { grouped, linesIn } from '../support/grouped.ts';

async function decoded(bytes: Uint8Array, chunkBytes = 1 << 16) {
  const { chunks, found } = toUtf8(inChunks(bytes, chunkBytes));
  const texts: Buffer[] = [];
  for await (const chunk of chunks) texts.push(chunk);
  return { text: Buffer.concat(texts).toString(), encoding: found.encoding };
}

/** Letters of a script, in words as cells contain them. */
const wordOf = (letters: string) =>
  fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 2, maxLength: 12 });
const WRITINGS = {
  Greek: 'αβγδεζηθικλμνξοπρστυφχψωΑΒΓΔΩάέή',
  Cyrillic: 'абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГД',
  Hebrew: 'אבגדהוזחטיכלמנסעפצקרשת',
  Arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  Japanese: '山田太郎東京日本あいうえおカキクケコ',
  Portuguese: 'áàâãçéêíóôõúÁÃÇÉaeiou',
  signs: '€“”’–—…ªº😀🎉',
};
const foreignWord = fc.oneof(...Object.values(WRITINGS).map(wordOf)).filter((word) => /[^\0-\x7f]/.test(word));
const CELLS = 'reference;name;pix_key;amount\n';

describe('a file without a byte order mark', () => {
  it.each(Object.entries(WRITINGS))('is UTF-8 when it begins with %s', async (_, letters) => {
    const text = `${CELLS}F-1;${letters};maria@example.com;10,00\nF-2;João Conceição;joao@example.com;11,00\n`;
    expect(await decoded(Buffer.from(text))).toEqual({ text, encoding: 'utf-8' });
  });

  it.each(['“CAFÉ”', 'CAFÉ”', 'CAFÉ”; JOÃO', 'Nº 7 – Rua É…', 'à vista', 'São João', 'BALANÇO'])(
    'is Windows-1252 when it contains %s in that encoding',
    async (name) => {
      const text = `${CELLS}F-1;${name};maria@example.com;10,00\n`;
      expect(await decoded(windows1252(text))).toEqual({ text, encoding: 'windows-1252' });
    },
  );

  it.each([
    'NÃO PAGAR',
    'não',
    'José',
    'Referência; Ação; PREÇO',
    'ÔNIBUS',
    'INÊS À VISTA',
    'Antônio',
    'CONCEIÇÃO',
    'Avô',
  ])('is of code page 850 when it contains %s as DOS writes it', async (name) => {
    const text = `${CELLS}F-1;${name};maria@example.com;10,00\n`;
    const bytes = toCp850(text);
    expect(await decoded(bytes ?? Buffer.alloc(0))).toEqual({ text, encoding: 'cp850' });
    expect(fromUtf8(text, 'cp850')).toEqual(bytes);
    expect(await decoded(windows1252(text))).toEqual({ text, encoding: 'windows-1252' });
  });

  it('is of Windows-1252 with the words of a month of books in it, one by one', async () => {
    const words = [
      'Crédito',
      'débito',
      'TARIFA MANUTENÇÃO',
      'Transferência',
      'Março',
      'Nº',
      'ATÉ',
      'É',
      'Ó',
      'Às',
      'PIX ENVIADO – JOÃO',
      ...['“abc”', 'etc…', 'valor\u00a0de 10', 'Jäger', 'Muñoz', '½ dia', 'à vista', '€ 5,00', 'R$\u00a05,00'],
    ];
    for (const word of words) expect((await decoded(windows1252(`a;${word};b\n`))).encoding).toBe('windows-1252');
  });

  it('is read the same in any chunks, and with any script in it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(foreignWord, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 50 }),
        async (words, chunkBytes) => {
          const text = CELLS + words.map((word, index) => `F-${index};${word} João;k;10,00\n`).join('');
          expect(await decoded(Buffer.from(text), chunkBytes)).toEqual({ text, encoding: 'utf-8' });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is detected from more than its first letters, however long it is', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => `F-${index};Ωμέγα João;k;10,00\n`);
    const text = CELLS + rows.join('');
    for (const chunkBytes of [1 << 16, 70_001]) {
      expect(await decoded(Buffer.from(text), chunkBytes)).toEqual({ text, encoding: 'utf-8' });
    }
    const late = `${CELLS}${'F;Maria;k;10,00\n'.repeat(10_000)}F;João;k;10,00\n`;
    expect(await decoded(windows1252(late))).toEqual({ text: late, encoding: 'windows-1252' });
    expect(await decoded(Buffer.from(late))).toEqual({ text: late, encoding: 'utf-8' });
  });

  it('is UTF-8 when what decides ends within a character', async () => {
    const text = `é${'x'.repeat((1 << 16) - 5)}😀`;
    expect(await decoded(Buffer.from(text))).toEqual({ text, encoding: 'utf-8' });
  });

  it('is UTF-8 when one byte of it is damaged', async () => {
    const text = `${CELLS}F-1;João Conceição;k;10,00\nF-2;Inês Araújo;k;10,00\n`;
    const bytes = Buffer.from(text);
    bytes[bytes.indexOf('ã') + 1] = 0x20;
    expect((await decoded(bytes)).encoding).toBe('utf-8');
  });
});

it.each(
  grouped({
    'utf-8': linesIn('c3a9 | e282ac | e28094 | c594 | c9bf | dfbf | efbfbd | f09f9880 | f48fbfbf | c3a9e9 | c994c3a9'),
    'windows-1252': linesIn('e9 | c1a9 | c994 | eda080 | c3a9e961e9 | c994e9 | e9c3'),
    cp850: linesIn('f4908080 | f5808080'),
    ascii: linesIn('41'),
  }),
)('the bytes %s are taken for %s', async (hex, encoding) => {
  const bytes = Buffer.from(hex, 'hex');
  expect((await decoded(bytes)).encoding).toBe(encoding);
  const surrounded = Buffer.concat([Buffer.from('chave;'), bytes, Buffer.from(';valor')]);
  for (const chunkBytes of [1, 3, 1 << 16]) expect((await decoded(surrounded, chunkBytes)).encoding).toBe(encoding);
});

it.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const)(
  'a text is written in %s as it is read',
  async (form) => {
    const text = 'Ação;“Óbvio”…;€ 5,00;‰';
    for (const chunkBytes of [1, 5, 1 << 16]) {
      expect(await decoded(fromUtf8(text, form), chunkBytes)).toEqual({ text, encoding: form });
    }
  },
);

it.each([
  ['é”', 'c3a9e2809d'],
  ['\u0080', 'c280'],
  ['é\u007f', '827f'],
])('a text is written in UTF-8 where code page 850 has not all of it: %j', (text, hex) => {
  expect(fromUtf8(text, 'cp850').toString('hex')).toBe(hex);
});

it.each([
  ['', '', undefined],
  ['efbbbf', '', 'utf-8-bom'],
  ['efbbbf41', 'A', 'utf-8-bom'],
  ['fffe', '', 'utf-16le'],
  ['fffe4100', 'A', 'utf-16le'],
  ['fffee9', '\ufffd', 'utf-16le'],
  ['fffefffe4100', '\ufeffA', 'utf-16le'],
  ['fffe410042', 'A\ufffd', 'utf-16le'],
  ['feff0041', 'A', 'utf-16be'],
  ['0041', 'A', 'utf-16be'],
  ['4100', 'A', 'utf-16le'],
  ['0000', '\0\0', 'ascii'],
  ['41', 'A', 'ascii'],
  ['000042', '\0\0B', 'ascii'],
])('a file may be as short as %s', async (hex, text, encoding) => {
  expect(await decoded(Buffer.from(hex, 'hex'))).toEqual({ text, encoding });
});
