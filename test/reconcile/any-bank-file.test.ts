import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { BookError } from '../../src/reconcile/books/stated-row.ts';
import { readBooks, type Books } from '../../src/reconcile/books/read-books.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { Book, BookRow } from './bank-file-parts.ts';
import { BANK_FILES, bytesOfFile, damaged } from './bank-files.ts';
import { draws } from '../support/draws.ts';

/** Few amounts, so that debits equal receipts, and balances equal both. */
const bookRow = fc.record({
  day: fc.integer({ min: 0, max: 30 }),
  amount: fc.constantFrom(39_890, -39_890, 100, -100, 120_000, -5),
});
const anyBook = fc.record({
  opening: fc.constantFrom(0, 39_890, 50_000, 123),
  rows: fc.array(bookRow, { minLength: 2, maxLength: 6 }),
});

/** What may be done to a file, or to what it says. */
const anyChange = fc.oneof(
  fc.record({ kind: fc.constant('none' as const) }),
  fc.record({ kind: fc.constant('cut' as const), part: fc.double({ min: 0.02, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(5) }),
  fc.record({ kind: fc.constant('error' as const), by: fc.constantFrom(1, -1, 100) }),
);
type Change = typeof anyChange extends fc.Arbitrary<infer Value> ? Value : never;

async function* bytesOf(contents: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(contents);
}

function monthOf({ opening, rows }: typeof anyBook extends fc.Arbitrary<infer Value> ? Value : never): Book {
  const days = rows.map(({ day }) => day).toSorted((one, other) => one - other);
  const dated = rows.map(({ amount }, index) => ({
    day: `2026-07-${String((days[index] ?? 0) + 1).padStart(2, '0')}`,
    amount,
    text: `Cliente ${'ABCDEF'.charAt(index)}`,
  }));
  return { opening, rows: dated, error: 0 };
}

function changed(book: Book, change: Change): Book {
  if (change.kind === 'error') return { ...book, error: change.by };
  if (change.kind !== 'flip') return book;
  const rows = book.rows.map((row, index) =>
    index === change.at % book.rows.length ? { ...row, amount: -row.amount } : row,
  );
  return { ...book, rows };
}

const entries = (rows: readonly BookRow[]) =>
  rows.map(({ day, amount, text }, index) => ({
    ...{ key: `entry-${index}`, day, amount: centavos(amount), text, pixKey: null, isWithin: true, fee: null },
    identifiers: { reference: null, endToEndId: null, id: `entry-${index}` },
  }));

/** The findings of a file against the account, or nothing where it is refused. */
async function compared(contents: Uint8Array, account: Book) {
  let books: Books;
  try {
    books = await readBooks(bytesOf(contents));
  } catch (error) {
    if (error instanceof BookError) return undefined;
    throw error;
  }
  const { rows } = books;
  const there = rows.read.map((row) => ({ ...row, isWithin: true }));
  const { findings } = reconcile({ here: entries(account.rows), there, unread: rows.unread, decisions: [] });
  return { rows, findings, isOpen: findings.some(({ kind }) => kind !== 'matched') };
}

const multiset = (rows: readonly { readonly day: string; readonly amount: number }[]) =>
  rows.map(({ day, amount }) => `${day} ${amount}`).toSorted();

/** A line of totals may state the net, the gross, what came in or what went out: a wrong net may be a right one of these. */
function isAnotherSum({ rows }: Book, error: number): boolean {
  const of = (isCounted: (amount: number) => boolean) =>
    rows.reduce((sum, { amount }) => (isCounted(amount) ? sum + amount : sum), 0);
  const [inflow, outflow] = [of((amount) => amount > 0), -of((amount) => amount < 0)];
  const net = inflow - outflow;
  return [Math.abs(net), inflow + outflow, inflow, outflow].includes(Math.abs(net + error));
}

describe.each(BANK_FILES)('any file of $name', (bankFile) => {
  const { isDaily, hasFigures = true } = bankFile;
  const states = ({ rows }: Book) => hasFigures && (isDaily !== true || new Set(rows.map(({ day }) => day)).size > 1);

  it('agrees only with what it states, and no row of it is silent', async () => {
    await fc.assert(
      fc.asyncProperty(anyBook, anyChange, async (shape, change) => {
        const account = monthOf(shape);
        // A file of a bank states one side at least once by a sign, a side or a column.
        fc.pre(account.rows.some(({ amount }) => amount < 0) && account.rows.some(({ amount }) => amount > 0));
        const file = changed(account, change);
        const whole = await bytesOfFile(bankFile, bankFile.write(file));
        const contents = change.kind === 'cut' ? whole.subarray(0, Math.floor(whole.length * change.part)) : whole;
        const result = await compared(contents, account);
        if (result === undefined) {
          const mayBeUnsigned = file.rows.every(({ amount }) => amount > 0);
          expect(change.kind === 'cut' || mayBeUnsigned, 'only a file that is cut or has no sign is refused').toBe(
            true,
          );
          return;
        }
        const { rows, findings, isOpen } = result;
        for (const { kind, here, there } of findings) {
          if (kind === 'matched') expect(there?.amount).toBe(here?.amount);
        }
        // Every row is compared, is a finding, or is named: those that are read are rows of the bank.
        const stated = multiset(file.rows);
        // An amount that the cut has shortened is open.
        const isTorn = change.kind === 'cut' && isOpen;
        for (const row of multiset(rows.read)) if (!isTorn) expect(stated).toContain(row);
        const rest = rows.unread.length + rows.balances.length;
        if (change.kind !== 'cut') expect(rows.read.length + rest).toBeGreaterThanOrEqual(file.rows.length);
        if (!isOpen && rows.balances.every(({ isRow }) => !isRow)) {
          expect(multiset(rows.read)).toEqual(multiset(account.rows));
          if (change.kind === 'error' && states(file) && !isAnotherSum(account, change.by)) {
            expect(rows.balances.length).toBeGreaterThan(0);
          }
        }
        if (change.kind === 'none') expect([isOpen, multiset(rows.read)]).toEqual([false, stated]);
      }),
      draws(5),
    );
  });

  it('with a row that cannot be read names it, and agrees about the others alone', async () => {
    await fc.assert(
      fc.asyncProperty(anyBook, fc.nat(5), fc.constantFrom('day', 'amount'), async (shape, at, part) => {
        const account = monthOf(shape);
        fc.pre(account.rows.some(({ amount }) => amount < 0) && account.rows.some(({ amount }) => amount > 0));
        const { text } = account.rows[at % account.rows.length] ?? { text: '' };
        const contents = damaged(bankFile.write(account), text, part);
        const result = await compared(await bytesOfFile(bankFile, contents), account);
        const others = account.rows.filter((row) => row.text !== text);
        if (result === undefined) {
          expect(
            others.every(({ amount }) => amount > 0),
            'only the row that was damaged had a sign',
          ).toBe(true);
          return;
        }
        const named = result.rows.unread.map((row) =>
          typeof contents === 'string' ? row.text : contents[row.line - 1]?.join(' '),
        );
        expect(named).toContainEqual(expect.stringContaining(text));
        expect([result.isOpen, multiset(result.rows.read)]).toEqual([true, multiset(others)]);
        const matched = result.findings.filter(({ kind }) => kind === 'matched');
        expect(matched.length).toBeLessThanOrEqual(others.length);
        for (const { here, there } of matched) expect(there?.amount).toBe(here?.amount);
      }),
      draws(5),
    );
  });

  it('with another character somewhere agrees only where all rows are still the same', async () => {
    const anyCharacter = fc.constantFrom('', 'x', '9', ';', ',', '"', '-', ' ', '\n');
    await fc.assert(
      fc.asyncProperty(anyBook, fc.nat(), anyCharacter, async (shape, place, character) => {
        const account = monthOf(shape);
        const contents = bankFile.write(account);
        if (typeof contents !== 'string') return;
        const cut = place % contents.length;
        const changed = `${contents.slice(0, cut)}${character}${contents.slice(cut + 1)}`;
        const result = await compared(await bytesOfFile(bankFile, changed), account);
        if (result === undefined || result.isOpen || result.rows.balances.length > 0) return;
        expect(multiset(result.rows.read)).toEqual(multiset(account.rows));
      }),
      draws(8),
    );
  });
});
