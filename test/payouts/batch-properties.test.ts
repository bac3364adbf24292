import { isAscii, isUtf8 } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryWorkbook } from '../../src/cli/commands/payouts/batch-workbook.ts';
import { retryText } from '../../src/cli/commands/payouts/report-file.ts';
import { loadCatalogue } from '../../src/cli/text/translate.ts';
import { centavos } from '../../src/pix/centavos.ts';
import type { PixKeyType } from '../../src/pix/pix-key.ts';
import { readFile, utf16, windows1252 } from './batch-files.ts';
import { draws } from '../support/draws.ts';

/** A payout as intended, before any file is written. */
interface Meant {
  readonly reference: string | undefined;
  readonly key: { readonly type: PixKeyType; readonly canonical: string; readonly typed: readonly string[] };
  readonly amountCentavos: number;
  readonly description: string | undefined;
}

function withCheckDigits(base: string, weights: (place: number) => number): string {
  const digit = (text: string) => {
    const sum = Array.from(text).reduce((sum, d, at) => sum + Number(d) * weights(text.length - 1 - at), 0);
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  const first = `${base}${digit(base)}`;
  return `${first}${digit(first)}`;
}

const cpf = fc
  .integer({ min: 1, max: 999_999_998 })
  .map((number) => {
    const digits = withCheckDigits(String(number).padStart(9, '0'), (place) => place + 2);
    const typed = digits.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
    return { type: 'CPF' as const, canonical: digits, typed: [digits, typed] };
  })
  .filter(({ canonical }) => !/^(.)\1+$/.test(canonical));

const cnpj = fc.integer({ min: 1, max: 99_999_998 }).map((number) => {
  const digits = withCheckDigits(`${String(number).padStart(8, '0')}0001`, (place) => (place % 8) + 2);
  const typed = digits.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
  return { type: 'CNPJ' as const, canonical: digits, typed: [digits, typed] };
});

const phone = fc
  .tuple(fc.constantFrom('11', '21', '55', '85'), fc.integer({ min: 0, max: 99_999_999 }))
  .map(([area, number]) => {
    const subscriber = `9${String(number).padStart(8, '0')}`;
    const typed = [
      `+55${area}${subscriber}`,
      `(${area}) ${subscriber.slice(0, 5)}-${subscriber.slice(5)}`,
      `${area} ${subscriber}`,
    ];
    return { type: 'PHONE' as const, canonical: `+55${area}${subscriber}`, typed };
  });

const email = fc.stringMatching(/^[a-z][a-z0-9._+-]{0,20}$/).map((name) => {
  const canonical = `${name}@exemplo.com.br`;
  return { type: 'EMAIL' as const, canonical, typed: [canonical, canonical.toUpperCase(), ` ${canonical} `] };
});

const random = fc
  .uuid()
  .map((canonical) => ({ type: 'RANDOM' as const, canonical, typed: [canonical, canonical.toUpperCase()] }));

/** Characters of Windows-1252, so that each batch can be written in each encoding. */
const freeText = fc
  .string({ unit: fc.constantFrom(...Array.from('aZ09 ;,"\'|=+-@#áçÃÉõ€“”–ª')), minLength: 1, maxLength: 30 })
  .map((text) => text.trim())
  // Excludes a spreadsheet's text mark and errors, which have a meaning there.
  .filter((text) => text !== '' && !/^['#]/.test(text))
  // `Ã”` in Windows-1252 is `Ô` in UTF-8, `á€“` is `ဓ`, and `a“` is `aô` in code page 850: the bytes cannot be distinguished.
  .filter((text) => isAscii(Buffer.from(text)) || !isUtf8(windows1252(text)))
  // `Ãª` is `ê`, too: beside one other character, nothing shows which of them was meant.
  .filter((text) => !/Ã[€“”–ª]|[Éáç].?€|[aáç“”–]“|[Z€]€/.test(text));

const reference = fc.stringMatching(/^[A-Z]{1,3}-[0-9]{1,6}[çÃ;,"]?$/);

const meant: fc.Arbitrary<Meant> = fc.record({
  reference: fc.option(reference, { nil: undefined }),
  key: fc.oneof(cpf, cnpj, phone, email, random),
  amountCentavos: fc.integer({ min: 500, max: 99_999_999_99 }),
  description: fc.option(freeText, { nil: undefined }),
});

const batch = fc.uniqueArray(meant, {
  minLength: 1,
  maxLength: 12,
  selector: ({ reference, key, amountCentavos }) => reference ?? `${key.canonical} ${amountCentavos}`,
});

const HEADINGS = {
  pt: {
    ...{ reference: 'Referência', type: 'Tipo de Chave', key: 'CHAVE PIX' },
    ...{ amount: 'Valor (R$)', description: 'descrição' },
  },
  en: { reference: 'reference', type: 'pix_key_type', key: 'PixKey', amount: 'Amount', description: 'Description' },
};
const TYPE_NAMES: Readonly<Record<PixKeyType, readonly string[]>> = {
  CPF: ['CPF', 'cpf', 'CPF/CNPJ'],
  CNPJ: ['CNPJ', 'cpf_cnpj'],
  EMAIL: ['EMAIL', 'E-mail'],
  PHONE: ['PHONE', 'Telefone', 'celular'],
  RANDOM: ['RANDOM', 'Aleatória', 'EVP'],
};

const convention = fc.record({
  language: fc.constantFrom('pt' as const, 'en' as const),
  delimiter: fc.constantFrom(';', ',', '\t', '|'),
  lineBreak: fc.constantFrom('\r\n', '\n', '\r'),
  encoding: fc.constantFrom('utf-8', 'utf-8-bom', 'windows-1252', 'utf-16le', 'utf-16be'),
  decimals: fc.constantFrom('1234,56', '1.234,56', '1234.56', '1,234.56', 'R$ 1.234,56'),
  order: fc.shuffledSubarray(['reference', 'type', 'key', 'amount', 'description'] as const, { minLength: 5 }),
  spelling: fc.nat(5),
  names: fc.boolean(),
  title: fc.boolean(),
  quotesAll: fc.boolean(),
  chunkBytes: fc.integer({ min: 3, max: 2000 }),
});
type Convention = typeof convention extends fc.Arbitrary<infer Value> ? Value : never;

function amountText(amountCentavos: number, style: string): string {
  const whole = String(Math.floor(amountCentavos / 100));
  const cents = String(amountCentavos % 100).padStart(2, '0');
  const grouped = (separator: string) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
  const written: Readonly<Record<string, string>> = {
    '1234,56': `${whole},${cents}`,
    '1.234,56': `${grouped('.')},${cents}`,
    '1234.56': `${whole}.${cents}`,
    '1,234.56': `${grouped(',')}.${cents}`,
    'R$ 1.234,56': `R$ ${grouped('.')},${cents}`,
  };
  return written[style] ?? '';
}

function pick<Item>(items: readonly Item[], at: number): Item {
  return items[at % items.length]!;
}

function cellsOf({ reference, key, amountCentavos, description }: Meant, { spelling, decimals }: Convention) {
  return {
    reference: reference ?? '',
    type: pick(TYPE_NAMES[key.type], spelling),
    key: pick(key.typed, spelling),
    amount: amountText(amountCentavos, decimals),
    description: description ?? '',
  };
}

function write(payouts: readonly Meant[], how: Convention): Buffer {
  const { delimiter, lineBreak, quotesAll, order } = how;
  const record = (cells: readonly string[]) =>
    cells
      .map((cell) => (quotesAll || /["\r\n;,\t|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
      .join(delimiter) + lineBreak;
  const rows = payouts.map((payout) => {
    const cells = cellsOf(payout, how);
    return record(order.map((column) => cells[column]));
  });
  const title = how.title ? `Pagamentos de novembro${lineBreak}` : '';
  return encoded(title + record(order.map((column) => HEADINGS[how.language][column])) + rows.join(''), how.encoding);
}

function encoded(text: string, encoding: string): Buffer {
  if (encoding === 'windows-1252') return windows1252(text);
  if (encoding === 'utf-16le') return utf16(text);
  if (encoding === 'utf-16be') return utf16(text, 'be');
  return Buffer.from(encoding === 'utf-8-bom' ? `\ufeff${text}` : text);
}

function asNdjson(payouts: readonly Meant[]): string {
  return payouts
    .map(({ reference, key, amountCentavos, description }) => {
      const amount = `${Math.floor(amountCentavos / 100)}.${String(amountCentavos % 100).padStart(2, '0')}`;
      const rest = JSON.stringify({ reference, pixKeyType: key.type, pixKey: key.canonical, description });
      return `{"amount":${amount},${rest.slice(1)}\n`;
    })
    .join('');
}

describe('any batch of payouts', () => {
  it('is read as it was meant, with the same digest, in whatever convention it was written', async () => {
    await fc.assert(
      fc.asyncProperty(batch, convention, async (payouts, how) => {
        const written = await readFile(write(payouts, how), { allowDuplicates: true }, how.chunkBytes);
        const plain = await readFile(asNdjson(payouts), { allowDuplicates: true });
        expect(written.problems).toEqual([]);
        const read = written.payouts.map(({ reference, pixKey, pixKeyType, amountCentavos, description }) => {
          return { reference, key: { type: pixKeyType, canonical: pixKey }, amountCentavos, description };
        });
        expect(read).toEqual(
          payouts.map(({ key: { type, canonical }, ...one }) => ({ ...one, key: { type, canonical } })),
        );
        expect(written.summary.digest).toBe(plain.summary.digest);
        expect(written.summary.totals.sumCentavos).toBe(
          payouts.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
        );
      }),
      draws(20),
    );
  });

  it('has the same digest in each form of the file to run it again', async () => {
    const text = await loadCatalogue('en', ['payouts']);
    const making = { screen: { text, language: 'en' as const }, host: { now: () => 0 } };
    await fc.assert(
      fc.asyncProperty(batch, convention, async (payouts, how) => {
        const options = { allowDuplicates: true };
        const first = await readFile(write(payouts, how), options);
        const rows = () => first.payouts;
        const written = [
          ...(['csv', 'excel-br', 'json'] as const).map((format) => Buffer.from([...retryText(format, rows)].join(''))),
          await buffer(retryWorkbook(making, rows)),
        ];
        for (const again of written) {
          const { problems, summary } = await readFile(again, options);
          expect([problems, summary.digest]).toEqual([[], first.summary.digest]);
        }
      }),
      draws(6),
    );
  });

  /** Corruptions of a cell, each of which makes its payout invalid. */
  const corruptions = {
    key: {
      'a digit too many': (cell: string) => `${cell}0@`,
      'a formula': (cell: string) => `=${cell}`,
      gone: () => '',
      rounded: () => '1,23E+10',
      'a reference that broke': () => '#REF!',
    },
    type: { 'another word': () => 'conta', 'a control': (cell: string) => `${cell}\u0007x` },
    amount: {
      negative: (cell: string) => `-${cell}`,
      gone: () => '',
      ambiguous: () => '1.234',
      'too little': () => '4,99',
      'a letter for a digit': (cell: string) => cell.replace(/\d/, 'O'),
      'a third decimal': (cell: string) => `${cell}10`,
    },
    description: {
      'too long': (cell: string) => cell.padEnd(141, 'x'),
      'with a line break': (cell: string) => `x${cell}\ny`,
      'a reference that broke': () => '#N/D',
    },
    reference: { rounded: () => '1,5E+11', 'a formula': () => '=A1' },
  } as const;

  const corruption = fc.constantFrom(
    ...Object.entries(corruptions).flatMap(([column, kinds]) =>
      Object.entries(kinds).map(([kind, corrupt]) => ({ column, kind, corrupt })),
    ),
  );

  it('is refused, with row and column, when a single cell of it is corrupted', async () => {
    await fc.assert(
      fc.asyncProperty(batch, fc.nat(), convention, corruption, async (payouts, at, how, { column, corrupt }) => {
        const broken = at % payouts.length;
        const quoted = { ...how, quotesAll: true };
        const rows = payouts.map((payout) => cellsOf(payout, quoted));
        const text = [
          quoted.order.map((name) => HEADINGS[quoted.language][name]),
          ...rows.map((cells, row) =>
            quoted.order.map((name) => (row === broken && name === column ? corrupt(cells[name]) : cells[name])),
          ),
        ]
          .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(quoted.delimiter)}\r\n`)
          .join('');
        const read = await readFile(encoded(text, quoted.encoding), { allowDuplicates: true });
        const heading = HEADINGS[quoted.language][column as keyof (typeof HEADINGS)['pt']];
        expect(read.problems).toContainEqual(expect.objectContaining({ row: broken + 1, column: heading }));
        expect(read.summary.isValid).toBe(false);
        expect(read.payouts.map(({ row }) => row)).not.toContain(broken + 1);
        expect(read.payouts).toHaveLength(payouts.length - 1);
      }),
      draws(20),
    );
  });

  it('has a digest that depends on every payout, their order, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(batch, fc.nat(), async (payouts, at) => {
        const changed = at % payouts.length;
        const options = { allowDuplicates: true, boundsOf: () => ({ maximumCentavos: centavos(2 ** 50) }) };
        const digestOf = async (some: readonly Meant[]) => (await readFile(asNdjson(some), options)).summary.digest;
        const dearer = payouts.map((one, row) =>
          row === changed ? { ...one, amountCentavos: one.amountCentavos + 1 } : one,
        );
        const digests = await Promise.all(
          [payouts, dearer, payouts.slice(1), [...payouts, ...payouts.slice(0, 1)]].map(digestOf),
        );
        expect(digests[1]).not.toBe(digests[0]);
        expect(digests[2]).not.toBe(digests[0]);
        expect(await digestOf(payouts)).toBe(digests[0]);
        if (payouts.length > 1) expect(await digestOf(payouts.toReversed())).not.toBe(digests[0]);
      }),
      draws(5),
    );
  });
});
