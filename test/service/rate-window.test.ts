import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlidingRateWindow } from '../../src/service/http/rate-window.ts';
import { between } from '../support/draws.ts';
import { fakeClock, NOON_IN_SAO_PAULO, openTestService } from '../support/service.ts';

const BALANCE = '/api/v1/user/balance';
const SECOND = NOON_IN_SAO_PAULO / 1000;

async function openLimited() {
  return openTestService({ rateLimit: true, payments: 3, withdraws: 1 });
}

describe('the rate limit', () => {
  it('refuses the eleventh request within one second, wherever the second begins', () => {
    fc.assert(
      fc.property(between(0, 5_000), fc.array(between(0, 400), { maxLength: 80 }), (startsAt, gaps) => {
        const clock = fakeClock(NOON_IN_SAO_PAULO + startsAt);
        const window = new SlidingRateWindow(clock);
        const allowedAt: number[] = [];
        for (const gap of gaps) {
          clock.advance(gap);
          const now = clock.now();
          const inSecondBefore = allowedAt.filter((at) => now - at < 1000).length;
          const { isAllowed } = window.count('key', 'standard');
          expect(isAllowed).toBe(inSecondBefore < 10);
          if (isAllowed) allowedAt.push(now);
        }
      }),
    );
  });

  it('reports its maximum, the rest and the time of its reset', async () => {
    const { request, clock } = await openLimited();
    clock.advance(250.4);
    const first = await request(BALANCE);
    expect(first.headers.get('X-RateLimit-Limit')).toBe('10');
    expect(first.headers.get('X-RateLimit-Remaining')).toBe('9');
    expect(first.headers.get('X-RateLimit-Reset')).toBe(String(SECOND + 2));
    clock.advance(900);
    expect((await request(BALANCE)).headers.get('X-RateLimit-Remaining')).toBe('8');
    clock.advance(100);
    const third = await request(BALANCE);
    expect(third.headers.get('X-RateLimit-Remaining')).toBe('8');
    expect(third.headers.get('X-RateLimit-Reset')).toBe(String(SECOND + 3));
  });

  it('answers 429 with the time to wait, and does not count refused requests', async () => {
    const { request, clock } = await openLimited();
    for (let sent = 0; sent < 10; sent += 1) {
      expect((await request(BALANCE)).status).toBe(200);
      clock.advance(10);
    }
    clock.advance(100);
    for (let refused = 0; refused < 5; refused += 1) {
      const answer = await request(BALANCE);
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '1']);
      expect(answer.headers.get('X-RateLimit-Remaining')).toBe('0');
      expect(answer.headers.get('X-RateLimit-Reset')).toBe(String(SECOND + 1));
    }
    clock.advance(799.9);
    expect((await request(BALANCE)).status).toBe(429);
    clock.advance(0.2);
    expect((await request(BALANCE)).status).toBe(200);
  });

  it('does not count the health check', async () => {
    const { request } = await openLimited();
    for (let sent = 0; sent < 20; sent += 1) expect((await request('/healthz', { key: null })).status).toBe(200);
    expect((await request('/healthz')).headers.has('X-RateLimit-Limit')).toBe(false);
  });

  it('can be switched off, and the headers say so', async () => {
    const { request } = await openTestService({ rateLimit: false, payments: 3, withdraws: 1 });
    for (let sent = 0; sent < 25; sent += 1) {
      const { status, headers } = await request(BALANCE);
      expect([status, headers.get('X-RateLimit-Limit'), headers.get('X-RateLimit-Remaining')]).toEqual([
        200,
        '1000000',
        '1000000',
      ]);
    }
  });
});
