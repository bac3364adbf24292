import { expect, it } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { DecisionWord, HereRow, UnreadFlaw } from '../../src/reconcile/row.ts';

/**
 * `100 07-14 ref=A e2e=1 key=k fee=3`: an amount, a day of 2026, and what names the transfer; `other` is in another period,
 * and `own` of a file that has the IDs of the service.
 */
function rowOf(text: string, index: number): HereRow {
  const [amount = '', day = '', ...names] = text.split(' ');
  const named = (name: string) => names.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const identifiers = { reference: named('ref'), endToEndId: named('e2e'), id: named('id') };
  const fee = named('fee') === null ? null : centavos(Number(named('fee')));
  const facts = { text: '', isWithin: !names.includes('other'), pixKey: named('key'), fee };
  return { key: `${index + 1}`, day: `2026-${day}`, amount: centavos(Number(amount)), identifiers, ...facts };
}

/** What each row came to: `matched reference 1:1`. A decision is `match 1:1` or `accept 1:-`, and an unread row `u1`. */
function compared(
  here: readonly string[],
  there: readonly string[],
  decided: readonly string[] = [],
  unread: readonly string[] = [],
) {
  const keyOf = (text = '-') => (text === '-' ? null : text);
  const { findings, problems, unused } = reconcile({
    here: here.map(rowOf),
    there: there.map(rowOf).map((row, line) => ({ ...row, line })),
    unread: unread.map((flaw, index) => ({
      key: `u${index + 1}`,
      line: index,
      flaw: flaw as UnreadFlaw,
      text: '',
      day: '',
    })),
    decisions: decided.map((text, line) => {
      const [word = '', one, other] = text.split(/[ :]/);
      return { word: word as DecisionWord, here: keyOf(one), there: keyOf(other), note: '', line };
    }),
    hasOwnIds: there.some((text) => text.endsWith(' own')),
  });
  const found = findings.map(({ kind, rule, reason, group, here: one, there: other, unread: row }) =>
    [kind, rule, reason, group, `${one?.key ?? '-'}:${other?.key ?? row?.key ?? '-'}`]
      .filter((part) => part !== null)
      .join(' '),
  );
  return {
    found,
    problems: problems.map(({ line, flaw }) => `${line} ${flaw}`),
    unused: unused.map(({ line }) => line),
  };
}

