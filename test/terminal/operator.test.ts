import { describe, it } from 'vitest';
import { beginDay } from './day.ts';
import { EIGHT_LOOKS, nameOf, TWO_LOOKS, type Look } from './looks.ts';
import { CTRL_C, ENTER } from './terminal.ts';

const looks = (all: readonly Look[]) => all.map((look) => ({ look, title: nameOf(look) }));

describe("an operator's day", () => {
  it.each(looks(TWO_LOOKS))('$title', async ({ look }) => {
    const day = await beginDay({ look, name: 'operator' });
    const { service } = day;
    await day.types(
      'pix payments create --value 1.234,56 --description "Café da manhã nº 17" --fields id,value,status',
    );
    const { id } = (await service.request('/api/v1/payment/list?limit=1')).json.data.payments[0];
    await day.types(`pix payments get ${id} --qr`);
    await day.types(`pix payments get ${id} --wait`, async (session) => {
      await session.shows('Ctrl-C');
      day.sees(session);
      await service.request(`/mock/payment/pay`, { json: { id } });
    });
    await day.types('pix payments list --status pending');
    await day.types('pix payments list --since 2026-07-15');
    await day.types('pix withdraw list --limit 5');
    await day.types('pix stats --days 7');
    await day.types('pix balance --watch 1', async (session) => {
      await session.shows('Ctrl-C');
      day.sees(session);
      session.type(CTRL_C);
    });
    await day.types('pix payments list --limt 8');
    await day.types('pix payments list --status payd');
    await day.types('pix payments get 11111111-2222-4333-8444-555555555555');
    await day.wasAsBefore();
  });
});

describe('balance and list', () => {
  it.each(looks(EIGHT_LOOKS))('$title', async ({ look }) => {
    const day = await beginDay({ look, name: 'balance-and-list' });
    await day.types('pix balance');
    await day.types('pix payments list --limit 5');
    await day.wasAsBefore();
  });
});

describe('the first time', () => {
  it.each(looks(TWO_LOOKS))('$title', async ({ look }) => {
    const day = await beginDay({ look, name: 'login', isNew: true });
    const { service } = day;
    await day.types('pix balance');
    await day.types(`pix auth login -p mock --no-keychain --base-url ${service.url}`, async (session) => {
      await session.shows('?');
      session.type(service.keyOf() + ENTER);
    });
    await day.types('pix auth status');
    await day.wasAsBefore();
  });
});
