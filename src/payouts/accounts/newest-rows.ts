import type { PixClient, Withdrawal } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { unusualLimit } from './newest-page.ts';

/** A page of the newest withdrawals, and those behind it, asked for so that no cache answers. */
export class NewestRows {
  readonly #client: Pick<PixClient, 'withdraws'>;
  readonly #limit: number;
  #offset = 0;
  #isOver = false;

  constructor(client: Pick<PixClient, 'withdraws'>, clock: Pick<Clock, 'random'>) {
    this.#client = client;
    this.#limit = unusualLimit(clock);
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
