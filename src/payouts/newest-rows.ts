import type { PixClient, Withdrawal } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import { epochMsOf } from './withdrawal-facts.ts';

/** More than are under way at once with one key, and none of the limits that others ask for, whose answer may be repeated. */
const ROWS = { least: 26, most: 49 };

/** A page of the newest withdrawals, and those behind it, asked for so that no cache answers. */
export class NewestRows {
  readonly #client: Pick<PixClient, 'withdraws'>;
  readonly #limit: number;
  #offset = 0;
  #isOver = false;

  constructor(client: Pick<PixClient, 'withdraws'>, clock: Pick<Clock, 'random'>) {
    this.#client = client;
    this.#limit = ROWS.least + Math.floor(clock.random() * (ROWS.most - ROWS.least + 1));
  }

  /** Newest first. @throws {PixError} */
  async nextPage(): Promise<readonly Withdrawal[]> {
    const query = { limit: this.#limit, ...(this.#offset > 0 && { offset: this.#offset }) };
    const { items, pagination } = await this.#client.withdraws.page(query);
    this.#offset += items.length;
    this.#isOver = items.length === 0 || this.#offset >= pagination.total;
    return items;
  }

  isOver(): boolean {
    return this.#isOver;
  }

  rowsRead(): number {
    return this.#offset;
  }
}

/** When the newest of them was created, by the service's clock; null when none tells. */
export function newestCreation(rows: readonly Withdrawal[]): number | null {
  const newest = Math.max(...rows.map(({ createdAt }) => epochMsOf(createdAt) ?? Number.NEGATIVE_INFINITY));
  return Number.isFinite(newest) ? newest : null;
}
