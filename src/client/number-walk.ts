import type { HeldRows } from './held-rows.ts';
import type { NumberRange } from './proof.ts';

/** Goes through the numbers that are not held, range after range; each overlaps the one before, or what is held, by a row. */
interface NumberWalk {
  isOver(): boolean;
  /** The next numbers to ask for, `rows` of them at most. */
  take(rows: number): NumberRange;
}

/** From the oldest number to the newest. */
export function ascent(held: HeldRows, { from: first, to: end }: NumberRange): NumberWalk {
  let next = first;
  const skipHeld = () => {
    while (next < end && held.isHeld(next)) next += 1;
  };
  skipHeld();
  return {
    isOver: () => next >= end,
    take(rows) {
      const from = next - (next > first && rows > 1 ? 1 : 0);
      const to = Math.min(end, from + rows);
      next = to;
      skipHeld();
      return { from, to };
    },
  };
}

/** From the newest number to the oldest. */
export function descent(held: HeldRows, { from: first, to: end }: NumberRange): NumberWalk {
  let next = end;
  const skipHeld = () => {
    while (next > first && held.isHeld(next - 1)) next -= 1;
  };
  skipHeld();
  return {
    isOver: () => next <= first,
    take(rows) {
      const to = next + (next < end && rows > 1 ? 1 : 0);
      const from = Math.max(first, to - rows);
      next = from;
      skipHeld();
      return { from, to };
    },
  };
}
