import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRelative } from '../../src/cli/output/dates.ts';
import { humanValue } from '../../src/cli/output/human-value.ts';
import { formatReais } from '../../src/pix/reais-text.ts';
import { colours, WITHOUT_COLOURS } from '../../src/cli/output/palette.ts';
import { labelledLines, renderSheet } from '../../src/cli/output/sheet.ts';
import { Table } from '../../src/cli/output/table.ts';
import { cutToWidth, padToWidth, textWidth, wrapToWidth } from '../../src/cli/output/text-width.ts';
import { PAYOUT_TABLE_COLUMNS } from '../../src/cli/commands/payouts/run-rows.ts';
import { PAYMENT_COLUMNS, WITHDRAWAL_COLUMNS } from '../../src/cli/output/lists/list-columns.ts';
import { en as english } from '../support/catalogues.ts';
import { NOON } from '../support/cli.ts';
import { grouped } from '../support/grouped.ts';

/** Characters of every kind that terminals treat differently: narrow, wide, composed, joined, invisible. */
const sign = fc.constantFrom(
  ...['a', 'é', 'e\u0301', '日', 'ｗ', '한', '🚀', '🫠'],
  ...['❤️', '👩‍👩‍👧', '🇧🇷', '\u200b', ' ', '—', 'ç', '…'],
);
const words = fc.string({ unit: sign, maxLength: 40 });

const style = async (columns: number | undefined, isColoured = false) =>
  ({
    text: english,
    language: 'en',
    palette: isColoured ? await colours() : WITHOUT_COLOURS,
    now: NOON,
    columns,
  }) as const;

describe('the width of text', () => {
  it.each(
    grouped({
      0: [''],
      1: ['☎'],
      2: ['ｶﾅ', 'ｶﾞ', '䷀', '1️⃣', '🚀', '👩‍👩‍👧', '☎️', '🇧🇷', 'a\u200bb'],
      3: ['pa\u0303o', 'ﾊﾟﾝ', '\u001b[31mred\u001b[39m'],
      4: ['日本'],
      13: ['Pão de açúcar'],
    }),
  )('of %j is %s', (text, width) => expect(textWidth(text)).toBe(Number(width)));

  it('is never more than requested after cutting, and nothing is cut that fits', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 50 }), (text, columns) => {
        const cut = cutToWidth(text, columns);
        expect(textWidth(cut)).toBeLessThanOrEqual(columns);
        if (textWidth(text) <= columns) expect(cut).toBe(text);
        else expect(cut.endsWith('…') && text.startsWith(cut.slice(0, -1))).toBe(true);
      }),
    );
  });

  it('is the requested one after padding', () => {
    fc.assert(
      fc.property(words, fc.constantFrom('behind' as const, 'before' as const), (text, side) => {
        expect(textWidth(padToWidth(text, 100, side))).toBe(100);
      }),
    );
  });

  it('is respected by wrapped lines that lose nothing and break no amount', () => {
    const amount = fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map(formatReais);
    const text = fc.array(fc.oneof(amount, fc.constantFrom('de', 'até', 'limite', '日本')), { minLength: 1 });
    fc.assert(
      fc.property(text, fc.integer({ min: 18, max: 60 }), (parts, columns) => {
        const lines = wrapToWidth(parts.join(' '), columns);
        expect(lines.join(' ')).toBe(parts.join(' '));
        for (const line of lines) {
          expect(textWidth(line)).toBeLessThanOrEqual(columns);
          expect(line).not.toMatch(/R\$$/);
        }
      }),
    );
  });
});

it('a command in a message is not broken, nor is what is piped into it, because it is copied', () => {
  const command = `printf '%s\\n' '{"pixKey":"maria@example.com","amount":"10.00"}' | pix payouts submit -`;
  expect(wrapToWidth(`hint: submit it for approval: ${command}`, 40)).toEqual([
    'hint: submit it for approval:',
    command,
  ]);
});

