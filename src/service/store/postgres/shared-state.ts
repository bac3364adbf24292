import { hash } from 'node:crypto';
import { integerOf, textOf } from '../../../sql/row.ts';
import {
  NO_BODIES,
  type AnswerCache,
  type FaultPlans,
  type LoggedBodies,
  type RateWindow,
  type RequestEntry,
  type RequestLog,
} from '../../http/shared-state.ts';
import { numberOf, presentOf, PRESENT_COLUMNS, type Present, type DatabaseClock } from './present.ts';
import type { StoreConnections } from './store-connections.ts';
import { RATE_LIMITS } from '../../../contract/limits.ts';
import { rateVerdict } from '../../http/rate-window.ts';
import { StoreUnavailable } from '../../wallet/refusal.ts';
import { faultReceipt, FAULTS_MAXIMUM, type FaultReceipt } from '../../../contract/fault-plan.ts';
import type { PgRow } from '../../../sql/postgres/connection.ts';
import { LocalFaultPlans, tooManyFaults } from '../../http/fault-plans.ts';
import { rowsIn } from './reads.ts';

const LOOK_UP = `SELECT service_now($2) AS now, epoch, body, stored_at, expires_at
  FROM service_state LEFT JOIN cached_answers ON name = $1`;
/** An answer about a state that has been replaced since is not stored. */
const STORE = `INSERT INTO cached_answers AS c (name, body, stored_at, expires_at)
  SELECT $1, $2, $3, $4 FROM service_state WHERE epoch = $5
  ON CONFLICT (name) DO UPDATE SET body = excluded.body, stored_at = excluded.stored_at,
    expires_at = excluded.expires_at WHERE c.expires_at <= excluded.stored_at`;
/** Expired answers, and the oldest ones beyond what the cache of one process holds. */
const SWEEP = `DELETE FROM cached_answers WHERE name IN (
    SELECT name FROM (
      SELECT name, expires_at, sum(length(body)) OVER (ORDER BY stored_at DESC) AS characters FROM cached_answers
    ) AS c WHERE expires_at <= service_now($1) OR characters > $2)`;
const CHARACTERS_MAXIMUM = 32 * 1024 * 1024;
const STORES_A_SWEEP = 200;

/** List answers that every instance repeats alike. */
export function sharedAnswerCache({ read, change }: StoreConnections, clock: DatabaseClock): AnswerCache {
  let stored = 0;
  return {
    async through(key, lifetimeSeconds, make, aheadMs = 0) {
      const name = hash('sha256', key);
      const [row = {}] = await read(LOOK_UP, [name, clock.base()]);
      const now = numberOf(row, 'now') + aheadMs;
      if (row['body'] !== null && now < numberOf(row, 'expires_at')) {
        const ageSeconds = Math.floor((now - numberOf(row, 'stored_at')) / 1000);
        return { body: textOf(row, 'body'), ageSeconds, isHit: true };
      }
      const body = await make();
      await change(STORE, [name, body, now, now + lifetimeSeconds * 1000, integerOf(row, 'epoch')]);
      stored += 1;
      if (stored % STORES_A_SWEEP === 0) await change(SWEEP, [clock.base(), CHARACTERS_MAXIMUM]);
      return { body, ageSeconds: 0, isHit: false };
    },
  };
}

const COUNT = 'SELECT * FROM count_request($1, $2, $3, $4, $5)';

/** Sliding windows of all instances: exact, because each is looked at under its lock and by the database's time. */
export function sharedRateWindow({ change }: StoreConnections, clock: DatabaseClock): RateWindow {
  return {
    async count(who, limitName, aheadMs = 0) {
      const { requests, windowMs } = RATE_LIMITS[limitName];
      const [row = {}] = await change(COUNT, [clock.base(), `${limitName} ${who}`, requests, windowMs, aheadMs]);
      const [oldest, now] = [numberOf(row, 'oldest'), numberOf(row, 'at')];
      return rateVerdict(limitName, row['is_allowed'] === true, integerOf(row, 'used'), oldest, now);
    },
  };
}

const UNAVAILABLE = 503;
const RECORD = 'SELECT log_request($1)';
/** An entry is a line of JSON, and its bodies another one. Bodies beyond this many characters are left out, oldest first. */
const LOGGED_CHARACTERS_MAXIMUM = 8_000_000;
const AFTER = `SELECT number, CASE WHEN sum(length(entry)) OVER (ORDER BY number DESC) <= ${LOGGED_CHARACTERS_MAXIMUM} THEN entry
    ELSE split_part(entry, E'\\n', 1) END AS entry
  FROM request_log WHERE number > $1 ORDER BY number`;

