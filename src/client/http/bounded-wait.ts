/**
 * What ends an exchange before it is whole: its time is over, or the caller stops it. Timer and listener hold it, and it
 * holds what it ends: fetch and `AbortSignal.any` hold theirs by weak references, and an end that is collected never comes.
 */
export class BoundedWait {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal;
  #giveUp: ((reason: unknown) => void) | undefined;
  #letGo: (() => void) | undefined;
  readonly #interrupt = () => {
    this.#end(this.#signal.reason);
  };

  constructor(timeoutMs: number, signal: AbortSignal) {
    this.#signal = signal;
    this.#timer = setTimeout(() => {
      this.#end(new Error(`no whole answer within ${timeoutMs} ms`));
    }, timeoutMs);
    signal.addEventListener('abort', this.#interrupt, { once: true });
  }

  /** For what can be ended by a signal alone. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  /**
   * What comes first: the value, or the end. One value is waited for at a time.
   *
   * @param letGo called at the end, so that nothing is left open of what was waited for
   */
  wait<Value>(coming: Promise<Value>, letGo: () => void = () => undefined): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      this.#letGo = letGo;
      // What comes after the end is dropped.
      coming.then(resolve, reject);
      if (this.isOver) this.#abandon();
    });
  }

  /** Nothing is waited for any more. */
  release(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#interrupt);
    this.#giveUp = undefined;
    this.#letGo = undefined;
  }

  #end(reason: unknown): void {
    this.#controller.abort(reason);
    this.#abandon();
  }

  #abandon(): void {
    this.#giveUp?.(this.signal.reason);
    this.#letGo?.();
  }
}
