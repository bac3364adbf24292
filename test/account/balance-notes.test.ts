import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceAt, closePeriod, notedSpans, type BalanceNote } from '../../src/account/balance-notes.ts';
import { paymentEntries, postedMs, withdrawalEntries, type AccountEntry } from '../../src/account/entry.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { between } from '../support/draws.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-06-01T03:00:00.000Z');
const time = (day: number) => new Date(START + day * DAY_MS).toISOString();
const sum = (amounts: readonly number[]) => centavos(amounts.reduce((total, amount) => total + amount, 0));

/** What happens on an account: each changes its balance on some day, or days. */
const happening = fc.record({
  kind: fc.constantFrom(
    'payment',
    'open charge',
    'withdrawal',
    'pending',
    'failed',
    'failed at once',
    'dispute',
    'other',
  ),
  day: between(0, 90),
  /** From its creation until it is paid, or fails. */
  later: between(0.001, 40),
  value: fc.integer({ min: 500, max: 1_000_000 }),
  fee: fc.integer({ min: 0, max: 400 }),
});
type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type Happening = Of<typeof happening>;

/** What the account's lists contain of it in the end, and when the true balance changed by how much. */
function recorded({ kind, day, later, value, fee }: Happening, number: number) {
  const facts = { id: `${number}`, value: centavos(value), createdAt: time(day) };
  const money = { fee: centavos(fee), netValue: centavos(value - fee) };
  const wasPosted = { day, amount: -value };
  const withdrawn = (status: string, updated: number) =>
    withdrawalEntries({ ...facts, metadata: { fee: money.fee }, status, updatedAt: time(updated) });
  switch (kind) {
    case 'payment':
      return {
        entries: paymentEntries({ ...facts, ...money, status: 'COMPLETED', updatedAt: time(day + later) }),
        changes: [{ day: day + later, amount: value - fee }],
      };
    case 'open charge':
      return { entries: paymentEntries({ ...facts, ...money, status: 'ACTIVE' }), changes: [] };
    case 'withdrawal':
      return { entries: withdrawn('COMPLETED', day + later), changes: [wasPosted] };
    case 'pending':
      return { entries: withdrawn('PENDING', day), changes: [wasPosted] };
    case 'failed':
      return { entries: withdrawn('FAILED', day + later), changes: [wasPosted, { day: day + later, amount: value }] };
    case 'failed at once':
      return { entries: withdrawn('FAILED', day), changes: [] };
    case 'dispute':
    case 'other':
      return { entries: [], changes: [wasPosted] };
  }
}

/** Disputes are opened on the first day, and accepted when they change the balance. */
function disputesAt(all: readonly Happening[], day: number) {
  const disputes = all.filter(({ kind }) => kind === 'dispute');
  const open = disputes.filter((dispute) => Date.parse(time(dispute.day)) >= START + day * DAY_MS);
  return {
    total: disputes.length,
    pending: open.length,
    disputedAmount: sum(disputes.map(({ value }) => value)),
    blockedAmount: sum(open.map(({ value }) => value)),
  };
}

const history = fc.record({
  initial: fc.integer({ min: 0, max: 10_000_000 }),
  happenings: fc.array(happening, { maxLength: 40 }),
  noteDays: fc.uniqueArray(fc.integer({ min: 1, max: 140 }), { minLength: 1, maxLength: 12 }),
  period: fc.tuple(fc.integer({ min: 0, max: 140 }), fc.integer({ min: 0, max: 140 })),
});

function account({ initial, happenings, noteDays }: Of<typeof history>) {
  const all = happenings.map(recorded);
  const entries = all.flatMap((one) => one.entries);
  const changes = all.flatMap((one) => one.changes);
  const before = (moment: number) => (entry: AccountEntry) => postedMs(entry) < moment;
  const sumBefore = (moment: number) => sum(entries.filter(before(moment)).map(({ netAmount }) => netAmount));
  const trueBalance = (moment: number) =>
    initial + sum(changes.filter(({ day }) => Date.parse(time(day)) < moment).map(({ amount }) => amount));
  const [first = 1, ...others] = noteDays.toSorted((one, other) => one - other);
  const noteOn = (day: number): BalanceNote => ({
    notedAt: START + day * DAY_MS,
    balance: centavos(trueBalance(START + day * DAY_MS)),
    entriesSum: sumBefore(START + day * DAY_MS),
    disputes: disputesAt(happenings, day),
  });
  const notes: [BalanceNote, ...BalanceNote[]] = [noteOn(first), ...others.map(noteOn)];
  return { entries, notes, sumBefore, trueBalance };
}

