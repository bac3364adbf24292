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
    const isByAccount = this.#plans.some((plan) => plan.account !== undefined);
    const asking = isByAccount ? await account() : undefined;
    const plan = this.#plans.find(
      (candidate) =>
        candidate.matches(method, path) &&
        (candidate.account === undefined || candidate.account === asking) &&
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

/** @param on a method and a path, in the format of the contract's `on`: `{id}` stands for one segment, `*` for anything */
export function matcherOf(on: string): Plan['matches'] {
  const [methodPattern = '', pathPattern = ''] = on.split(' ');
  const parts = pathPattern.split(/(\{\w+\}|\*+)/).map((part) => {
    if (part.startsWith('*')) return '.*';
    return /^\{\w+\}$/.test(part) ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  const path = new RegExp(`^${parts.join('')}$`);
  return (method, asked) => (methodPattern === '*' || methodPattern === method) && path.test(asked);
}
