import { TABLE_NAMES } from '../schema/tables.ts';
import { LATEST_AT } from '../whole-state.ts';
import type { Batch } from './batch.ts';

/** What refers to the state that was replaced. Requests stay logged. */
export const FORGET_SHARED = {
  name: 'forget shared',
  text: `WITH a AS (DELETE FROM faults), b AS (DELETE FROM cached_answers) DELETE FROM rate_windows`,
};

/** Time continues from the latest event that is stored, if the clock is behind it. */
const CONTINUE_CLOCK = {
  name: 'continue clock',
  text: `UPDATE service_state SET clock_ahead_ms = clock_ahead_ms + behind
    FROM (SELECT ceil(latest_at - service_now($1)) AS behind FROM (${LATEST_AT}) AS e) AS l WHERE behind > 0`,
};

/** Deletes everything that is stored. The batch must have the service for itself. */
export async function clearTables(batch: Batch): Promise<void> {
  for (const table of TABLE_NAMES.toReversed()) await batch.ask(`DELETE FROM ${table}`);
}

export async function continueClock(batch: Batch, base: number | null): Promise<void> {
  await batch.ask(CONTINUE_CLOCK, [base]);
}
