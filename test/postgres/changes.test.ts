import { expect, it } from 'vitest';
import { openTestService } from '../support/service.ts';
import { ownSchema } from '../support/postgres.ts';
import { controlOf } from '../support/service-controls.ts';

type Changes = { changes: { number: number; kind: string; status: string }[] };

it('each instance announces what it has committed, and nothing of an earlier state', async () => {
  const settings = ownSchema();
  const [one, other] = [await openTestService(settings), await openTestService(settings)];
  const stepsOf = async (service: typeof one) =>
    ((await controlOf(service, 'changes')) as Changes).changes.map(({ number, kind, status }) => [
      number,
      kind,
      status,
    ]);
  await controlOf(one, 'account', { instant: false, settleAfterMs: 60_000 });
  const created = await Promise.all([
    one.request('/api/v1/withdraw/create', { json: { amount: 10 } }),
    one.request('/api/v1/withdraw/create', { json: { amount: 9_000_000 } }),
  ]);
  expect(created.map(({ status }) => status === 200)).toEqual([true, false]);
  await controlOf(other, 'deposit', { amountCentavos: 1_000 });
  await controlOf(other, 'clock/advance', { durationMs: 60_000 });
  expect(await stepsOf(one)).toEqual([[1, 'withdrawal', 'PENDING']]);
  expect(await stepsOf(other)).toEqual([
    [1, 'payment', 'PENDING'],
    [2, 'payment', 'COMPLETED'],
    [3, 'withdrawal', 'COMPLETED'],
  ]);
  await controlOf(other, 'reset');
  await one.request('/api/v1/user/balance');
  expect([await stepsOf(one), await stepsOf(other)]).toEqual([[], []]);
});
