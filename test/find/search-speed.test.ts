import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPixClient } from '../../src/client/create-client.ts';
import { readQuestion } from '../../src/find/question.ts';
import { AccountSearch } from '../../src/find/search.ts';
import { simulatedClock } from '../support/clocks.ts';
import '../support/preloaded-client.ts';
import { seededRandom } from '../support/random.ts';
import { openTestService } from '../support/service.ts';

const START_MS = Date.UTC(2026, 6, 14, 15);
const PAYMENTS = 8_000;
const DEPTH = 7_500;
const LIMIT_PER_SECOND = 10;

it('finds old rows at 95% of the rate limit, and gets no 429', async () => {
  let underWay = 0;
  const clock = simulatedClock(seededRandom(1), async () => {
    do for (let turns = 0; turns < 3; turns += 1) await setImmediate();
    while (underWay > 0);
  });
  const serviceClock = { now: () => START_MS + clock.now(), advance: () => undefined };
  const service = await openTestService({ payments: PAYMENTS, withdraws: 30, rateLimit: true }, serviceClock);
  const { json } = await service.request(`/api/v1/payment/list?limit=1&offset=${DEPTH}`, {
    key: service.keyOf('demo', 'payouts'),
  });
  const wanted = json.data.payments[0];
  const jitter = seededRandom(2);
  const oneWay = () => new Promise<void>((resolve) => clock.schedule(25 * (0.9 + 0.2 * jitter()), resolve));
  const statuses: number[] = [];
  const client = createPixClient(
    {
      baseUrl: 'http://127.0.0.1:4010',
      apiKey: service.keyOf('demo', 'reader'),
      async fetch(input, init) {
        const request = new Request(input, init);
        await oneWay();
        request.signal.throwIfAborted();
        underWay += 1;
        const answer = await service.send(new URL(request.url).pathname + new URL(request.url).search, {
          headers: request.headers,
        });
        underWay -= 1;
        await oneWay();
        statuses.push(answer.status);
        return answer;
      },
    },
    clock,
  );

  async function search() {
    const options = {
      since: undefined,
      before: undefined,
      limit: 50,
      isExhaustive: false,
      signal: new AbortController().signal,
    };
    const accounts = [{ name: 'demo', service: '', client }];
    const question = readQuestion(wanted.correlationID);
    for await (const { matches, rows } of new AccountSearch(accounts, question, options).run()) {
      const [match] = matches;
      if (match !== undefined) return { id: match.entry.id, rows, endedAtMs: clock.now(), requests: statuses.length };
    }
    throw new Error('not found');
  }

  const searching = search();
  await clock.runToEnd();
  const { id, rows, endedAtMs, requests } = await searching;
  expect(id).toBe(wanted.id);
  expect(rows).toBeGreaterThan(DEPTH);
  expect(statuses).not.toContain(429);
  expect(requests / (endedAtMs / 1_000) / LIMIT_PER_SECOND).toBeGreaterThan(0.95);
});
