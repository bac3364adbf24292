import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/client/clock.ts';

/** Noon in São Paulo, 14 July 2026. */
const START_OF_TIME_MS = Date.UTC(2026, 6, 14, 15);

/** Code that waits more often without getting anywhere never ends. */
const WAKES_AT_ONCE = 20_000;

interface Timer {
  readonly atMs: number;
  readonly wake: () => void;
}

export interface SimulatedClock extends Clock {
  /** Lets time pass from timer to timer until none is left. */
  runToEnd(): Promise<void>;
}

/**
 * A clock that stands still until it is run; due events happen in order, whatever the machine's speed.
 *
 * @param settle resolves when all woken work is waiting again
 */
export function simulatedClock(
  random: () => number = () => 0.5,
  settle: () => Promise<unknown> = () => setImmediate(),
): SimulatedClock {
  let nowMs = 0;
  const timers: Timer[] = [];
  return {
    now: () => nowMs,
    epochMs: () => START_OF_TIME_MS + nowMs,
    random,
    schedule(delayMs, wake) {
      const timer = { atMs: nowMs + Math.max(0, delayMs), wake };
      timers.push(timer);
      timers.sort((one, other) => one.atMs - other.atMs);
      return () => {
        const place = timers.indexOf(timer);
        if (place >= 0) timers.splice(place, 1);
      };
    },
    async runToEnd() {
      await settle();
      let wakes = 0;
      for (let timer = timers.shift(); timer !== undefined; timer = timers.shift()) {
        wakes = timer.atMs > nowMs ? 0 : wakes + 1;
        if (wakes > WAKES_AT_ONCE) throw new Error('time no longer passes');
        nowMs = timer.atMs;
        timer.wake();
        await settle();
      }
    },
  };
}

/** Lets time pass until it has ended for a work. @throws when the work still waits then, or time no longer passes */
export async function inTime<Result>(clock: SimulatedClock, work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  await clock.runToEnd();
  const late = setImmediate().then(() => {
    throw new Error('it still waits at the end of time');
  });
  return Promise.race([work, late]);
}

/** A clock for code with one wait at a time: each wait ends at once, and is recorded. */
export function hurriedClock(): Clock & { readonly waitsMs: number[] } {
  let nowMs = 0;
  const waitsMs: number[] = [];
  return {
    waitsMs,
    now: () => nowMs,
    epochMs: () => START_OF_TIME_MS + nowMs,
    random: () => 0.5,
    schedule(delayMs, wake) {
      waitsMs.push(delayMs);
      if (waitsMs.length > WAKES_AT_ONCE) throw new Error('it waits without end');
      const immediate = globalThis.setImmediate(() => {
        nowMs += delayMs;
        wake();
      });
      return () => clearImmediate(immediate);
    },
  };
}