describe('a table', () => {
  const amount = fc.integer({ min: -(10 ** 15), max: 10 ** 15 });
  const row = fc.record({
    id: fc.uuid(),
    value: amount,
    netValue: amount,
    fee: fc.option(fc.integer({ min: 0, max: 9_999 })),
    status: fc.constantFrom('PENDING', 'COMPLETED', 'FAILED', 'INVENTED_LATER'),
    description: words,
    pixKey: fc.constantFrom(
      '52998224725',
      '+5511987654321',
      '9d8a7f3e-1111-2222-3333-444455556666',
      `${'x'.repeat(60)}@example.com`,
    ),
    createdAt: fc.constantFrom('2026-07-14T12:00:00.000Z', '2024-01-01T00:00:00.000Z', null),
  });

  it('is no wider than the terminal, cuts no amount, shows ids by ends that differ, and aligns every column', async () => {
    const plain = await style(undefined);
    const rows = fc.array(row, { minLength: 1, maxLength: 12 });
    const columns = fc.constantFrom(PAYMENT_COLUMNS, WITHDRAWAL_COLUMNS);
    await fc.assert(
      fc.asyncProperty(rows, columns, fc.integer({ min: 26, max: 200 }), async (items, fields, width) => {
        const { lines, hidden } = await new Table(fields).add(items, { ...plain, columns: width });
        const shown = lines.trimEnd().split('\n');
        for (const { value, id } of items) {
          expect(lines).toContain(formatReais(value));
          expect(hidden.map(({ path }) => path)).not.toContain('id');
          expect(lines).toContain(id.slice(-8));
        }
        const heads = shown[0] ?? '';
        // Each row is a sheet, where status and value do not fit beside each other.
        if (!/Status +Value/.test(heads)) return;
        for (const line of shown) expect(textWidth(line)).toBeLessThanOrEqual(width);
        const end = textWidth(heads.slice(0, heads.indexOf('Value') + 'Value'.length));
        // Every amount ends where the head of its column ends.
        const firstLines = shown.filter((line) => line.includes('R$'));
        expect(firstLines).toHaveLength(items.length);
        for (const [index, line] of firstLines.entries()) {
          const before = line.slice(0, line.indexOf(formatReais(items[index]?.value ?? 0)));
          expect(textWidth(before) + formatReais(items[index]?.value ?? 0).length).toBe(end);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('moves the essential columns below their row where they have no room beside the others', async () => {
    const rows = [
      {
        status: 'ACTIVE',
        value: 4_241,
        description: 'Café da manhã - Vanessa',
        id: 'aaaaaaaa-0000-0000-0000-bbbbbbbb',
      },
      { status: 'COMPLETED', value: 20_669, id: 'cccccccc-0000-0000-0000-dddddddd' },
    ];
    const { lines, hidden } = await new Table(PAYMENT_COLUMNS).add(rows, await style(40));
    expect(lines.split('\n')).toEqual([
      'Status                Value',
      '  Description              ID',
      'Awaiting payment   R$ 42,41',
      '  Café da manhã - Vanessa  bbbbbbbb',
      'Paid              R$ 206,69',
      '                           dddddddd',
      '',
    ]);
    // No row has a fee or a net value: nothing is hidden.
    expect(hidden).toEqual([]);
  });

  it('shows more of ids that end alike, also when the other one follows later', async () => {
    const rows = ['aaaa-11112222', 'aaab-11112222', 'aaac-33334444'].map((id) => ({ id, value: 100 }));
    const at80 = await style(80);
    const { lines } = await new Table(PAYMENT_COLUMNS).add(rows, at80);
    expect(lines.match(/\S+$/gm)).toEqual(['ID', 'a-11112222', 'b-11112222', 'c-33334444']);
    const growing = new Table(PAYMENT_COLUMNS);
    expect((await growing.add(rows.slice(0, 1), at80)).lines).toMatch(/ 11112222\n$/);
    expect((await growing.add(rows.slice(1, 2), at80)).lines).toMatch(/ b-11112222\n$/);
  });

  it('cuts a long description before it leaves it out, and no other column for it', async () => {
    const row = {
      createdAt: '2026-07-14T12:00:00.000Z',
      status: 'COMPLETED',
      value: 20_669,
      recipientName: '52998224725',
      description: 'Diária - Larissa Nascimento da Silva e Souza',
      id: 'cccccccc-0000-0000-0000-dddddddd',
    };
    const rows = [row, { ...row, status: 'FAILED' }];
    const { lines } = await new Table(WITHDRAWAL_COLUMNS).add(rows, await style(80));
    expect(lines).toMatch(/ 52998224725 {2}Diária - Lar\S*… {2}dddddddd\n/);
    expect((await new Table(WITHDRAWAL_COLUMNS).add(rows, await style(70))).lines).not.toContain('Diária');
  });

  it('leaves out a column that no row has, unless it was asked for', async () => {
    const row = { status: 'COMPLETED', value: 20_669, id: 'cccccccc-0000-0000-0000-dddddddd' };
    expect((await new Table(PAYMENT_COLUMNS).add([row], await style(40))).lines).not.toMatch(/Created|Description|—/);
    const asked = await new Table([{ path: 'description', kind: 'text' }]).add([row], await style(40));
    expect(asked.lines).toBe('Description\n—\n');
  });

  it('keeps the Pix key of payments without a name, and gives no room to columns without values before others', async () => {
    const payout = { row: 1, reference: 'O1', pixKey: 'maria.silva@example.com', amount: 1_300, status: 'unknown' };
    const unnamed = { ...payout, name: null, reason: 'the response was lost', id: null };
    const wide = await new Table(PAYOUT_TABLE_COLUMNS).add([unnamed], await style(80));
    expect(wide.lines.split('\n')[0]).toMatch(/^Line {2}Reference {2}Pix key +Amount {2}Status +Reason/);
    const narrow = await new Table(PAYOUT_TABLE_COLUMNS).add([unnamed], await style(60));
    expect(narrow.lines).toContain('maria.silva@example.com');
    const named = await new Table(PAYOUT_TABLE_COLUMNS).add([{ ...unnamed, name: 'Maria' }], await style(60));
    expect(named.lines).toContain('Maria ');
  });

  it('accepts 200,000 rows', async () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => ({ id: `row-${index}` }));
    const { lines } = await new Table([{ path: 'id', kind: 'text' }]).add(rows, await style(80));
    const shown = lines.split('\n');
    expect(shown).toHaveLength(200_002);
    expect([shown.slice(0, 2), shown.at(-2)]).toEqual([['ID', 'row-0'], 'row-199999']);
  });

  it('ignores colours in its widths, and prints emoji in the form with the same width everywhere', async () => {
    const item = { status: 'FAILED', description: '❤️👩‍👩‍👧', value: 100 };
    const fields = [
      { path: 'status', kind: 'status', statusOf: 'withdrawal' },
      { path: 'description', kind: 'text' },
      { path: 'value', kind: 'money' },
    ] as const;
    const { lines } = await new Table(fields).add([item], await style(60, true));
    expect(lines.split('\n')[1]).toBe('\u001b[31mFailed\u001b[39m  ❤👩👩👧      R$ 1,00');
  });

  it('becomes sheets if the requested columns do not fit', async () => {
    const fields = ['id', 'correlationID'].map((path) => ({ path, kind: 'text' }) as const);
    const items = [1, 2].map((number) => ({ id: `${number}`.repeat(30), correlationID: `c${number}` }));
    const { lines } = await new Table(fields).add(items, await style(36));
    expect(lines).toBe(`ID\n  ${'1'.repeat(30)}\nCorrelation ID  c1\n\nID\n  ${'2'.repeat(30)}\nCorrelation ID  c2\n`);
  });

  it('grows at its end, with heads above the first row only', async () => {
    const table = new Table([
      { path: 'value', kind: 'money' },
      { path: 'id', kind: 'text' },
    ]);
    const plain = await style(60);
    expect((await table.add([{ value: 100, id: 'a' }], plain)).lines).toBe('  Value  ID\nR$ 1,00  a\n');
    expect((await table.add([{ value: 5, id: 'b' }], plain)).lines).toBe('R$ 0,05  b\n');
    expect((await table.add([{ value: 100_000, id: 'c' }], plain)).lines).toBe('R$ 1.000,00  c\n');
  });
});

describe('a sheet', () => {
  it('prints below what does not fit beside its label, and never breaks a word', () => {
    const key = 'x'.repeat(77);
    const lines = labelledLines(
      [
        ['Pix key', key],
        ['Text', 'one two three four five six'],
      ],
      { palette: WITHOUT_COLOURS, columns: 30 },
    );
    expect(lines).toBe(`Pix key\n${key}\nText     one two three four\n         five six\n`);
  });

  it('shows the age of a time if there is room', async () => {
    const fields = [{ path: 'createdAt', kind: 'time' }] as const;
    const item = { createdAt: '2026-07-14T12:00:00.000Z' };
    expect(renderSheet(item, fields, await style(60))).toMatch(/\(3 h ago\)\n$/);
    expect(renderSheet(item, fields, await style(30))).not.toContain('ago');
  });
});

describe('ages', () => {
  const minute = 60_000;
  it.each([
    [59_999, 'now'],
    [minute, '1 min ago'],
    [119 * minute, '119 min ago'],
    [120 * minute, '2 h ago'],
    [48 * 60 * minute - 1, '47 h ago'],
    [48 * 60 * minute, '2 d ago'],
    [61 * 24 * 60 * minute, '2 months ago'],
    [731 * 24 * 60 * minute, '2 years ago'],
    [-90 * minute, 'in 90 min'],
  ])('%i ms', (passedMs, age) => {
    expect(formatRelative(new Date(NOON - passedMs).toISOString(), NOON, english)).toBe(age);
  });

  it('are none for an invalid time', () => expect(formatRelative('soon', NOON, english)).toBeUndefined());
});

it.each([
  ['count', 1_234_567, '1,234,567', '1.234.567'],
  // It is looked for in a spreadsheet, whose rows have no separators.
  ['ordinal', 52_714, '52714', '52714'],
  ['day', '2026-07-04', '2026-07-04', '04/07/2026'],
  ['day', 'unknown', 'unknown', 'unknown'],
] as const)(
  'what a person reads a %s of %s is %s, and %s in Portuguese',
  async (kind, value, inEnglish, inPortuguese) => {
    const plain = await style(undefined);
    const shown = (language: 'en' | 'pt-BR') => humanValue({ path: 'it', kind }, { it: value }, { ...plain, language });
    expect([shown('en'), shown('pt-BR')]).toEqual([inEnglish, inPortuguese]);
  },
);
