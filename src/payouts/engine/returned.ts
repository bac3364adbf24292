import type { Withdrawal } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { PayoutRecord } from '../journal/records.ts';
import { NODE_CLOCKS_APART_MS } from './look.ts';
import { readNewestSince } from './newest-since.ts';
import type { RunEvent } from './run-events.ts';
import { factsOfRow } from '../journal/withdrawal-facts.ts';

/** Maximum number of withdrawals read that others have made in the meantime. */
const ROWS_OF_OTHERS_MAXIMUM = 1_000;

/**
 * Stores that withdrawals have failed that were COMPLETED before: their payouts are not paid.
 *
 * @returns those payouts
 */
export function storeReturned(rows: readonly Withdrawal[], journal: Journal): readonly PayoutRecord[] {
  const failed = rows.filter(({ status }) => status === 'FAILED');
  if (failed.length === 0) return [];
  return journal.transaction(() =>
    failed.flatMap((row) => {
      const payout = journal.claimantOf(row.id);
      if (payout?.state !== 'paid' || payout.withdrawal?.id !== row.id) return [];
      const withdrawal = factsOfRow(row);
      const { code } = payout;
      journal.steps.change(payout, 'paid', { to: 'failed', withdrawal, code, reason: withdrawal.failureReason });
      return [journal.payout(payout)];
    }),
  );
}

/** Reads the list as far back as the paid withdrawals of a run. A failure to read it is only reported. */
export async function lookForReturned({
  journal,
  runId,
  client,
  clock,
  signal,
  onEvent,
}: {
  readonly journal: Journal;
  readonly runId: string;
  readonly client: Pick<PixClient, 'withdraws'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}): Promise<void> {
  let sinceMs = Number.POSITIVE_INFINITY;
  for (const { withdrawal, intendedAt } of journal.payouts(runId, { states: ['paid'] })) {
    sinceMs = Math.min(sinceMs, withdrawal?.createdAt ?? (intendedAt ?? 0) - NODE_CLOCKS_APART_MS);
  }
  if (sinceMs === Number.POSITIVE_INFINITY) return;
  const rowsMaximum = 2 * journal.run(runId).payouts + ROWS_OF_OTHERS_MAXIMUM;
  const isInterrupted = () => signal.aborted;
  const { rows, error } = await readNewestSince({ client, clock, sinceMs, rowsMaximum, isInterrupted });
  if (error !== undefined) onEvent({ type: 'look_failed', error });
  for (const payout of storeReturned(rows, journal)) onEvent({ type: 'changed', payout });
}
