interface Timer {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

/** Time that passes only when all work is waiting. */
export class SimulatedTime {
  #now: number;
  #order = 0;
  readonly #timers = new Set<Timer>();

  constructor(now: number) {
    this.#now = now;
  }

  get now(): number {
    return this.#now;
  }

  /** @returns a function that cancels it */
  after(delayMs: number, wake: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, delayMs), order: this.#order, wake };
    this.#order += 1;
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  async sleep(delayMs: number): Promise<void> {
    await new Promise<void>((resolve) => this.after(delayMs, resolve));
  }

  /** @returns false when nothing is waiting */
  wakeNext(): boolean {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (next === undefined || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    if (next === undefined) return false;
    this.#timers.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.wake();
    return true;
  }
}
