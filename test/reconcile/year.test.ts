import { expect, it } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { reconcile, type FindingKind } from '../../src/reconcile/reconcile.ts';
import type { HereRow, ThereRow } from '../../src/reconcile/row.ts';

const ROWS = 20_000;
const DAYS = 365;
/** One entry in this many differs. */
const EVERY = 97;
const LAST_OF_MONTH = [30, 58, 89, 119, 150, 180, 211, 242, 272, 303, 333];
const UNNAMED = { reference: null, endToEndId: null, id: null };

/** An entry of the account, before it is written into the books. */
interface Entry {
  readonly index: number;
  readonly day: number;
  /** Few amounts, so that every day has many equal ones. */
  readonly amount: number;
  /** No other entry has it. */
  readonly ownAmount: number;
}

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

/** A year of an account, the same year in the books with differences, and the differences. */
class SyntheticYear {
  readonly here: HereRow[] = [];
  readonly there: ThereRow[] = [];
  readonly expected: string[] = [];
  readonly #below: (limit: number) => number;
  #entries = 0;

  /** What is planted at an entry, and what must be found. */
  readonly #plants: Readonly<Record<string, (entry: Entry) => void>> = {
    missing: ({ index, day, amount }) => this.#expect('only_here', this.#enter(index, day, amount).key),
    doubled: ({ index, day, amount }) => {
      const row = this.#enter(index, day, amount);
      this.#write(row);
      this.#expect('only_there', this.#write(row));
    },
    onTheNextDay: ({ index, day, amount }) => {
      const row = this.#enter(index, day, amount);
      this.#expect('day_differs', row.key, this.#write(row, { day: dayAt(day + 1) }));
    },
    inTheNextMonth: ({ index, amount }) => {
      const last = LAST_OF_MONTH[this.#below(LAST_OF_MONTH.length)] ?? 30;
      const row = this.#enter(index, last, amount);
      this.#expect('day_differs', row.key, this.#write(row, { day: dayAt(last + 1) }));
    },
    withoutFee: ({ index, day, amount }) => {
      const withoutFee = { amount: centavos(amount + 100) };
      const row = this.#enter(index, day, amount);
      this.#expect('amount_differs', row.key, this.#write(row, withoutFee));
    },
    refunded: ({ index, day, amount }) => {
      const row = this.#enter(index, day, -Math.abs(amount));
      const back = { ...row, key: `${row.key}-return`, day: dayAt(day + 1), amount: centavos(Math.abs(amount)) };
      this.here.push(back);
      this.#write(row);
      this.#expect('only_here', back.key);
    },
    disputed: ({ index, day, ownAmount }) => {
      const dispute = { key: `dispute-${index}`, identifiers: UNNAMED, pixKey: null };
      this.#expect('only_here', this.#enter(index, day, -Math.abs(ownAmount), dispute).key);
    },
    unnamed: ({ index, day, ownAmount }) => {
      this.#write(this.#enter(index, day, ownAmount), { identifiers: UNNAMED, pixKey: null });
    },
    unnamedAndLate: ({ index, day, ownAmount }) => {
      const row = this.#enter(index, day, ownAmount);
      this.#expect('day_differs', row.key, this.#write(row, { identifiers: UNNAMED, day: dayAt(day + 1) }));
    },
  };

  constructor(seed: number) {
    this.#below = numbersOf(seed);
    while (this.#entries < ROWS) this.#addEntry();
    for (let group = 0; group < 20; group += 1) this.#addEqualEntries(group);
    this.#addUnlikeNames();
    const order = this.there.map((row) => ({ row, at: this.#below(1_000_000) }));
    this.there = order.sort((one, other) => one.at - other.at).map(({ row }) => row);
  }

  #addEntry(): void {
    const index = this.#entries++;
    const sign = this.#below(2) === 0 ? -1 : 1;
    const entry = {
      index,
      day: this.#below(DAYS - 1),
      amount: sign * (500 + this.#below(40) * 100),
      ownAmount: sign * (100_000_000 + index * 1_000),
    };
    const plants = Object.values(this.#plants);
    const plant = index % EVERY === 0 ? plants[this.#below(plants.length)] : undefined;
    if (plant === undefined) this.#addEqual(entry);
    else plant(entry);
  }

  /** Accounting has the reference of some, the end-to-end ID of others, or the ID. */
  #addEqual({ index, day, amount }: Entry): void {
    const row = this.#enter(index, day, amount);
    const names = [row.identifiers, { ...row.identifiers, reference: null }, { ...UNNAMED, id: row.identifiers.id }];
    this.#write(row, { identifiers: names[this.#below(3)] ?? row.identifiers });
  }

  /** Equal amounts on one day, without names in the books: as many on both sides, or one too few. */
  #addEqualEntries(group: number): void {
    const rows = Array.from({ length: 5 }, () => this.#enter(this.#entries++, group * 7, 300_000_000 + group * 1_000));
    const isComplete = group % 2 === 0;
    const written = (isComplete ? rows : rows.slice(1)).map((row) => this.#write(row, { identifiers: UNNAMED }));
    if (isComplete) return;
    for (const key of [...rows.map((row) => row.key), ...written]) this.#expect('ambiguous', key);
  }

  /** Equal amounts on one day, of which the books have one that the account has not. */
  #addUnlikeNames(): void {
    const row = this.#enter(this.#entries++, 40, 700);
    const others = { reference: 'R-none', endToEndId: null, id: 'id-none' };
    this.#expect('only_there', this.#write(row, { identifiers: others }));
    this.#expect('only_here', row.key);
  }

  #enter(index: number, day: number, amount: number, changes: Partial<HereRow> = {}): HereRow {
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
      ...changes,
    };
    this.here.push(row);
    return row;
  }

  /** @returns the key of the row in the books */
  #write({ day, amount, identifiers, pixKey, isWithin }: HereRow, changes: Partial<ThereRow> = {}): string {
    const line = this.there.length + 1;
    const key = `line-${line}`;
    this.there.push({ day, amount, identifiers, pixKey, isWithin, text: '', ...changes, key, line });
    return key;
  }

  #expect(kind: FindingKind, ...keys: readonly string[]): void {
    this.expected.push(`${kind} ${keys.join(' ')}`);
  }
}

it('a year of 20,000 rows has every planted difference found, and none invented', () => {
  const { here, there, expected } = new SyntheticYear(20_260_714);
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
