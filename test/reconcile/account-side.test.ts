import { expect, it } from 'vitest';
import { accountEntry } from '../../src/account/entry.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { gapRow, hereRow, settleBalances } from '../../src/reconcile/account-side.ts';
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

it.each(Object.entries(BALANCES))('the balance of a file is compared with the account: %s', (_, scene) => {
  const [balance = '', expected] = scene.split(' => ');
  const [day = '', amount = '', ...words] = balance.split(' ');
  const rows = new StatedRows();
  const isRow = words.includes('row');
  rows.balances.push({ line: 3, day: `2026-07-${day}`, amount: centavos(Number(amount)), text: 'Saldo', isRow });
  const account = {
    notes: () => (words.includes('new') ? [] : NOTES),
    sumBefore,
    entries: ({ from, before }: { from: number; before: number }) =>
      MOVED.filter(([posted]) => posted >= from && posted < before).map(([, netAmount]) => entryOf({ netAmount })),
  };
  const isOffline = words.includes('offline');
  const known = { account, asOf: at('16', 12), isOffline, hasLedgerSigns: words.includes('ledger') };
  const open = settleBalances(rows, known);
  const found = [
    ...rows.leftOut.map(({ form, amount: stated }) => `${form} ${stated}`),
    ...rows.unread.map(({ flaw, stated, expected: known }) => `${flaw} ${stated}, not ${known}`),
    ...open.map(({ amount: stated }) => `open ${stated}`),
  ];
  expect(found.join()).toBe(expected);
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
