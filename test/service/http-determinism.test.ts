import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openTestService, type OpenTestService, type TestRequest } from '../support/service.ts';
import { draws } from '../support/draws.ts';

interface Step extends TestRequest {
  readonly path: string;
  readonly waitMs: number;
}

const amount = fc.integer({ min: 1, max: 50_000 }).map((cents) => cents / 100);
const withdrawal = fc.record(
  { amount, coverFee: fc.boolean(), description: fc.string({ maxLength: 10 }) },
  { requiredKeys: ['amount'] },
);
const plan = fc.record({
  on: fc.constantFrom('* *', 'GET *', 'POST /api/v1/withdraw/create'),
  fault: fc.constantFrom('status-500', 'status-502-html', 'status-503', 'rate-limit', 'rate-limit-bare', 'malformed'),
  times: fc.integer({ min: 1, max: 3 }),
  probability: fc.double({ min: 0.2, max: 1, noNaN: true }),
});

const step: fc.Arbitrary<Step> = fc
  .tuple(
    fc.constantFrom(0, 1, 150, 61_000),
    fc.oneof(
      fc.constantFrom(
        { path: '/api/v1/payment/list?limit=7' },
        { path: '/api/v1/withdraw/list?status=COMPLETED' },
        { path: '/api/v1/user/balance' },
        { path: '/api/v1/payment/get/nothing' },
        { path: '/api/v1/user/balance', key: null },
        { path: '/mock/requests', key: null },
        { path: '/mock/faults', key: null },
        { path: '/mock/faults', key: null, method: 'DELETE' },
        { path: '/openapi.json' },
      ),
      withdrawal.map((json) => ({ path: '/api/v1/withdraw/create', json })),
      fc.record({ value: amount }).map((json) => ({ path: '/api/v1/payment/create', json })),
      plan.map((json) => ({ path: '/mock/faults', json, key: null })),
    ),
  )
  .map(([waitMs, request]) => ({ waitMs, ...request }));

/** Its ids and its key follow from the seed, too. */
const REGISTRATION: Step = {
  path: '/api/v1/user/register',
  key: null,
  json: { name: 'Ana Lima', email: 'ana@exemplo.example', taxId: '529.982.247-25' },
  waitMs: 61_000,
};

async function answersOf(service: OpenTestService, steps: readonly Step[]) {
  const answers: unknown[] = [];
  for (const { path, waitMs, ...request } of [...steps, REGISTRATION]) {
    service.clock.advance(waitMs);
    const { status, headers, text } = await service.request(path, request);
    answers.push({ status, headers: [...headers], text });
  }
  return answers;
}

it('two starts with the same seed, options and clock give the same bytes for the same requests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.array(step, { minLength: 5, maxLength: 25 }), async (seed, steps) => {
      const start = () => openTestService({ seed, payments: 6, withdraws: 3, rateLimit: true });
      const [one, other] = [await start(), await start()];
      expect(await answersOf(one, steps)).toEqual(await answersOf(other, steps));
      await Promise.all([one.close(), other.close()]);
    }),
    draws(5),
  );
});
