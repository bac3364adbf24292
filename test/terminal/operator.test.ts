import { describe, expect } from 'vitest';
import { inEveryLook, type Day } from './day.ts';
import { CTRL_C, ENTER } from './terminal.ts';

describe("an operator's day", () => {
  const operator = async (day: Day) => {
    const { service } = day;
    await day.types(
      'pix payments create --value 1.234,56 --description "Café da manhã nº 17" --fields id,value,status',
    );
    const { id } = (await service.request('/api/v1/payment/list?limit=1')).json.data.payments[0];
    await day.types(`pix payments get ${id} --qr`);
    await day.types(`pix payments get ${id} --wait`, async (session) => {
      await session.shows(/Ctrl-C[^.]*\./);
      day.sees(session);
      await service.request(`/mock/payment/pay`, { json: { id } });
    });
    await day.types('pix payments list --status pending');
    await day.types('pix payments list --month 2020-01');
    await day.types('pix withdraw list --limit 5');
    await day.types('pix stats --days 7');
    await day.types('pix balance --watch 1', async (session) => {
      await session.shows(/Ctrl-C[^.]*\./);
      day.sees(session);
      session.type(CTRL_C);
    });
    await day.types('pix payments list --limt 8');
    await day.types('pix payments list --status payd');
    await day.types('pix payments get 11111111-2222-4333-8444-555555555555');
  };
  inEveryLook('operator', operator, { isPlainToo: true });
});

describe('balance and list', () => {
  inEveryLook('balance-and-list', async (day) => {
    const { request } = day.service;
    await day.types('pix balance');
    await day.types('pix payments list --limit 5');
    const everything = { amount: 11_700, pixKey: 'maria.silva@example.com', pixKeyType: 'EMAIL' };
    expect((await request('/api/v1/withdraw/create', { json: everything })).json.success).toBe(true);
    const { payments } = (await request('/api/v1/payment/list?status=COMPLETED&limit=1')).json.data;
    for (const step of ['open', 'accept']) {
      const { json } = await request(`/mock/dispute/${step}`, { json: { paymentId: payments[0].id } });
      expect(json.success).toBe(true);
    }
    day.happens('nearly all is paid out, and a payment is disputed and lost');
    await day.types('pix balance');
  });
});

describe('the first time', () => {
  inEveryLook(
    'login',
    async (day) => {
      const { service } = day;
      await day.types('pix balance');
      await day.types(`pix auth login -p mock --no-keychain --base-url ${service.url}`, async (session) => {
        await session.shows('?');
        session.type(service.keyOf() + ENTER);
      });
      await day.types('pix auth status');
    },
    { isNew: true },
  );
});
