import type { MovableClock, ServiceClock } from '../../clock.ts';
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
export const PRESENT = `SELECT s.* FROM (SELECT 1) AS one LEFT JOIN (SELECT ${PRESENT_COLUMNS} FROM service_state) AS s ON true`;

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

/** Below this, what an answer says of the time differs from ours by the way that it took. */
const JITTER_MS = 50;

/**
 * The service's time: the database's own time, and how far it was advanced. Between two answers of the database it runs
 * with the steady clock of this process, never ahead of the database.
 */
export class DatabaseClock implements MovableClock {
  readonly #base: ServiceClock | undefined;
  /** The service's time less the steady clock. */
  #offset: number;
  #aheadMs = 0;

  /** @param base another clock than the database's, for tests */
  constructor(base: ServiceClock | undefined) {
    this.#base = base;
    this.#offset = performance.timeOrigin;
  }

  now(): number {
    return this.#base === undefined ? performance.now() + this.#offset : this.#base.now() + this.#aheadMs;
  }

  /** The parameter of `service_now`: null for the database's own time. */
  base(): number | null {
    return this.#base?.now() ?? null;
  }

  aheadMs(): number {
    return this.#aheadMs;
  }

  advance(durationMs: number): void {
    this.#aheadMs += durationMs;
    this.#offset += durationMs;
  }

  /** @param isExact whether decisions depend on it: then it may also go back by what an answer was delayed */
  synchronise({ now, clockAheadMs }: Pick<Present, 'now' | 'clockAheadMs'>, isExact: boolean): void {
    const offset = now - performance.now();
    const hasMoved = clockAheadMs !== this.#aheadMs;
    this.#aheadMs = clockAheadMs;
    if (isExact || hasMoved || Math.abs(offset - this.#offset) > JITTER_MS) this.#offset = offset;
  }
}
