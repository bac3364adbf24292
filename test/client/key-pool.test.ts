import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createPixClient } from '../../src/client/create-client.ts';
import type { ClientEvent } from '../../src/client/events.ts';
import { sharedController } from '../../src/client/http/interruption.ts';
import { KeyPool, type PooledKey, type NamedKey } from '../../src/client/rate-limit/key-pool.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { payments, paymentStatistics, pendingWithdrawal, refusal } from '../support/bodies.ts';
import { hurriedClock, inTime, simulatedClock, type SimulatedClock } from '../support/clocks.ts';
import { collect } from '../support/collect.ts';
import { countingService } from '../support/counting-service.ts';
import { seededRandom } from '../support/random.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

/* Bodies are typed by hand from the interface specification. */

const SERVICE = 'https://wallet.example';
const ONE: NamedKey = { name: 'one', key: 'pk_one0123456789abcdefghijklmnopqrstuvw' };
const TWO: NamedKey = { name: 'two', key: 'pk_two0123456789abcdefghijklmnopqrstuvw' };
const PATH = '/api/v1/withdraw/get/wd-1';
const details = { ...pendingWithdrawal, status: 'COMPLETED', completedAt: '2026-07-01T12:00:00.000Z' };
const success = { success: true, message: 'ok', data: details };
const revoked = { success: false, error: 'Unauthorized', message: 'The API key is not known', code: 'unauthorized' };
const requiredPermission = 'read:withdraws';
const lacking = { ...refusal('Forbidden', 'permission_missing', { requiredPermission }), message: 'It lacks it' };
const tooMany = { success: false, error: 'Too Many Requests', message: 'Wait', retryAfter: 3 };
const withdrawal = { amountCentavos: centavos(1234), pixKey: 'a@example.com', pixKeyType: 'EMAIL' } as const;

const asked = ({ key }: NamedKey) => nock(SERVICE, { reqheaders: { 'X-API-Key': key } });

function openClient(apiKeys: readonly NamedKey[] = [ONE, TWO]) {
  const clock = hurriedClock();
  const events: ClientEvent[] = [];
  const client = createPixClient({ baseUrl: SERVICE, apiKeys, onEvent: (event) => events.push(event) }, clock);
  const notices = () => events.filter(({ type }) => type === 'key_dropped' || type === 'permission_missing');
  return { client, clock, events, notices };
}

onlyNock({ isAsked: true });

