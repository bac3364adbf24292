import { createHash } from 'node:crypto';
import { integerOf, textOf } from '../../../sql/row.ts';
import type { AnswerCache, CachedAnswer } from '../../http/shared-state.ts';
import type { DatabaseClock } from './database-clock.ts';
import { numberOf } from './present.ts';
import type { StoreConnections } from './store-connections.ts';

const LOOK_UP = {
  name: 'cached answer',
  text: `SELECT service_now($2) AS now, epoch, body, stored_at, expires_at
    FROM service_state LEFT JOIN cached_answers ON name = $1`,
};
/** An answer about a state that has been replaced since is not stored. */
const STORE = {
  name: 'store answer',
  text: `INSERT INTO cached_answers AS c (name, body, stored_at, expires_at)
    SELECT $1, $2, $3, $4 FROM service_state WHERE epoch = $5
    ON CONFLICT (name) DO UPDATE SET body = excluded.body, stored_at = excluded.stored_at,
      expires_at = excluded.expires_at WHERE c.expires_at <= excluded.stored_at`,
};
/** Expired answers, and the oldest ones beyond what the cache of one process holds. */
const SWEEP = {
  name: 'sweep answers',
  text: `DELETE FROM cached_answers WHERE name IN (
      SELECT name FROM (
        SELECT name, expires_at, sum(length(body)) OVER (ORDER BY stored_at DESC) AS characters FROM cached_answers
      ) AS c WHERE expires_at <= service_now($1) OR characters > $2)`,
};
const CHARACTERS_MAXIMUM = 32 * 1024 * 1024;
const STORES_A_SWEEP = 200;

/** List answers that every instance repeats alike. */
export class SharedAnswerCache implements AnswerCache {
  readonly #connections: StoreConnections;
  readonly #clock: DatabaseClock;
  #stored = 0;

  constructor(connections: StoreConnections, clock: DatabaseClock) {
    this.#connections = connections;
    this.#clock = clock;
  }

  async through(key: string, lifetimeSeconds: number, make: () => Promise<string>, aheadMs = 0): Promise<CachedAnswer> {
    const name = createHash('sha256').update(key).digest('hex');
    const [row = {}] = await this.#connections.read(LOOK_UP, [name, this.#clock.base()]);
    const now = numberOf(row, 'now') + aheadMs;
    if (row['body'] !== null && now < numberOf(row, 'expires_at')) {
      const ageSeconds = Math.floor((now - numberOf(row, 'stored_at')) / 1000);
      return { body: textOf(row, 'body'), ageSeconds, isHit: true };
    }
    const body = await make();
    await this.#store([name, body, now, now + lifetimeSeconds * 1000, integerOf(row, 'epoch')]);
    return { body, ageSeconds: 0, isHit: false };
  }

  async #store(answer: readonly (string | number)[]): Promise<void> {
    await this.#connections.change(STORE, answer);
    this.#stored += 1;
    if (this.#stored % STORES_A_SWEEP === 0) {
      await this.#connections.change(SWEEP, [this.#clock.base(), CHARACTERS_MAXIMUM]);
    }
  }
}
