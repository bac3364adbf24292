import { describe, expect, it } from 'vitest';
import type { Stop } from '../../src/payouts/engine/run-events.ts';
import { despiteFailure, shortfallOf, UnconfirmedError } from '../../src/payouts/engine/run-outcome.ts';
import type { JournalReads } from '../../src/payouts/journal/journal-reads.ts';
import type { PayoutRecord, RunRecord, RunTally } from '../../src/payouts/journal/records.ts';
import { PayoutError, type PayoutErrorCode } from '../../src/payouts/payout-error.ts';
import { PAYOUT_STATES, UNPAID_STATES, type PayoutState } from '../../src/payouts/payout-state.ts';
import type { NotSentRows } from '../../src/payouts/rules/duplicates/verdict.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { unsent } from './support/fake-wallet.ts';
import { record } from './support/records.ts';

/** Payouts of a centavo each, by state. */
function tallyOf(counts: Partial<Record<PayoutState, number>>): RunTally {
  const states = PAYOUT_STATES.map((state) => {
    const payouts = counts[state] ?? 0;
    return [state, { payouts, amountCentavos: centavos(payouts) }];
  });
  return Object.fromEntries(states) as RunTally;
}

interface Ending extends Partial<Record<PayoutState, number>> {
  readonly alarms?: number;
  /** Of those that are unknown. */
  readonly refused?: number;
  readonly otherMarks?: number;
  readonly stop?: Stop['reason'];
  readonly waits?: boolean;
  readonly elsewhere?: Partial<NotSentRows>;
}

function endOf({ alarms = 0, refused = 0, otherMarks = 0, stop, waits, elsewhere, ...counts }: Ending) {
  const journal = {
    payouts: (_: string, { states, isRefused }: { states: readonly string[]; isRefused?: boolean }) => {
      if (states[0] === 'duplicate' || states === UNPAID_STATES) return [];
      expect([states, isRefused]).toEqual([['unknown'], true]);
      return Array.from({ length: refused }, () => record());
    },
    withOtherMarks: () => otherMarks,
  } as unknown as JournalReads;
  const run = { id: 'r' } as RunRecord;
  const summary = { run, tally: tallyOf(counts), alarms, stop: stop && { reason: stop } };
  const none = { paid: 0, open: [], other: [], free: 0 };
  const options = { ...(waits !== undefined && { waits }), ...(elsewhere && { elsewhere: { ...none, ...elsewhere } }) };
  return shortfallOf(journal, summary, Object.keys(options).length === 0 ? undefined : options);
}

const unknown = (why: string, payouts: number, runId = 'r') => ({ code: 'outcome_unknown', why, payouts, runId });
const partly = (missing: number, all: number, isResumable: boolean) => {
  return { code: 'partly_paid', missing, all, isResumable };
};
const taken = { payout: record(), holder: record({ runId: 's' }) };
const twoOpen = { open: [taken, taken] };
const oneOfEach = { paid: 1, other: [taken], free: 2 };
const stopped = { paid: 1, stop: 'interrupted' } as const;
const sent = { sent: { payouts: 3, amountCentavos: 3 } };

it.each<[string, Ending, object | undefined]>([
  ['is paid', { paid: 2, resolved_paid: 1, accepted: 1 }, undefined],
  ['has an alarm, whatever else', { paid: 1, absent: 1, alarms: 2 }, { code: 'paid_twice', payouts: 2 }],
  ['has open rows', { paid: 1, unknown: 2, ambiguous: 1, refused: 2, otherMarks: 1 }, unknown('open', 3)],
  ['has refused rows to be looked for', { paid: 1, unknown: 2, refused: 2 }, unknown('refused', 2)],
  ['is paid by another mark', { paid: 3, otherMarks: 1 }, unknown('other_mark', 1)],
  ['waits for another run', { ...stopped, duplicate: 2, elsewhere: twoOpen }, unknown('elsewhere', 2, 's')],
  ['is stopped', { ...stopped, accepted: 2, planned: 3 }, { code: 'interrupted', ...sent, pending: 2, notSent: 3 }],
  ['was not followed to its end', { paid: 1, accepted: 2, waits: true }, { code: 'not_followed', payouts: 2 }],
  ['was followed to its end', { paid: 1, waits: true }, undefined],
  ['was stopped at its start', { planned: 2, stop: 'network' }, { code: 'stopped', stop: { reason: 'network' } }],
  ['was stopped at its second row', { paid: 1, planned: 2, stop: 'network' }, partly(2, 3, true)],
  ['sent nothing, without a stop', { failed: 1, planned: 2 }, partly(3, 3, true)],
  ['has failed rows alone', { paid: 2, failed: 1, refused: 0, resolved_unpaid: 1 }, partly(2, 4, false)],
  ['has rows that another run has paid, or may', { paid: 1, duplicate: 4, elsewhere: oneOfEach }, partly(3, 4, true)],
])('a run %s', (_, ending, shortfall) => expect(endOf(ending)).toEqual(shortfall));