/** The latest requests to all instances. */
export function sharedRequestLog({ read, change }: StoreConnections): RequestLog {
  return {
    /** An answer is not withheld because it can't be logged. */
    async record(entry) {
      const logged = change(RECORD, [linesOf(entry)]).catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) throw error;
      });
      // A caller who has waited for the database in vain does not wait for it again.
      if (entry.status === UNAVAILABLE) void logged.catch(() => undefined);
      else await logged;
    },
    async after(number) {
      const rows = await read(AFTER, [number]);
      return rows.map((row) => {
        const [entry = '', bodies] = textOf(row, 'entry').split('\n');
        // Only this log writes the column.
        return {
          number: integerOf(row, 'number'),
          ...(JSON.parse(entry) as Omit<RequestEntry, keyof LoggedBodies>),
          ...(bodies === undefined ? NO_BODIES : (JSON.parse(bodies) as LoggedBodies)),
        };
      });
    },
  };
}

function linesOf({ requestBody, answerBody, ...entry }: RequestEntry): string {
  const line = JSON.stringify(entry);
  const isEmpty = requestBody === null && answerBody === null;
  return isEmpty ? line : `${line}\n${JSON.stringify({ requestBody, answerBody })}`;
}

const PLANS = `coalesce((SELECT json_agg(f ORDER BY f.number) FROM faults AS f), '[]') AS plans`;
const ARRIVE = `SELECT ${PRESENT_COLUMNS}, ${PLANS} FROM service_state`;
const LIST = `SELECT ${PLANS}`;
const ADD = 'INSERT INTO faults (plan) SELECT $1 WHERE (SELECT count(*) FROM faults) < $2 RETURNING *';
const CLEAR = `DELETE FROM faults WHERE $1::text IS NULL OR plan::json ->> 'account' = $1 RETURNING *`;
/** Changes all counts, or none when another request was counted in the meantime. */
const COUNT_FAULT = `UPDATE faults AS f SET matched = a.matched, fired = a.fired
  FROM unnest($1::int8[], $2::int8[], $3::int8[], $4::int8[]) AS a (number, seen, matched, fired)
  WHERE f.number = a.number AND NOT EXISTS (
    SELECT 1 FROM unnest($1::int8[], $2::int8[]) AS b (number, seen)
    LEFT JOIN faults AS g ON g.number = b.number WHERE g.matched IS DISTINCT FROM b.seen
  ) AND f.matched = a.seen RETURNING f.number`;

/**
 * Planned faults of all instances. Each request asks for them, and learns the present state of the service with them:
 * its time, and whether it was replaced.
 */
export function sharedFaultPlans(
  { read, change }: StoreConnections,
  clock: DatabaseClock,
  onPresent: (present: Present) => void,
): FaultPlans {
  /** @returns false when another request was counted in the meantime */
  async function count(rows: readonly PgRow[], before: readonly FaultReceipt[], after: readonly FaultReceipt[]) {
    const counted = rows.flatMap((row, index) => {
      const [seen, present] = [before[index]?.matched, after[index]];
      if (seen === undefined || present === undefined || present.matched === seen) return [];
      return [{ number: integerOf(row, 'number'), seen, matched: present.matched, fired: present.fired }];
    });
    if (counted.length === 0) return true;
    const changed = await change(COUNT_FAULT, [
      counted.map(({ number }) => number),
      counted.map(({ seen }) => seen),
      counted.map(({ matched }) => matched),
      counted.map(({ fired }) => fired),
    ]);
    return changed.length === counted.length;
  }

  return {
    async add(plan) {
      const [row] = await change(ADD, [JSON.stringify(plan), FAULTS_MAXIMUM]);
      if (row === undefined) throw tooManyFaults();
      return receiptOf(row);
    },
    async list() {
      const [row] = await read(LIST);
      return row === undefined ? [] : rowsIn(row, 'plans').map(receiptOf);
    },
    async clear(account) {
      const rows = await change(CLEAR, [account ?? null]);
      return rows.toSorted((one, other) => integerOf(one, 'number') - integerOf(other, 'number')).map(receiptOf);
    },
    async meet(arrival) {
      for (;;) {
        const [row] = await read(ARRIVE, [clock.base()]);
        const present = row && presentOf(row);
        if (row === undefined || present === undefined) throw new Error('the store is empty');
        clock.synchronise(present, false);
        onPresent(present);
        const rows = rowsIn(row, 'plans');
        if (rows.length === 0) return undefined;
        const before = rows.map(receiptOf);
        const plans = new LocalFaultPlans(present.first.seed, before);
        const fault = await plans.meet(arrival);
        if (await count(rows, before, plans.list())) return fault;
      }
    },
  };
}

function receiptOf(row: PgRow): FaultReceipt {
  const plan: unknown = JSON.parse(textOf(row, 'plan'));
  const [matched, fired] = [integerOf(row, 'matched'), integerOf(row, 'fired')];
  return faultReceipt.parse({ ...Object(plan), id: `fault-${integerOf(row, 'number')}`, matched, fired });
}
