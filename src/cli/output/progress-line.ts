import type { ProofProgress } from '../../lists/proof.ts';
import type { Context } from '../context/context.ts';
import type { ListName } from '../../find/wallet-entry.ts';

/** Frequent enough to show movement, but not for a slow terminal to suffer. */
const REDRAW_MS = 200;

/** Shorter spans are too short to measure the speed. */
const SPAN_MINIMUM_MS = 1_000;
/** The span for measuring the speed, which changes when keys drop out or the network slows down. */
const SPAN_MS = 10_000;

/** Shows the progress of reading a list, its speed, and the remaining time. */
export function listProgress(
  { host: { now }, screen: { text, showProgress } }: Context,
  list: ListName,
): (progress: ProofProgress) => void {
  const meter = new ProgressMeter(now);
  let drawnAt = -Infinity;
  return ({ rowsHeld, rowsTotal }) => {
    const at = now();
    if (at - drawnAt < REDRAW_MS) return;
    drawnAt = at;
    const { perSecond, secondsLeft } = meter.measure(rowsHeld, rowsTotal);
    const speed =
      perSecond === undefined || secondsLeft === undefined
        ? ''
        : text.progress.speed(Math.round(perSecond), timeLeft(secondsLeft));
    showProgress(text.progress.reading(text.lists.names[list], rowsHeld, rowsTotal) + speed);
  };
}

/** `45 s`, `12 min`, `2 h 5 min`: the same in both languages. */
export function timeLeft(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export class ProgressMeter {
  readonly #now: () => number;
  readonly #samples: { readonly at: number; readonly done: number }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The speed, and what is left at it; undefined while unknown. */
  measure(done: number, total: number) {
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
