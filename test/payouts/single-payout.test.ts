import { expect, it } from 'vitest';
import { PixError } from '../../src/client/errors.ts';
import type { PayoutChange } from '../../src/payouts/journal/journal-steps.ts';
import type { Payout } from '../../src/payouts/payout.ts';
import { SinglePayout, type SingleOrder } from '../../src/payouts/engine/single-payout.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { inTime, simulatedClock } from '../support/clocks.ts';
import { seededRandom } from '../support/random.ts';
import { FakeWallet, refusal, unsent, type Fate as OneFate } from './support/fake-wallet.ts';
import { approvedRun, bound, payout, temporaryFolder, temporaryJournal, withdrawal } from './support/journals.ts';

/** The answer to another request. */
function answerOf(pixKey: string) {
  const price = { value: centavos(1_001), fee: centavos(0), sent: centavos(1_001) };
  return { id: 'other', status: 'COMPLETED', pixKey, createdAt: null, ...price };
}

type Fate = ConstructorParameters<typeof FakeWallet>[0]['fate'];

/** An office that pays one by one. */
async function openOffice(fate?: Fate, lookForMs: number | undefined = 1_000) {
  const clock = simulatedClock(seededRandom(1));
  const journal = await temporaryJournal(temporaryFolder(), clock);
  const wallet = new FakeWallet({ clock, ...(fate && { fate }) });
  const client = { payments: undefined as never, ...wallet.client };
  const account = await inTime(clock, bound(journal, client, clock));
  const work = { journal, origin: 'https://wallet.example', account, client, clock, lookForMs, command: 'pix' };
  const single = (order: Partial<SingleOrder> = {}) =>
    new SinglePayout(work, { ...payout(1), usesMarks: true, ...order });
  const watching = { signal: new AbortController().signal, onEvent: () => undefined };
  const pay = async (one: SinglePayout, agreed = one.resemblance(), signal = watching.signal) => {
    const lock = await one.begin(agreed);
    try {
      return await inTime(clock, one.attempt(lock, undefined, { ...watching, signal }));
    } finally {
      one.end(lock);
    }
  };
  /** Looks for the payment whose outcome is open. */
  const look = async (one: SinglePayout) => {
    const state = one.referenceState();
    if (state.kind !== 'open') throw new Error(state.kind);
    return { holder: state.holder, found: await inTime(clock, one.lookFor(state.holder, watching)) };
  };
  const pass = async (ms: number) => {
    clock.schedule(ms, () => undefined);
    await clock.runToEnd();
  };
  /** The first row of a file, whose request has ended so. */
  const sendRow = async (rows: readonly Payout[], change: PayoutChange, mark: string | null = null) => {
    const { runId, lock } = await approvedRun(journal, rows);
    journal.steps.intend({ runId, row: 1 }, { at: change.endedAt ?? 1, mark, servedBefore: null });
    journal.steps.change({ runId, row: 1 }, 'sending', change);
    return lock;
  };
  return { clock, journal, wallet, watching, single, pay, look, pass, sendRow };
}

it('is a duplicate when another payment has taken its reference since it was agreed to', async () => {
  const { single, pay, watching, clock, wallet } = await openOffice();
  const [first, second] = [single({ reference: 'A', amountCentavos: centavos(500) }), single({ reference: 'A' })];
  const lock = await second.begin(second.resemblance());
  expect((await pay(first)).kind).toBe('sent');
  expect(await inTime(clock, second.attempt(lock, undefined, watching))).toMatchObject({
    kind: 'duplicate',
    answer: undefined,
  });
  second.end(lock);
  expect(wallet.withdrawals).toHaveLength(1);
});

it('is sent beside an equal payment of the meantime that has another reference', async () => {
  const { single, pay, wallet } = await openOffice();
  const [first, second] = [single({ reference: 'A' }), single({ reference: 'B' })];
  const agreed = second.resemblance();
  expect([(await pay(first)).kind, (await pay(second, agreed)).kind]).toEqual(['sent', 'sent']);
  expect(wallet.withdrawals).toHaveLength(2);
});

it('is open after an error that no one expects, and free once its withdrawal is found to have failed', async () => {
  const { single, pay, look, wallet } = await openOffice((_, number) =>
    number === 1 ? new TypeError('a bug') : 'done',
  );
  const attempt = await pay(single());
  expect(attempt).toMatchObject({ kind: 'open', error: undefined, payout: { code: 'unexpected' } });
  const { mark, ...order } = attempt.payout;
  wallet.carryOut({ ...order, description: mark ?? '' }, { id: 'w', status: 'FAILED' });
  expect((await look(single())).found).toEqual({ kind: 'free' });
});

