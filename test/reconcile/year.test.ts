import { describe, expect, it } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { reconcile, type FindingKind } from '../../src/reconcile/reconcile.ts';
import type { HereRow, ThereRow } from '../../src/reconcile/row.ts';

const ROWS = 100_000;
const DAYS = 365;

/** What is planted at an entry, and what must be found. */
type Plant =
  | 'none'
  | 'missing'
  | 'doubled'
  | 'next_day'
  | 'next_month'
  | 'without_fee'
  | 'refunded'
  | 'disputed'
  | 'unnamed'
  | 'unnamed_late';
const PLANTS: readonly Plant[] = [
  ...([
    'missing',
    'doubled',
    'next_day',
    'next_month',
    'without_fee',
    'refunded',
    'disputed',
    'unnamed',
    'unnamed_late',
  ] as const),
];
const EVERY = 97;

function dayAt(number: number): string {
  return new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);
}

/** A generator of numbers below a limit, the same for the same seed. */
function numbersOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const LAST_OF_MONTH = [30, 58, 89, 119, 150, 180, 211, 242, 272, 303, 333];

/** A year of an account, the same year in the books with differences, and the differences. */
function syntheticYear(seed: number) {
  const below = numbersOf(seed);
  const here: HereRow[] = [];
  const there: ThereRow[] = [];
  const expected: string[] = [];
  const expect = (kind: FindingKind, ...keys: readonly string[]) => expected.push(`${kind} ${keys.join(' ')}`);
  let line = 0;
  const write = (row: HereRow, changes: Partial<ThereRow> = {}) => {
    line += 1;
    const { day, amount, identifiers, pixKey, isWithin } = row;
    const facts = { day, amount, identifiers, pixKey, isWithin, text: '' };
    const written = { ...facts, ...changes, key: `line-${line}`, line };
    there.push(written);
    return written.key;
  };
  const enter = (index: number, day: number, amount: number, more: Partial<HereRow> = {}) => {
    const isSent = amount < 0;
    const row: HereRow = {
      key: `id-${index}`,
      day: dayAt(day),
      amount: centavos(amount),
      identifiers: {
        reference: isSent ? `R-${index}` : null,
        endToEndId: `E${String(index).padStart(20, '0')}abcdefghijk`,
        id: `id-${index}`,
      },
      pixKey: isSent ? `key-${index % 500}` : null,
      text: '',
      isWithin: true,
      fee: centavos(100),
      ...more,
    };
    here.push(row);
    return row;
  };
  const unnamed = { identifiers: { reference: null, endToEndId: null, id: null } };
  let next = 0;
  while (next < ROWS) {
    const index = next++;
    const isSent = below(2) === 0;
    const day = below(DAYS - 1);
    // Few amounts, so that every day has many equal ones.
    const amount = (isSent ? -1 : 1) * (500 + below(200) * 100);
    const plant: Plant = index % EVERY === 0 ? (PLANTS[below(PLANTS.length)] ?? 'none') : 'none';
    const own = (isSent ? -1 : 1) * (100_000_000 + index * 1_000);
    switch (plant) {
      case 'none': {
        const row = enter(index, day, amount);
        // Accounting has the reference of some, the end-to-end ID of others, or the ID.
        const names = [
          row.identifiers,
          { ...row.identifiers, reference: null },
          { ...unnamed.identifiers, id: row.identifiers.id },
        ];
        write(row, { identifiers: names[below(3)] ?? row.identifiers });
        break;
      }
      case 'missing':
        expect('only_here', enter(index, day, amount).key);
        break;
      case 'doubled': {
        const row = enter(index, day, amount);
        write(row);
        expect('only_there', write(row));
        break;
      }
      case 'next_day': {
        const row = enter(index, day, amount);
        expect('day_differs', row.key, write(row, { day: dayAt(day + 1) }));
        break;
      }
      case 'next_month': {
        const last = LAST_OF_MONTH[below(LAST_OF_MONTH.length)] ?? 30;
        const row = enter(index, last, amount);
        expect('day_differs', row.key, write(row, { day: dayAt(last + 1) }));
        break;
      }
      case 'without_fee': {
        const row = enter(index, day, amount);
        expect('amount_differs', row.key, write(row, { amount: centavos(row.amount + 100) }));
        break;
      }
      case 'refunded': {
        const row = enter(index, day, -Math.abs(amount));
        const back = enter(index, day + 1, Math.abs(amount), {
          ...row,
          key: `${row.key}-return`,
          day: dayAt(day + 1),
          amount: centavos(Math.abs(amount)),
        });
        write(row);
        expect('only_here', back.key);
        break;
      }
      case 'disputed': {
        const row = enter(index, day, -Math.abs(own), { ...unnamed, key: `dispute-${index}`, pixKey: null });
        expect('only_here', row.key);
        break;
      }
      case 'unnamed': {
        const row = enter(index, day, own);
        write(row, { ...unnamed, pixKey: null });
        break;
      }
      case 'unnamed_late': {
        const row = enter(index, day, own);
        expect('day_differs', row.key, write(row, { ...unnamed, day: dayAt(day + 1) }));
      }
    }
  }
  // Equal amounts on one day, without names in the books: as many on both sides, and one too few.
  for (let group = 0; group < 20; group += 1) {
    const rows = Array.from({ length: 5 }, () => enter(next++, group * 7, 300_000_000 + group * 1_000));
    const written = (group % 2 === 0 ? rows : rows.slice(1)).map((row) => write(row, { ...unnamed }));
    if (group % 2 === 1) for (const key of [...rows.map((row) => row.key), ...written]) expect('ambiguous', key);
  }
  // Equal amounts on one day, of which the books have one that the account has not.
  const strange = write(enter(next++, 40, 700), {
    identifiers: { reference: 'R-none', endToEndId: null, id: 'id-none' },
  });
  expect('only_there', strange);
  expect('only_here', `id-${next - 1}`);
  const order = there.map((row) => ({ row, at: below(1_000_000) })).sort((one, other) => one.at - other.at);
  return { here, there: order.map(({ row }) => row), expected };
}

describe('a year of 100,000 rows', () => {
  it('has every planted difference found, and none invented', { timeout: 120_000 }, () => {
    const { here, there, expected } = syntheticYear(20_260_714);
    const { findings } = reconcile({ here, there, unread: [], decisions: [] });
    const open = findings
      .filter(({ kind }) => kind !== 'matched')
      .map(({ kind, here: one, there: other }) =>
        [kind, one?.key, other?.key].filter((part) => part !== undefined).join(' '),
      );
    // Two equal rows have the same name here: it does not matter which of them is the double.
    const names = new Map(
      there.map(({ key, amount, day, identifiers: { id } }) => [key, id === null ? key : `${id} ${amount} ${day}`]),
    );
    const comparable = (texts: readonly string[]) =>
      texts.map((text) => text.replace(/line-\d+$/, (key) => names.get(key) ?? key));
    const [found, planted] = [new Set(comparable(open)), new Set(comparable(expected))];
    expect([...found].filter((text) => !planted.has(text)).slice(0, 10)).toEqual([]);
    expect([...planted].filter((text) => !found.has(text)).slice(0, 10)).toEqual([]);
    expect(open).toHaveLength(expected.length);
    expect(here.length).toBeGreaterThanOrEqual(ROWS);
    expect(new Set(findings.map(({ kind }) => kind)).size).toBe(6);
  });
});
