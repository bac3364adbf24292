import { expect, it } from 'vitest';
import { expectSound } from '../support/service-controls.ts';
import { openTestService } from '../support/service.ts';

const BALANCE = '/api/v1/user/balance';

it('what has ended stays as it ended, whatever is asked for, and moves no money', async () => {
  const service = await openTestService({ payments: 3, withdraws: 3 });
  const { request } = service;
  const move = async (what: string, id: string) => (await request(`/mock/${what}`, { json: { id } })).json;
  const created = async (path: string, json: object) =>
    String((await request(`/api/v1/${path}/create`, { json })).json.data.id);
  const withdraw = () => created('withdraw', { amount: 100, coverFee: true });
  const charge = () => created('payment', { value: 100 });

  const instant = await withdraw();
  await request('/mock/account', { json: { instant: false } });
  const [settled, failed] = [await withdraw(), await withdraw()];
  expect((await move('withdraw/settle', settled)).data.status).toBe('COMPLETED');
  expect((await move('withdraw/fail', failed)).data).toMatchObject({
    status: 'FAILED',
    failureReason: 'AC03: The account of the recipient does not exist',
  });
  const [paid, expired, active] = [await charge(), await charge(), await charge()];
  expect((await move('payment/pay', paid)).data.status).toBe('COMPLETED');
  expect((await move('payment/expire', expired)).data.status).toBe('FAILED');
  expect((await move('payment/activate', active)).data.status).toBe('ACTIVE');

  const before = (await request(BALANCE)).text;
  for (const id of [instant, settled, failed]) {
    for (const what of ['settle', 'fail']) {
      expect(await move(`withdraw/${what}`, id)).toMatchObject({ code: 'invalid_transition' });
    }
  }
  for (const id of [paid, expired]) {
    for (const what of ['activate', 'pay', 'expire']) {
      expect(await move(`payment/${what}`, id)).toMatchObject({ code: 'invalid_transition' });
    }
  }
  expect(await move('payment/activate', active)).toMatchObject({ code: 'invalid_transition' });
  expect((await request(BALANCE)).text).toBe(before);
  await expectSound(service);
});
