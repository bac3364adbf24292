import type { FaultKind, FaultPlan, FaultReceipt } from '../../contract/control.ts';
import { seededRandom } from '../seed/random.ts';
import { PathPattern } from './path-pattern.ts';

/** The effect of a fault on one request. */
export interface Fault {
  readonly kind: FaultKind;
  readonly delayMs: number;
}

interface Plan extends FaultPlan {
  readonly id: string;
  readonly matches: (method: string, path: string) => boolean;
  matched: number;
  fired: number;
}

/** Planned faults: which requests they apply to, and how often they did. */
export class FaultPlans {
  readonly #seed: number;
  #plans: readonly Plan[] = [];
  #added = 0;

  /** @param seed of its randomness: the same plans and the same requests give the same faults */
  constructor(seed: number) {
    this.#seed = seed;
  }

  add(plan: FaultPlan): FaultReceipt {
    this.#added += 1;
    const entry = { ...plan, id: `fault-${this.#added}`, matches: matcherOf(plan.on), matched: 0, fired: 0 };
    this.#plans = [...this.#plans, entry];
    return receiptOf(entry);
  }

  list(): readonly FaultReceipt[] {
    return this.#plans.map(receiptOf);
  }

  /** @returns the final counts of the removed plans */
  clear(): readonly FaultReceipt[] {
    const receipts = this.list();
    this.#plans = [];
    return receipts;
  }

  /** The fault for a request, from the oldest plan that fires. Later plans do not count the request. */
  meet(method: string, path: string): Fault | undefined {
    const plan = this.#plans.find((candidate) => candidate.matches(method, path) && this.#fires(candidate));
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

function receiptOf({ matches: _matches, ...receipt }: Plan): FaultReceipt {
  return receipt;
}

/** @param on a method and a path, in the format of the contract's `on` */
function matcherOf(on: string): Plan['matches'] {
  const [methodPattern = '', pathPattern = ''] = on.split(' ');
  const pattern = new PathPattern(pathPattern);
  return (method, path) => (methodPattern === '*' || methodPattern === method) && pattern.matches(path);
}