describe('a client with several keys', () => {
  it('continues with another key when one is revoked, reports it once, and no longer uses that one', async () => {
    asked(ONE).get(PATH).reply(401, revoked);
    asked(TWO).get(PATH).times(2).reply(200, success);
    const { client, notices } = openClient();
    expect(await client.withdraws.get('wd-1')).toEqual(details);
    expect(await client.withdraws.get('wd-1')).toEqual(details);
    expect(notices()).toEqual([{ type: 'key_dropped', keyName: 'one' }]);
    expect(client.keys()).toEqual([
      { name: 'one', permissions: {}, isRevoked: true },
      { name: 'two', permissions: { 'read:withdraws': true }, isRevoked: false },
    ]);
  });

  it('learns the permissions of keys, and sends requests accordingly', async () => {
    asked(ONE).get(PATH).reply(403, lacking);
    asked(TWO).get(PATH).times(2).reply(200, success);
    const { client, notices } = openClient();
    await client.withdraws.get('wd-1');
    await client.withdraws.get('wd-1');
    expect(notices()).toEqual([{ type: 'permission_missing', keyName: 'one', permission: 'read:withdraws' }]);
    expect(client.keys()[0]).toMatchObject({ permissions: { 'read:withdraws': false }, isRevoked: false });
  });

  it('starts with stored permissions, and tries a permission again that no key seemed to have', async () => {
    asked(TWO).get(PATH).reply(200, success);
    const known = openClient([{ ...ONE, permissions: { 'read:withdraws': false } }, TWO]);
    await known.client.withdraws.get('wd-1');

    asked(ONE).get(PATH).reply(200, success);
    const stale = openClient([{ ...ONE, permissions: { 'read:withdraws': false } }]);
    expect(await stale.client.withdraws.get('wd-1')).toEqual(details);
    expect(stale.client.keys()[0]?.permissions).toEqual({ 'read:withdraws': true });
  });

  it('fails with the last refusal when no key has the permission', async () => {
    asked(ONE).get(PATH).reply(403, lacking);
    asked(TWO).get(PATH).reply(401, revoked);
    const { client } = openClient();
    await expect(client.withdraws.get('wd-1')).rejects.toMatchObject({ status: 401, outcome: 'refused' });
  });

  it('asks with a revoked key when all are, and so reports that', async () => {
    asked(ONE).get(PATH).times(2).reply(401, revoked);
    const { client } = openClient([ONE]);
    for (let call = 0; call < 2; call += 1)
      await expect(client.withdraws.get('wd-1')).rejects.toMatchObject({ status: 401, outcome: 'refused' });
  });

  it('uses another key while one has to wait', async () => {
    asked(ONE).get(PATH).reply(429, tooMany);
    asked(TWO).get(PATH).times(2).reply(200, success);
    const { client, clock } = openClient();
    await client.withdraws.get('wd-1');
    await client.withdraws.get('wd-1');
    expect(clock.waitsMs).toEqual([]);
  });

  it('reads a list to its end when a key is revoked in the middle of it', async () => {
    const row = (number: number) => ({ ...payments[0], id: `pay-${number}` });
    const answer = (uri: string) => {
      const offset = Number(new URL(uri, SERVICE).searchParams.get('offset') ?? 0);
      const rows = Array.from({ length: 100 }, (_, index) => row(offset + index));
      const pagination = { total: 600, limit: 100, offset, hasMore: offset < 500 };
      return { success: true, data: { payments: rows, pagination, statistics: paymentStatistics } };
    };
    const LIST = '/api/v1/payment/list';
    asked(ONE).get(LIST).query(true).reply(200, answer);
    asked(ONE).get(LIST).query(true).reply(401, revoked);
    asked(ONE).get(LIST).query(true).optionally().times(6).reply(401, revoked);
    asked(TWO).get(LIST).query(true).times(5).reply(200, answer);
    const { client, notices } = openClient();
    const ids = (await collect(client.payments.list())).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 600 }, (_, number) => `pay-${number}`));
    expect(notices()).toEqual([{ type: 'key_dropped', keyName: 'one' }]);
  });

  it('does not blame a key for a blocked account', async () => {
    asked(ONE).get(PATH).reply(403, { success: false, message: 'The account is blocked', code: 'account_blocked' });
    const { client, notices } = openClient();
    await expect(client.withdraws.get('wd-1')).rejects.toMatchObject({ code: 'account_blocked' });
    expect(notices()).toEqual([]);
  });

  it('names keys in its events, and shows none in events and errors', async () => {
    const leaking = { ...lacking, message: `No: ${ONE.key} and ${TWO.key}` };
    asked(ONE).get(PATH).reply(403, leaking);
    asked(TWO).get(PATH).reply(403, leaking);
    const { client, events } = openClient();
    const error: unknown = await client.withdraws.get('wd-1').catch((reason: unknown) => reason);
    expect(events.flatMap((event) => (event.type === 'request' ? [event.keyName] : []))).toEqual(['one', 'two']);
    const shown = inspect({ events, error }, { depth: 20, showHidden: true });
    for (const { key } of [ONE, TWO]) expect(shown).not.toContain(key);
  });

  it.each([
    [[], 'no_key'],
    [[ONE, { ...TWO, key: ONE.key }], 'duplicate_key'],
    [[ONE, { ...TWO, key: 'two words' }], 'invalid_key'],
  ])('requires keys, each different: %j', (keys, code) => {
    expect(() => openClient(keys)).toThrow(expect.objectContaining({ code, outcome: 'not-sent' }));
  });
});

