const ONE_SEGMENT = Symbol('one segment');
const ANYTHING = Symbol('anything');

type Step = string | typeof ONE_SEGMENT | typeof ANYTHING;

/**
 * Path patterns of faults: `{id}` matches one segment, `*` anything. All possible matches are followed at once,
 * character by character, so the cost is at most path length times pattern length.
 */
export class PathPattern {
  readonly #steps: readonly Step[];

  constructor(pattern: string) {
    this.#steps = pattern.split(/(\{\w+\}|\*+)/).flatMap<Step>((part) => {
      if (part.startsWith('*')) return [ANYTHING];
      return /^\{\w+\}$/.test(part) ? [ONE_SEGMENT] : Array.from(part);
    });
  }

  matches(path: string): boolean {
    let reached = this.#withSkips(new Set([0]));
    for (const character of path) {
      if (reached.size === 0) return false;
      reached = this.#after(reached, character);
    }
    return reached.has(this.#steps.length);
  }

  /** @param reached the number of steps taken, for each possible match */
  #after(reached: ReadonlySet<number>, character: string): ReadonlySet<number> {
    const next = new Set<number>();
    for (const taken of reached) {
      const step = this.#steps[taken];
      // A segment continues until the next step matches.
      if (this.#steps[taken - 1] === ONE_SEGMENT && character !== '/') next.add(taken);
      if (step === ANYTHING) next.add(taken);
      if (step === character || (step === ONE_SEGMENT && character !== '/')) next.add(taken + 1);
    }
    return this.#withSkips(next);
  }

  /** `*` also matches nothing. */
  #withSkips(reached: Set<number>): ReadonlySet<number> {
    for (const taken of reached) if (this.#steps[taken] === ANYTHING) reached.add(taken + 1);
    return reached;
  }
}
