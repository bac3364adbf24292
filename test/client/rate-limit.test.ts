import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedController } from '../../src/client/http/interruption.ts';
import { KeyPool } from '../../src/client/rate-limit/key-pool.ts';
import { rateFactsOf, RateLimiter, type Turn } from '../../src/client/rate-limit/rate-limiter.ts';
import { inTime, simulatedClock, type SimulatedClock } from '../support/clocks.ts';
import { countingService } from '../support/counting-service.ts';
import { seededRandom } from '../support/random.ts';

const neverAborted = sharedController().signal;
const admitted = (pool: KeyPool, signal = neverAborted) => pool.admit('read:payments', new Set(), signal);

function after(clock: SimulatedClock, delayMs: number): Promise<void> {
  return new Promise((resolve) => clock.schedule(delayMs, resolve));
}

function oneKeyPool(clock: SimulatedClock, onWait?: ConstructorParameters<typeof KeyPool>[0]['onWait']): KeyPool {
  return new KeyPool({ keys: [{ name: 'main', key: 'pk_one' }], clock, ...(onWait !== undefined && { onWait }) });
}

/** A clock, a service that counts, and a process with one key of it. */
const worldOf = (random = () => 0.5, ...limits: readonly number[]) => {
  const clock = simulatedClock(random);
  return { random, clock, service: countingService(clock, ...limits), pool: oneKeyPool(clock) };
};
type World = ReturnType<typeof worldOf>;
type Crawl = Omit<World, 'random'> & {
  /** One way. */
  readonly delayMs: () => number;
};

/** When requests that begin at once are admitted, of which each then does that. */
async function startsOf(
  { clock, pool }: Pick<World, 'clock' | 'pool'>,
  requests: number,
  then: (turn: Turn) => Promise<void> | void,
): Promise<number[]> {
  const startsMs: number[] = [];
  const all = Array.from({ length: requests }, async () => {
    const { turn } = await admitted(pool);
    startsMs.push(clock.now());
    await then(turn);
    turn.end();
  });
  await inTime(clock, Promise.all(all));
  return startsMs;
}

/** One request with its round trip, repeated after 429 as a client would. @returns how often it was refused */
async function travel({ pool, clock, service, delayMs }: Crawl): Promise<number> {
  for (let refusals = 0; ; refusals += 1) {
    const { key, turn } = await admitted(pool);
    await after(clock, delayMs());
    const answer = service.arrive();
    await after(clock, delayMs());
    turn.answered(answer);
    if (answer.isRefused) key.limiter.pauseFor(answer.retryAfterMs);
    turn.end();
    if (!answer.isRefused) return refusals;
  }
}

/** One request first, then twenty at a time, as a list is read. */
async function crawl(work: Crawl, requests: number): Promise<void> {
  let left = requests - 1;
  await travel(work);
  const reader = async () => {
    while (left > 0) {
      left -= 1;
      await travel(work);
    }
  };
  await Promise.all(Array.from({ length: 20 }, reader));
}

/** A network whose delays vary by a fifth in either direction. */
const jittery = (roundTripMs: number, random: () => number) => () => (roundTripMs / 2) * (0.8 + 0.4 * random());

