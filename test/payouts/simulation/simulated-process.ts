import type { Clock } from '../../../src/client/clock.ts';
import type { Sleep } from './machines.ts';

/** Where a process may stop for good. */
export type CrashPoint = 'before-commit' | 'after-commit' | 'request' | 'answer';

/** The error of every action of a stopped process. */
export class ProcessStopped extends Error {
  override readonly name = 'ProcessStopped';
}

/** One life of the program: it ends by itself, or at a point chosen by the seed. */
export interface SimulatedProcess {
  readonly name: string;
  /** Follows the simulation's clock until the process stops. */
  readonly clock: Clock;
  isStopped(): boolean;
  /** Counts a point; at the chosen one the process stops. @throws {ProcessStopped} also at every later one */
  pass(point: CrashPoint): void;
  /** Stops it like `kill -9`. */
  stop(): void;
  /** Called when the process stops, or at once if it has. */
  onStop(release: () => void): void;
  /** While its machine sleeps: resolves when it wakes. */
  waking(): Promise<void> | undefined;
  /** Rejects when the process stops; never resolves. */
  readonly stopped: Promise<never>;
}

/**
 * @param settings.crashAt the number of the point at which it stops, from 1; Infinity: never
 * @param settings.onPass called at every point
 * @param settings.sleep when its machine sleeps
 * @param settings.skewMs how far the machine's time of day is from the simulation's
 */
export function simulatedProcess(settings: {
  name: string;
  clock: Clock;
  crashAt: number;
  onPass?: (point: CrashPoint) => void;
  sleep?: Sleep | undefined;
  skewMs?: number;
}): SimulatedProcess {
  const { name, clock, crashAt, onPass, sleep, skewMs = 0 } = settings;
  const releases: (() => void)[] = [];
  let passed = 0;
  let isStopped = false;
  let reject: (error: ProcessStopped) => void = () => undefined;
  const stopped = new Promise<never>((_, rejectStopped) => {
    reject = rejectStopped;
  });
  stopped.catch(() => undefined);

  let asleep: { readonly fromMs: number; readonly untilMs: number } | undefined;
  const sleptMs = () => (asleep === undefined ? 0 : Math.min(clock.now(), asleep.untilMs) - asleep.fromMs);
  const sleepLeftMs = () => (asleep === undefined ? 0 : Math.max(0, asleep.untilMs - clock.now()));

  /** Whatever is due while the machine sleeps happens when it wakes. */
  function schedule(delayMs: number, wake: () => void): () => void {
    let callOff = clock.schedule(delayMs, () => {
      const leftMs = sleepLeftMs();
      if (leftMs > 0) callOff = clock.schedule(leftMs, wake);
      else wake();
    });
    return () => {
      callOff();
    };
  }

  function stop(): void {
    if (isStopped) return;
    isStopped = true;
    for (const release of releases) release();
    reject(new ProcessStopped(`${name} was stopped`));
  }

  return {
    name,
    clock: {
      now: () => clock.now() - sleptMs(),
      epochMs: () => Math.floor(clock.epochMs() + skewMs),
      random: () => clock.random(),
      schedule(delayMs, wake) {
        if (isStopped) return () => undefined;
        return schedule(delayMs, () => {
          if (!isStopped) wake();
        });
      },
    },
    isStopped: () => isStopped,
    pass(point) {
      if (!isStopped) {
        passed += 1;
        onPass?.(point);
        if (passed === sleep?.atPoint) asleep = { fromMs: clock.now(), untilMs: clock.now() + sleep.lengthMs };
        if (passed === crashAt) stop();
      }
      if (isStopped) throw new ProcessStopped(`${name} was stopped`);
    },
    stop,
    onStop(release) {
      if (isStopped) release();
      else releases.push(release);
    },
    waking() {
      const leftMs = sleepLeftMs();
      if (leftMs === 0) return undefined;
      return new Promise<void>((resolve) => {
        clock.schedule(leftMs, resolve);
      });
    },
    stopped,
  };
}
