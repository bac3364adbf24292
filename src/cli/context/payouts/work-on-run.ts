import type { PixClient } from '../../../client/client.ts';
import type { RunEvent, RunSummary } from '../../../payouts/engine/run-events.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { runPayouts, type RunOptions, type RunWork } from '../../../payouts/engine/run-payouts.ts';
import type { Watching } from '../../../payouts/engine/single-payout.ts';
import { commandError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../context.ts';
import type { Screen } from '../screen.ts';
import type { OpenPayouts } from './open-payouts.ts';
import { RunProgress, type ShownRun } from './run-progress.ts';
import { describeFailure, withNothingSent } from '../../errors/failure.ts';
import { despiteFailure, UnconfirmedError } from '../../../payouts/engine/run-outcome.ts';

/** A client that is not interrupted by a request to stop: open requests are awaited. */
export function openPayoutClient(context: Context, { settings }: Pick<OpenPayouts, 'settings'>): Promise<PixClient> {
  return context.session.openClient(settings, { signal: new AbortController().signal });
}

/** Sends, looks and follows, and shows a person the progress. The first Ctrl-C stops it after open requests. */
export async function workOnRun(
  context: Context,
  { journal }: Pick<OpenPayouts, 'journal'>,
  work: Pick<RunWork, 'lock' | 'account' | 'client'> & { readonly options: RunOptions },
): Promise<RunSummary> {
  const { clock } = context.host;
  const options = { ...work.options, mayHavePaused: context.screen.isInteractive };
  const begin = (watching: Watching) => runPayouts({ ...work, ...watching, journal, clock, options });
  const { runId } = work.lock;
  try {
    return await watchRun(context, { journal, runId }, begin);
  } catch (error) {
    throw withNothingSent(error, () => isUnsent(journal, runId));
  }
}

/** Whether no payment of a run was requested, or the last request of each certainly did not leave. */
export function isUnsent(journal: Journal, runId: string): boolean {
  if (journal.tally(runId).planned.payouts < journal.run(runId).payouts) return false;
  // A request that has left was ended: also one that was refused, or is proven absent and planned again.
  for (const { endedAt } of journal.payouts(runId)) if (endedAt !== null) return false;
  return true;
}

/** Shows the progress of a run, and sets the exit report for an end in between. */
export async function watchRun<Result>(
  context: Context,
  shown: ShownRun,
  work: (watching: Watching) => Promise<Result>,
): Promise<Result> {
  const { journal, runId, isSingle } = shown;
  const { interruption: signal } = context.host;
  const { text, exitReport, warn } = context.screen;
  const progress = new RunProgress(context, shown);
  await exitReport.prepare();
  signal.throwIfAborted();
  const reportStopping = () => {
    if (progress.underWay() > 0 && isSingle !== true) warn(text.payouts.stopping);
  };
  // For an end after which the state of the run is unknown.
  const prepareExitReport = () => {
    if (!progress.hasSent()) return;
    exitReport.errorFor = (reason) => {
      const errorText = text.payouts.leftUnderWay(reason, runId, progress.underWay());
      const details = { run: runId, reason: 'interrupted' };
      return commandError(EXIT.unknownOutcome, 'outcome_unknown', errorText, { details });
    };
  };
  const onEvent = (event: RunEvent) => {
    progress.onEvent(event);
    prepareExitReport();
  };
  prepareExitReport();
  signal.addEventListener('abort', reportStopping, { once: true });
  try {
    return await reportingUnknown(context.screen, () =>
      despiteFailure(journal, runId, () => work({ signal, onEvent })),
    );
  } finally {
    signal.removeEventListener('abort', reportStopping);
    progress.end();
  }
}

/**
 * The command ends with payouts that have no confirmed outcome, and gives the failure as the reason.
 *
 * @throws CommandError outcome_unknown (exit 5); otherwise what `work` throws
 */
export async function reportingUnknown<Result>(
  { text }: Pick<Screen, 'text'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnconfirmedError)) throw error;
    const { open, runId, failure: cause } = error;
    const failure = describeFailure(cause, text);
    const errorText = text.payouts.runUnknownBecause(open, runId, failure.message);
    const details = { run: runId, stop: failure.code };
    throw commandError(EXIT.unknownOutcome, 'outcome_unknown', errorText, { details, cause });
  }
}
