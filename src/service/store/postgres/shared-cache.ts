import { createHash } from 'node:crypto';
import { integerOf, textOf } from '../../../sql/row.ts';
import type { AnswerCache, CachedAnswer } from '../../http/shared-state.ts';
import type { DatabaseClock } from './database-clock.ts';
import { numberOf } from './present.ts';
import type { StoreConnections } from './store-connections.ts';
import { TurnBatch } from './turn-batch.ts';

interface Lookup {
  readonly now: number;
  readonly epoch: number;
  readonly found: { readonly body: string; readonly storedAt: number } | undefined;
}

interface NewAnswer {
  readonly name: string;
  readonly body: string;
  readonly storedAt: number;
  readonly expiresAt: number;
  /** An answer about a state that has been replaced since is not stored. */
  readonly epoch: number;
}

const LOOK_UP = {
  name: 'cached answers',
  text: `SELECT asked.name, service_now($2) AS now, epoch, body, stored_at, expires_at
    FROM unnest($1::text[]) WITH ORDINALITY AS asked (name, place) CROSS JOIN service_state
    LEFT JOIN cached_answers AS c ON c.name = asked.name ORDER BY place`,
};
const STORE = {
  name: 'store answers',
  text: `INSERT INTO cached_answers AS c (name, body, stored_at, expires_at)
    SELECT DISTINCT ON (name) name, body, stored_at, expires_at
    FROM unnest($1::text[], $2::text[], $3::float8[], $4::float8[], $5::int8[]) AS a (name, body, stored_at, expires_at, epoch)
    WHERE epoch = (SELECT epoch FROM service_state) ORDER BY name, stored_at
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
  readonly #lookups: TurnBatch<{ readonly name: string; readonly aheadMs: number }, Lookup>;
  readonly #stores: TurnBatch<NewAnswer, true>;

  constructor(connections: StoreConnections, clock: DatabaseClock) {
    let stored = 0;
    this.#lookups = new TurnBatch(async (asked) => {
      const rows = await connections.read(LOOK_UP, [asked.map(({ name }) => name), clock.base()]);
      return rows.map((row, index) => {
        const now = numberOf(row, 'now') + (asked[index]?.aheadMs ?? 0);
        const isFresh = row['body'] !== null && now < numberOf(row, 'expires_at');
        const found = isFresh ? { body: textOf(row, 'body'), storedAt: numberOf(row, 'stored_at') } : undefined;
        return { now, epoch: integerOf(row, 'epoch'), found };
      });
    });
    this.#stores = new TurnBatch(async (answers) => {
      await connections.change(STORE, [
        answers.map(({ name }) => name),
        answers.map(({ body }) => body),
        answers.map(({ storedAt }) => storedAt),
        answers.map(({ expiresAt }) => expiresAt),
        answers.map(({ epoch }) => epoch),
      ]);
      stored += answers.length;
      if (stored >= STORES_A_SWEEP) {
        stored = 0;
        await connections.change(SWEEP, [clock.base(), CHARACTERS_MAXIMUM]);
      }
      return answers.map(() => true);
    });
  }

  async through(key: string, lifetimeSeconds: number, make: () => Promise<string>, aheadMs = 0): Promise<CachedAnswer> {
    const name = createHash('sha256').update(key).digest('hex');
    const { now, epoch, found } = await this.#lookups.run({ name, aheadMs });
    if (found !== undefined) {
      return { body: found.body, ageSeconds: Math.floor((now - found.storedAt) / 1000), isHit: true };
    }
    const body = await make();
    await this.#stores.run({ name, body, storedAt: now, expiresAt: now + lifetimeSeconds * 1000, epoch });
    return { body, ageSeconds: 0, isHit: false };
  }
}
