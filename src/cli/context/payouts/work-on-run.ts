import type { PixClient } from '../../../client/client.ts';
import type { RunEvent, RunSummary } from '../../../payouts/engine/run-events.ts';
import { isLockLost, lockedJournal } from '../../../payouts/journal/locked-journal.ts';
import type { RunLock } from '../../../payouts/journal/run-lock.ts';
import { runPayouts, type PayoutClient, type RunOptions } from '../../../payouts/engine/run-payouts.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Context } from '../context.ts';
import type { Screen } from '../screen.ts';
import { EXIT } from '../../errors/exit-code.ts';
import type { BoundPayouts, OpenPayouts } from './open-payouts.ts';
import { createRunProgress } from './run-progress.ts';
import { tellingUnknown } from './still-unknown.ts';

/** A client that the wish to stop does not cut off: what is under way is waited for. */
export function openPayoutClient(context: Context, { settings }: Pick<OpenPayouts, 'settings'>): Promise<PixClient> {
  return context.session.openClient(settings, { signal: new AbortController().signal, clock: context.host.clock });
}

interface RunWorkOrder {
  readonly lock: RunLock;
  readonly client: PayoutClient;
  readonly options: RunOptions;
  /** By default the wish to stop. */
  readonly signal?: AbortSignal;
  /** There is no progress to show, and what stops it is told by whoever ordered it. */
  readonly isSingle?: boolean;
}

/** Sends, looks and follows, and shows a person how it gets on. The first Ctrl-C stops it in good order. */
export async function workOnRun(
  context: Context,
  { journal, account }: Pick<BoundPayouts, 'journal' | 'account'>,
  work: RunWorkOrder,
): Promise<RunSummary> {
  const { interruption, clock } = context.host;
  const { text, exitReport, warn, showProgress } = context.screen;
  const { lock, client, options, signal = interruption, isSingle = false } = work;
  const { runId } = lock;
  const progress = createRunProgress(context, journal.tally(runId), isSingle);
  await exitReport.prepare();
  interruption.throwIfAborted();
  const tellStopping = () => {
    if (progress.underWay() > 0 && !isSingle) warn(text.payouts.stopping);
  };
  const prepareLastWords = () => {
    if (progress.hasSent()) exitReport.complain = (reason) => leftUnderWay(context.screen, runId, reason);
  };
  prepareLastWords();
  interruption.addEventListener('abort', tellStopping, { once: true });
  try {
    const work = {
      journal: lockedJournal(journal, lock),
      lock,
      client,
      account,
      clock,
      signal,
      onEvent(event: RunEvent) {
        progress.onEvent(event);
        prepareLastWords();
      },
      options,
    };
    return await tellingUnknown(context.screen, journal, runId, () =>
      runPayouts(work).catch((error: unknown) => {
        if (!isLockLost(error)) throw error;
        const stop = { reason: 'lock_lost' } as const;
        progress.onEvent({ type: 'stopped', stop });
        return { run: journal.run(runId), tally: journal.tally(runId), alarms: journal.alarms(runId), stop };
      }),
    );
  } finally {
    interruption.removeEventListener('abort', tellStopping);
    showProgress('');
  }
}

/** For an end that nobody could tell how the run stands. */
function leftUnderWay({ text }: Screen, runId: string, reason: string): CommandError {
  return new CommandError({
    ...text.payouts.leftUnderWay(reason, runId),
    code: 'outcome_unknown',
    exitCode: EXIT.unknownOutcome,
    details: { run: runId, reason: 'interrupted' },
  });
}
