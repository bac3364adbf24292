import type { PixClient } from '../../../client/client.ts';
import type { RunEvent, RunSummary } from '../../../payouts/engine/run-events.ts';
import { runPayouts, type PayoutClient, type RunOptions } from '../../../payouts/engine/run-payouts.ts';
import type { Watching } from '../../../payouts/engine/single-payout.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import type { RunLock } from '../../../payouts/journal/run-lock.ts';
import { commandError, EXIT, type CommandError } from '../../errors/command-error.ts';
import type { Context } from '../context.ts';
import type { Screen } from '../screen.ts';
import type { BoundPayouts, OpenPayouts } from './open-payouts.ts';
import { RunProgress } from './run-progress.ts';
import { describeFailure } from '../../errors/failure.ts';
import { openDespite } from '../../../payouts/engine/run-outcome.ts';

/** A client that is not interrupted by a request to stop: open requests are awaited. */
export function openPayoutClient(context: Context, { settings }: Pick<OpenPayouts, 'settings'>): Promise<PixClient> {
  return context.session.openClient(settings, { signal: new AbortController().signal });
}

/** Sends, looks and follows, and shows a person the progress. The first Ctrl-C stops it after open requests. */
export function workOnRun(
  context: Context,
  { journal, account }: Pick<BoundPayouts, 'journal' | 'account'>,
  work: { readonly lock: RunLock; readonly client: PayoutClient; readonly options: RunOptions },
): Promise<RunSummary> {
  const { clock } = context.host;
  const options = { ...work.options, mayHavePaused: context.screen.isInteractive };
  return watchRun(context, { journal, runId: work.lock.runId }, (watching) =>
    runPayouts({ ...work, ...watching, journal, account, clock, options }),
  );
}

interface WatchedRun {
  readonly journal: Journal;
  readonly runId: string;
  /** Shows no progress; the caller reports why it stopped. */
  readonly isSingle?: boolean;
}

/** Shows the progress of a run, and sets the exit report for an end in between. */
export async function watchRun<Result>(
  context: Context,
  { journal, runId, isSingle = false }: WatchedRun,
  work: (watching: Watching) => Promise<Result>,
): Promise<Result> {
  const { interruption: signal } = context.host;
  const { text, exitReport, warn } = context.screen;
  const progress = new RunProgress(context, { journal, runId, isSingle });
  await exitReport.prepare();
  signal.throwIfAborted();
  const reportStopping = () => {
    if (progress.underWay() === 0 || isSingle) return;
    warn(text.payouts.stopping);
    progress.stop();
  };
  const prepareExitReport = () => {
    if (progress.hasSent())
      exitReport.errorFor = (reason) => leftUnderWay(context.screen, runId, reason, progress.underWay());
  };
  const onEvent = (event: RunEvent) => {
    progress.onEvent(event);
    prepareExitReport();
  };
  prepareExitReport();
  signal.addEventListener('abort', reportStopping, { once: true });
  try {
    return await reportingUnknown(context.screen, journal, runId, () => work({ signal, onEvent }));
  } finally {
    signal.removeEventListener('abort', reportStopping);
    progress.end();
  }
}

/** For an end after which the state of the run is unknown. */
function leftUnderWay({ text }: Screen, runId: string, reason: string, underWay: number): CommandError {
  return commandError(EXIT.unknownOutcome, 'outcome_unknown', text.payouts.leftUnderWay(reason, runId, underWay), {
    details: { run: runId, reason: 'interrupted' },
  });
}

/**
 * A failure to reach the service must not hide that payouts of a run have no confirmed outcome: then the command ends
 * with those, and the failure is given as the reason.
 *
 * @throws CommandError outcome_unknown (exit 5); otherwise what `work` throws
 */
export async function reportingUnknown<Result>(
  { text }: Pick<Screen, 'text'>,
  journal: Pick<Journal, 'tally'>,
  runId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const found = openDespite(error, journal, runId);
    if (found === undefined) throw error;
    const failure = describeFailure(found.failure, text);
    throw commandError(
      EXIT.unknownOutcome,
      'outcome_unknown',
      text.payouts.runUnknownBecause(found.open, runId, failure.message),
      { details: { run: runId, stop: failure.code }, cause: error },
    );
  }
}
