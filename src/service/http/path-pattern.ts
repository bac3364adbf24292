const ONE_SEGMENT = Symbol('one segment');
const ANYTHING = Symbol('anything');

type Step = string | typeof ONE_SEGMENT | typeof ANYTHING;

/**
 * Path patterns of faults: `{id}` matches one segment, `*` anything. All possible matches are followed at once, character
 * by character. Only those that stand at a wildcard last, so a path costs its length times the wildcards.
 */
export class PathPattern {
  readonly #steps: readonly Step[];
  /** The character at which each number of steps was last reached, so that none is followed twice. */
  readonly #reachedAt: Int32Array;

  constructor(pattern: string) {
    this.#steps = pattern.split(/(\{\w+\}|\*+)/).flatMap<Step>((part) => {
      if (part.startsWith('*')) return [ANYTHING];
      return /^\{\w+\}$/.test(part) ? [ONE_SEGMENT] : part.split('');
    });
    this.#reachedAt = new Int32Array(this.#steps.length + 1);
  }

  matches(path: string): boolean {
    this.#reachedAt.fill(-1);
    let reached: number[] = [];
    this.#reach(0, 0, reached);
    for (let index = 0; index < path.length && reached.length > 0; index += 1) {
      reached = this.#after(reached, path.charAt(index), index + 1);
    }
    return reached.includes(this.#steps.length);
  }

  /** @param reached the number of steps taken, for each possible match */
  #after(reached: readonly number[], character: string, at: number): number[] {
    const next: number[] = [];
    for (const taken of reached) {
      const step = this.#steps[taken];
      // A segment continues until the next step matches.
      if (this.#steps[taken - 1] === ONE_SEGMENT && character !== '/') this.#reach(taken, at, next);
      if (step === ANYTHING) this.#reach(taken, at, next);
      if (step === character || (step === ONE_SEGMENT && character !== '/')) this.#reach(taken + 1, at, next);
    }
    return next;
  }

  /** `*` also matches nothing. */
  #reach(taken: number, at: number, reached: number[]): void {
    for (let step = taken; this.#reachedAt[step] !== at; step += 1) {
      this.#reachedAt[step] = at;
      reached.push(step);
      if (this.#steps[step] !== ANYTHING) return;
    }
  }
}