describe('a withdrawal with several keys', () => {
  const CREATE = '/api/v1/withdraw/create';

  it.each([
    [401, revoked],
    [403, { ...lacking, requiredPermission: 'write:withdraw:create' }],
  ])('is sent with another key after the API refused the first (%i): nothing was done', async (status, body) => {
    asked(ONE).post(CREATE).reply(status, body);
    asked(TWO).post(CREATE).reply(200, success);
    expect(await openClient().client.withdraws.create(withdrawal)).toMatchObject({ id: 'wd-1' });
  });

  it.each<[number, nock.Body, string]>([
    [401, '<html>proxy at work</html>', 'unknown'],
    [403, '<html>proxy at work</html>', 'unknown'],
    [403, { ...lacking, message: 'The account is blocked', code: 'account_blocked' }, 'refused'],
    [401, { message: 'Invalid key' }, 'unknown'],
    [403, { success: false, message: 'Forbidden' }, 'unknown'],
    [400, { ...lacking, code: 'validation_failed' }, 'refused'],
    [429, { ...tooMany, retryAfter: undefined }, 'unknown'],
    [429, tooMany, 'refused'],
    [408, tooMany, 'unknown'],
    [500, { success: false, message: 'oops' }, 'unknown'],
    [502, '<html>the answer is lost</html>', 'unknown'],
    [503, tooMany, 'unknown'],
  ])('is sent once when the answer is %i with %j', async (status, body, outcome) => {
    asked(ONE).post(CREATE).reply(status, body);
    const { client, events } = openClient();
    await expect(client.withdraws.create(withdrawal)).rejects.toMatchObject({ status, outcome });
    expect(events.map(({ type }) => type)).toEqual(['request', 'answer']);
  });
});

