import type { Clock } from '../../client/clock.ts';
import type { SqlDatabase } from '../../sql/sqlite/driver.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import { PayoutError } from '../payout-error.ts';
import { lockLost, type RunLock, type RunLocks } from './run-lock.ts';
import type { Transactions } from './journal-database.ts';
import type { Moment, TimeShown } from '../../sql/postgres/blocking-connection.ts';

interface LeaseSettings {
  readonly database: SqlDatabase;
  readonly transactions: Transactions;
  /** The database's time. `latestMs` is undefined when the database was not heard of lately. */
  readonly time: { epochMs(): number; latestMs(): number | undefined };
  readonly clock: Pick<Clock, 'schedule'>;
  /** The process that works on a run. */
  readonly holder: { readonly host: string; readonly pid: number };
}

/** How long a run stays with a worker that is not heard of. */
const LEASE_MS = 60_000;
const RENEWED_AFTER_MS = 15_000;
/** Before the end of a lease nothing leaves: from the check to the wire, a request takes much less. */
const LAST_MS = 15_000;

/**
 * Locks for a journal that several machines share: a row for each run, with a time until which it belongs to its worker,
 * by the database's clock. The next worker has a larger number (`fence`). A worker that slept through the end of its
 * lease notices before it writes an intent, and before a request leaves.
 */
export class LeaseLocks implements RunLocks {
  readonly #settings: LeaseSettings;
  readonly #sql: ReturnType<typeof prepareLeases>;

  constructor(settings: LeaseSettings) {
    this.#settings = settings;
    this.#sql = prepareLeases(settings.database);
  }

  lock(runId: string): Promise<RunLock> {
    const { transactions, time, holder } = this.#settings;
    return Promise.resolve().then(() => {
      const taken = transactions.transaction(() => {
        const known = this.#sql.read.get(runId);
        const now = time.epochMs();
        if (known !== undefined && integerOf(known, 'until') > now) throw locked(runId, textOf(known, 'host'));
        const fence = known === undefined ? 1 : integerOf(known, 'fence') + 1;
        const until = now + LEASE_MS;
        this.#sql.take.run(runId, fence, holder.host, holder.pid, now, until);
        return { runId, fence, until };
      });
      return new Lease(taken, this.#settings, this.#sql);
    });
  }

  remove(runId: string): void {
    this.#sql.remove.run(runId);
  }
}

class Lease implements RunLock {
  readonly runId: string;
  readonly fence: number;
  readonly #settings: LeaseSettings;
  readonly #sql: ReturnType<typeof prepareLeases>;
  #until: number;
  #isReleased = false;
  #callOff: () => void = () => undefined;

  constructor(
    { runId, fence, until }: { readonly runId: string; readonly fence: number; readonly until: number },
    settings: LeaseSettings,
    sql: ReturnType<typeof prepareLeases>,
  ) {
    this.runId = runId;
    this.fence = fence;
    this.#until = until;
    this.#settings = settings;
    this.#sql = sql;
    this.#renewLater();
  }

  /** Within the transaction that depends on it, which renews the lease: a worker that has slept may find it unclaimed. */
  isOurs(): boolean {
    return !this.#isReleased && this.#extended() !== undefined;
  }

  readonly assertMayLeave = (): void => {
    if (this.#isReleased) throw lockLost(this.runId);
    if (this.#isSure()) return;
    this.#renew();
    if (!this.#isSure()) throw lockLost(this.runId);
  };

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#callOff();
    try {
      this.#sql.release.run(this.runId, this.fence);
    } catch {
      // It ends by itself.
    }
  }

  /** Whether the database was heard of lately, and the lease lasts. */
  #isSure(): boolean {
    const now = this.#settings.time.latestMs();
    return now !== undefined && now < this.#until - LAST_MS;
  }

  /** @throws {PayoutError} `lock_lost`; an error of the connection */
  #renew(): void {
    const until = this.#settings.transactions.transaction(() => this.#extended());
    if (until === undefined) throw lockLost(this.runId);
    this.#until = until;
  }

