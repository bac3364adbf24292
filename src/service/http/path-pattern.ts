const ONE_SEGMENT = Symbol('one segment');
const ANYTHING = Symbol('anything');

type Step = string | typeof ONE_SEGMENT | typeof ANYTHING;

/**
 * Paths as a fault names them: `{id}` is one segment, `*` is anything. All ways to match are followed at once, a character
 * at a time: a path costs its length times that of the pattern, whatever either holds.
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

  /** @param reached how many steps each way to match has taken */
  #after(reached: ReadonlySet<number>, character: string): ReadonlySet<number> {
    const next = new Set<number>();
    for (const taken of reached) {
      const step = this.#steps[taken];
      // A segment goes on until the step after it fits.
      if (this.#steps[taken - 1] === ONE_SEGMENT && character !== '/') next.add(taken);
      if (step === ANYTHING) next.add(taken);
      if (step === character || (step === ONE_SEGMENT && character !== '/')) next.add(taken + 1);
    }
    return this.#withSkips(next);
  }

  /** Anything may be nothing, too. */
  #withSkips(reached: Set<number>): ReadonlySet<number> {
    for (const taken of reached) if (this.#steps[taken] === ANYTHING) reached.add(taken + 1);
    return reached;
  }
}
