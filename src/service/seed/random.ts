import { hash } from 'node:crypto';

/** Repeatable randomness: the same label gives the same numbers. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  fraction(): number;
  /** A whole number, including both ends. */
  whole(from: number, to: number): number;
  pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number];
}

/** The generator sfc32, started from a hash of the label. Source: PractRand, http://pracrand.sourceforge.net */
export function seededRandom(label: string): Random {
  const start = hash('sha256', label, 'buffer');
  let [a, b, c, counter] = [start.readInt32LE(0), start.readInt32LE(4), start.readInt32LE(8), start.readInt32LE(12)];

  function fraction(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  }

  const whole = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1));
  return { fraction, whole, pick: (items) => items[whole(0, items.length - 1)] ?? items[0] };
}