  /** Within a transaction. @returns the new end; undefined when another worker has taken the run */
  #extended(): number | undefined {
    const until = this.#settings.time.epochMs() + LEASE_MS;
    const { changes } = this.#sql.renew.run(until, this.runId, this.fence);
    return Number(changes) === 1 ? until : undefined;
  }

  #renewLater(): void {
    this.#callOff = this.#settings.clock.schedule(RENEWED_AFTER_MS, () => {
      try {
        this.#renew();
      } catch {
        // The next intent, or the next request, finds out.
      }
      this.#renewLater();
    });
  }
}

function prepareLeases(database: SqlDatabase) {
  return {
    read: database.prepare('SELECT fence, host, until FROM lease WHERE run_id = ?'),
    take: database.prepare(`INSERT INTO lease (run_id, fence, host, pid, since, until) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (run_id) DO UPDATE SET fence = excluded.fence, host = excluded.host, pid = excluded.pid,
      since = excluded.since, until = excluded.until`),
    renew: database.prepare('UPDATE lease SET until = ? WHERE run_id = ? AND fence = ? AND until > 0'),
    release: database.prepare('UPDATE lease SET until = 0 WHERE run_id = ? AND fence = ?'),
    remove: database.prepare('DELETE FROM lease WHERE run_id = ?'),
  };
}

function locked(runId: string, host: string): PayoutError {
  return new PayoutError(`another process, on ${host}, is working on the run ${runId}`, { code: 'run_locked', runId });
}

/** A connection that learns the database's time with its answers. */
export interface TimeSource {
  readonly isOpen: boolean;
  readonly timeShown: TimeShown;
  /** @throws when the connection is lost */
  askTime(timeoutMs: number): TimeShown;
}

/** What was shown is as good as new for this time, unless a clock of this machine jumps. */
const FRESH_MS = 1_000;
const ASKING_MS = 5_000;

/**
 * The time of a database that several machines share. Whatever their own clocks show, they agree about it within a
 * round trip: after a second, and whenever a clock of this machine jumps or it has slept, the database is asked again.
 */
export class DatabaseTime {
  readonly #source: TimeSource;
  readonly #moment: () => Moment;

  constructor(source: TimeSource, moment: () => Moment) {
    this.#source = source;
    this.#moment = moment;
  }

  /** Whole milliseconds since the epoch. Without a connection, it continues by this machine's steady clock. */
  epochMs(): number {
    return Math.floor(this.#nowMs());
  }

  /** The latest time that it may be by now. Undefined when the database was not heard of for a second. */
  latestMs(): number | undefined {
    return this.#source.isOpen ? this.#freshOf(this.#source.timeShown) : undefined;
  }

  #nowMs(): number {
    const shown = this.#source.timeShown;
    const fresh = this.#freshOf(shown);
    if (fresh !== undefined) return fresh;
    if (this.#source.isOpen) {
      try {
        return this.#latestOf(this.#source.askTime(ASKING_MS));
      } catch {
        // It shows in the next statement, too, which reports it.
      }
    }
    return shown.databaseMs + Math.max(0, this.#moment().steadyMs - shown.askedAt.steadyMs);
  }

  #freshOf(shown: TimeShown): number | undefined {
    const { steadyMs, epochMs } = this.#passedSince(shown);
    const isFresh = steadyMs <= FRESH_MS && epochMs <= FRESH_MS && epochMs >= -1;
    return isFresh ? this.#latestOf(shown) : undefined;
  }

  #latestOf(shown: TimeShown): number {
    const { steadyMs, epochMs } = this.#passedSince(shown);
    return shown.databaseMs + Math.max(0, steadyMs, Math.min(epochMs, FRESH_MS));
  }

  #passedSince({ askedAt }: TimeShown): Moment {
    const now = this.#moment();
    return { steadyMs: now.steadyMs - askedAt.steadyMs, epochMs: now.epochMs - askedAt.epochMs };
  }
}
