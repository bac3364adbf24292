import type { HeldRows } from './held-rows.ts';
import type { NumberRange } from './proof.ts';

/** Goes through the numbers that are not held, range after range; each overlaps the one before, and what is held on either side, by a row. */
interface NumberWalk {
  isOver(): boolean;
  /** The next numbers to ask for: about `rows` of them. Of one row alone there is no overlap. */
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
      const isAtHeld = rows > 1 && from + rows < end && held.isHeld(from + rows);
      const to = Math.min(end, from + rows + (isAtHeld ? 1 : 0));
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
      const isAtHeld = rows > 1 && to - rows > first && held.isHeld(to - rows - 1);
      const from = Math.max(first, to - rows - (isAtHeld ? 1 : 0));
      next = from;
      skipHeld();
      return { from, to };
    },
  };
}
