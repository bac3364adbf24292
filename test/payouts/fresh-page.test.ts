import { expect, it } from 'vitest';
import { createPixClient } from '../../src/client/create-client.ts';
import { seededRandom } from '../support/random.ts';
import { openTestService, type OpenTestService } from '../support/service.ts';

const random = seededRandom(1);

/** A command has a client of its own. */
function clientOf({ keyOf, send, clock }: OpenTestService, of = 'reader') {
  return createPixClient(
    {
      baseUrl: 'http://127.0.0.1:4010',
      apiKey: keyOf('demo', of),
      fetch: async (input, init) => {
        const { url, headers } = new Request(input, init);
        const { pathname, search } = new URL(url);
        return send(pathname + search, { headers });
      },
    },
    { now: () => clock.now(), epochMs: () => clock.now(), schedule: () => () => undefined, random },
  );
}

/** A withdrawal by other means than this client's: the service goes on repeating the pages that it has answered. */
async function payByHand({ request }: OpenTestService): Promise<string> {
  const { json } = await request('/api/v1/withdraw/create', {
    json: { amount: 5, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' },
  });
  return json.data.id;
}

const newestOf = async ({ withdraws }: ReturnType<typeof clientOf>) =>
  (await withdraws.page({ fresh: true })).items[0]?.id;

it('shows what was paid a moment ago to every command of two minutes', async () => {
  const service = await openTestService();
  for (let second = 0; second < 120; second += 1) {
    const id = await payByHand(service);
    expect([second, await newestOf(clientOf(service))]).toEqual([second, id]);
    service.clock.advance(1_000);
  }
});

it('shows it to several commands of a second that look several times each', async () => {
  const service = await openTestService();
  for (let second = 0; second < 12; second += 1) {
    for (let look = 0; look < 4; look += 1) {
      const id = await payByHand(service);
      expect([second, look, await newestOf(clientOf(service))]).toEqual([second, look, id]);
    }
    service.clock.advance(1_000);
  }
});

it('begins a proven list with it', async () => {
  const service = await openTestService();
  for (let second = 0; second < 3; second += 1) {
    const id = await payByHand(service);
    const { newestId } = await clientOf(service).withdraws.proven().start();
    expect([second, newestId]).toEqual([second, id]);
    service.clock.advance(1_000);
  }
});

it('is never a page size that programs use, nor one for which a page would be too short', async () => {
  const service = await openTestService();
  const client = clientOf(service);
  const limits: number[] = [];
  for (let look = 0; look < 120; look += 1) {
    limits.push((await client.withdraws.page({ fresh: true, limit: 100 })).pagination.limit);
    if (look % 2 === 1) service.clock.advance(1_000);
  }
  expect(limits.filter((limit) => limit < 26 || limit > 99 || limit === 50)).toEqual([]);
});
