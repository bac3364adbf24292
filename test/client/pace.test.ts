import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedController } from '../../src/client/interruption.ts';
import { createPacer, type Pacer } from '../../src/client/pace.ts';
import { simulatedClock, type SimulatedClock } from './support/clocks.ts';

const WINDOW_MS = 1_000;
const neverAborted = sharedController().signal;

/** A service that counts as the specification says: refused when `limit` were counted in the second before. */
function countingService(clock: SimulatedClock, limit = 10) {
  const countedAtMs: number[] = [];
  let refused = 0;
  return {
    get refused() {
      return refused;
    },
    arrive(): { limit: number; remaining: number } {
      const inWindow = countedAtMs.filter((atMs) => atMs > clock.now() - WINDOW_MS).length;
      if (inWindow >= limit) refused += 1;
      else countedAtMs.push(clock.now());
      return { limit, remaining: Math.max(0, limit - inWindow - 1) };
    },
  };
}

function after(clock: SimulatedClock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(delayMs, resolve);
  });
}

interface Journey {
  readonly thereMs: number;
  readonly backMs: number;
}

async function travel(
  pacer: Pacer,
  clock: SimulatedClock,
  service: ReturnType<typeof countingService>,
  journey: Journey,
): Promise<void> {
  const turn = await pacer.turn(neverAborted);
  await after(clock, journey.thereMs);
  const facts = service.arrive();
  await after(clock, journey.backMs);
  turn.end(facts);
}

const latency = fc.oneof(
  fc.double({ min: 0, max: 30, noNaN: true }),
  fc.double({ min: 0, max: 3_000, noNaN: true }),
  fc.constant(0),
);
const journeys = fc.array(fc.record({ thereMs: latency, backMs: latency }), { minLength: 1, maxLength: 60 });

