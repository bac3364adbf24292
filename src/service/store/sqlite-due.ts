import type { SqlDatabase } from '../../sqlite/driver.ts';
import { integerOf, textOf, wordOf } from '../../sqlite/row.ts';
import type { DueEvent } from '../wallet/due-event.ts';
import { SETTLEMENT_OUTCOMES } from './rows.ts';

/** The tables know what is due: the partial indexes over what is still open have it in order. */
const EXPIRIES = `
  SELECT 'expiry' AS kind, account, id, expires_at AS due_at, NULL AS outcome
  FROM payments WHERE status IN ('PENDING', 'ACTIVE') AND expires_at <= ?1 ORDER BY expires_at, number LIMIT 1`;
const SETTLEMENTS = `
  SELECT 'settlement' AS kind, account, id, settles_at AS due_at, settles_as AS outcome
  FROM withdrawals WHERE status = 'PENDING' AND settles_at <= ?1 ORDER BY settles_at, number LIMIT 1`;

export interface DueReader {
  isDue(now: number): boolean;
  nextDue(now: number): DueEvent | undefined;
}

export function dueReader(database: SqlDatabase): DueReader {
  const next = database.prepare(
    `SELECT * FROM (${EXPIRIES}) UNION ALL SELECT * FROM (${SETTLEMENTS}) ORDER BY due_at, kind LIMIT 1`,
  );
  const isDue = database.prepare(`
    SELECT EXISTS (SELECT 1 FROM payments WHERE status IN ('PENDING', 'ACTIVE') AND expires_at <= ?1)
      OR EXISTS (SELECT 1 FROM withdrawals WHERE status = 'PENDING' AND settles_at <= ?1) AS is_due`);

  function hasDue(now: number): boolean {
    const row = isDue.get(now);
    return row !== undefined && integerOf(row, 'is_due') === 1;
  }

  return {
    isDue: hasDue,
    nextDue(now) {
      if (!hasDue(now)) return undefined;
      const row = next.get(now);
      if (row === undefined) return undefined;
      const event = { at: integerOf(row, 'due_at'), accountId: textOf(row, 'account'), id: textOf(row, 'id') };
      return textOf(row, 'kind') === 'expiry'
        ? { ...event, kind: 'expiry' }
        : { ...event, kind: 'settlement', as: wordOf(row, 'outcome', SETTLEMENT_OUTCOMES) };
    },
  };
}
