import type { SqlDatabase, SqlRow, SqlStatement } from '../../../sql/sqlite/driver.ts';
import { integerOf, textOf, wordOf } from '../../../sql/row.ts';
import type { DueEvent, Schedule } from '../../wallet/wallet-transaction.ts';
import type { PendingChanges } from './pending-changes.ts';
import { SETTLEMENT_OUTCOMES } from '../rows.ts';

/** Due events come from the tables: partial indexes on open rows sort them by time. */
const EXPIRIES = `
  SELECT 'expiry' AS kind, account, id, expires_at AS due_at, NULL AS outcome
  FROM payments WHERE status IN ('PENDING', 'ACTIVE') AND expires_at <= ?1 ORDER BY expires_at, number LIMIT 1`;
const SETTLEMENTS = `
  SELECT 'settlement' AS kind, account, id, settles_at AS due_at, settles_as AS outcome
  FROM withdrawals WHERE status = 'PENDING' AND settles_at <= ?1 ORDER BY settles_at, number LIMIT 1`;

export class SqliteSchedule implements Schedule {
  readonly #pending: PendingChanges;
  readonly #isDue: SqlStatement;
  readonly #next: SqlStatement;
  readonly #saveClock: SqlStatement;

  constructor(database: SqlDatabase, pending: PendingChanges) {
    this.#pending = pending;
    this.#isDue = database.prepare(`
      SELECT EXISTS (SELECT 1 FROM payments WHERE status IN ('PENDING', 'ACTIVE') AND expires_at <= ?1)
        OR EXISTS (SELECT 1 FROM withdrawals WHERE status = 'PENDING' AND settles_at <= ?1) AS is_due`);
    this.#next = database.prepare(
      `SELECT * FROM (${EXPIRIES}) UNION ALL SELECT * FROM (${SETTLEMENTS}) ORDER BY due_at, kind LIMIT 1`,
    );
    this.#saveClock = database.prepare('UPDATE service_state SET clock_ahead_ms = ?');
  }

  next(now: number): Promise<DueEvent | undefined> {
    const row = this.isDue(now) ? this.#next.get(now) : undefined;
    return Promise.resolve(row && eventOf(row));
  }

  saveClock(aheadMs: number): Promise<void> {
    return this.#pending.directly(() => {
      this.#saveClock.run(aheadMs);
    });
  }

  isDue(now: number): boolean {
    const row = this.#isDue.get(now);
    return row !== undefined && integerOf(row, 'is_due') === 1;
  }
}

function eventOf(row: SqlRow): DueEvent {
  const event = { at: integerOf(row, 'due_at'), accountId: textOf(row, 'account'), id: textOf(row, 'id') };
  return textOf(row, 'kind') === 'expiry'
    ? { ...event, kind: 'expiry' }
    : { ...event, kind: 'settlement', as: wordOf(row, 'outcome', SETTLEMENT_OUTCOMES) };
}
