import type { MovableClock, ServiceClock } from '../../clock.ts';
import type { Present } from './present.ts';

/** Below this, what an answer says of the time differs from ours by the way that it took. */
const JITTER_MS = 50;

/**
 * The service's time: the database's own time, and how far it was advanced. Between two answers of the database it runs
 * with the steady clock of this process, never ahead of the database.
 */
export class DatabaseClock implements MovableClock {
  readonly #base: ServiceClock | undefined;
  /** The service's time less the steady clock. */
  #offset: number;
  #aheadMs = 0;

  /** @param base another clock than the database's, for tests */
  constructor(base: ServiceClock | undefined) {
    this.#base = base;
    this.#offset = performance.timeOrigin;
  }

  now(): number {
    return this.#base === undefined ? performance.now() + this.#offset : this.#base.now() + this.#aheadMs;
  }

  /** The parameter of `service_now`: null for the database's own time. */
  base(): number | null {
    return this.#base?.now() ?? null;
  }

  aheadMs(): number {
    return this.#aheadMs;
  }

  advance(durationMs: number): void {
    this.#aheadMs += durationMs;
    this.#offset += durationMs;
  }

  /** @param isExact whether decisions depend on it: then it may also go back by what an answer was delayed */
  synchronise({ now, clockAheadMs }: Pick<Present, 'now' | 'clockAheadMs'>, isExact: boolean): void {
    const offset = now - performance.now();
    const hasMoved = clockAheadMs !== this.#aheadMs;
    this.#aheadMs = clockAheadMs;
    if (isExact || hasMoved || Math.abs(offset - this.#offset) > JITTER_MS) this.#offset = offset;
  }
}
