import { createHash, type Hash } from 'node:crypto';

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
    this.#hash.update(textOf(facts));
  }

  /** Of everything added so far; undefined if that is nothing. */
  value(): string | undefined {
    return this.#isEmpty ? undefined : codeOf(this.#hash.copy());
  }
}

export function seenCodeOf(...facts: readonly Fact[]): string {
  return codeOf(createHash('sha256').update(textOf(facts)));
}

function textOf(facts: readonly Fact[]): string {
  return `${JSON.stringify(facts.map((fact) => fact ?? null))}\n`;
}

function codeOf(hash: Hash): string {
  return hash.digest('hex').slice(0, CODE_LENGTH);
}
