import type { PixClient } from '../../../src/client/client.ts';
import { sleep, type Clock } from '../../../src/client/clock.ts';
import type { Journal } from '../../../src/payouts/journal.ts';
import { stateOfStatus } from '../../../src/payouts/payout-state.ts';
import { markedDescription, newMark } from '../../../src/payouts/mark.ts';
import type { RunEvent, RunSummary } from '../../../src/payouts/run-events.ts';
import type { RunLock } from '../../../src/payouts/run-lock.ts';

/** scratch */
export async function runPayouts({
  journal,
  lock,
  client,
  clock,
  signal,
  onEvent,
}: {
  journal: Journal;
  lock: RunLock;
  client: PixClient;
  clock: Clock;
  signal: AbortSignal;
  onEvent: (event: RunEvent) => void;
}): Promise<RunSummary> {
  const { runId } = lock;
  const run = journal.run(runId);
  for (const { row } of journal.payouts(runId, { states: ['sending'] })) journal.change({ runId, row }, 'sending', { to: 'planned' });
  for (const payout of [...journal.payouts(runId, { states: ['planned'] })]) {
    if (signal.aborted) break;
    const mark = run.usesMarks ? newMark(() => clock.random()) : null;
    if (!journal.intend(payout, { at: clock.epochMs(), mark, servedBefore: null })) continue;
    try {
      const made = await client.withdraws.create({ ...payout, coverFee: run.coverFee, description: markedDescription(payout.description, mark) });
      const withdrawal = {
        id: made.id,
        status: made.status ?? null,
        valueCentavos: made.value,
        feeCentavos: made.fee ?? null,
        sentCentavos: made.sent ?? null,
        createdAt: null,
        finalAt: null,
        failureReason: null,
      };
      journal.change(payout, 'sending', { to: stateOfStatus(made.status), withdrawal });
      onEvent({ type: 'changed', payout: journal.payout(payout) });
    } catch (error) {
      if (!(error instanceof Error && 'outcome' in error)) throw error;
      journal.change(payout, 'sending', { to: error.outcome === 'refused' ? 'refused' : 'planned' });
      await sleep(clock, 1000, new AbortController().signal);
    }
  }
  return { run, tally: journal.tally(runId), alarms: 0, stop: undefined };
}
