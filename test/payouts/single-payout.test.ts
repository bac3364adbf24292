import { expect, it } from 'vitest';
import { SinglePayout, type SingleOrder } from '../../src/payouts/engine/single-payout.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { inTime, simulatedClock } from '../support/clocks.ts';
import { seededRandom } from '../support/random.ts';
import { FakeWallet } from './support/fake-wallet.ts';
import { bound, payout, temporaryFolder, temporaryJournal } from './support/journals.ts';

type Fate = ConstructorParameters<typeof FakeWallet>[0]['fate'];

/** An office that pays one by one. */
async function openOffice(fate?: Fate) {
  const clock = simulatedClock(seededRandom(1));
  const journal = await temporaryJournal(temporaryFolder(), clock);
  const wallet = new FakeWallet({ clock, ...(fate && { fate }) });
  const client = { payments: undefined as never, ...wallet.client };
  const account = await inTime(clock, bound(journal, client, clock));
  const work = { journal, origin: 'https://wallet.example', account, client, clock, lookForMs: 1_000, command: 'pix' };
  const single = (order: Partial<SingleOrder> = {}) =>
    new SinglePayout(work, { ...payout(1), usesMarks: true, ...order });
  const watching = { signal: new AbortController().signal, onEvent: () => undefined };
  const pay = async (one: SinglePayout, agreed = one.resemblance()) => {
    const lock = await one.begin(agreed);
    try {
      return await inTime(clock, one.attempt(lock, undefined, watching));
    } finally {
      one.end(lock);
    }
  };
  return { clock, journal, wallet, watching, single, pay };
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
  expect((await pay(first)).kind).toBe('sent');
  expect((await pay(second, agreed)).kind).toBe('sent');
  expect(wallet.withdrawals).toHaveLength(2);
});

it('is open after an error that no one expects, and free once its withdrawal is found to have failed', async () => {
  const { single, pay, watching, clock, wallet } = await openOffice((_, number) =>
    number === 1 ? new TypeError('a bug') : 'done',
  );
  const one = single();
  expect(await pay(one)).toMatchObject({ kind: 'open', error: undefined, payout: { code: 'unexpected' } });
  const again = single();
  const state = again.referenceState();
  if (state.kind !== 'open') throw new Error(state.kind);
  const { mark, pixKey, amountCentavos: value } = state.holder;
  const createdAt = new Date(clock.epochMs() + 900_000).toISOString();
  wallet.withdrawals.push({ id: 'w', status: 'FAILED', value, pixKey, createdAt, description: mark });
  expect(await inTime(clock, again.lookFor(state.holder, watching))).toEqual({ kind: 'free' });
});
