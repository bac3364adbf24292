/**
 * Ends an exchange early: when its time is over, or the caller aborts. Timer and listener keep it alive, and it keeps
 * alive what it ends: fetch and `AbortSignal.any` use weak references, and a signal that was collected never aborts.
 */
export class BoundedWait {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  readonly #signal: AbortSignal;
  #giveUp: ((reason: unknown) => void) | undefined;
  #cancel: (() => void) | undefined;
  readonly #interrupt = () => {
    this.#end(this.#signal.reason);
  };

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#interrupt, { once: true });
  }

  /** Begins to measure the time. */
  start(timeoutMs: number): void {
    this.#timer = setTimeout(() => {
      this.#end(new Error(`no whole answer within ${timeoutMs} ms`));
    }, timeoutMs);
  }

  /** For operations that are ended by a signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  /**
   * Waits for the value or the end, whichever comes first. Only one value may be awaited at a time.
   *
   * @param cancel called at the end, to release what was awaited
   */
  wait<Value>(coming: Promise<Value>, cancel: () => void = () => undefined): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      this.#cancel = cancel;
      // A value that arrives after the end is ignored.
      coming.then(resolve, reject);
      if (this.isOver) this.#abandon();
    });
  }

  /** Ends all waiting. */
  release(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#interrupt);
    this.#giveUp = undefined;
    this.#cancel = undefined;
  }

  #end(reason: unknown): void {
    this.#controller.abort(reason);
    this.#abandon();
  }

  #abandon(): void {
    this.#giveUp?.(this.signal.reason);
    this.#cancel?.();
  }
}