describe('the pace of one key', () => {
  it('never meets a 429, whatever the network does, and wastes no more than a round trip in a window', async () => {
    await fc.assert(
      fc.asyncProperty(journeys, fc.integer({ min: 1, max: 12 }), async (trips, limit) => {
        const clock = simulatedClock();
        const service = countingService(clock, limit);
        const pacer = createPacer({ clock });
        const [first, ...others] = trips;
        const all = travel(pacer, clock, service, first!).then(() =>
          Promise.all(others.map((trip) => travel(pacer, clock, service, trip))),
        );
        await clock.runToEnd();
        await all;

        expect(service.refused).toBe(0);
        const slowestMs = Math.max(...trips.map(({ thereMs, backMs }) => thereMs + backMs));
        const windows = Math.ceil(trips.length / limit) + 1;
        expect(clock.now()).toBeLessThanOrEqual(windows * (WINDOW_MS + slowestMs + 10));
      }),
      { numRuns: 150 },
    );
  });

  it('starts ten at once and the eleventh a second after the first answer', async () => {
    const clock = simulatedClock();
    const pacer = createPacer({ clock });
    const startsMs: number[] = [];
    const all = Promise.all(
      Array.from({ length: 11 }, async (_, index) => {
        const turn = await pacer.turn(neverAborted);
        startsMs.push(clock.now());
        await after(clock, 20 + index);
        turn.end();
      }),
    );
    await clock.runToEnd();
    await all;
    expect(startsMs.slice(0, 10)).toEqual(Array<number>(10).fill(0));
    expect(startsMs[10]).toBeGreaterThanOrEqual(1_020);
    expect(startsMs[10]).toBeLessThan(1_050);
  });

  it('does not wait where the service tells that its limit is off', async () => {
    const clock = simulatedClock();
    const service = countingService(clock, 1_000_000);
    const pacer = createPacer({ clock });
    const all = travel(pacer, clock, service, { thereMs: 1, backMs: 1 }).then(() =>
      Promise.all(Array.from({ length: 500 }, () => travel(pacer, clock, service, { thereMs: 1, backMs: 1 }))),
    );
    await clock.runToEnd();
    await all;
    expect(clock.now()).toBe(4);
  });

  it('leaves room for the requests of others that the service counted on the same key', async () => {
    const clock = simulatedClock();
    const service = countingService(clock);
    for (let foreign = 0; foreign < 7; foreign += 1) service.arrive();
    const pacer = createPacer({ clock });
    const startsMs: number[] = [];
    const one = async () => {
      const turn = await pacer.turn(neverAborted);
      startsMs.push(clock.now());
      await after(clock, 10);
      const facts = service.arrive();
      await after(clock, 10);
      turn.end(facts);
    };
    const all = one().then(() => Promise.all(Array.from({ length: 6 }, one)));
    await clock.runToEnd();
    await all;
    expect(service.refused).toBe(0);
    expect(startsMs.filter((atMs) => atMs < WINDOW_MS)).toHaveLength(3);
  });

  it('does not take its own requests for those of others, however late their answers come', async () => {
    const clock = simulatedClock();
    const service = countingService(clock);
    const pacer = createPacer({ clock });
    const slow = travel(pacer, clock, service, { thereMs: 10, backMs: 2_500 });
    const quick = Promise.all(
      Array.from({ length: 9 }, () => travel(pacer, clock, service, { thereMs: 1, backMs: 1 })),
    );
    const between = after(clock, 1_500).then(() => travel(pacer, clock, service, { thereMs: 1, backMs: 1 }));
    let startedAtMs = Infinity;
    const next = Promise.all([slow, quick, between]).then(async () => {
      const turns = await Promise.all(Array.from({ length: 8 }, () => pacer.turn(neverAborted)));
      startedAtMs = clock.now();
      for (const turn of turns) turn.end();
    });
    await clock.runToEnd();
    await next;
    expect(startedAtMs).toBe(2_510);
  });

  it('holds all requests back when told to, and says so once', async () => {
    const clock = simulatedClock();
    const waits: [string, number][] = [];
    const pacer = createPacer({ clock, onWait: (reason, waitMs) => waits.push([reason, waitMs]) });
    pacer.hold(3_000);
    pacer.hold(1_000);
    const startsMs: number[] = [];
    const all = Promise.all(
      [1, 2, 3].map(async () => {
        const turn = await pacer.turn(neverAborted);
        startsMs.push(clock.now());
        turn.end();
      }),
    );
    await clock.runToEnd();
    await all;
    expect(startsMs).toEqual([3_000, 3_000, 3_000]);
    expect(waits).toEqual([['too_many_requests', 3_000]]);
  });

  it('shares a key with other processes: all get on, and few requests are refused', async () => {
    const REQUESTS_EACH = 100;
    const clock = simulatedClock();
    const service = countingService(clock);
    let mostRefusals = 0;
    const send = async (pacer: Pacer, latencyMs: number) => {
      for (let refusals = 0; ; refusals += 1) {
        mostRefusals = Math.max(mostRefusals, refusals);
        const turn = await pacer.turn(neverAborted);
        await after(clock, latencyMs);
        const refusedBefore = service.refused;
        const facts = service.arrive();
        const isRefused = service.refused > refusedBefore;
        await after(clock, latencyMs);
        if (isRefused) pacer.hold(WINDOW_MS);
        turn.end(facts);
        if (!isRefused) return;
      }
    };
    const finishedAtMs = Promise.all(
      [3, 10, 40].map(async (latencyMs) => {
        const pacer = createPacer({ clock });
        await Promise.all(Array.from({ length: REQUESTS_EACH }, () => send(pacer, latencyMs)));
        return clock.now();
      }),
    );
    await clock.runToEnd();
    const idealMs = 3 * REQUESTS_EACH * (WINDOW_MS / 10);
    expect(Math.max(...(await finishedAtMs))).toBeLessThan(1.5 * idealMs);
    expect(mostRefusals).toBeLessThanOrEqual(5);
    expect(service.refused).toBeLessThan(0.25 * 3 * REQUESTS_EACH);
  });

  it('lets go of a request that is interrupted while it waits, and of no other', async () => {
    const clock = simulatedClock();
    const pacer = createPacer({ clock });
    pacer.hold(500);
    const interruption = new AbortController();
    const reason = new Error('enough');
    const given = pacer.turn(interruption.signal);
    const kept = pacer.turn(neverAborted);
    interruption.abort(reason);
    await expect(given).rejects.toBe(reason);
    await clock.runToEnd();
    expect(await kept).toBeDefined();
    await expect(pacer.turn(interruption.signal)).rejects.toBe(reason);
  });
});
