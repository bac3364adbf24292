import { expect, it } from 'vitest';
import {
  factsOf,
  factsOfRow,
  groupTally,
  hasOtherMark,
  isCertainlyUnpaid,
  isPaid,
  reportOf,
  STATE_GROUP_NAMES,
  STATE_GROUPS,
  type PayoutRecord,
  type RunTally,
} from '../../src/payouts/journal/records.ts';
import { isOpen, PAYOUT_STATES, stateOfStatus } from '../../src/payouts/payout-state.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { withdrawal } from './support/journals.ts';
import { record } from './support/records.ts';

const price = { value: centavos(7), fee: centavos(2), sent: centavos(5) };
const facts = { valueCentavos: 7, feeCentavos: 2, sentCentavos: 5 };
const [EARLY, LATE] = ['2026-07-14T12:00:00Z', '2026-07-14T12:00:01Z'];
const [EARLY_MS, LATE_MS] = [Date.parse(EARLY), Date.parse(LATE)];
const nothing = { status: null, createdAt: null, finalAt: null, failureReason: null };

it.each<[string, Partial<Parameters<typeof factsOf>[0]>, object]>([
  ['no more than its price', {}, {}],
  ['an invalid time', { createdAt: 'yesterday', completedAt: '' }, {}],
  ['its end', { createdAt: EARLY, completedAt: LATE, failedAt: EARLY }, { createdAt: EARLY_MS, finalAt: LATE_MS }],
  [
    'its failure',
    { status: 'FAILED', failedAt: LATE, completedAt: null, failureReason: 'AC03' },
    { status: 'FAILED', finalAt: LATE_MS, failureReason: 'AC03' },
  ],
])('a withdrawal is stored with %s', (_, said, stored) => {
  expect(factsOf({ id: 'w', ...price, ...said })).toEqual({ id: 'w', ...facts, ...nothing, ...stored });
});

it('a row of a list is stored with what it says of its price', () => {
  const row = { id: 'w', value: price.value, createdAt: EARLY };
  const stored = { id: 'w', ...nothing, createdAt: EARLY_MS, valueCentavos: 7 };
  expect(factsOfRow(row)).toEqual({ ...stored, feeCentavos: null, sentCentavos: null });
  expect(factsOfRow({ ...row, status: 'PENDING', metadata: price })).toEqual({
    ...stored,
    ...facts,
    status: 'PENDING',
  });
});

it('each state is in one group, whose payouts and sum are those of its states', () => {
  expect(Object.values(STATE_GROUPS).flat().toSorted()).toEqual(PAYOUT_STATES.toSorted());
  const tally = Object.fromEntries(
    PAYOUT_STATES.map((state, place) => [state, { payouts: 2 ** place, amountCentavos: centavos(3 * 2 ** place) }]),
  ) as RunTally;
  const sums = STATE_GROUP_NAMES.map((group) => groupTally(tally, group));
  expect(sums.map(({ payouts }) => payouts)).toEqual(
    STATE_GROUP_NAMES.map((group) => STATE_GROUPS[group].reduce((sum, state) => sum + tally[state].payouts, 0)),
  );
  expect(sums.map(({ amountCentavos }) => amountCentavos)).toEqual(sums.map(({ payouts }) => 3 * payouts));
});

/** What is said of a payout in a state: with another mark, after a refusal, and with a second withdrawal. */
it.each([
  ['planned', 'refused: open'],
  ['duplicate', 'refused: open'],
  ['sending', 'open'],
  ['unknown', 'open'],
  ['absent', 'open'],
  ['ambiguous', 'open'],
  ['paid', 'paid, other mark, refused: open'],
  ['accepted', 'other mark, refused: open'],
  ['resolved_paid', 'paid, refused: open'],
  ['failed', 'unpaid once sought, refused: open, second: open'],
  ['refused', 'unpaid once sought, refused: open, second: open'],
  ['resolved_unpaid', 'unpaid, unpaid once sought, refused: open, second: open'],
] as const)('a payout that is %s is %s', (state, said) => {
  const one = record({ state });
  const sought = { ...one, soughtAt: 1 };
  const second = { ...sought, secondWithdrawalId: 'w' };
  const all = {
    open: isOpen(one),
    paid: isPaid(one),
    'other mark': hasOtherMark({ state, code: 'other_mark' }),
    unpaid: isCertainlyUnpaid(one),
    'unpaid once sought': isCertainlyUnpaid(sought),
    'refused: open': isOpen({ ...one, refusedAt: 1 }) && !isOpen(one),
    'second: open': isOpen(second) && !isOpen(one),
  };
  expect(
    Object.keys(all)
      .filter((name) => Object.entries(all).some(([key, is]) => key === name && is))
      .join(', '),
  ).toBe(said);
  expect([hasOtherMark({ state, code: 'found_by_mark' }), isCertainlyUnpaid(second)]).toEqual([false, false]);
});

it.each([
  ['COMPLETED', 'paid'],
  ['FAILED', 'failed'],
  ['PENDING', 'accepted'],
  [null, 'accepted'],
])('a withdrawal with the status %s has its payout %s', (status, state) => expect(stateOfStatus(status)).toBe(state));

it.each<[string, Partial<PayoutRecord>, object]>([
  ['was not found', { reason: 'lost' }, { reason: 'lost' }],
  [
    'is made',
    { withdrawal: withdrawal('w', { createdAt: 5 }), reason: 'by mark' },
    {
      withdrawalId: 'w',
      valueCentavos: 1_001,
      feeCentavos: 0,
      sentCentavos: 1_001,
      reason: 'by mark',
      withdrawalAt: 5,
    },
  ],
  [
    'has failed, which returns all of it',
    { withdrawal: withdrawal('w', { status: 'FAILED', createdAt: 5, finalAt: 9, failureReason: 'AC03' }), reason: 'x' },
    { withdrawalId: 'w', reason: 'AC03', withdrawalAt: 9 },
  ],
])('what is reported of a payment that %s', (_, some, reported) => {
  const none = { withdrawalId: null, valueCentavos: null, feeCentavos: null, sentCentavos: null };
  expect(reportOf(record(some))).toEqual({ ...none, reason: null, withdrawalAt: null, ...reported });
});
