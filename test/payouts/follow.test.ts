import { expect, it } from 'vitest';
import type { WithdrawalDetails } from '../../src/client/answers.ts';
import type { PixClient } from '../../src/client/client.ts';
import { followRun, lookUpWithdrawal, refreshRun, storeEnd } from '../../src/payouts/engine/follow.ts';
import type { RunEvent } from '../../src/payouts/engine/run-events.ts';
import type { PayoutRecord } from '../../src/payouts/journal/records.ts';
import type { PayoutState } from '../../src/payouts/payout-state.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { hurriedClock } from '../support/clocks.ts';
import { unsent } from './support/fake-wallet.ts';
import { withdrawal } from './support/journals.ts';
import { knownJournal, pending } from './support/known-journal.ts';
import { record } from './support/records.ts';

type Answer = Partial<WithdrawalDetails> | Error;

/** A journal with these payouts, and a service that answers so about each withdrawal, the last answer again and again. */
function follow(payouts: readonly PayoutRecord[], answers: Readonly<Record<string, Answer | Answer[]>> = {}) {
  const { journal, stored } = knownJournal({ payouts });
  const asked: string[] = [];
  const get = (id: string): Promise<WithdrawalDetails> => {
    asked.push(id);
    const given = [answers[id] ?? { status: 'PENDING' }].flat();
    const answer = given[Math.min(asked.filter((one) => one === id).length, given.length) - 1] ?? {};
    if (answer instanceof Error) return Promise.reject(answer);
    const row = Number(id.slice(1));
    const price = { value: centavos(1_001), fee: centavos(0), sent: centavos(1_001) };
    return Promise.resolve({ id, pixKey: 'payee-1@example.com', ...price, failureReason: null, row, ...answer });
  };
  const events: RunEvent[] = [];
  const clock = hurriedClock();
  const controller = new AbortController();
  const client = { withdraws: { get } } as unknown as PixClient;
  const onEvent = (event: RunEvent) => events.push(event);
  const following = { journal, run: journal.run('r'), client, clock, signal: controller.signal, onEvent };
  return { following, stored, asked, events, clock, controller };
}

it.each<[PayoutState, string, string]>([
  ['accepted', 'PENDING', '1 learns w1'],
  ['accepted', 'COMPLETED', '1 accepted paid w1 code why'],
  ['accepted', 'FAILED', '1 accepted failed w1 code why'],
  ['paid', 'COMPLETED', '1 learns w1'],
  ['paid', 'FAILED', ''],
  ['failed', 'FAILED', '1 learns w1'],
  ['resolved_paid', 'PENDING', ''],
  ['resolved_paid', 'COMPLETED', '1 learns w1'],
  ['resolved_paid', 'FAILED', '1 resolved_paid failed w1 code why'],
])('of a payout that is %s, the end %s is stored: %s', (state, status, expected) => {
  const { following, stored } = follow([pending(1, { state, code: 'code' })]);
  const facts = withdrawal('w1', { status, failureReason: 'why' });
  expect(storeEnd(following.journal, { runId: 'r', row: 1 }, facts)).toBe(
    expected.startsWith('1 learns') ? false : expected !== '',
  );
  expect(stored.join(', ')).toBe(expected);
});

it.each<[string, Answer, string | Error]>([
  ['completed', { status: 'COMPLETED' }, '1 accepted paid w1 code'],
  ['failed, with nothing sent', { status: 'FAILED', value: centavos(0) }, '1 accepted failed w1 code'],
  ['pending', { status: 'PENDING' }, '1 learns w1'],
  ['with another key', { status: 'FAILED', pixKey: 'x@example.com' }, 'data'],
  ['with another value', { status: 'COMPLETED', value: centavos(9) }, 'data'],
  ['lost', unsent(), 'connection_refused'],
])('a withdrawal that is looked up is %s', async (_, answer, expected) => {
  const { following, stored, events } = follow([pending(1, { code: 'code' })], { w1: answer });
  const looking = lookUpWithdrawal(pending(1), following);
  if (stored.length === 0 && expected === 'data') {
    await expect(looking).rejects.toMatchObject({
      path: 'data',
      message: expect.stringContaining('the key and the amount'),
    });
  } else if (answer instanceof Error) await expect(looking).rejects.toBe(answer);
  else {
    await looking;
    expect(stored).toEqual([expected]);
    const isChanged = stored[0]?.includes('accepted') === true;
    expect(events.map(({ type }) => type)).toEqual(isChanged ? ['changed'] : []);
  }
});

