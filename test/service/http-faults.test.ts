import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { controls } from '../../src/contract/control.ts';
import type { FaultKind } from '../../src/contract/fault-kinds.ts';
import { LocalFaultPlans } from '../../src/service/http/fault-plans.ts';
import { eventually } from '../support/hang.ts';
import { openTestService, startTestService, type RunningTestService } from '../support/service.ts';
import { dataFilePath } from './data-file.ts';
import { rawExchange, type RawExchange } from './raw-exchange.ts';

const CREATE = '/api/v1/withdraw/create';
const WITHDRAWAL = JSON.stringify({ amount: 10, pixKey: 'maria.silva@example.com', pixKeyType: 'EMAIL' });

/** The amount that such a withdrawal debits. */
const VALUE_CENTAVOS = 1000;

async function withdrawOverSocket({ url, keyOf }: RunningTestService): Promise<RawExchange> {
  return rawExchange(url, { method: 'POST', path: CREATE, headers: { 'X-API-Key': keyOf() }, body: WITHDRAWAL });
}

async function addFault({ request }: Pick<RunningTestService, 'request'>, plan: object) {
  return request('/mock/faults', { key: null, json: { on: `POST ${CREATE}`, ...plan } });
}

async function holdings({ request }: Pick<RunningTestService, 'request'>) {
  const balance = await request('/api/v1/user/balance');
  const list = await request('/api/v1/withdraw/list');
  return { balance: balance.json.data.balance.total, withdrawals: list.json.data.pagination.total };
}

async function faultsOf({ request }: Pick<RunningTestService, 'request'>) {
  const { json } = await request('/mock/faults', { key: null });
  return controls.listFaults.data.parse(json.data).faults;
}

async function lastRequest({ request }: Pick<RunningTestService, 'request'>, path: string) {
  const { json } = await request('/mock/requests', { key: null });
  return controls.listRequests.data.parse(json.data).requests.findLast((entry) => entry.path === path);
}

function bodyOf({ received }: RawExchange): string {
  return received.slice(received.indexOf('\r\n\r\n') + 4);
}

function headersOf({ received }: RawExchange): string {
  return received.slice(0, received.indexOf('\r\n\r\n')).toLowerCase();
}

function statusOf({ received }: RawExchange): number {
  return Number(received.split(' ')[1]);
}