const lookFails = (wallet: FakeWallet) => wallet.failPage(1);
const showsOtherMark = (wallet: FakeWallet) => {
  wallet.alter('page', (page) => async (query) => {
    const { items, ...read } = await page(query);
    return { ...read, items: items.map((item) => ({ ...item, description: '#px2222222' })) };
  });
};
const noNumber = new PixError('no', { code: 'invalid_amount', outcome: 'not-sent' });
const keyRefused = refusal('unauthorized', 401);

it.each<[string, OneFate, string, string, string, ((wallet: FakeWallet) => void)?]>([
  ['is paid', 'done', 'sent', 'paid', 'sent'],
  ['is pending', { settles: 'COMPLETED', afterMs: 9_000_000 }, 'sent', 'accepted', 'sent'],
  ['has failed', 'failed', 'sent', 'failed', 'free'],
  ['was refused', refusal('below_minimum'), 'unsent', 'refused', 'free'],
  ['was refused, and may have a copy', refusal('below_minimum'), 'open', 'refused', 'free', lookFails],
  ['was refused, and is found by its mark', { refuses: refusal('below_minimum') }, 'sent', 'paid', 'sent'],
  ['has an amount that is no number', noNumber, 'unsent', 'refused', 'free', lookFails],
  ['is shown with another mark', 'done', 'open', 'paid', 'sent', showsOtherMark],
  ['was refused for its key', keyRefused, 'unsent', 'refused', 'free', lookFails],
  ['was refused because the key lacks a permission', refusal('no', 403), 'unsent', 'refused', 'free', lookFails],
  ['was not sent', unsent(), 'unsent', 'resolved_unpaid', 'free'],
  ['was lost', 'lost-before', 'open', 'unknown', 'open'],
  ['was answered at another price', { answer: { value: centavos(9) } }, 'sent', 'paid', 'sent'],
  ['was answered with another withdrawal', { replays: answerOf('x@example.com') }, 'open', 'unknown', 'open'],
])('a payment that %s is reported, and known by its reference', async (_, fate, kind, state, known, prepare) => {
  const { single, pay, wallet, journal } = await openOffice(() => fate);
  prepare?.(wallet);
  const attempt = await pay(single({ reference: 'A' }));
  expect(attempt.kind).toBe(kind);
  const refused = typeof fate === 'object' && 'refuses' in fate ? fate.refuses : fate;
  if (fate === 'lost-before') expect(attempt.error?.code).toBe('connection_lost');
  else expect(attempt.error).toBe(refused instanceof Error ? refused : undefined);
  expect(attempt.answer === undefined).toBe(attempt.error !== undefined);
  const isContradicted = typeof fate === 'object' && ('replays' in fate || 'answer' in fate);
  expect(attempt.isContradicted).toBe(isContradicted);
  const stored = journal.payout(attempt.payout);
  expect(stored.state).toBe(state);
  if (state === 'resolved_unpaid') expect(stored).toMatchObject({ code: 'connection_refused', resolvedBy: 'pix' });
  expect(single({ reference: 'A' }).referenceState()).toMatchObject({
    kind: known,
    ...(known === 'open' && { isAlone: true }),
  });
  const other = single({ reference: 'A', amountCentavos: centavos(5) }).referenceState();
  expect(other.kind).toBe(known === 'free' ? 'free' : 'other');
});

it('without a reference, knows an equal payment whose outcome is open, if it was alone', async () => {
  const { single, pay, sendRow } = await openOffice((_, number) => (number === 1 ? 'lost-before' : 'done'));
  await sendRow([payout(1), payout(2)], { to: 'unknown', endedAt: 2 });
  expect(single().referenceState()).toEqual({ kind: 'free' });
  await pay(single({ amountCentavos: centavos(7) }));
  expect(single({ amountCentavos: centavos(7) }).referenceState()).toMatchObject({ kind: 'open', isAlone: true });
  await pay(single({ amountCentavos: centavos(8) }));
  expect(single({ amountCentavos: centavos(8) }).referenceState()).toEqual({ kind: 'free' });
});

it('under the reference of a row of a file, is not looked for alone', async () => {
  const { single, sendRow } = await openOffice();
  await sendRow([payout(1, { reference: 'A' }), payout(2)], { to: 'unknown', endedAt: 2 });
  expect(single({ reference: 'A' }).referenceState()).toMatchObject({ kind: 'open', isAlone: false });
});

