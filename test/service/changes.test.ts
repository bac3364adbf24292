import { describe, expect, it } from 'vitest';
import { controls } from '../../src/contract/control.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { writeDemo } from '../../src/service/seed/write-demo.ts';
import { seededNames } from '../../src/service/seeded-names.ts';
import { SERVICE_SCHEMA } from '../../src/service/store/schema/tables.ts';
import { SqliteStore } from '../../src/service/store/sqlite/sqlite-store.ts';
import { createPayment } from '../../src/service/wallet/payments.ts';
import { openDatabase } from '../../src/sql/sqlite/open.ts';
import { NOON_IN_SAO_PAULO, openTestService, type OpenTestService } from '../support/service.ts';
import { controlOf } from '../support/service-controls.ts';

const CREATE = '/api/v1/withdraw/create';
const MINUTE_MS = 60_000;

async function changesOf(service: Pick<OpenTestService, 'request'>, query = '') {
  const { json } = await service.request(`/mock/changes${query}`, { key: null });
  return controls.listChanges.data.parse(json.data).changes;
}

/** Such as `payment COMPLETED`. */
async function stepsOf(service: Pick<OpenTestService, 'request'>, query = '') {
  return (await changesOf(service, query)).map(({ kind, status }) => `${kind} ${status}`);
}

describe('the changes of status', () => {
  it('are none after the start: the history is no change', async () => {
    expect(await changesOf(await openTestService())).toEqual([]);
  });

  it('contain every step of a charge, a dispute and a withdrawal, each once and numbered', async () => {
    const service = await openTestService();
    const { request } = service;
    const created = (await request('/api/v1/payment/create', { json: { value: 12.5 } })).json.data;
    await controlOf(service, 'payment/activate', { id: created.id });
    await controlOf(service, 'payment/pay', { id: created.id });
    await controlOf(service, 'dispute/open', { paymentId: created.id });
    await controlOf(service, 'dispute/refuse', { paymentId: created.id });
    const sent = (await request(CREATE, { json: { amount: 10 } })).json.data;
    const changes = await changesOf(service);
    expect(changes.map(({ number, kind, status }) => [number, kind, status])).toEqual([
      [1, 'payment', 'PENDING'],
      [2, 'payment', 'ACTIVE'],
      [3, 'payment', 'COMPLETED'],
      [4, 'dispute', 'OPEN'],
      [5, 'dispute', 'REFUSED'],
      [6, 'withdrawal', 'COMPLETED'],
    ]);
    expect(changes[0]).toEqual({
      number: 1,
      kind: 'payment',
      id: created.id,
      account: 'demo',
      status: 'PENDING',
      at: created.createdAt,
    });
    expect(changes[5]?.id).toBe(sent.id);
    expect(await stepsOf(service, `?after=1&id=${created.id}`)).toEqual(['payment ACTIVE', 'payment COMPLETED']);
  });

  it('contain both steps of a deposit, though they are committed together', async () => {
    const service = await openTestService();
    await controlOf(service, 'deposit', { account: 'other', amountCentavos: 10_000 });
    expect(await stepsOf(service)).toEqual(['payment PENDING', 'payment COMPLETED']);
    expect((await changesOf(service)).map(({ account }) => account)).toEqual(['other', 'other']);
  });

  it.each([
    [
      'an advance of the clock',
      (service: OpenTestService) => controlOf(service, 'clock/advance', { durationMs: MINUTE_MS }),
    ],
    [
      'the time that passes',
      ({ clock }: OpenTestService) =>
        new Promise<void>((resolve) => {
          clock.advance(MINUTE_MS);
          resolve();
        }),
    ],
  ])('contain what %s settles, at the time at which it was due', async (_, pass) => {
    const service = await openTestService();
    await controlOf(service, 'account', { instant: false, settleAfterMs: MINUTE_MS, settleAs: 'AC03' });
    const sent = (await service.request(CREATE, { json: { amount: 10 } })).json.data;
    await pass(service);
    const [pending, failed] = await changesOf(service);
    expect([pending?.status, failed?.status]).toEqual(['PENDING', 'FAILED']);
    expect(Date.parse(failed?.at ?? '')).toBe(Date.parse(sent.createdAt) + MINUTE_MS);
  });

  it('contain nothing of what was refused, also beside what was committed with it', async () => {
    const service = await openTestService();
    const answers = await Promise.all([
      service.request(CREATE, { json: { amount: 10 } }),
      service.request(CREATE, { json: { amount: 9_000_000 } }),
      service.request(CREATE, { json: { amount: 11 } }),
    ]);
    expect(answers.map(({ status }) => status === 200)).toEqual([true, false, true]);
    expect(await stepsOf(service)).toEqual(['withdrawal COMPLETED', 'withdrawal COMPLETED']);
  });

  it('contain the latest 10,000 of what is committed at once', async () => {
    const store = new SqliteStore(await openDatabase(undefined, SERVICE_SCHEMA));
    const names = seededNames(1);
    const now = NOON_IN_SAO_PAULO;
    const history = { seed: 1, payments: 1, withdrawals: 1 };
    await store.initialise(history, (transaction) => writeDemo(transaction, names, { ...history, now }));
    const { identify } = names;
    const order = { accountId: 'demo', amountCentavos: centavos(1_000), coverFee: false, description: '' };
    await store.moveClock(async (transaction) => {
      for (let count = 0; count < 10_500; count += 1) await createPayment(transaction, { at: now, identify }, order);
    });
    expect(store.changes.after(0)).toHaveLength(10_000);
    await store.close();
  });

  it('are forgotten when the state is replaced, and the numbers go on', async () => {
    const service = await openTestService();
    await service.request(CREATE, { json: { amount: 10 } });
    await controlOf(service, 'reset');
    expect(await changesOf(service)).toEqual([]);
    await service.request(CREATE, { json: { amount: 10 } });
    expect((await changesOf(service)).map(({ number }) => number)).toEqual([2]);
  });
});
