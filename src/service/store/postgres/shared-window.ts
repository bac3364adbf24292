import { RATE_LIMITS, type RateLimitName } from '../../../contract/rate-limit.ts';
import { integerOf } from '../../../sql/row.ts';
import { rateVerdict } from '../../http/rate-window.ts';
import type { RateVerdict, RateWindow } from '../../http/shared-state.ts';
import type { DatabaseClock } from './database-clock.ts';
import { numberOf } from './present.ts';
import type { StoreConnections } from './store-connections.ts';

const COUNT = { name: 'count request', text: 'SELECT * FROM count_request($1, $2, $3, $4, $5)' };

/** Sliding windows of all instances: exact, because each is looked at under its lock and by the database's time. */
export class SharedRateWindow implements RateWindow {
  readonly #connections: StoreConnections;
  readonly #clock: DatabaseClock;

  constructor(connections: StoreConnections, clock: DatabaseClock) {
    this.#connections = connections;
    this.#clock = clock;
  }

  async count(who: string, limitName: RateLimitName, aheadMs = 0): Promise<RateVerdict> {
    const { requests, windowMs } = RATE_LIMITS[limitName];
    const counted = [this.#clock.base(), `${limitName} ${who}`, requests, windowMs, aheadMs];
    const [row = {}] = await this.#connections.change(COUNT, counted);
    return rateVerdict(limitName, {
      isAllowed: row['is_allowed'] === true,
      used: integerOf(row, 'used'),
      oldest: numberOf(row, 'oldest'),
      now: numberOf(row, 'at'),
    });
  }
}
