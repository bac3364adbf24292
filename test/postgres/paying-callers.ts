import { ask, type SpawnedInstance } from './spawned-instance.ts';

/** Reais, of each withdrawal. */
export const AMOUNT = 10;

/** What callers know of their withdrawals, each of which has a description of its own. */
export class PaymentTally {
  /** Description to ID. */
  readonly acknowledged = new Map<string, string>();
  /** Without an answer, or with one that leaves it open. */
  readonly unknown = new Set<string>();
  /** Answered with 503 or 408, which say that nothing was done. */
  readonly refused = new Set<string>();
  #waiting: { readonly isMet: () => boolean; readonly resolve: () => void } | undefined;

  /** Resolves when so many withdrawals were acknowledged. */
  reaches(count: number): Promise<void> {
    return this.#until(() => this.acknowledged.size >= count);
  }

  /** Resolves when a withdrawal was refused. */
  refuses(): Promise<void> {
    return this.#until(() => this.refused.size > 0);
  }

  acknowledge(description: string, id: string): void {
    this.acknowledged.set(description, id);
    this.#wake();
  }

  refuse(description: string): void {
    this.refused.add(description);
    this.#wake();
  }

  #until(isMet: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { isMet, resolve };
      this.#wake();
    });
  }

  #wake(): void {
    if (this.#waiting?.isMet() === true) this.#waiting.resolve();
  }
}

export interface Caller {
  /** Read for every request: an instance that starts takes the place of one that died. */
  readonly instances: readonly SpawnedInstance[];
  readonly tally: PaymentTally;
  readonly isOver: () => boolean;
  /** Of its descriptions. */
  readonly name: string;
  /** The instance that it asks first. */
  readonly first: number;
}

/**
 * Pays through the instances in turn until it is over.
 *
 * @throws {Error} on an answer that no failure explains, and when none comes within the bound
 */
export async function keepPaying({ instances, tally, isOver, name, first }: Caller): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const instance = instances[(first + turn) % instances.length];
    if (instance === undefined) return;
    const description = `${name} ${turn}`;
    const askedAt = performance.now();
    try {
      const { status, body } = await ask(instance, '/api/v1/withdraw/create', { amount: AMOUNT, description });
      if (status === 200) tally.acknowledge(description, String(body.data['id']));
      else if (status === 500) tally.unknown.add(description);
      // Node's 408: it has seen a connection and no request, before an instance was frozen for longer than it waits.
      else if (status === 503 || status === 408) tally.refuse(description);
      else throw new Error(`a withdrawal was answered with ${status}`);
    } catch (error) {
      // A caller of a frozen instance waits in vain, and asks another one then: also if it was thawed in the meantime.
      const isInVain =
        instance.wasFrozenSince(askedAt) && error instanceof DOMException && error.name === 'TimeoutError';
      if (!isInVain && !(error instanceof TypeError)) throw error;
      tally.unknown.add(description);
    }
  }
}
