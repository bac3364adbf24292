import { expect, it } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { LedgerRow } from '../../src/reconcile/row.ts';

/** `100 07-14 ref=A e2e=1 key=k`: an amount, a day of 2026, and what names the transfer. */
function rowOf(text: string, index: number): LedgerRow {
  const [amount = '', day = '', ...names] = text.split(' ');
  const named = (name: string) => names.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const identifiers = { reference: named('ref'), endToEndId: named('e2e'), id: named('id') };
  const facts = { text: '', isWithin: true, pixKey: named('key') };
  return { key: `${index + 1}`, day: `2026-${day}`, amount: centavos(Number(amount)), identifiers, ...facts };
}

function compared(here: readonly string[], there: readonly string[]): readonly string[] {
  const sides = {
    here: here.map(rowOf).map((row) => ({ ...row, fee: null })),
    there: there.map(rowOf).map((row, line) => ({ ...row, line })),
  };
  const { findings } = reconcile({ ...sides, unread: [], decisions: [] });
  return findings.map(({ kind, rule, here: one, there: other }) =>
    [kind, rule, `${one?.key ?? '-'}:${other?.key ?? '-'}`].filter((part) => part !== null).join(' '),
  );
}

it.each([
  [
    'two rows of neighbouring days, and two entries',
    ['100 07-14', '100 07-15'],
    ['100 07-16', '100 07-17'],
    [
      'ambiguous amount_near_day 1:-',
      'ambiguous amount_near_day 2:-',
      'ambiguous amount_near_day -:1',
      'ambiguous amount_near_day -:2',
    ],
  ],
  [
    'an entry that the file has twice by its reference, and one that it has with another amount',
    ['100 07-14 ref=A', '200 07-14 ref=A'],
    ['100 07-14 ref=A', '250 07-14 ref=A'],
    ['matched reference 1:1', 'amount_differs reference 2:2'],
  ],
  [
    'more entries than rows with one reference, amount and day',
    ['100 07-14 ref=A', '100 07-14 ref=A'],
    ['100 07-14 ref=A'],
    ['ambiguous reference 1:-', 'ambiguous reference 2:-', 'ambiguous reference -:1'],
  ],
  [
    'rows with one reference that the end-to-end IDs keep apart',
    ['100 07-14 ref=A e2e=1', '100 07-14 ref=A e2e=2'],
    ['100 07-14 ref=A e2e=3', '100 07-14 ref=A e2e=4'],
    ['ambiguous reference 1:-', 'ambiguous reference 2:-', 'ambiguous reference -:1', 'ambiguous reference -:2'],
  ],
  [
    'opposite signs of two transfers',
    ['100 07-14 ref=A e2e=1'],
    ['-100 07-14 ref=A e2e=2'],
    ['only_here 1:-', 'only_there -:1'],
  ],
])('%s', (_, here, there, findings) => {
  expect(compared(here, there)).toEqual(findings);
});