describe('a period of an account', () => {
  it('closes: opening balance, entries, disputes and gaps come to the closing balance, whatever happened', () => {
    fc.assert(
      fc.property(history, (facts) => {
        const { entries, notes, sumBefore } = account(facts);
        const [one, other] = facts.period;
        const [from, before] = [START + Math.min(one, other) * DAY_MS, START + Math.max(one, other) * DAY_MS];
        const { opening, closing, disputes, gaps } = closePeriod({ from, before }, notes, sumBefore);
        const within = entries.filter((entry) => postedMs(entry) >= from && postedMs(entry) < before);
        const change = sum([
          ...[...within, ...disputes].map(({ netAmount }) => netAmount),
          ...gaps.map(({ difference }) => difference),
        ]);
        expect(opening.balance + change).toBe(closing.balance);
      }),
    );
  });

  it('has the true balance wherever it is proven, and gaps for what nothing explains', () => {
    fc.assert(
      fc.property(history, (facts) => {
        const { notes, sumBefore, trueBalance } = account(facts);
        const unexplainedDays = facts.happenings
          .filter(({ kind }) => kind === 'other')
          .map(({ day }) => Date.parse(time(day)));
        for (const moment of facts.period.map((day) => START + day * DAY_MS)) {
          const { balance, basis } = balanceAt(moment, notes, sumBefore);
          const span = notedSpans(notes).find(({ from, to }) => from < moment && moment <= to);
          const hidesChanges = facts.happenings.filter(({ kind }) => kind === 'dispute' || kind === 'other').length > 1;
          if (basis === 'proven' && !hidesChanges) expect(balance).toBe(trueBalance(moment));
          if (span === undefined) expect(basis).toBe('derived');
        }
        for (const { from, to, verdict } of notedSpans(notes)) {
          const unexplained = unexplainedDays.filter((at) => at >= from && at < to);
          if (verdict === 'gap') expect(unexplained.length).toBeGreaterThan(0);
          else expect(unexplained).toEqual([]);
        }
      }),
    );
  });
});

describe('what no list explains', () => {
  const none = { total: 0, pending: 0, disputedAmount: 0, blockedAmount: 0 };
  const note = (day: number, balance: number, entriesSum: number, disputes: BalanceNote['disputes'] = none) => ({
    notedAt: START + day * DAY_MS,
    balance: centavos(balance),
    entriesSum: centavos(entriesSum),
    disputes,
  });
  const open = { total: 1, pending: 1, disputedAmount: 700, blockedAmount: 700 };
  const closed = { ...open, pending: 0, blockedAmount: 0 };

  it.each([
    ['an accepted dispute', [note(1, 5_000, 0, open), note(2, 4_300, 0, closed)], 'disputes', -700],
    ['a dispute that opened and was accepted', [note(1, 5_000, 0), note(2, 4_300, 0, closed)], 'disputes', -700],
    ['a refused dispute', [note(1, 5_000, 0, open), note(2, 5_000, 0, closed)], 'adds_up', 0],
    ['less than the dispute', [note(1, 5_000, 0, open), note(2, 4_400, 0, closed)], 'gap', -600],
    ['a loss without a dispute', [note(1, 5_000, 0), note(2, 4_300, 0)], 'gap', -700],
    ['a loss beside an open dispute', [note(1, 5_000, 0, open), note(2, 4_300, 0, open)], 'gap', -700],
    ['money that no entry brought', [note(1, 5_000, 0), note(2, 5_100, 0)], 'gap', 100],
    ['a cached balance', [note(1, 5_000, 0), note(1.5, 5_000, 900), note(2, 5_900, 900)], 'adds_up', 0],
    ['entries that explain it', [note(1, 5_000, 0), note(2, 5_900, 900)], 'adds_up', 0],
  ] as const)('%s', (_, notes, verdict, difference) => {
    const [first, last] = [notes[0].notedAt, notes.at(-1)?.notedAt];
    expect(notedSpans(notes)).toEqual([{ from: first, to: last, verdict, difference }]);
  });
});
