import { setImmediate } from 'node:timers/promises';
import { simulatedClock, type SimulatedClock } from '../../support/clocks.ts';

/** One clock for the whole simulation. */
export interface SimulatedTime {
  readonly clock: SimulatedClock;
  /** The clock stands still until that work, which takes no simulated time, is done. */
  track<Result>(work: Promise<Result>): Promise<Result>;
  wait(delayMs: number): Promise<void>;
  /** Lets time pass until `story` has ended. @throws {Error} when it hangs, or never ends */
  runThrough<Result>(story: () => Promise<Result>): Promise<Result>;
}

/** Longer than any sensible simulated work. */
const WAKE_UPS_MAXIMUM = 100_000;
/** On a real machine, timers never fire without time passing, nor always too early. */
const LEAST_DELAY_MS = 0.01;
/** Woken work finishes within this many turns of the event loop, unless it is tracked. */
const TURNS = 3;

export function simulatedTime(random: () => number): SimulatedTime {
  let underWay = 0;
  let wakeUps = 0;
  const bare = simulatedClock(random, async () => {
    wakeUps += 1;
    if (wakeUps > WAKE_UPS_MAXIMUM) throw new Error(`it never ends: ${bare.now()} ms have passed`);
    do for (let turns = 0; turns < TURNS; turns += 1) await setImmediate();
    while (underWay > 0);
  });
  const clock: SimulatedClock = {
    ...bare,
    schedule: (delayMs, wake) => bare.schedule(Math.max(LEAST_DELAY_MS, delayMs), wake),
  };

  return {
    clock,
    async track(work) {
      underWay += 1;
      try {
        return await work;
      } finally {
        underWay -= 1;
      }
    },
    wait: (delayMs) => new Promise((resolve) => clock.schedule(delayMs, resolve)),
    async runThrough(story) {
      const told = story().then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      );
      // Remaining work must end, too, after the story.
      await clock.runToEnd();
      const outcome = await Promise.race([
        told,
        setImmediate({ error: new Error('it hangs: nothing is awaited any more') }),
      ]);
      if ('error' in outcome) throw outcome.error;
      return outcome.result;
    },
  };
}