describe('one process on one key', () => {
  it.each([
    [1, 0.97],
    [50, 0.97],
    [200, 0.93],
  ])('uses the limit at round trips of %i ms (%f of it), and gets no 429', async (roundTripMs, expected) => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const { clock, ...world } = worldOf(seededRandom(seed));
      const work = { ...world, clock, delayMs: jittery(roundTripMs, world.random) };
      const finishedMs = await inTime(
        clock,
        crawl(work, 200).then(() => clock.now()),
      );
      expect(world.service.refused, `seed ${seed}`).toBe(0);
      expect(200 / (finishedMs / 1_000) / 10, `seed ${seed}`).toBeGreaterThan(expected);
    }
  });

  const hanging = ({ random }: World) => (random() < 0.1 ? 3_000 * random() : 40 + 10 * random());
  const cold = ({ clock, random }: World) => (clock.now() < 300 ? 30 : 1) * (1 + 0.2 * random());
  it.each([
    ['while responses hang, or are lost, for seconds', 120, hanging],
    ['after a cold start, when requests take longer than all later ones', 60, cold],
  ])('gets no 429 %s', async (_, requests, delayMs) => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const world = worldOf(seededRandom(seed));
      await inTime(world.clock, crawl({ ...world, delayMs: () => delayMs(world) }, requests));
      expect(world.service.refused, `seed ${seed}`).toBe(0);
    }
  });

  it('adapts to a network that becomes quicker', async () => {
    const { clock, ...world } = worldOf(seededRandom(7));
    const delayMs = () => jittery(clock.now() < 10_000 ? 400 : 20, world.random)();
    await inTime(clock, crawl({ ...world, clock, delayMs }, 300));
    expect(world.service.refused).toBeLessThan(10);
    expect(clock.now()).toBeLessThan(38_000);
  });

  it('starts with one request, then all but two, then these: each response may show other callers', async () => {
    const world = worldOf();
    const startsMs = await startsOf(world, 11, async (turn) => {
      await after(world.clock, 10);
      turn.answered(world.service.arrive());
    });
    expect(startsMs.slice(0, 10)).toEqual([0, ...Array<number>(7).fill(10), 20, 20]);
    expect(startsMs[10]).toBeGreaterThanOrEqual(1_000);
    expect(startsMs[10]).toBeLessThan(1_030);
  });

  it('starts with as many as configured, and gets no 429 by that', async () => {
    const { clock, service } = worldOf(seededRandom(1));
    const pool = new KeyPool({ keys: [{ name: 'main', key: 'pk_one' }], clock, firstRequests: 2 });
    const startedAtMs = await startsOf({ clock, pool }, 40, async (turn) => {
      await after(clock, 100);
      const answer = service.arrive();
      await after(clock, 100);
      turn.answered(answer);
    });
    expect(startedAtMs.slice(0, 3)).toEqual([0, 0, 200]);
    expect(startedAtMs.filter((atMs) => atMs < 1_000)).toHaveLength(10);
    expect(service.refused).toBe(0);
  });

  it('waits a second for the first response, and no longer', async () => {
    const world = worldOf();
    const startsMs = await startsOf(world, 10, () => after(world.clock, 20_000));
    expect(startsMs).toEqual([0, ...Array<number>(9).fill(1_000)]);
  });

  it('does not wait when the service reports that its limit is off', async () => {
    const world = worldOf(undefined, 1_000_000);
    await inTime(world.clock, crawl({ ...world, delayMs: () => 1 }, 500));
    expect(world.clock.now()).toBeLessThan(100);
  });

  it('follows another limit in the headers', async () => {
    const world = worldOf(undefined, 3);
    await inTime(world.clock, crawl({ ...world, delayMs: () => 20 }, 30));
    expect(world.service.refused).toBe(0);
    expect(world.clock.now()).toBeLessThan(9_000 * 1.06);
  });

  it.each([
    { limit: 30, windowMs: 60_000, requests: 86, idealMs: 120_000 },
    { limit: 100, windowMs: 10_000, requests: 290, idealMs: 20_000 },
  ])('gets through a longer window, of $windowMs ms, by waiting as its 429s require', async (given) => {
    const world = worldOf(undefined, given.limit, given.windowMs);
    await inTime(world.clock, crawl({ ...world, delayMs: () => 20 }, given.requests));
    expect(world.service.refused).toBeLessThan(given.requests / 2);
    expect(world.clock.now()).toBeLessThan(given.idealMs * 1.15);
  });

  it('delays all requests when the service requires a wait, and reports it once', async () => {
    const clock = simulatedClock();
    const waits: [string, number][] = [];
    const pool = oneKeyPool(clock, (reason, waitMs) => waits.push([reason, waitMs]));
    for (let answered = 0; answered < 6; answered += 1) {
      const { key, turn } = await admitted(pool);
      turn.answered({});
      turn.end();
      if (answered === 5) for (const waitMs of [3_000, 1_000]) key.limiter.pauseFor(waitMs);
    }
    const startsMs = await startsOf({ clock, pool }, 3, (turn) => turn.answered({}));
    expect([startsMs, waits]).toEqual([[3_000, 3_000, 3_000], [['too_many_requests', 3_000]]]);
  });

  it('reports a wait for the rate limit, and none that only a response can end', async () => {
    const clock = simulatedClock();
    const waits: [string, number][] = [];
    const pool = oneKeyPool(clock, (reason, waitMs) => waits.push([reason, waitMs]));
    await inTime(clock, after(clock, 500));
    (await admitted(pool)).turn.answered({});
    const startsMs: number[] = [];
    for (let request = 0; request < 9; request += 1) void admitted(pool).then(() => startsMs.push(clock.now()));
    await clock.runToEnd();
    expect(startsMs).toEqual([...Array<number>(7).fill(500), 1_502]);
    expect([waits, clock.now()]).toEqual([[['rate_limit', 1_002]], 1_502]);
  });

  it('counts a request that ended without a response for a window after its end', async () => {
    const { clock, pool } = worldOf();
    (await admitted(pool)).turn.answered({ limit: 2 });
    const lost = await admitted(pool);
    clock.schedule(500, () => lost.turn.end());
    const startsMs = await startsOf({ clock, pool }, 2, (turn) => turn.answered({ limit: 2 }));
    expect(startsMs).toEqual([1_002, 1_500]);
  });

  it('drops a request that is interrupted while it waits, and no other', async () => {
    const clock = simulatedClock();
    const pool = oneKeyPool(clock);
    const first = await admitted(pool);
    const interruption = new AbortController();
    const reason = new Error('enough');
    const given = admitted(pool, interruption.signal);
    const kept = admitted(pool);
    const sent = admitted(oneKeyPool(clock), interruption.signal);
    expect([(await sent).key.name, getEventListeners(interruption.signal, 'abort').length]).toEqual(['main', 1]);
    interruption.abort(reason);
    await expect(given).rejects.toBe(reason);
    first.turn.answered({});
    expect((await inTime(clock, kept)).key.name).toBe('main');
    await expect(admitted(pool, interruption.signal)).rejects.toBe(reason);
  });
});

