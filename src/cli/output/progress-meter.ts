/** Shorter spans are too short to measure the speed. */
const SPAN_MINIMUM_MS = 1_000;
/** The span for measuring the speed, which changes when keys drop out or the network slows down. */
const SPAN_MS = 10_000;

interface Speed {
  /** Both are undefined while unknown. */
  readonly perSecond: number | undefined;
  readonly secondsLeft: number | undefined;
}

/** Measures the speed of work and its remaining time. */
export class ProgressMeter {
  readonly #now: () => number;
  readonly #samples: { readonly at: number; readonly done: number }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  measure(done: number, total: number): Speed {
    const at = this.#now();
    const samples = this.#samples;
    samples.push({ at, done });
    while (samples[1] !== undefined && at - samples[1].at >= SPAN_MS) samples.shift();
    const first = samples[0] ?? { at, done };
    const spanMs = at - first.at;
    const perSecond = spanMs < SPAN_MINIMUM_MS ? undefined : ((done - first.done) * 1_000) / spanMs;
    const isMoving = perSecond !== undefined && perSecond > 0;
    return { perSecond, secondsLeft: isMoving ? Math.ceil(Math.max(0, total - done) / perSecond) : undefined };
  }
}
