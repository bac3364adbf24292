import type { PgRow } from '../../../sql/postgres/connection.ts';
import { integerOf } from '../../../sql/row.ts';
import type { FirstHistory } from '../service-store.ts';
import { firstHistoryOf } from '../whole-state.ts';

/** What every instance must see alike: read with each batch, and by each request. */
export interface Present {
  readonly first: FirstHistory;
  /** Another number after a reset or a restored snapshot. */
  readonly epoch: number;
  /** The service's time, epoch milliseconds with fractions. */
  readonly now: number;
  readonly clockAheadMs: number;
}

export const PRESENT_COLUMNS = `seed, history_payments, history_withdrawals, world, key_secret, clock_ahead_ms, epoch,
  service_now($1) AS now`;

/** The row is there even if nothing is stored yet. */
export const PRESENT = {
  name: 'present',
  text: `SELECT s.* FROM (SELECT 1) AS one LEFT JOIN (SELECT ${PRESENT_COLUMNS} FROM service_state) AS s ON true`,
};

export function presentOf(row: PgRow): Present | undefined {
  if (row['epoch'] === null || row['epoch'] === undefined) return undefined;
  return {
    first: firstHistoryOf(row),
    epoch: integerOf(row, 'epoch'),
    now: numberOf(row, 'now'),
    clockAheadMs: numberOf(row, 'clock_ahead_ms'),
  };
}

/** @throws {TypeError} when the column holds no number */
export function numberOf(row: PgRow, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`column ${column} should hold a number`);
  return value;
}
