import type { Clock } from '../../../src/client/clock.ts';
import type { Sleep } from './machines.ts';

/** Where a process may stop for good. */
export type CrashPoint = 'before-commit' | 'after-commit' | 'request' | 'answer';

/** The error of every action of a stopped process. */
export class ProcessStopped extends Error {
  override readonly name = 'ProcessStopped';
}

interface ProcessSettings {
  readonly name: string;
  /** The simulation's clock. */
  readonly clock: Clock;
  /** The number of the point at which it stops, from 1; Infinity: never. */
  readonly crashAt: number;
  /** Called at every point. */
  readonly onPass?: (point: CrashPoint) => void;
  /** When its machine sleeps. */
  readonly sleep?: Sleep | undefined;
  /** How far the machine's time of day is from the simulation's. */
  readonly skewMs?: number;
}

/** One life of the program: it ends by itself, or at a point chosen by the seed. */
export class SimulatedProcess {
  readonly name: string;
  /** Follows the simulation's clock until the process stops. */
  readonly clock: Clock;
  /** Rejects when the process stops; never resolves. */
  readonly stopped: Promise<never>;
  readonly #settings: ProcessSettings;
  readonly #releases: (() => void)[] = [];
  #passed = 0;
  #isStopped = false;
  #asleep: { readonly fromMs: number; readonly untilMs: number } | undefined;
  #reject: (error: ProcessStopped) => void = () => undefined;

  constructor(settings: ProcessSettings) {
    const { name, clock, skewMs = 0 } = settings;
    this.#settings = settings;
    this.name = name;
    this.stopped = new Promise<never>((_, reject) => {
      this.#reject = reject;
    });
    this.stopped.catch(() => undefined);
    this.clock = {
      now: () => clock.now() - this.#sleptMs(),
      epochMs: () => Math.floor(clock.epochMs() + skewMs),
      random: () => clock.random(),
      schedule: (delayMs, wake) => {
        if (this.#isStopped) return () => undefined;
        return this.#schedule(delayMs, () => {
          if (!this.#isStopped) wake();
        });
      },
    };
  }

  isStopped(): boolean {
    return this.#isStopped;
  }

  /** Counts a point; at the chosen one the process stops. @throws {ProcessStopped} also at every later one */
  pass(point: CrashPoint): void {
    const { clock, crashAt, onPass, sleep } = this.#settings;
    if (!this.#isStopped) {
      this.#passed += 1;
      onPass?.(point);
      if (this.#passed === sleep?.atPoint)
        this.#asleep = { fromMs: clock.now(), untilMs: clock.now() + sleep.lengthMs };
      if (this.#passed === crashAt) this.stop();
    }
    if (this.#isStopped) throw this.#error();
  }

  /** Stops it like `kill -9`. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    for (const release of this.#releases) release();
    this.#reject(this.#error());
  }

  /** Called when the process stops, or at once if it has. */
  onStop(release: () => void): void {
    if (this.#isStopped) release();
    else this.#releases.push(release);
  }

  /** While its machine sleeps: resolves when it wakes. */
  waking(): Promise<void> | undefined {
    const leftMs = this.#sleepLeftMs();
    if (leftMs === 0) return undefined;
    return new Promise<void>((resolve) => this.#settings.clock.schedule(leftMs, resolve));
  }

  /** Whatever is due while the machine sleeps happens when it wakes. */
  #schedule(delayMs: number, wake: () => void): () => void {
    const { clock } = this.#settings;
    let callOff = clock.schedule(delayMs, () => {
      const leftMs = this.#sleepLeftMs();
      if (leftMs > 0) callOff = clock.schedule(leftMs, wake);
      else wake();
    });
    return () => callOff();
  }

  #sleptMs(): number {
    const { clock } = this.#settings;
    return this.#asleep === undefined ? 0 : Math.min(clock.now(), this.#asleep.untilMs) - this.#asleep.fromMs;
  }

  #sleepLeftMs(): number {
    return this.#asleep === undefined ? 0 : Math.max(0, this.#asleep.untilMs - this.#settings.clock.now());
  }

  #error(): ProcessStopped {
    return new ProcessStopped(`${this.name} was stopped`);
  }
}
