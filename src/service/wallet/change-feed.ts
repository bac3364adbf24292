import { Latest } from '../latest.ts';
import type { Dispute, Payment, Withdrawal } from './wallet-entries.ts';

/** What a decision created or moved, in its new status. */
export type Moved =
  | { readonly kind: 'payment'; readonly record: Payment }
  | { readonly kind: 'withdrawal'; readonly record: Withdrawal }
  | { readonly kind: 'dispute'; readonly record: Dispute };

export interface Change {
  /** Counts the changes that this process has committed. */
  readonly number: number;
  readonly kind: Moved['kind'];
  readonly id: string;
  readonly account: string;
  readonly status: Moved['record']['status'];
  /** Epoch milliseconds, by the clock of the service. */
  readonly at: number;
}

export type ChangeListener = (changes: readonly (Change & Moved)[]) => void;

/**
 * The changes of status that this process has committed, whatever caused them. Other instances on the same database
 * announce their own.
 */
export class ChangeFeed {
  readonly #listeners = new Set<ChangeListener>();
  readonly #latest = new Latest<Omit<Change, 'number'>>();

  /** Call it after the commit. It never throws: what has been committed must not look as if it had failed. */
  announce(moved: readonly Moved[]): void {
    const changes = moved.map(({ kind, record }) => {
      const { id, accountId: account, status, updatedAt: at } = record;
      return this.#latest.add({ kind, id, account, status, at });
    });
    if (changes.length === 0) return;
    for (const listener of this.#listeners) {
      const announced = changes.map((change, index) => ({ ...change, ...moved[index] }) as Change & Moved);
      queueMicrotask(() => listener(announced));
    }
  }

  /** The latest changes after the one with this number, oldest first. */
  after(number: number, id?: string): readonly Change[] {
    return this.#latest.after(number).filter((change) => id === undefined || change.id === id);
  }

  /** Calls back after each commit. @returns ends it */
  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Call it when the whole state was replaced: ids may begin again. */
  clear(): void {
    this.#latest.clear();
  }
}
