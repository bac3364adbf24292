import { describe, expect, it } from 'vitest';
import { NOON_IN_SAO_PAULO, startTestService } from '../support/service.ts';
import { rawExchange } from './raw-exchange.ts';

const TWO_DAYS_MS = 2 * 86_400_000;
const MOVED_ON = new Date(NOON_IN_SAO_PAULO + TWO_DAYS_MS).toUTCString();

/** A service whose clock was advanced by two days. */
async function startMovedOn() {
  const service = await startTestService({ rateLimit: true, payments: 1, withdraws: 1 });
  await service.request('/mock/clock/advance', { json: { durationMs: TWO_DAYS_MS } });
  return service;
}

function datesIn(received: string): string[] {
  return [...received.matchAll(/^date: (.*)\r$/gim)].map(([, date = '']) => date);
}

describe('the Date header follows the clock of the service', () => {
  it.each([
    '/api/v1/user/balance',
    '/api/v1/payment/list',
    '/api/v1/unknown',
    '/mock/inbox',
    '/healthz',
    '/openapi.json',
  ])('in the answer of %s', async (path) => {
    const { url, keyOf } = await startMovedOn();
    const { received } = await rawExchange(url, { path, headers: { 'X-API-Key': keyOf() } });
    expect(datesIn(received)).toEqual([MOVED_ON]);
  });

  it('in a refusal for too many requests, so that the reset is at most a window away', async () => {
    const { request } = await startMovedOn();
    const answers = await Promise.all(Array.from({ length: 11 }, () => request('/api/v1/user/balance')));
    const refused = answers.find(({ status }) => status === 429);
    const resetMs = Number(refused?.headers.get('X-RateLimit-Reset')) * 1_000;
    expect(resetMs - Date.parse(refused?.headers.get('Date') ?? '')).toBe(1_000);
  });

  it.each(['truncate', 'malformed', 'status-500', 'status-502-html', 'rate-limit-bare'])(
    'in an answer that the fault %s spoils',
    async (fault) => {
      const { url, keyOf, request } = await startMovedOn();
      await request('/mock/faults', { json: { on: '* *', fault } });
      const { received } = await rawExchange(url, { path: '/api/v1/user/balance', headers: { 'X-API-Key': keyOf() } });
      expect(datesIn(received)).toEqual([MOVED_ON]);
    },
  );
});
