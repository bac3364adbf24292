import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/client/clock.ts';

/** Noon in São Paulo, 14 July 2026. */
const START_OF_TIME_MS = Date.UTC(2026, 6, 14, 15);

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
      for (let timer = timers.shift(); timer !== undefined; timer = timers.shift()) {
        nowMs = timer.atMs;
        timer.wake();
        await settle();
      }
    },
  };
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
      const immediate = globalThis.setImmediate(() => {
        nowMs += delayMs;
        wake();
      });
      return () => {
        clearImmediate(immediate);
      };
    },
  };
}