describe('a fault on a real socket', () => {
  const answers =
    (status: number, body: object, ...headers: readonly string[]) =>
    (seen: RawExchange) => {
      expect(statusOf(seen)).toBe(status);
      expect(JSON.parse(bodyOf(seen))).toMatchObject(body);
      for (const header of headers) expect(headersOf(seen)).toContain(header);
    };
  const isReset = (seen: RawExchange) => expect(seen).toEqual({ received: '', ended: 'reset' });
  const LIMITED = ['retry-after: 1', 'x-ratelimit-remaining: 0'];
  /** Whether its money has moved, and what a client sees of each kind. */
  const KINDS: Record<Exclude<FaultKind, 'hang'>, readonly [isDone: boolean, look: (seen: RawExchange) => void]> = {
    latency: [true, answers(200, { success: true, data: { value: VALUE_CENTAVOS } })],
    'status-500': [false, answers(500, { success: false, code: 'internal_error' }, 'x-ratelimit-remaining:')],
    'status-503': [false, answers(503, { success: false, error: 'Service Unavailable' })],
    'rate-limit': [false, answers(429, { error: 'Too Many Requests', retryAfter: 1 }, ...LIMITED)],
    'reset-before': [false, isReset],
    'reset-after': [true, isReset],
    'status-502-html': [
      false,
      (seen) => {
        expect(statusOf(seen)).toBe(502);
        expect(headersOf(seen)).toContain('content-type: text/html');
        expect(bodyOf(seen)).toContain('<h1>502 Bad Gateway</h1>');
      },
    ],
    'rate-limit-bare': [
      false,
      (seen) => {
        expect(statusOf(seen)).toBe(429);
        expect(JSON.parse(bodyOf(seen))).not.toHaveProperty('retryAfter');
        expect(headersOf(seen)).not.toContain('retry-after');
      },
    ],
    truncate: [
      true,
      (seen) => {
        const announced = Number(/content-length: (\d+)/.exec(headersOf(seen))?.[1]);
        expect(statusOf(seen)).toBe(200);
        expect(Buffer.byteLength(bodyOf(seen))).toBe(Math.floor(announced / 2));
        expect(bodyOf(seen)).toMatch(/^\{"success":true/);
      },
    ],
    malformed: [
      true,
      (seen) => {
        expect(statusOf(seen)).toBe(200);
        expect(headersOf(seen)).toContain('content-type: application/json');
        expect(() => void JSON.parse(bodyOf(seen))).toThrow(SyntaxError);
      },
    ],
  };

  it.each(Object.entries(KINDS))('%s has its effect, and the ledger contains the withdrawal', async (fault, kind) => {
    const [isDone, look] = kind;
    const service = await startTestService({ cache: false });
    const before = await holdings(service);
    await addFault(service, { fault, times: 1, delayMs: fault === 'latency' ? 1 : 0 });

    look(await withdrawOverSocket(service));

    const after = await holdings(service);
    expect(after.withdrawals - before.withdrawals).toBe(isDone ? 1 : 0);
    expect(before.balance - after.balance).toBe(isDone ? VALUE_CENTAVOS : 0);
    expect(await faultsOf(service)).toMatchObject([{ fault, matched: 1, fired: 1 }]);
  });

  it('hang processes the request, and does not respond until the service stops', async () => {
    const service = await startTestService({ cache: false });
    const before = await holdings(service);
    await addFault(service, { fault: 'hang' });

    const hanging = withdrawOverSocket(service);
    await eventually(async () => {
      expect(await lastRequest(service, CREATE)).toMatchObject({ status: null, fault: 'hang' });
    });
    const after = await holdings(service);
    expect(before.balance - after.balance).toBe(VALUE_CENTAVOS);
    expect(after.withdrawals - before.withdrawals).toBe(1);

    await service.stop();
    expect(await hanging).toEqual({ received: '', ended: 'closed' });
  });

  it('stores the effect in the data file, although no response was sent', async () => {
    const dataFile = dataFilePath();
    const service = await startTestService({ cache: false, dataFile });
    const before = await holdings(service);
    await addFault(service, { fault: 'reset-after', times: 1 });
    await withdrawOverSocket(service);
    await service.stop();

    const again = await startTestService({ cache: false, dataFile });
    expect(before.balance - (await holdings(again)).balance).toBe(VALUE_CENTAVOS);
  });

  it('delays end when the service stops, and eleven of them are no leak of which Node warns', async () => {
    const warnings: string[] = [];
    const warned = ({ name }: Error) => warnings.push(name);
    process.on('warning', warned);
    const service = await startTestService({ rateLimit: false });
    await addFault(service, { fault: 'latency', delayMs: 3_600_000 });
    const waiting = Array.from({ length: 11 }, () => withdrawOverSocket(service));
    await eventually(async () => expect(await faultsOf(service)).toMatchObject([{ fired: 11 }]));
    await service.stop();
    for (const seen of await Promise.all(waiting)) expect(statusOf(seen)).toBe(200);
    process.off('warning', warned);
    expect(warnings).toEqual([]);
  });
});

describe('a fault plan', () => {
  it('fires on the requests that it names, after as many as configured, as often as configured', async () => {
    const service = await openTestService();
    const plan = { on: 'GET /api/v1/payment/get/{id}', fault: 'status-503', after: 2, times: 2 };
    const { json } = await addFault(service, plan);
    expect(json).toMatchObject({ success: true, data: { ...plan, id: 'fault-1', matched: 0, fired: 0 } });

    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      statuses.push((await service.request(`/api/v1/payment/get/x${index}?y=1`)).status);
      await service.request('/api/v1/payment/list');
      await service.request('/api/v1/payment/get/x/y');
    }
    expect(statuses).toEqual([404, 404, 503, 503, 404, 404]);

    const cleared = await service.request('/mock/faults', { key: null, method: 'DELETE' });
    expect(cleared.json.data.faults).toMatchObject([{ matched: 6, fired: 2 }]);
    expect(await faultsOf(service)).toEqual([]);
  });

  it.each([
    ['* *', 'GET', '/api/v1/user/balance', true],
    ['* /api/v1/withdraw/*', 'POST', CREATE, true],
    ['* /api/v1/withdraw/*', 'GET', '/api/v1/user/balance', false],
    ['POST *', 'GET', '/api/v1/user/balance', false],
    ['GET /api/v1/user.balance', 'GET', '/api/v1/user/balance', false],
    ['GET /api/v1/payment/get/{id}', 'GET', '/api/v1/payment/get/a', true],
    ['GET /api/v1/payment/get/a', 'GET', '/api/v1/payment/get/a', true],
    ['GET /api/v1/payment/get/a', 'GET', '/api/v1/payment/get/ab', false],
    ['* *', 'GET', '/healthz', false],
    ['* *', 'GET', '/mock/faults', false],
  ])('on %s matches %s %s: %s', async (on, method, path, isMet) => {
    const service = await openTestService();
    await addFault(service, { on, fault: 'status-502-html' });
    const { status } = await service.request(path, { method });
    expect(status === 502).toBe(isMet);
  });

  it('does not count a request that an older one handles', async () => {
    const service = await openTestService();
    await addFault(service, { on: '* *', fault: 'status-503', times: 1 });
    await addFault(service, { on: '* *', fault: 'status-502-html', times: 1 });
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await service.request('/api/v1/user/balance')).status);
    expect(statuses).toEqual([503, 502, 200]);
    expect(await faultsOf(service)).toMatchObject([
      { matched: 3, fired: 1 },
      { matched: 2, fired: 1 },
    ]);
  });

  it('of one account meets and counts its requests alone, and is cleared alone', async () => {
    const service = await openTestService();
    await addFault(service, { on: '* *', account: 'other', fault: 'status-503', times: 2 });
    await addFault(service, { on: '* *', account: 'demo', fault: 'status-502-html', times: 1 });
    const statusFor = async (key: string | null) => (await service.request('/api/v1/user/balance', { key })).status;
    const [demo, other] = [service.keyOf(), service.keyOf('other')];
    const statuses = [];
    for (const key of [null, demo, other, demo, other, other, 'pk_unknown']) statuses.push(await statusFor(key));
    expect(statuses).toEqual([401, 502, 503, 200, 503, 200, 401]);
    const cleared = await service.request('/mock/faults/clear', { key: null, json: { account: 'other' } });
    expect(cleared.json.data.faults).toMatchObject([{ account: 'other', matched: 3, fired: 2 }]);
    expect(await faultsOf(service)).toMatchObject([{ account: 'demo', matched: 2, fired: 1 }]);
    expect((await addFault(service, { account: 'none-such', fault: 'status-503' })).status).toBe(404);
  });

  it('uses the seed for its chance: the same on every run, another with another seed', async () => {
    const run = async (seed: number) => {
      const service = await openTestService({ seed, payments: 0, withdraws: 0 });
      await addFault(service, { on: '* *', fault: 'status-503', probability: 0.3 });
      const fired: boolean[] = [];
      for (let index = 0; index < 200; index += 1) {
        fired.push((await service.request('/api/v1/user/balance')).status === 503);
      }
      return fired;
    };
    const first = await run(1);
    expect(await run(1)).toEqual(first);
    expect(await run(2)).not.toEqual(first);
    const count = first.filter(Boolean).length;
    expect(count).toBeGreaterThan(30);
    expect(count).toBeLessThan(90);
  });

  it('never fires more than `times`, nor before `after', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          after: fc.integer({ min: 0, max: 5 }),
          times: fc.integer({ min: 1, max: 5 }),
          probability: fc.constantFrom(0.01, 0.3, 0.7, 1),
          requests: fc.integer({ min: 0, max: 15 }),
        }),
        async ({ after, times, probability, requests }) => {
          const plans = new LocalFaultPlans(7);
          plans.add({ on: '* *', fault: 'hang', after, times, probability, delayMs: 0 });
          const arrival = { method: 'GET', path: '/api/v1/x', account: () => Promise.resolve(undefined) };
          const met: boolean[] = [];
          while (met.length < requests) met.push((await plans.meet(arrival)) !== undefined);
          expect(met.slice(0, after)).not.toContain(true);
          expect(met.filter(Boolean).length).toBeLessThanOrEqual(times);
          if (probability === 1) {
            expect(met.filter(Boolean).length).toBe(Math.min(times, Math.max(0, requests - after)));
          }
          expect(plans.list()[0]).toMatchObject({ matched: requests, fired: met.filter(Boolean).length });
        },
      ),
    );
  });

  it.each([
    ['no path', { on: 'POST', fault: 'hang' }, 'on'],
    ['a path outside the API', { on: 'POST /mock/reset', fault: 'hang' }, 'on'],
    ['an unknown kind', { on: '* *', fault: 'explode' }, 'fault'],
    ['a probability above 1', { on: '* *', fault: 'hang', probability: 2 }, 'probability'],
    ['no times at all', { on: '* *', fault: 'hang', times: 0 }, 'times'],
    ['latency without a delay', { on: '* *', fault: 'latency' }, 'delayMs'],
    ['a field that it does not know', { on: '* *', fault: 'hang', often: true }, 'often'],
  ])('with %s is refused, naming the field', async (_, plan, path) => {
    const service = await openTestService();
    const answer = await addFault(service, plan);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'validation_failed', details: [{ path }] });
  });
});

it('the ceiling of faults refuses a pattern with more than eight wildcards, and a plan beyond the hundredth, until they are cleared', async () => {
  const service = await openTestService();
  const add = (on: string) => service.request('/mock/faults', { key: null, json: { on, fault: 'status-503' } });
  expect((await add(`* /api/${'*a'.repeat(8)}`)).status).toBe(200);
  const wild = await add(`* /api/${'*{id}'.repeat(4)}*`);
  expect([wild.status, wild.json.code, wild.text]).toEqual([
    400,
    'validation_failed',
    expect.stringContaining('must have at most 8 wildcards'),
  ]);
  const statuses: number[] = [];
  while (statuses.length < 100) statuses.push((await add('GET /api/v1/none')).status);
  expect(statuses).toEqual([...Array<number>(99).fill(200), 400]);
  await service.request('/mock/faults', { key: null, method: 'DELETE' });
  expect((await add('GET /api/v1/none')).status).toBe(200);
});
