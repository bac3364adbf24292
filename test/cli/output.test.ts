import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closestWord } from '../../src/cli/errors/known-words.ts';
import { formatMoment } from '../../src/cli/output/dates.ts';
import { formatReais } from '../../src/pix/reais-text.ts';
import { csvRecord, tsvRecord } from '../../src/cli/output/records.ts';

it('money is what Intl prints for Brazil, except for the kind of space', () => {
  const brazilian = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
  const cents = fc.integer({ min: -(10 ** 12), max: 10 ** 12 });
  fc.assert(
    fc.property(cents, (amount) => {
      expect(formatReais(amount)).toBe(brazilian.format(amount / 100).replace('\u00a0', ' '));
    }),
  );
});

describe('records', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\n', '\r', '\\', ' ', 'n', 't') });

  it('tsv: one line, as many cells as values, and each can be read back', () => {
    const unescape = (text: string) =>
      text.replace(/\\(.)/g, (_, letter: string) => ({ t: '\t', n: '\n', r: '\r' })[letter] ?? letter);
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (values) => {
        const line = tsvRecord(values);
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(line.slice(0, -1).split('\t').map(unescape)).toEqual(values);
      }),
    );
  });

  it('csv: each record can be read back by a parser of RFC 4180, with a line break for a return alone', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (values) => {
        const record = csvRecord(values);
        expect(record.endsWith('\r\n')).toBe(true);
        const cells = [...`,${record.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
          ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
        );
        expect(cells).toEqual(values.map((value) => value.replaceAll(/\r(?!\n)/g, '\n')));
      }),
    );
  });

  it('writes nothing for null, and JSON for objects and arrays', () => {
    expect(csvRecord([null, undefined, true, 5, { a: 1 }])).toBe(',,true,5,"{""a"":1}"\r\n');
  });
});

describe('moments', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('are shown in the local time zone', () => {
    vi.stubEnv('TZ', 'America/Sao_Paulo');
    expect(formatMoment('2026-07-14T02:59:59.999Z', 'en')).toBe('2026-07-13 23:59:59');
    expect(formatMoment('2026-07-14T02:59:59.999Z', 'pt-BR')).toBe('13/07/2026 23:59:59');
    vi.stubEnv('TZ', 'America/Manaus');
    expect(formatMoment('2026-07-14T02:59:59.999Z', 'en')).toBe('2026-07-13 22:59:59');
  });

  it('are shown unchanged if they are invalid', () => expect(formatMoment('soon', 'en')).toBe('soon'));
});

describe('the closest word', () => {
  it('differs by one or two letters', () => {
    const statuses = ['PENDING', 'ACTIVE', 'COMPLETED', 'FAILED'];
    expect(closestWord('complete', statuses)).toBe('COMPLETED');
    expect([closestWord('PENDNIG', statuses), closestWord('pend', statuses)]).toEqual(['PENDING', 'PENDING']);
    expect([closestWord('paid', statuses), closestWord('x', ['id'])]).toEqual([undefined, undefined]);
  });

  it('is the word itself if it exists', () => {
    const words = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, selector: (word) => word.toLowerCase() });
    fc.assert(
      fc.property(words, fc.nat(), (known, index) => {
        const word = known[index % known.length] ?? '';
        expect(closestWord(word, known)).toBe(word);
      }),
    );
  });
});
