import { expect, it } from 'vitest';
import { accountEntry } from '../../src/account/entry.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { gapRow, hereRow, lastBalance, settleBalances } from '../../src/reconcile/account-side.ts';
import { StatedRows } from '../../src/reconcile/books/stated-row.ts';

const at = (day: string, hour: number) => new Date(`2026-07-${day}T${String(hour).padStart(2, '0')}:00:00`).getTime();
const entryOf = (facts: object) =>
  accountEntry.parse({
    ...{ postedAt: new Date(at('14', 10)).toISOString(), type: 'WITHDRAWAL', netAmount: -30, value: 30, fee: null },
    ...{ id: 'wd-1', correlationID: null, pixKey: null, description: null, createdAt: null, updatedAt: null, ...facts },
  });

const MOVED = [
  [at('14', 10), 100],
  [at('14', 12), -30],
  [at('15', 10), 5],
] as const;
const sumBefore = (moment: number) =>
  centavos(MOVED.reduce((sum, [posted, amount]) => sum + (posted < moment ? amount : 0), 0));
const note = (day: string, balance: number) => {
  const notedAt = at(day, 20);
  return { notedAt, balance: centavos(balance), entriesSum: sumBefore(notedAt), disputes: undefined };
};
/** On the 15th, 7 came in that is in no list. */
const NOTES = [note('13', 1_000), note('15', 1_082)];

/** Of a balance of the file: its day, its amount, and what is true of it => what becomes of it. */
const BALANCES: Readonly<Record<string, string>> = {
  'that of the beginning': '14 1000 row => balance 1000',
  'that between two entries': '14 1100 row => balance 1100',
  'that of the end': '14 1070 row => balance 1070',
  'that behind what no entry explains': '15 1082 row => balance 1082',
  'one that a summary states': '14 1070 => ',
  'another one': '14 1071 row => sum 1071, not 1070',
  'another one that a summary states': '14 1071 => sum 1071, not 1070',
  'another one of the day of the lists, which may have more':
    '16 1071 row offline => unproven_balance 1071, not undefined',
  'the right one of the day of the lists': '15 1082 row offline => balance 1082',
  'another one of a day before the lists': '15 1071 row offline => sum 1071, not 1082',
  'another one of the day until which the account is known': '16 1071 row => sum 1071, not 1082',
  'one of a later day': '17 1071 row => unproven_balance 1071, not undefined',
  'one of a later day that a summary states': '17 1071 => open 1071',
  'one of an account whose balance was never read': '14 1070 row new => unproven_balance 1070, not undefined',
  'that of a ledger': '14 -1070 row ledger => balance -1070',
  'another one of a ledger': '14 -1071 row ledger => sum -1071, not -1070',
  'one of a ledger with the sign of the account': '14 1070 row ledger => sum 1070, not -1070',
};

function knownBy(words: readonly string[]) {
  const account = {
    notes: () => (words.includes('new') ? [] : NOTES),
    sumBefore,
    entries: ({ from, before }: { from: number; before: number }) =>
      MOVED.filter(([posted]) => posted >= from && posted < before).map(([, netAmount]) => entryOf({ netAmount })),
  };
  const isOffline = words.includes('offline');
  return { account, asOf: at('16', 12), isOffline, hasLedgerSigns: words.includes('ledger') };
}

it.each(Object.entries(BALANCES))('the balance of a file is compared with the account: %s', (_, scene) => {
  const [balance = '', expected] = scene.split(' => ');
  const [day = '', amount = '', ...words] = balance.split(' ');
  const rows = new StatedRows();
  const isRow = words.includes('row');
  rows.balances.push({ line: 3, day: `2026-07-${day}`, amount: centavos(Number(amount)), text: 'Saldo', isRow });
  const open = settleBalances(rows, knownBy(words));
  const found = [
    ...rows.leftOut.map(({ form, amount: stated }) => `${form} ${stated}`),
    ...rows.unread.map(({ flaw, stated, expected: known }) => `${flaw} ${stated}, not ${known}`),
    ...open.map(({ amount: stated }) => `open ${stated}`),
  ];
  expect(found.join()).toBe(expected);
});