it.each<[string, OneFate, Partial<SingleOrder>, number, boolean]>([
  ['was refused just now', refusal('below_minimum'), {}, 0, true],
  ['was refused because there was no code', refusal('verification_required'), {}, 0, false],
  ['was refused for another amount', refusal('below_minimum'), { amountCentavos: centavos(5) }, 0, false],
  ['was refused, and none can be carried out any more', refusal('below_minimum'), {}, 185_000, false],
  ['was refused, a moment before', refusal('below_minimum'), {}, 184_000, true],
  ['has failed', 'failed', {}, 0, false],
])('an equal payment that %s may have a copy', async (_, fate, order, afterMs, isFound) => {
  const { single, pay, pass, clock } = await openOffice(() => fate);
  const { payout: earlier } = await pay(single());
  await pass(afterMs - (clock.epochMs() - (earlier.endedAt ?? 0)));
  expect(single(order).earlierRefusal()?.runId).toBe(isFound ? earlier.runId : undefined);
});

it('a refused row of a file is no equal payment that was refused', async () => {
  const { single, sendRow } = await openOffice();
  await sendRow([payout(1)], { to: 'refused', endedAt: Date.UTC(2026, 6, 14, 15) });
  expect(single().earlierRefusal()).toBeUndefined();
});

it('is refused beside an equal one of the meantime, and sent once that was agreed to', async () => {
  const { single, pay, wallet } = await openOffice();
  const [first, second] = [single(), single()];
  const agreed = second.resemblance();
  const { payout: earlier } = await pay(first);
  const message = `the run ${earlier.runId} has an equal payment`;
  await expect(second.begin(agreed)).rejects.toMatchObject({ code: 'already_approved', runId: earlier.runId, message });
  const { known, like, earlier: found } = second.resemblance();
  expect([[...known], like?.needsConsent, found?.earlier.payout?.runId]).toEqual([
    [`${earlier.runId} 1`],
    true,
    earlier.runId,
  ]);
  expect((await pay(second)).kind).toBe('sent');
  expect(wallet.withdrawals).toHaveLength(2);
});

it('is not sent once it is interrupted', async () => {
  const { single, pay, wallet, journal } = await openOffice();
  const one = single();
  const attempt = await pay(one, one.resemblance(), AbortSignal.abort());
  expect(attempt).toMatchObject({ kind: 'unsent', answer: undefined, error: undefined, isContradicted: false });
  expect(journal.payout(attempt.payout)).toMatchObject({ state: 'resolved_unpaid', resolvedBy: 'pix' });
  expect(wallet.requests).toEqual([]);
});

it.each<[string, OneFate, object, number]>([
  ['was made late', { lateMs: 60_000 }, { kind: 'sent' }, 1],
  ['was never made', 'lost-before', { kind: 'open', isAlone: true }, 1],
])('looks for one without an answer that %s, and sends nothing', async (_, fate, expected, requests) => {
  const { single, pay, look, pass, wallet, journal } = await openOffice(() => fate);
  await pay(single());
  await pass(600_000);
  const { holder, found } = await look(single());
  expect(found).toMatchObject(expected);
  expect(wallet.requests).toHaveLength(requests);
  (await journal.steps.lockRun(holder.runId)).release();
});

it('is not sent again by itself once it is proven absent, and known as paid once a person has named its withdrawal', async () => {
  const { single, pay, wallet, journal } = await openOffice(() => 'lost-before', 600_000);
  const { payout: lost, kind } = await pay(single({ reference: 'A' }));
  expect([lost.state, kind, wallet.requests.length]).toEqual(['absent', 'open', 1]);
  journal.steps.change(lost, 'absent', { to: 'resolved_paid', withdrawal: withdrawal('w'), resolvedBy: 'ana' });
  expect(single({ reference: 'A' }).referenceState().kind).toBe('sent');
});

it('is sent beside a row of a file that was looked for, and found to be free; that row is not sent by it', async () => {
  const { single, look, pass, sendRow, clock, wallet } = await openOffice();
  const at = clock.epochMs();
  const change = { to: 'planned', endedAt: at, refusedAt: at } as const;
  (await sendRow([payout(1, { reference: 'A' })], change, '#px2345678')).release();
  const one = single({ reference: 'A' });
  expect((await look(one)).found).toMatchObject({ kind: 'open', holder: { state: 'unknown' } });
  await pass(600_000);
  expect([(await look(one)).found, wallet.requests]).toEqual([{ kind: 'free' }, []]);
});