/** Entries / rows of the file = what they come to, in their order. */
const SCENES: Readonly<Record<string, string>> = {
  'two rows of neighbouring days, and two entries':
    '100 07-14 | 100 07-15 / 100 07-16 | 100 07-17 = ambiguous amount_near_day 1 1:- 2:- -:1 -:2',
  'an entry that the file has twice by its reference, and one that it has with another amount':
    '100 07-14 ref=A | 200 07-14 ref=A / 100 07-14 ref=A | 250 07-14 ref=A' +
    ' = matched reference 1:1 | amount_differs reference 2:2',
  'more entries than rows with one reference, amount and day':
    '100 07-14 ref=A | 100 07-14 ref=A / 100 07-14 ref=A = ambiguous reference 1 1:- 2:- -:1',
  'rows with one reference that the end-to-end IDs keep apart':
    '100 07-14 ref=A e2e=1 | 100 07-14 ref=A e2e=2 / 100 07-14 ref=A e2e=3 | 100 07-14 ref=A e2e=4' +
    ' = ambiguous reference 1 1:- 2:- -:1 -:2',
  'opposite signs of two transfers': '100 07-14 ref=A e2e=1 / -100 07-14 ref=A e2e=2 = only_here 1:- | only_there -:1',
  'the opposite sign of one of two entries with its reference':
    '100 07-14 ref=A | 100 07-14 ref=A / -100 07-14 ref=A = sign_differs reference 1:1 | only_here 2:-',
  'an amount that lacks the fee': '100 07-14 ref=A fee=3 / 97 07-14 ref=A = amount_differs reference fee 1:1',
  'an amount that adds the fee': '100 07-14 ref=A fee=3 / 103 07-14 ref=A = amount_differs reference fee 1:1',
  'an amount without a fee': '100 07-14 ref=A fee=0 / 97 07-14 ref=A = amount_differs reference 1:1',
  'nothing that is nothing': '0 07-14 id=A fee=0 / 0 07-14 id=A = matched id 1:1',
  'nothing that came in': '0 07-14 id=A / 5 07-14 id=A = amount_differs id 1:1',
  'a row that is three days late': '100 07-14 / 100 07-17 = day_differs amount_near_day 1:1',
  'a row that is four days late': '100 07-14 / 100 07-18 = only_here 1:- | only_there -:1',
  'a row that is late, and has its key': '100 07-14 key=k / 100 07-16 key=k = day_differs amount_key 1:1',
  'rows three days before and behind an entry':
    '100 07-14 / 100 07-17 | 100 07-11 = ambiguous amount_near_day 1 1:- -:2 -:1',
  'a key that is another one, where the file has keys of the account':
    '100 07-14 key=a | 50 07-14 key=b / 100 07-14 key=c | 50 07-14 key=b' +
    ' = matched amount_day_key 2:2 | only_here 1:- | only_there -:1',
  'a key that is another one, where the file has none of the account':
    '100 07-14 key=a / 100 07-14 key=c = matched amount_day 1:1',
  'a reference of received money, where the file has references of sent money alone':
    '100 07-14 ref=A | -50 07-14 ref=B / 100 07-14 ref=C | -50 07-14 ref=B' +
    ' = matched reference 2:2 | matched amount_day 1:1',
  'an equal amount with its reference, and one with another reference':
    '100 07-14 ref=A | 100 07-14 | 7 07-01 ref=Z / 100 07-14 ref=B | 100 07-14 | 7 07-01 ref=Z' +
    ' = matched reference 3:3 | ambiguous amount_day 1 1:- 2:- -:2 -:1',
  'a row with the reference of one that is matched':
    '100 07-14 ref=A / 100 07-14 ref=A | 100 07-14 ref=A = matched reference 1:1 | only_there repeated -:2',
  'two entries of neighbouring days, and one row':
    '100 07-14 | 100 07-15 / 100 07-16 = ambiguous amount_near_day 1 1:- 2:- -:1',
  'a late row without a key': '100 07-14 key=k / 100 07-16 = day_differs amount_near_day 1:1',
  'two entries of one day, and one row': '100 07-14 | 100 07-14 / 100 07-14 = ambiguous amount_day 1 1:- 2:- -:1',
  'entries with one reference that have IDs of their own':
    '100 07-14 ref=A id=1 | 100 07-14 ref=A id=2 / 100 07-15 ref=A id=2 | 100 07-16 ref=A id=1' +
    ' = day_differs id 1:2 2:1',
  'a reference that the file has twice, once with another amount':
    '100 07-14 ref=A / 90 07-14 ref=A | 100 07-14 ref=A = matched reference 1:2 | only_there repeated -:1',
  'a reference of two entries, and of rows in another order':
    '100 07-14 ref=A | 200 07-14 ref=A / 250 07-14 ref=A | 100 07-14 ref=A' +
    ' = matched reference 1:2 | amount_differs reference 2:1',
  'a reference of two entries, and of one row':
    '100 07-14 ref=A | 200 07-14 ref=A / 100 07-14 ref=A = matched reference 1:1 | only_here 2:-',
  'a reference of an entry, and of two rows with other amounts':
    '300 07-14 ref=A / 100 07-14 ref=A | 200 07-14 ref=A = ambiguous reference 1 1:- -:1 -:2',
  'one reference, and two end-to-end IDs':
    '100 07-14 ref=A e2e=1 / 100 07-14 ref=A e2e=2 = ambiguous reference 1 1:- -:1',
  'one reference, and one end-to-end ID': '100 07-14 ref=A e2e=1 / 100 07-14 ref=A = matched reference 1:1',
  'one end-to-end ID in the file': '100 07-14 ref=A / 100 07-14 ref=A e2e=1 = matched reference 1:1',
  'one end-to-end ID in both': '100 07-14 ref=A e2e=1 / 100 07-14 ref=A e2e=1 = matched reference 1:1',
  'end-to-end IDs that are others':
    '100 07-14 e2e=1 | -70 07-14 e2e=2 / 100 07-14 e2e=3 | -70 07-14 e2e=4 = only_here 1:- 2:- | only_there -:1 -:2',
  'another ID of the service': '100 07-14 id=A / 100 07-14 id=B own = only_here 1:- | only_there -:1',
  'an ID that the file gives itself': '100 07-14 id=A / 100 07-14 id=B = matched amount_day 1:1',
  'rows of which each lacks the name of the other':
    '100 07-14 ref=A | 100 07-14 e2e=1 | 7 07-01 ref=Z / 100 07-14 e2e=2 | 100 07-14 ref=B | 7 07-01 ref=Z' +
    ' = matched reference 3:3 | matched amount_day 1:1 2:2',
  'opposite signs of other references, of other amounts, and without a name':
    '100 07-14 ref=A | 200 07-14 ref=C | 300 07-14 / -100 07-14 ref=B | -190 07-14 ref=C | -300 07-14' +
    ' = only_here 1:- 2:- 3:- | only_there -:1 -:2 -:3',
  'a row without the key that others have':
    '100 07-14 key=k | 50 07-14 key=b / 100 07-14 | 50 07-14 key=b' +
    ' = matched amount_day_key 2:2 | matched amount_day 1:1',
  'an entry without the key that others have':
    '100 07-14 | 50 07-14 key=b / 100 07-14 key=k | 50 07-14 key=b' +
    ' = matched amount_day_key 2:2 | matched amount_day 1:1',
  'an equal amount that its reference rules out, beside one that nothing does':
    '100 07-14 key=a | 100 07-14 ref=A | 7 07-01 ref=Z key=z / 100 07-14 ref=B | 7 07-01 ref=Z key=z' +
    ' = matched reference 3:2 | matched amount_day 1:1 | only_here 2:-',
  'other references, where rows without one are equal':
    '100 07-14 ref=A | 50 07-15 / 100 07-14 ref=B | 50 07-15 = matched amount_day 1:1 2:2',
  'a row of another reference than the one that is matched':
    '5 07-14 ref=A / 5 07-14 ref=A | 9 07-20 ref=B = matched reference 1:1 | only_there -:2',
  'what could match in two ways, of another period and of this one':
    '100 06-20 other | 100 06-20 other | 70 06-30 other | 70 06-30 other / 100 06-20 other | 70 06-30' +
    ' = ambiguous amount_day 2 3:- 4:- -:2',
  'what is of another period, unless a row of this one may be it':
    '100 06-30 other | 100 07-01 | 5 06-30 other | 8 06-30 other / 100 07-01 other | 100 07-02 other | 5 07-01 | ' +
    '8 06-30 other | 9 06-30 other' +
    ' = matched amount_day 2:1 | day_differs amount_near_day 3:3',
};

