import { RATE_LIMITS, type RateLimitName } from '../../../contract/rate-limit.ts';
import { integerOf } from '../../../sql/row.ts';
import { rateVerdict } from '../../http/rate-window.ts';
import type { RateVerdict, RateWindow } from '../../http/shared-state.ts';
import type { PgRow } from '../../../sql/postgres/connection.ts';
import type { DatabaseClock } from './database-clock.ts';
import { numberOf } from './present.ts';
import type { StoreConnections } from './store-connections.ts';
import { TurnBatch } from './turn-batch.ts';

interface CountedRequest {
  readonly who: string;
  readonly limitName: RateLimitName;
  readonly aheadMs: number;
}

const COUNT = { name: 'count requests', text: 'SELECT * FROM count_requests($1, $2, $3, $4, $5) ORDER BY place' };

/** Sliding windows of all instances: exact, because each is looked at under its lock and by the database's time. */
export class SharedRateWindow implements RateWindow {
  readonly #batch: TurnBatch<CountedRequest, RateVerdict>;

  constructor(connections: StoreConnections, clock: DatabaseClock) {
    this.#batch = new TurnBatch(async (requests) => {
      const limits = requests.map(({ limitName }) => RATE_LIMITS[limitName]);
      const rows = await connections.change(COUNT, [
        clock.base(),
        requests.map(({ who, limitName }) => `${limitName} ${who}`),
        limits.map((limit) => limit.requests),
        limits.map((limit) => limit.windowMs),
        requests.map(({ aheadMs }) => aheadMs),
      ]);
      return rows.map((row, index) => verdictOf(row, requests[index]?.limitName ?? 'standard'));
    });
  }

  count(who: string, limitName: RateLimitName, aheadMs = 0): Promise<RateVerdict> {
    return this.#batch.run({ who, limitName, aheadMs });
  }
}

function verdictOf(row: PgRow, limitName: RateLimitName): RateVerdict {
  return rateVerdict(limitName, {
    isAllowed: row['is_allowed'] === true,
    used: integerOf(row, 'used'),
    oldest: numberOf(row, 'oldest'),
    now: numberOf(row, 'at'),
  });
}
