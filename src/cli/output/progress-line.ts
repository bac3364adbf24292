import type { ProofProgress } from '../../lists/proof.ts';
import type { Context } from '../context/context.ts';
import type { ListName } from '../../find/wallet-entry.ts';
import { ProgressMeter } from './progress-meter.ts';

/** Frequent enough to show movement, but not for a slow terminal to suffer. */
const REDRAW_MS = 200;

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
