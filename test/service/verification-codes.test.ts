import { describe, expect, it } from 'vitest';
import { NOON_IN_SAO_PAULO, openTestService } from '../support/service.ts';

const MINUTE_MS = 60_000;

async function openSecured(amount = 10) {
  const service = await openTestService();
  const { request } = service;
  await request('/mock/account', { json: { transferSecurity: true } });
  const inbox = async () => (await request('/mock/inbox')).json.data.messages;
  return {
    ...service,
    inbox,
    requestCode: async (json: object = { amount }): Promise<string> => {
      expect((await request('/api/v1/user/security/request-transfer-code', { json })).status).toBe(200);
      return (await inbox())[0].code;
    },
    withdraw: async (verificationCode?: string, json: object = { amount }) => {
      const answer = await request('/api/v1/withdraw/create', { json: { ...json, verificationCode } });
      return answer.json.code ?? answer.json.data.status;
    },
  };
}

function other(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

describe('with transfer security, a withdrawal', () => {
  it('requires a code, which is e-mailed and valid once', async () => {
    const { requestCode, withdraw, inbox } = await openSecured();
    expect(await withdraw()).toBe('verification_required');
    const code = await requestCode();
    expect(code).toMatch(/^\d{6}$/);
    expect(await inbox()).toEqual([
      {
        at: new Date(NOON_IN_SAO_PAULO).toISOString(),
        account: 'demo',
        email: 'financeiro@demo.example',
        code,
        amount: 1000,
        expiresAt: new Date(NOON_IN_SAO_PAULO + 10 * MINUTE_MS).toISOString(),
        used: false,
      },
    ]);
    expect([await withdraw(code), (await inbox())[0].used]).toEqual(['COMPLETED', true]);
    expect(await withdraw(code)).toBe('verification_invalid');
  });

  it('uses it once, however many requests send it at once', async () => {
    const { requestCode, withdraw } = await openSecured();
    const code = await requestCode();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => withdraw(code)));
    expect(outcomes.filter((outcome) => outcome === 'COMPLETED')).toHaveLength(1);
  });

  it.each([
    ['another amount', { amount: 10.01 }],
    ['a covered fee', { amount: 10, coverFee: true }],
  ])('accepts no code that was made for %s', async (_, json) => {
    const { requestCode, withdraw } = await openSecured();
    expect(await withdraw(await requestCode(), json)).toBe('verification_invalid');
  });

  it('accepts no code of another account', async () => {
    const { request, keyOf, requestCode, inbox, withdraw } = await openSecured();
    const path = '/api/v1/user/security/request-transfer-code';
    await request(path, { key: keyOf('other'), json: { amount: 10 } });
    expect(await withdraw((await inbox())[0].code)).toBe('verification_invalid');
    expect(await withdraw(await requestCode())).toBe('COMPLETED');
  });

  it('leaves its code valid when it is refused for another reason', async () => {
    const { request, requestCode, withdraw } = await openSecured();
    const code = await requestCode();
    await request('/mock/account', { json: { dailyLimitCentavos: 999 } });
    for (let attempt = 0; attempt < 4; attempt += 1) expect(await withdraw(code)).toBe('limit_exceeded');
    await request('/mock/account', { json: { dailyLimitCentavos: 1000 } });
    expect(await withdraw(code)).toBe('COMPLETED');
  });

  it('accepts only the newest code of an amount', async () => {
    const { requestCode, withdraw } = await openSecured();
    const [before, newest] = [await requestCode(), await requestCode()];
    expect([await withdraw(before), await withdraw(newest)]).toEqual(['verification_invalid', 'COMPLETED']);
  });

  it('allows three guesses against forty open codes, and keeps those of another account valid', async () => {
    const { request, keyOf, requestCode, withdraw } = await openSecured();
    await request('/mock/account', { json: { account: 'other', transferSecurity: true } });
    const elsewhere = { key: keyOf('other'), json: { amount: 10 } };
    await request('/api/v1/user/security/request-transfer-code', elsewhere);
    const codeElsewhere = (await request('/mock/inbox')).json.data.messages[0].code;
    const amounts = Array.from({ length: 40 }, (_, index) => 10 + index);
    const codes: string[] = [];
    for (const amount of amounts) codes.push(await requestCode({ amount }));
    for (let guess = 0; guess < 3; guess += 1) {
      expect(await withdraw(other(codes[guess] ?? ''), { amount: amounts[guess] })).toBe('verification_invalid');
    }
    for (const [index, code] of codes.entries()) {
      expect(await withdraw(code, { amount: amounts[index] })).toBe('verification_invalid');
    }
    expect(await withdraw(await requestCode())).toBe('COMPLETED');
    const json = { amount: 10, verificationCode: codeElsewhere };
    expect((await request('/api/v1/withdraw/create', { ...elsewhere, json })).status).toBe(200);
  });
});

it('checks the minimum before it sends codes, which are the same for the same seed', async () => {
  const [one, two] = [await openSecured(), await openSecured()];
  expect(await one.requestCode()).toBe(await two.requestCode());
  const path = '/api/v1/user/security/request-transfer-code';
  expect((await one.request(path, { json: { amount: 4.99 } })).json.code).toBe('below_minimum');
  expect((await one.request(path, { json: { amount: 10 }, key: one.keyOf('demo', 'reader') })).status).toBe(403);
});

it('without transfer security, a code is neither required nor checked', async () => {
  const { request } = await openTestService();
  const json = { amount: 10, verificationCode: '000000' };
  expect((await request('/api/v1/withdraw/create', { json })).status).toBe(200);
});
