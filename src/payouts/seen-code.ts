import { createHash } from 'node:crypto';

/** Long enough that no other facts have it by chance, and short enough to be typed. */
const CODE_LENGTH = 6;

type Fact = string | number | null | undefined;

/**
 * A short code for facts that a person has seen: the same facts have the same code. What the code allows once is not
 * allowed when anything has changed.
 */
export class SeenCode {
  readonly #hash = createHash('sha256');
  #isEmpty = true;

  add(...facts: readonly Fact[]): void {
    this.#isEmpty = false;
    this.#hash.update(`${JSON.stringify(facts.map((fact) => fact ?? null))}\n`);
  }

  /** Of everything added so far; undefined if that is nothing. */
  value(): string | undefined {
    return this.#isEmpty ? undefined : this.#hash.copy().digest('hex').slice(0, CODE_LENGTH);
  }
}

export function seenCodeOf(...facts: readonly Fact[]): string {
  const code = new SeenCode();
  code.add(...facts);
  return code.value() ?? '';
}
