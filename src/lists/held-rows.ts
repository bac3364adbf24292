import { hash } from 'node:crypto';
import type { NumberRange } from './proof.ts';

/** Which id is held for which number, in eight bytes a row: ids would take a hundred. */
export interface HeldRows {
  /** @returns `conflict` when the number is held by another id, which stays */
  hold(number: number, id: string): 'new' | 'same' | 'conflict';
  conflicts(number: number, id: string): boolean;
  isHeld(number: number): boolean;
  /**
   * What is held, judged at the end: it answers nothing else any more.
   *
   * @returns numbers that are held by no id, and whether some id is held for two
   */
  judge(): { gaps: NumberRange[]; hasIdTwice: boolean };
}

/** Words of 32 bits: as numbers they cost nothing, where 64 bits at once would be an object each. */
const WORDS = 2;

export function createHeldRows({ from, to }: NumberRange): HeldRows {
  const length = to - from;
  const words = new Uint32Array(WORDS * length);

  const isHeldAt = (place: number) => (words[WORDS * place] ?? 0) !== 0 || (words[WORDS * place + 1] ?? 0) !== 0;
  const isSame = (place: number, [high, low]: Fingerprint) =>
    words[WORDS * place] === low && words[WORDS * place + 1] === high;

  return {
    hold(number, id) {
      const place = number - from;
      const fingerprint = fingerprintOf(id);
      if (isHeldAt(place)) return isSame(place, fingerprint) ? 'same' : 'conflict';
      const [high, low] = fingerprint;
      words.set([low, high], WORDS * place);
      return 'new';
    },
    conflicts(number, id) {
      const place = number - from;
      return place >= 0 && place < length && isHeldAt(place) && !isSame(place, fingerprintOf(id));
    },
    isHeld: (number) => isHeldAt(number - from),
    judge() {
      const gaps: NumberRange[] = [];
      for (let place = 0; place < length; place += 1) {
        if (isHeldAt(place)) continue;
        const start = place;
        while (place < length && !isHeldAt(place)) place += 1;
        gaps.push({ from: from + start, to: from + place });
      }
      // In place: a copy would take as much memory again.
      new BigUint64Array(words.buffer).sort();
      let hasIdTwice = false;
      for (let place = 1; place < length && !hasIdTwice; place += 1) {
        const [high = 0, low = 0] = [words[WORDS * place - 1], words[WORDS * place - 2]];
        hasIdTwice = isHeldAt(place) && isSame(place, [high, low]);
      }
      return { gaps, hasIdTwice };
    },
  };
}

type Fingerprint = readonly [high: number, low: number];

/** That two of a million ids share one has a probability of 1 in 37 million. */
function fingerprintOf(id: string): Fingerprint {
  const digits = hash('sha256', id, 'hex');
  const high = Number.parseInt(digits.slice(0, 8), 16);
  const low = Number.parseInt(digits.slice(8, 16), 16);
  return high === 0 && low === 0 ? [0, 1] : [high, low];
}
