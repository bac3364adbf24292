import { expect, it } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { HereRow } from '../../src/reconcile/row.ts';

/** `100 07-14 ref=A e2e=1 key=k fee=3`: an amount, a day of 2026, and what names the transfer; `other` is in another period. */
function rowOf(text: string, index: number): HereRow {
  const [amount = '', day = '', ...names] = text.split(' ');
  const named = (name: string) => names.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const identifiers = { reference: named('ref'), endToEndId: named('e2e'), id: named('id') };
  const fee = named('fee') === null ? null : centavos(Number(named('fee')));
  const facts = { text: '', isWithin: !names.includes('other'), pixKey: named('key'), fee };
  return { key: `${index + 1}`, day: `2026-${day}`, amount: centavos(Number(amount)), identifiers, ...facts };
}

function compared(here: readonly string[], there: readonly string[]): readonly string[] {
  const sides = {
    here: here.map(rowOf),
    there: there.map(rowOf).map((row, line) => ({ ...row, line })),
  };
  const { findings } = reconcile({ ...sides, unread: [], decisions: [] });
  return findings.map(({ kind, rule, reason, group, here: one, there: other }) =>
    [kind, rule, reason, group, `${one?.key ?? '-'}:${other?.key ?? '-'}`].filter((part) => part !== null).join(' '),
  );
}

it.each([
  [
    'two rows of neighbouring days, and two entries',
    ['100 07-14', '100 07-15'],
    ['100 07-16', '100 07-17'],
    [
      'ambiguous amount_near_day 1 1:-',
      'ambiguous amount_near_day 1 2:-',
      'ambiguous amount_near_day 1 -:1',
      'ambiguous amount_near_day 1 -:2',
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
    ['ambiguous reference 1 1:-', 'ambiguous reference 1 2:-', 'ambiguous reference 1 -:1'],
  ],
  [
    'rows with one reference that the end-to-end IDs keep apart',
    ['100 07-14 ref=A e2e=1', '100 07-14 ref=A e2e=2'],
    ['100 07-14 ref=A e2e=3', '100 07-14 ref=A e2e=4'],
    [
      'ambiguous reference 1 1:-',
      'ambiguous reference 1 2:-',
      'ambiguous reference 1 -:1',
      'ambiguous reference 1 -:2',
    ],
  ],
  [
    'opposite signs of two transfers',
    ['100 07-14 ref=A e2e=1'],
    ['-100 07-14 ref=A e2e=2'],
    ['only_here 1:-', 'only_there -:1'],
  ],
  [
    'the opposite sign of one of two entries with its reference',
    ['100 07-14 ref=A', '100 07-14 ref=A'],
    ['-100 07-14 ref=A'],
    ['sign_differs reference 1:1', 'only_here 2:-'],
  ],
  ['an amount that lacks the fee', ['100 07-14 ref=A fee=3'], ['97 07-14 ref=A'], ['amount_differs reference fee 1:1']],
  ['an amount that adds the fee', ['100 07-14 ref=A fee=3'], ['103 07-14 ref=A'], ['amount_differs reference fee 1:1']],
  ['an amount without a fee', ['100 07-14 ref=A fee=0'], ['97 07-14 ref=A'], ['amount_differs reference 1:1']],
  ['nothing that is nothing', ['0 07-14 id=A fee=0'], ['0 07-14 id=A'], ['matched id 1:1']],
  ['nothing that came in', ['0 07-14 id=A'], ['5 07-14 id=A'], ['amount_differs id 1:1']],
  ['a row that is three days late', ['100 07-14'], ['100 07-17'], ['day_differs amount_near_day 1:1']],
  ['a row that is four days late', ['100 07-14'], ['100 07-18'], ['only_here 1:-', 'only_there -:1']],
  ['a row that is late, and has its key', ['100 07-14 key=k'], ['100 07-16 key=k'], ['day_differs amount_key 1:1']],
  [
    'rows three days before and behind an entry',
    ['100 07-14'],
    ['100 07-17', '100 07-11'],
    ['ambiguous amount_near_day 1 1:-', 'ambiguous amount_near_day 1 -:2', 'ambiguous amount_near_day 1 -:1'],
  ],
  [
    'a key that is another one, where the file has keys of the account',
    ['100 07-14 key=a', '50 07-14 key=b'],
    ['100 07-14 key=c', '50 07-14 key=b'],
    ['matched amount_day_key 2:2', 'only_here 1:-', 'only_there -:1'],
  ],
  [
    'a key that is another one, where the file has none of the account',
    ['100 07-14 key=a'],
    ['100 07-14 key=c'],
    ['matched amount_day 1:1'],
  ],
  [
    'a reference of received money, where the file has references of sent money alone',
    ['100 07-14 ref=A', '-50 07-14 ref=B'],
    ['100 07-14 ref=C', '-50 07-14 ref=B'],
    ['matched reference 2:2', 'matched amount_day 1:1'],
  ],
  [
    'an equal amount with its reference, and one with another reference',
    ['100 07-14 ref=A', '100 07-14', '7 07-01 ref=Z'],
    ['100 07-14 ref=B', '100 07-14', '7 07-01 ref=Z'],
    [
      'matched reference 3:3',
      'ambiguous amount_day 1 1:-',
      'ambiguous amount_day 1 2:-',
      'ambiguous amount_day 1 -:2',
      'ambiguous amount_day 1 -:1',
    ],
  ],
  [
    'a row with the reference of one that is matched',
    ['100 07-14 ref=A'],
    ['100 07-14 ref=A', '100 07-14 ref=A'],
    ['matched reference 1:1', 'only_there repeated -:2'],
  ],
  [
    'what is of another period, unless a row of this one may be it',
    ['100 06-30 other', '100 07-01', '5 06-30 other', '8 06-30 other'],
    ['100 07-01 other', '100 07-02 other', '5 07-01', '8 06-30 other', '9 06-30 other'],
    ['matched amount_day 2:1', 'day_differs amount_near_day 3:3'],
  ],
])('%s', (_, here, there, findings) => {
  expect(compared(here, there)).toEqual(findings);
});
