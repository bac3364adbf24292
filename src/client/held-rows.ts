import { hash } from 'node:crypto';
import type { NumberRange } from './proof.ts';

/** Which id is held for which number, in eight bytes a row: ids would take a hundred. */
export interface HeldRows {
  /** @returns `conflict` when the number is held by another id, which stays */
  hold(number: number, id: string): 'new' | 'same' | 'conflict';
  conflicts(number: number, id: string): boolean;
  isHeld(number: number): boolean;
  readonly count: number;
  /** Numbers that are held by no id. */
  gaps(): NumberRange[];
  /** Whether some id is held for two numbers. */
  hasIdTwice(): boolean;
}

const NOT_HELD = 0n;

export function createHeldRows({ from, to }: NumberRange): HeldRows {
  const fingerprints = new BigUint64Array(to - from);
  let count = 0;
  const fingerprintAt = (number: number) => fingerprints[number - from] ?? NOT_HELD;

  return {
    hold(number, id) {
      const known = fingerprintAt(number);
      const fingerprint = fingerprintOf(id);
      if (known !== NOT_HELD) return known === fingerprint ? 'same' : 'conflict';
      fingerprints[number - from] = fingerprint;
      count += 1;
      return 'new';
    },
    conflicts(number, id) {
      const known = fingerprintAt(number);
      return known !== NOT_HELD && known !== fingerprintOf(id);
    },
    isHeld: (number) => fingerprintAt(number) !== NOT_HELD,
    get count() {
      return count;
    },
    gaps() {
      const gaps: NumberRange[] = [];
      for (let place = fingerprints.indexOf(NOT_HELD); place >= 0; place = fingerprints.indexOf(NOT_HELD, place)) {
        const start = place;
        while (place < fingerprints.length && fingerprints[place] === NOT_HELD) place += 1;
        gaps.push({ from: from + start, to: from + place });
      }
      return gaps;
    },
    hasIdTwice() {
      const sorted = fingerprints.toSorted();
      return sorted.some((fingerprint, place) => fingerprint !== NOT_HELD && fingerprint === sorted[place - 1]);
    },
  };
}

/** That two of a million ids share one has a probability of 1 in 37 million. */
function fingerprintOf(id: string): bigint {
  const fingerprint = hash('sha256', id, 'buffer').readBigUInt64LE();
  return fingerprint === NOT_HELD ? 1n : fingerprint;
}