describe('the pool of keys', () => {
  const neverAborted = sharedController().signal;
  const pooled = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${index}`, key: `pk_${index}` }));

  const admit = (pool: KeyPool, refused: readonly PooledKey[] = [], goesFirst?: true) =>
    pool.admit('read:payments', new Set(refused), neverAborted, goesFirst);
  const poolOf = (count: number) => {
    const clock = simulatedClock();
    return { clock, pool: new KeyPool({ keys: pooled(count), clock }) };
  };

  /** As many readers as necessary, each with its own counter at the service. */
  async function crawl(pool: KeyPool, clock: SimulatedClock, keys: number, requests: number) {
    const services = new Map(pooled(keys).map(({ name }) => [name, countingService(clock)]));
    const random = seededRandom(5);
    const travel = () => new Promise<void>((resolve) => clock.schedule(20 + 10 * random(), resolve));
    let left = requests;
    const reader = async () => {
      while (left > 0) {
        left -= 1;
        const { key, turn } = await admit(pool);
        await travel();
        const answer = services.get(key.name)!.arrive();
        await travel();
        turn.answered(answer);
        turn.end();
      }
    };
    await inTime(clock, Promise.all(Array.from({ length: 15 * keys }, reader)));
    return [...services.values()];
  }

  it('gives four keys four times the speed, and none of them a 429', async () => {
    const clock = simulatedClock(seededRandom(1));
    const services = await crawl(new KeyPool({ keys: pooled(4), clock }), clock, 4, 800);
    expect(800 / (clock.now() / 1_000)).toBeGreaterThan(0.95 * 40);
    for (const { refused, served } of services) {
      expect(refused).toBe(0);
      expect(served).toBeGreaterThan(180);
    }
  });

  it('chooses the key that is free first, and of equal ones the first', async () => {
    const { pool } = poolOf(2);
    const admitted = async () => (await admit(pool)).key.name;
    const admissions = [await admit(pool), await admit(pool)];
    expect(admissions.map(({ key }) => key.name)).toEqual(['0', '1']);
    for (const { turn } of admissions) turn.answered({ limit: 10, remaining: 9 });
    expect([await admitted(), await admitted(), await admitted(), await admitted()]).toEqual(['0', '1', '0', '1']);
    // One that has refused the request is not tried again, although it is as free.
    expect((await admit(pool, [admissions[0]!.key])).key.name).toBe('1');
  });

  it('learns a permission once, and none from requests that require none', async () => {
    const { pool } = poolOf(1);
    const { key } = await admit(pool);
    const accesses = ['read:payments', 'main-key', 'anyone', 'administrator'] as const;
    const learned = (isGranted: boolean) => accesses.map((access) => key.learn(access, isGranted));
    expect(learned(false)).toEqual([true, true, false, false]);
    expect(pool.facts()[0]?.permissions).toEqual({ 'read:payments': false, 'admin:all': false });
    expect(accesses.map((access) => key.mayDo(access))).toEqual([false, false, true, true]);
    expect([learned(false), learned(true)]).toEqual([
      [false, false, false, false],
      [true, true, false, false],
    ]);
  });

  it('waits for the key that is free first, and reports that wait', async () => {
    const clock = simulatedClock();
    const waits: [string, number][] = [];
    const pool = new KeyPool({ keys: pooled(3), clock, onWait: (reason, waitMs) => waits.push([reason, waitMs]) });
    for (const waitMs of [3_000, 1_000, 2_000]) (await admit(pool)).key.limiter.pauseFor(waitMs);
    const waiting = admit(pool).then(({ key }) => [key.name, clock.now()]);
    expect([await inTime(clock, waiting), waits]).toEqual([['1', 1_000], [['too_many_requests', 1_000]]]);
  });

  it('moves waiting requests to another key once theirs is dropped', async () => {
    const { clock, pool } = poolOf(2);
    const [first, second] = [await admit(pool), await admit(pool)];
    first.key.limiter.pauseFor(60_000);
    second.key.limiter.pauseFor(1_000);
    const waiting = admit(pool);
    second.turn.end();
    expect([second.key.drop(), second.key.drop()]).toEqual([true, false]);
    first.turn.end();
    expect([(await inTime(clock, waiting)).key.name, clock.now()]).toEqual(['0', 60_000]);
    expect(pool.facts().map(({ isRevoked }) => isRevoked)).toEqual([false, true]);
  });

  it('starts what goes first ahead of what has waited longer', async () => {
    const { clock, pool } = poolOf(1);
    const first = await admit(pool);
    const started: string[] = [];
    const start = async (name: string, goesFirst?: true) => {
      const { turn } = await admit(pool, [], goesFirst);
      started.push(name);
      turn.end();
    };
    const waiting = [start('a'), start('b'), start('c', true), start('d', true)];
    first.turn.end();
    await inTime(clock, Promise.all(waiting));
    expect(started).toEqual(['c', 'd', 'a', 'b']);
  });

  it('does not let requests for one key delay the others', async () => {
    const clock = simulatedClock();
    const keys = [
      { ...pooled(2)[0]!, permissions: { 'write:withdraw:create': false } },
      { ...pooled(2)[1]!, permissions: { 'read:balance': false } },
    ];
    const pool = new KeyPool({ keys, clock });
    const first = await pool.admit('write:withdraw:create', new Set(), neverAborted);
    expect(first.key.name).toBe('1');
    first.turn.end();
    first.key.limiter.pauseFor(5_000);
    const held = pool.admit('write:withdraw:create', new Set(), neverAborted);
    const free = await pool.admit('read:balance', new Set(), neverAborted);
    expect([free.key.name, clock.now()]).toEqual(['0', 0]);
    expect([(await inTime(clock, held)).key.name, clock.now()]).toEqual(['1', 5_000]);
  });
});