it('looks up what is pending, or named by a person and pending, and nothing else', async () => {
  const named = pending(2, { state: 'resolved_paid' });
  const ended = pending(3, { state: 'resolved_paid', withdrawal: withdrawal('w3') });
  const { following, asked } = follow([pending(1), named, ended, record({ row: 4, state: 'paid' })]);
  await refreshRun(following);
  await lookUpWithdrawal(record(), following);
  expect(asked).toEqual(['w1', 'w2']);
});

it('looks up twenty at once, and no more after an interruption', async () => {
  const { following, asked, controller } = follow(Array.from({ length: 25 }, (_, index) => pending(index + 1)));
  const looking = refreshRun(following);
  expect(asked).toHaveLength(20);
  controller.abort();
  await looking;
  expect(asked).toHaveLength(20);
});

const failure = unsent();
const later = unsent();
const bug = new TypeError('a bug');

it.each<[string, Record<string, Answer>, unknown, number]>([
  ['one has failed', { w1: failure }, undefined, 1],
  ['all have failed', { w1: failure, w2: later }, failure, 2],
  ['one has failed for another reason', { w1: bug }, bug, 0],
])('look-ups of which %s', async (_, answers, error, failures) => {
  const { following, events } = follow([pending(1), pending(2), record({ row: 3 })], answers);
  const ended: unknown = await refreshRun(following).catch((thrown: unknown) => thrown);
  expect(ended).toBe(error);
  expect(events).toEqual(
    Array.from({ length: failures }, (__, index) => ({ type: 'look_failed', error: [failure, later][index] })),
  );
});

const done = { status: 'COMPLETED' };
it.each<[string, Answer[], number[], unknown]>([
  ['is over', [done], [], undefined],
  ['takes a while', [{}, {}, {}, {}, {}, {}, {}, {}, done], [1, 1.5, 2.25, 3.375, 5.0625, 7.59375, 10, 10], undefined],
  [
    'cannot be looked up for a while',
    [...Array<Error>(4).fill(failure), {}, ...Array<Error>(4).fill(failure), done],
    [1, 1.5, 2.25, 3.375, 5.0625, 7.59375, 10, 10, 10],
    undefined,
  ],
  ['cannot be looked up', [failure], [1, 1.5, 2.25, 3.375], failure],
  ['fails for another reason', [bug], [], bug],
])('a withdrawal that %s is followed', async (_, answers, pauses, error) => {
  const { following, clock } = follow([pending(1)], { w1: answers });
  const ended: unknown = await followRun(following).catch((thrown: unknown) => thrown);
  expect([clock.waitsMs.map((ms) => ms / 1_000), ended]).toEqual([pauses, error]);
});

it.each([
  ['a time', { untilMs: 2_500 }, 2],
  ['a time that has passed', { untilMs: 0 }, 0],
  ['an interruption', { signal: AbortSignal.abort() }, 0],
])('a withdrawal is followed until %s', async (_, until, rounds) => {
  const { following, asked } = follow([pending(1)]);
  await followRun({ ...following, ...until });
  expect(asked).toHaveLength(rounds);
});

it('a run without a pending withdrawal is not followed, whatever a person has named', async () => {
  const { following, asked } = follow([pending(1, { state: 'resolved_paid' })]);
  await followRun(following);
  await refreshRun(follow([]).following);
  expect(asked).toEqual([]);
});
