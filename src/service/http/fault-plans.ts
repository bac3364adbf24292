import { FAULTS_MAXIMUM, type FaultPlan, type FaultReceipt } from '../../contract/fault-plan.ts';
import { seededRandom } from '../seed/random.ts';
import { invalidField, type Refusal } from '../wallet/refusal.ts';
import type { Arrival, Fault, FaultPlans } from './shared-state.ts';

interface Plan extends FaultReceipt {
  readonly matches: (method: string, path: string) => boolean;
  matched: number;
  fired: number;
}

/** Planned faults of one process. */
export class LocalFaultPlans implements FaultPlans {
  readonly #seed: number;
  #plans: readonly Plan[] = [];
  #added = 0;

  /**
   * @param seed of its randomness: the same plans and the same requests give the same faults
   * @param receipts of plans that are there already
   */
  constructor(seed: number, receipts: readonly FaultReceipt[] = []) {
    this.#seed = seed;
    this.#plans = receipts.map((receipt) => ({ ...receipt, matches: matcherOf(receipt.on) }));
  }

  /** @throws {Refusal} `validation_failed` when there are too many */
  add(plan: FaultPlan): FaultReceipt {
    if (this.#plans.length >= FAULTS_MAXIMUM) throw tooManyFaults();
    this.#added += 1;
    const entry = { ...plan, id: `fault-${this.#added}`, matches: matcherOf(plan.on), matched: 0, fired: 0 };
    this.#plans = [...this.#plans, entry];
    return receiptOf(entry);
  }

  list(): readonly FaultReceipt[] {
    return this.#plans.map(receiptOf);
  }

  clear(account?: string): readonly FaultReceipt[] {
    const isCleared = (plan: Plan) => account === undefined || plan.account === account;
    const receipts = this.#plans.filter(isCleared).map(receiptOf);
    this.#plans = this.#plans.filter((plan) => !isCleared(plan));
    return receipts;
  }

  async meet({ method, path, account }: Arrival): Promise<Fault | undefined> {
    return this.meetAs(method, path, this.isByAccount() ? await account() : undefined);
  }

  isByAccount(): boolean {
    return this.#plans.some(({ account }) => account !== undefined);
  }

  meetAs(method: string, path: string, account: string | undefined): Fault | undefined {
    const plan = this.#plans.find(
      (candidate) =>
        candidate.matches(method, path) &&
        (candidate.account === undefined || candidate.account === account) &&
        this.#fires(candidate),
    );
    return plan && { kind: plan.fault, delayMs: plan.delayMs };
  }

  #fires(plan: Plan): boolean {
    plan.matched += 1;
    if (plan.matched <= plan.after || plan.fired === plan.times) return false;
    const chance = seededRandom(`seed ${this.#seed}, ${plan.id}, request ${plan.matched}`).fraction();
    if (chance >= plan.probability) return false;
    plan.fired += 1;
    return true;
  }
}

export function tooManyFaults(): Refusal {
  return invalidField('on', `there are ${FAULTS_MAXIMUM} faults already: clear them first`);
}

function receiptOf({ matches: _matches, ...receipt }: Plan): FaultReceipt {
  return receipt;
}

/** @param on a method and a path, in the format of the contract's `on` */
function matcherOf(on: string): Plan['matches'] {
  const [methodPattern = '', pathPattern = ''] = on.split(' ');
  const pattern = new PathPattern(pathPattern);
  return (method, path) => (methodPattern === '*' || methodPattern === method) && pattern.matches(path);
}

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