it.each(Object.entries(SCENES))('%s', (_, scene) => {
  const [here = [], there = [], findings = []] = scene.split(/ [/=] /).map((side) => side.split(' | '));
  const found = findings.flatMap((finding) => {
    const [, what = '', pairs = ''] = /^(.*?)((?: \S*:\S*)+)$/.exec(finding) ?? [];
    return pairs
      .trim()
      .split(' ')
      .map((pair) => `${what} ${pair}`);
  });
  expect(compared(here, there)).toEqual({ found, problems: [], unused: [] });
});

const HERE = ['100 07-14', '50 07-15', '30 07-16'];
const THERE = ['90 07-20', '180 07-21', '60 07-22'];

it.each<[string, readonly string[], Partial<ReturnType<typeof compared>>]>([
  ['accepts an entry', ['accept 1:-'], { found: ['1:-'] }],
  ['accepts a row', ['accept -:2'], { found: ['-:2'] }],
  ['accepts a row that cannot be read', ['accept -:u1'], { found: ['-:u1'] }],
  ['matches entries with a row', ['match 1:2', 'match 2:2', 'match 3:2'], { found: ['1:2', '2:2', '3:2'] }],
  ['matches an entry with rows', ['match 2:1', 'match 2:2'], { problems: ['1 sums'] }],
  ['joins two matches by a third', ['match 1:1', 'match 2:3', 'match 1:3'], { found: ['1:1', '2:3', '1:3'] }],
  ['accepts an entry beside a row of another amount', ['accept 1:1'], { found: ['1:1'] }],
  ['leaves the sums of other matches alone', ['match 1:1', 'match 2:2'], { problems: ['0 sums', '1 sums'] }],
  ['accepts an entry twice', ['accept 1:-', 'accept 1:-'], { problems: ['1 repeated'] }],
  ['accepts a row and matches it', ['accept -:2', 'match 1:2'], { problems: ['1 repeated'] }],
  ['matches a row and accepts it', ['match 1:2', 'accept -:2'], { problems: ['1 repeated', '0 sums'] }],
  ['accepts an unread row twice', ['accept -:u1', 'accept -:u1'], { problems: ['1 repeated'] }],
  ['accepts others', ['accept 1:-', 'accept 3:-', 'accept -:1'], { found: ['1:-', '3:-', '-:1'] }],
  ['names no row', ['match 1:9', 'match 9:1', 'accept 9:-', 'accept -:9'], { found: [], unused: [0, 1, 2, 3] }],
])('a decision %s', (_, decisions, expected) => {
  const unread = ['day', 'sum', 'count'];
  const { found, problems, unused } = compared(HERE, THERE, decisions, unread);
  expect([problems, unused]).toEqual([expected.problems ?? [], expected.unused ?? []]);
  if (expected.found === undefined) return;
  const rows = (kind: string) =>
    found.filter((finding) => finding.startsWith(`${kind} `)).map((finding) => finding.split(' ').at(-1));
  expect(rows('decided')).toEqual(expected.found);
  const named = new Set(expected.found.flatMap((pair) => pair.split(/(?=:)/)));
  expect(rows('only_here')).toEqual(['1:-', '2:-', '3:-'].filter((row) => !named.has(row.slice(0, 1))));
  expect(rows('only_there')).toEqual(['-:1', '-:2', '-:3'].filter((row) => !named.has(row.slice(1))));
  expect([rows('unread'), rows('sum_differs')]).toEqual([named.has(':u1') ? [] : ['-:u1'], ['-:u2', '-:u3']]);
});