/** Balances of a file until a day; an entry that a person has accepted, and what is true of it => what is wrong. */
const LAST: Readonly<Record<string, string>> = {
  'the right one': '15 1082 until 15 => ',
  'another one, behind a right one': '14 1070 | 15 1083 until 15 => 1083, not 1082',
  'another one, before a right one': '14 1071 | 15 1082 until 15 => ',
  'another one, in another order': '15 1083 | 14 1070 until 15 => 1083, not 1082',
  'several of its day, of which the account had one': '15 1075 | 15 1090 until 15 => ',
  'one of a day behind the period': '14 1071 | 15 1090 until 14 => 1071, not 1070',
  'none of the period': '16 1090 until 15 => ',
  'one of the day of the lists, which may have more': '15 1083 | 16 1090 until 17 => 1083, not 1082',
  'one that what was accepted explains': '15 1083 until 15, 15 -1 accepted => ',
  'one that what was accepted of a later day does not explain': '15 1083 until 15, 16 -1 accepted => 1083, not 1082',
  'that of a ledger that what was accepted explains': '15 -1083 until 15, 15 -1 accepted ledger => ',
  'one of an account whose balance was never read': '15 1083 until 15 new => ',
};

it.each(Object.entries(LAST))('the last balance of a file is compared with the account: %s', (_, scene) => {
  const [balances = '', asked = '', wrong] = scene.split(/ until | => /);
  const rows = new StatedRows();
  for (const [stated = '', amount] of balances.split(' | ').map((text) => text.split(' '))) {
    rows.stated.push({ line: 3, day: `2026-07-${stated}`, amount: centavos(Number(amount)), text: 'Saldo' });
  }
  const [, day = '', difference] = /(\d\d) (\S+) accepted/.exec(asked) ?? [];
  const to = at(day, 9);
  const here =
    difference === undefined ? undefined : gapRow({ to, difference: centavos(Number(difference)) }, '', true);
  const decided = { kind: 'decided', rule: 'decision', reason: null, group: null, here, there: undefined } as const;
  const found = lastBalance(rows, knownBy(asked.split(' ')), `2026-07-${asked.slice(0, 2)}`)([decided]);
  expect(found === undefined ? '' : `${found.stated}, not ${found.expected}`).toBe(wrong);
});

it.each([
  ['a payment', { type: 'PAYMENT', id: 'pay-1', description: 'Pedido 7' }, ['pay-1', 'pay-1', 'Pedido 7']],
  ['a withdrawal', { pixKey: 'k', description: 'Nota 1 #px7k2m9qh' }, ['wd-1', 'wd-1', 'k - Nota 1']],
  ['its return, which has its ID', { type: 'RETURN', pixKey: 'k' }, ['wd-1-return', 'wd-1', 'k']],
  ['a dispute, whose ID is ours', { type: 'DISPUTE', id: 'dispute-1' }, ['dispute-1', null, '']],
])('an entry has one name, and is known by its texts: %s', (_, facts, expected) => {
  const { key, identifiers, text, day } = hereRow(entryOf(facts), true);
  expect([key, identifiers.id, text, day]).toEqual([...expected, '2026-07-14']);
});

it('what no entry explains has the name of its moment, and no other', () => {
  const to = Date.parse('2026-07-15T12:00:00.000Z');
  expect(gapRow({ to, difference: centavos(7) }, 'Sem lançamento', true)).toEqual({
    ...{ key: 'gap-2026-07-15T12:00:00.000Z', day: '2026-07-15', amount: 7, text: 'Sem lançamento', isWithin: true },
    ...{ identifiers: { reference: null, endToEndId: null, id: null }, pixKey: null, fee: null },
  });
});