it.each([
  [200, '10', '9', { limit: 10, remaining: 9, isRefused: false }],
  [429, '1', '0', { limit: 1, remaining: 0, isRefused: true }],
  [200, '0', '000000000010', { limit: undefined, remaining: 10, isRefused: false }],
  [200, '0000000000010', '-1', { limit: undefined, remaining: undefined, isRefused: false }],
  [200, '10 per second', '9.5', { limit: undefined, remaining: undefined, isRefused: false }],
  [200, 'up to 10', ' 9;w=1', { limit: undefined, remaining: undefined, isRefused: false }],
  [200, '', '', { limit: undefined, remaining: undefined, isRefused: false }],
])('reads the headers of a %i with the limit "%s" and the rest "%s" as %o', (status, limit, remaining, facts) => {
  const headers = new Headers({ 'X-RateLimit-Limit': limit, 'X-RateLimit-Remaining': remaining });
  expect(rateFactsOf({ status, headers })).toEqual(facts);
});

describe('several processes on one key', () => {
  it.each([
    { roundTripMs: 1, laterMs: 13, processes: 2 },
    { roundTripMs: 50, laterMs: 13, processes: 2 },
    { roundTripMs: 200, laterMs: 13, processes: 2 },
    { roundTripMs: 5, laterMs: 5_000, processes: 2 },
    { roundTripMs: 50, laterMs: 5_000, processes: 2 },
    { roundTripMs: 50, laterMs: 13, processes: 3 },
  ])(
    '$processes of them, $laterMs ms apart at $roundTripMs ms, use 85% of it, and each gets its part',
    async ({ roundTripMs, laterMs, processes }) => {
      for (let seed = 1; seed <= 4; seed += 1) {
        const { random, clock, service } = worldOf(seededRandom(seed));
        const done = Array<number>(processes).fill(0);
        let mostRefusals = 0;
        let together: { readonly requests: number; readonly seconds: number; readonly each: number[] } | undefined;
        const run = async (place: number) => {
          await after(clock, place * laterMs);
          const work = { pool: oneKeyPool(clock), clock, service, delayMs: jittery(roundTripMs, random) };
          let left = 200;
          const reader = async () => {
            while (left > 0) {
              left -= 1;
              mostRefusals = Math.max(mostRefusals, await travel(work));
              if (clock.now() > laterMs) done[place] = (done[place] ?? 0) + 1;
            }
          };
          await Promise.all(Array.from({ length: 20 }, reader));
          const requests = done.reduce((sum, one) => sum + one, 0);
          together ??= { requests, seconds: (clock.now() - laterMs) / 1_000, each: [...done] };
        };
        await inTime(clock, Promise.all([...done.keys()].map(run)));
        expect(together!.requests / together!.seconds / 10, `seed ${seed}`).toBeGreaterThan(0.85);
        expect(Math.min(...together!.each), `seed ${seed}`).toBeGreaterThan(20);
        expect(service.refused, `seed ${seed}`).toBeLessThanOrEqual(8 * processes);
        expect(mostRefusals, `seed ${seed}`).toBeLessThanOrEqual(2);
      }
    },
  );

  it.each([
    { roundTripMs: 50, laterMs: 0 },
    { roundTripMs: 50, laterMs: 13 },
    { roundTripMs: 200, laterMs: 0 },
    { roundTripMs: 200, laterMs: 60 },
  ])('meet no 429 by starting $laterMs ms apart at $roundTripMs ms', async ({ roundTripMs, laterMs }) => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const { random, clock, service } = worldOf(seededRandom(seed));
      const run = async (startMs: number) => {
        await after(clock, startMs);
        await crawl({ pool: oneKeyPool(clock), clock, service, delayMs: jittery(roundTripMs, random) }, 10);
      };
      await inTime(clock, Promise.all([run(0), run(laterMs)]));
      expect(service.refused, `seed ${seed}`).toBe(0);
    }
  });

  it.each([
    { before: 1, requests: 6 },
    { before: 2, requests: 6 },
    { before: 4, requests: 5 },
    { before: 7, requests: 2 },
  ])('do not make one wait that follows $before requests of another: $requests fit in at once', async (given) => {
    const { clock, service } = worldOf();
    const delayMs = () => 25;
    const inTurn = async (requests: number) => {
      const work = { pool: oneKeyPool(clock), clock, service, delayMs };
      for (let request = 0; request < requests; request += 1) await travel(work);
    };
    let tookMs = 0;
    const both = async () => {
      await inTurn(given.before);
      const startedAtMs = clock.now();
      await inTurn(given.requests);
      tookMs = clock.now() - startedAtMs;
    };
    await inTime(clock, both());
    expect(tookMs).toBe(given.requests * 50);
    expect(service.refused).toBe(0);
  });

  it('do not make one wait that starts with several requests after another has ended', async () => {
    const { clock, service } = worldOf();
    for (let foreign = 0; foreign < 2; foreign += 1) service.arrive();
    const pool = new KeyPool({ keys: [{ name: 'main', key: 'pk_one' }], clock, firstRequests: 4 });
    const work = { pool, clock, service, delayMs: () => 25 };
    const all = Promise.all(Array.from({ length: 7 }, () => travel(work))).then(() => clock.now());
    expect(await inTime(clock, all)).toBeLessThanOrEqual(200);
    expect(service.refused).toBe(0);
  });

  it("leaves room for other callers' requests that the service has counted", async () => {
    const { clock, service, pool } = worldOf();
    for (let foreign = 0; foreign < 7; foreign += 1) service.arrive();
    const work = { pool, clock, service, delayMs: () => 10 };
    const all = Promise.all(Array.from({ length: 6 }, () => travel(work)));
    expect(await inTime(clock, all)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe('the places that are left for others', () => {
  /** A limiter at a round trip of so many milliseconds, with nothing in its window, and time that is moved by hand. */
  function practised(roundTripsMs: readonly number[]) {
    let nowMs = 0;
    const clock = { ...simulatedClock(), now: () => nowMs };
    const limiter = new RateLimiter({ clock, onChange: () => undefined });
    const wait = (delayMs: number) => {
      nowMs += delayMs;
    };
    const beginAfter = (delayMs: number) => {
      wait(delayMs);
      return limiter.begin();
    };
    for (const roundTripMs of roundTripsMs) {
      const turn = beginAfter(2_000);
      wait(roundTripMs);
      turn.answered({ limit: 10, remaining: 9 });
      turn.end();
    }
    wait(4_000);
    /** How many requests start at once. */
    const startAll = () => {
      let started = 0;
      for (; limiter.free() > 0; started += 1) limiter.begin();
      return started;
    };
    return { limiter, wait, beginAfter, startAll, now: () => nowMs };
  }
  const steady = (count: number, roundTripMs: number) => Array<number>(count).fill(roundTripMs);

  it('are said by when one opens: what waits for that is never woken in vain', () => {
    const step = fc.oneof(
      fc.record({ waitMs: fc.constantFrom(0, 1, 20, 500, 980, 1_000, 2_000) }),
      fc.record({ request: fc.nat(20), remaining: fc.option(fc.nat(10), { nil: undefined }), isRefused: fc.boolean() }),
      fc.record({ ends: fc.nat(20) }),
      fc.record({ pauseMs: fc.constantFrom(0, 300, 1_000) }),
      fc.record({ begins: fc.integer({ min: 1, max: 10 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { limiter, wait, now } = practised([]);
        const turns: Turn[] = [];
        for (const one of steps) {
          if ('waitMs' in one) wait(one.waitMs);
          else if ('request' in one) turns[one.request]?.answered({ limit: 10, ...one });
          else if ('ends' in one) turns[one.ends]?.end();
          else if ('pauseMs' in one) limiter.pauseFor(one.pauseMs);
          else for (let left = one.begins; left > 0 && limiter.free() > 0; left -= 1) turns.push(limiter.begin());
          expect(limiter.free() > 0).toBe(now() >= limiter.opensAtMs());
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['a later request of ours explains nothing', { laterMs: 10, answeredMs: 20, remaining: 8, places: 7 }],
    ['one that may have arrived before does', { laterMs: 1, answeredMs: 20, remaining: 8, places: 8 }],
    ['the request itself does, however quick', { laterMs: 10, answeredMs: 15, remaining: 9, places: 8 }],
  ])('are by what was counted: %s', (_, { laterMs, answeredMs, remaining, places }) => {
    const { startAll, wait, beginAfter } = practised(steady(30, 20));
    const first = beginAfter(0);
    beginAfter(laterMs);
    wait(answeredMs - laterMs);
    first.answered({ limit: 10, remaining });
    expect(startAll()).toBe(places);
  });

  it('are by what was counted: a request of an earlier window explains nothing', () => {
    const { startAll, wait, beginAfter } = practised(steady(30, 20));
    beginAfter(0);
    const early = beginAfter(10);
    wait(20);
    early.answered({ limit: 10, remaining: 8 });
    early.end();
    const late = beginAfter(1_500);
    wait(20);
    late.answered({ limit: 10, remaining: 7 });
    // Nine are for this process, of which one hangs and one is in its window.
    expect(startAll()).toBe(7);
  });

  it('are all but one after a 429, which was not counted itself', () => {
    const { limiter, beginAfter } = practised([]);
    beginAfter(0).answered({ limit: 10, remaining: 0, isRefused: true });
    expect(limiter.free()).toBe(0);
  });

  it.each([
    ['that began before a collision have shown nothing since', 'before', 5],
    ['that began after a collision show others again', 'after', 4],
  ] as const)('are by what was counted: requests %s', (_, answered, places) => {
    const { limiter, startAll, wait, beginAfter } = practised(steady(30, 20));
    const before = beginAfter(0);
    wait(20);
    limiter.pauseFor(1_000);
    const turns = { before, after: beginAfter(0) };
    wait(980);
    turns[answered].answered({ limit: 10, remaining: 4 });
    wait(20);
    expect(startAll()).toBe(places);
  });

  it.each([
    ['only during the first window', { remaining: 5, laterMs: 1_100, then: 9, places: 1 }],
    ['but for one', { remaining: 2, laterMs: 50, then: 1, places: 0 }],
  ])('are taken one by one at the start, %s', (_, { remaining, laterMs, then, places }) => {
    const { startAll, beginAfter } = practised([]);
    beginAfter(0).answered({ limit: 10, remaining });
    beginAfter(laterMs).answered({ limit: 10, remaining: then });
    expect(startAll()).toBe(places);
  });

  it.each([
    { requests: 7, atOnce: 0, later: 8 },
    { requests: 6, atOnce: 1, later: 7 },
  ])('are taken back once a window, after $requests responses and one more', ({ requests, atOnce, later }) => {
    const { limiter, startAll, wait, beginAfter } = practised(steady(30, 20));
    limiter.pauseFor(0);
    const turns = Array.from({ length: requests }, () => beginAfter(0));
    wait(20);
    for (const turn of turns) turn.answered({ limit: 10, remaining: 3 });
    expect(startAll()).toBe(atOnce);
    const next = beginAfter(1_002);
    wait(20);
    next.answered({ limit: 10, remaining: 9 });
    wait(2_000);
    expect(startAll()).toBe(later);
  });

  /** Collisions, then requests at once with what is left after each: 7:0 1:9. */
  it.each([
    ['one more by a process with more than others, while nothing is left', 1, '7:0 1:9', 6],
    ['no more by one with hardly more than others', 1, '7:0 1:5', 6],
    ['no more while one place is left', 1, '7:1 1:9', 7],
    ['one less while two are left', 1, '7:2 1:9', 8],
    ['a third of what is left less', 1, '1:6 1:6 1:6 1:6 1:6 1:6 1:6', 9],
    ['one less by a process with less than others', 3, '1:1 1:1', 3],
    ['no less by one with as many as others', 2, '5:1 1:9', 4],
  ])('are %s', (_, collisions, bursts, places) => {
    const { limiter, startAll, wait, beginAfter } = practised(steady(30, 20));
    for (let collision = 0; collision < collisions; collision += 1) limiter.pauseFor(0);
    for (const burst of bursts.split(' ')) {
      const [size = 0, remaining = 0] = burst.split(':').map(Number);
      const turns = Array.from({ length: size }, () => beginAfter(0));
      wait(20);
      for (const turn of turns) turn.answered({ limit: 10, remaining });
      wait(2_000);
    }
    expect(startAll()).toBe(places);
  });

  it('are free again by the hundred round trips before', () => {
    const { limiter, wait, beginAfter, now } = practised([...steady(14, 20), ...steady(100, 40)]);
    const turns = Array.from({ length: 10 }, () => beginAfter(0));
    const beganMs = now();
    wait(40);
    for (const turn of turns) turn.answered({ limit: 10, remaining: 0 });
    expect(limiter.opensAtMs() - beganMs).toBe(1_002);
  });
});
