import { expect, it } from 'vitest';
import type { WithdrawalDetails } from '../../src/client/answers.ts';
import { resolvePayouts, type Resolution, type Resolving } from '../../src/payouts/engine/resolve.ts';
import type { PayoutRecord } from '../../src/payouts/journal/records.ts';
import type { RunLock } from '../../src/payouts/journal/run-lock.ts';
import { PAYOUT_STATES, type PayoutState } from '../../src/payouts/payout-state.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { refusal } from './support/fake-wallet.ts';
import { knownJournal, type Known } from './support/known-journal.ts';
import { record, SECOND, SENT_AT } from './support/records.ts';

const END = SENT_AT + 186 * SECOND;

interface Settings extends Omit<Known, 'payouts'> {
  /** What the service answers about the withdrawal. */
  readonly answer?: Partial<WithdrawalDetails> | Error;
  readonly nowMs?: number;
  readonly account?: number;
}

const priced = (value: number, fee: number, sent: number) => ({
  ...{ value: centavos(value), fee: centavos(fee), sent: centavos(sent) },
});

/** A person decides about the payout. */
async function resolve(payout: PayoutRecord, resolution: Resolution, settings: Settings = {}) {
  const { answer = {}, nowMs = END, account, ...known } = settings;
  const { journal, stored } = knownJournal({ ...known, payouts: [payout] });
  const logged: unknown[] = [];
  const underLock = async (lock: RunLock, work: () => Promise<unknown>) => {
    stored.push(`locks ${lock.runId}`);
    return work();
  };
  const accounts = { isOne: (one: number, other: number) => one === other };
  const log = { append: (...entry: unknown[]) => logged.push(entry) };
  const timeFor = () => ({ epochMs: () => nowMs });
  Object.assign(journal, { accounts, log, timeFor });
  Object.assign(journal.steps, { underLock });
  const get = (id: string) => {
    if (answer instanceof Error) return Promise.reject(answer);
    const details = { id, pixKey: 'payee-1@example.com', ...priced(1_001, 0, 1_001) };
    return Promise.resolve({ ...details, status: 'COMPLETED', ...answer });
  };
  const resolving = {
    ...{ journal, resolution, by: 'ana', lock: { runId: 'r' }, clock: {} },
    ...{ client: { withdraws: { get } }, account: account === undefined ? undefined : { number: account } },
  } as unknown as Resolving & { by: string };
  const ended: unknown = await resolvePayouts(resolving, [1]).then(
    () => journal.payout(payout),
    (error: unknown) => error,
  );
  return { ended, stored, logged };
}

const paid: Resolution = { verdict: 'paid', withdrawalId: 'w' };
const unpaid: Resolution = { verdict: 'not-paid' };
const EARLY = { nowMs: END - 1 };
it('a duplicate of one that is paid, or may be, cannot be called paid', async () => {
  const { ended } = await resolve(record({ state: 'duplicate' }), paid, { isHeld: true });
  expect(ended).toMatchObject({ code: 'illegal_transition' });
});

it.each(PAYOUT_STATES)('a payout that is %s can be called paid, or unpaid, or neither', async (state) => {
  const both: readonly PayoutState[] = ['planned', 'duplicate', 'unknown', 'absent', 'ambiguous'];
  const illegal = { code: 'illegal_transition', runId: 'r', row: 1, message: `row 1 of the run r is ${state}` };
  for (const [resolution, to, words] of [
    [paid, { state: 'resolved_paid', withdrawal: { id: 'w' } }, 'resolved_paid w ana'],
    [unpaid, { state: 'resolved_unpaid' }, 'resolved_unpaid ana'],
  ] as const) {
    const { ended, stored } = await resolve(record({ state }), resolution);
    if (both.includes(state)) expect([ended, stored]).toMatchObject([to, ['locks r', `1 ${state} ${words}`]]);
    else expect([ended, stored]).toMatchObject([illegal, ['locks r']]);
  }
});

it('says in the log who has decided what', async () => {
  const facts = { row: 1, line: 2, by: 'ana' };
  const logged = [...(await resolve(record(), paid)).logged, ...(await resolve(record(), unpaid)).logged];
  expect(logged).toEqual([
    ['resolved', 'r', { ...facts, state: 'resolved_paid', withdrawal: 'w' }],
    ['resolved', 'r', { ...facts, state: 'resolved_unpaid', withdrawal: null }],
  ]);
});

it.each<[string, Partial<PayoutRecord>, Resolution, Settings, string | undefined]>([
  ['while its request may be carried out', {}, unpaid, EARLY, 'too_early'],
  ['while a copy of what was refused may be', { state: 'planned', refusedAt: SENT_AT }, unpaid, EARLY, 'too_early'],
  ['although it was never sent', { state: 'planned' }, unpaid, EARLY, undefined],
  ['by one of its account', {}, paid, { account: 1 }, undefined],
  ['by one of another account', {}, paid, { account: 2 }, 'other_account'],
  ['by one that does not exist', {}, paid, { answer: refusal('not_found', 404) }, 'not_found'],
  ['by one to another key', {}, paid, { answer: { pixKey: 'x@example.com' } }, 'withdrawal_mismatch'],
  ['by one that has failed', {}, paid, { answer: { status: 'FAILED' } }, 'withdrawal_mismatch'],
  ['by one that is pending', {}, paid, { answer: { status: 'PENDING' } }, undefined],
  ['by one at another price', {}, paid, { answer: priced(900, 50, 850) }, 'withdrawal_mismatch'],
  ['by one with the fee on top', {}, paid, { answer: priced(1_051, 50, 1_001) }, undefined],
  ['by what its answer has named', { answeredId: 'w' }, paid, { answer: priced(900, 50, 850) }, undefined],
  ['by one of another row', {}, paid, { claims: { w: record({ row: 2 }) } }, 'withdrawal_claimed'],
  ['by one of another run', {}, paid, { claims: { w: record({ runId: 's' }) } }, 'withdrawal_claimed'],
  ['by one that was its own', {}, paid, { claims: { w: record() } }, undefined],
])('a payout is decided %s, or refused', async (_, some, resolution, settings, code) => {
  const { ended, stored } = await resolve(record(some), resolution, settings);
  expect((ended as { code: string | null }).code ?? undefined).toBe(code);
  expect(stored).toHaveLength(code === undefined ? 2 : 1);
  if (code?.startsWith('withdrawal') === true)
    expect(ended).toMatchObject({ runId: 'r', row: 1, message: expect.stringContaining('withdrawal') });
  if (code === 'too_early') expect(ended).toMatchObject({ message: 'its request may still be carried out' });
});
