import type { hash as hashOnce } from 'node:crypto';
import type { NumberRange } from './proof.ts';

/** A 64-bit hash is stored as two 32-bit numbers: a bigint would be an object each. */
const WORDS = 2;

type Fingerprint = readonly [high: number, low: number];

/** The id of each number of a range, in eight bytes a row: the ids themselves would take a hundred. */
export class ProvenIds {
  readonly #from: number;
  readonly #length: number;
  readonly #words: Uint32Array<ArrayBuffer>;

  constructor({ from, to }: NumberRange) {
    this.#from = from;
    this.#length = to - from;
    this.#words = new Uint32Array(WORDS * this.#length);
  }

  /** @returns whether the number had no id: one that it has is kept */
  add(number: number, id: string): boolean {
    const index = number - this.#from;
    if (this.#isTaken(index)) return false;
    const [high, low] = fingerprintOf(id);
    this.#words.set([low, high], WORDS * index);
    return true;
  }

  conflicts(number: number, id: string): boolean {
    const index = number - this.#from;
    return this.#isTaken(index) && !this.#isSame(index, fingerprintOf(id));
  }

  has(number: number): boolean {
    return this.#isTaken(number - this.#from);
  }

  /** Numbers without an id. */
  gaps(): NumberRange[] {
    const gaps: NumberRange[] = [];
    for (let index = 0; index < this.#length; index += 1) {
      if (this.#isTaken(index)) continue;
      const start = index;
      while (index < this.#length && !this.#isTaken(index)) index += 1;
      gaps.push({ from: this.#from + start, to: this.#from + index });
    }
    return gaps;
  }

  /** Whether one id has two numbers. It sorts the hashes, so no other method works afterwards. */
  hasIdTwice(): boolean {
    // Sorted in place: a copy would double the memory.
    const sorted = new BigUint64Array(this.#words.buffer).sort();
    return sorted.some((hash, index) => hash !== 0n && hash === sorted[index - 1]);
  }

  #isTaken(index: number): boolean {
    return (this.#words[WORDS * index] ?? 0) !== 0 || (this.#words[WORDS * index + 1] ?? 0) !== 0;
  }

  #isSame(index: number, [high, low]: Fingerprint): boolean {
    return this.#words[WORDS * index] === low && this.#words[WORDS * index + 1] === high;
  }
}

/** Loaded with the first id: importing the library does not wait for it. */
let hash: typeof hashOnce | undefined;

/** Among a million ids, two with the same hash have a probability of 1 in 37 million. An id whose hash is 0 is a gap. */
function fingerprintOf(id: string): Fingerprint {
  hash ??= process.getBuiltinModule('node:crypto').hash;
  const digits = hash('sha256', id, 'hex');
  return [Number.parseInt(digits.slice(0, 8), 16), Number.parseInt(digits.slice(8, 16), 16)];
}