it.each<[string, Partial<PayoutRecord>, object | undefined]>([
  ['paid', { state: 'paid' }, undefined],
  ['paid by the word of a person', { state: 'resolved_paid' }, undefined],
  ['sent', { state: 'accepted' }, partly(1, 2, false)],
  ['paid to another key', { state: 'paid', pixKey: 'other@example.com' }, partly(1, 2, false)],
  ['paid, it seems, by a withdrawal with another mark', { state: 'paid', code: 'other_mark' }, partly(1, 2, false)],
])('a run whose unpaid row another run has %s', (_, holder, shortfall) => {
  const journal = {
    payouts: (_run: string, { states }: { states: readonly string[] }) =>
      states === UNPAID_STATES ? [record({ state: 'failed', soughtAt: 1 })] : [],
    withOtherMarks: () => 0,
    holderOfPayout: () => record({ runId: 's', ...holder }),
  } as unknown as JournalReads;
  const summary = { run: { id: 'r' } as RunRecord, tally: tallyOf({ paid: 1, failed: 1 }), alarms: 0, stop: undefined };
  expect(shortfallOf(journal, summary)).toEqual(shortfall);
});

const otherMark = { code: 'outcome_unknown', why: 'other_mark', payouts: 1, runId: 's' };

it.each<[string, Partial<PayoutRecord>, object | undefined]>([
  ['sent', { state: 'accepted' }, undefined],
  ['paid by the word of a person', { state: 'resolved_paid', code: 'other_mark' }, undefined],
  ['paid, as it seems, by a withdrawal with another mark', { state: 'paid', code: 'other_mark' }, otherMark],
  ['sent, as it seems, by one', { state: 'accepted', code: 'other_mark' }, otherMark],
])('a run whose row was not sent, since another run has %s', (_, holder, shortfall) => {
  const journal = {
    payouts: (_run: string, { states }: { states: readonly string[] }) =>
      states[0] === 'duplicate' ? [record({ state: 'duplicate' })] : [],
    withOtherMarks: () => 0,
    holderOfPayout: () => record({ runId: 's', ...holder }),
  } as unknown as JournalReads;
  const summary = { run: { id: 'r' } as RunRecord, tally: tallyOf({ duplicate: 1 }), alarms: 0, stop: undefined };
  expect(shortfallOf(journal, summary)).toEqual(shortfall);
});

describe('what fails while a run is looked for', () => {
  const refusal = (code: PayoutErrorCode) => new PayoutError('no', { code });
  it.each([
    ['a connection, beside an open payment', unsent(), 1, true],
    ['a connection, beside none', unsent(), 0, false],
    ['a refusal of ours, beside an open payment', refusal('cannot_look'), 1, true],
    ['an account that is unclear', refusal('account_unclear'), 1, false],
    ['another journal', refusal('foreign_journal'), 1, false],
    ['another account', refusal('other_account'), 1, false],
    ['a bug', new TypeError('a bug'), 1, false],
  ])('is %s', async (_, failure, open, isUnconfirmed) => {
    const failing = despiteFailure({ tally: () => tallyOf({ unknown: open }) }, 'r', () => Promise.reject(failure));
    const error: unknown = await failing.catch((thrown: unknown) => thrown);
    if (!isUnconfirmed) expect(error).toBe(failure);
    else {
      expect(error).toBeInstanceOf(UnconfirmedError);
      expect(error).toMatchObject({ name: 'UnconfirmedError', runId: 'r', open: 1, failure, cause: failure });
    }
  });

  it('is nothing', async () => {
    const working = despiteFailure({ tally: () => tallyOf({ unknown: 1 }) }, 'r', () => Promise.resolve(7));
    await expect(working).resolves.toBe(7);
  });
});
