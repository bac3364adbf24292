import type { Run } from '../../command/command.ts';
import { ClosingLook } from '../../../payouts/engine/closing-look.ts';
import { refreshRun } from '../../../payouts/engine/follow.ts';
import { lookForReturned } from '../../../payouts/engine/copies.ts';
import { MarkWatch } from '../../../payouts/engine/mark-watch.ts';
import { commandError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Output } from '../../output/output.ts';
import { SINGLE_SOURCE } from '../../context/payouts/describe-payout.ts';
import { withPayouts, runOfThisService, type OpenPayouts } from '../../context/payouts/open-payouts.ts';
import { RunProgress } from '../../context/payouts/run-progress.ts';
import { runRow, runColumns, type RunRow } from './run-rows.ts';
import { reportOtherRuns, reportUnconfirmedRows, runSheet } from './run-sheet.ts';
import type { status } from './command.ts';
import { knownAccountOf } from '../../context/payouts/known-account.ts';

/** `pix payouts status [RUN]`: sends no request without `--refresh`. @throws CommandError no_runs (exit 6) */
export const runStatus: Run<typeof status, RunRow> = async (context, flags, output) => {
  const { text } = context.screen;
  await withPayouts(context, async (payouts) => {
    const { journal, knownAccount } = payouts;
    await context.session.announceAccount(payouts.settings);
    const runs = journal.runs(knownAccount);
    // A single withdrawal is looked up by `withdraw get`.
    const runId =
      flags.runId ?? (runs.find(({ source }) => source !== SINGLE_SOURCE) ?? runs[0] ?? submitted(payouts).at(-1))?.id;
    if (runId === undefined) {
      throw commandError(EXIT.notFound, 'no_runs', text.payouts.noLatestRun);
    }
    const run = journal.run(runId);
    if (flags.refresh === true) {
      runOfThisService(payouts, runId);
      const client = await context.session.openClient(payouts.settings);
      // Nothing is sent, so there is no progress to show.
      const { onEvent } = new RunProgress(context, { journal, runId, isSingle: true });
      const { interruption: signal } = context.host;
      const clock = journal.timeFor(context.host.clock);
      const following = { journal, run, client, clock, signal, onEvent };
      await refreshRun(following);
      // An absent withdrawal in another account's list proves nothing.
      if (knownAccount !== undefined && journal.accounts.isOne(run.account, knownAccount)) {
        await lookForReturned(following);
        await new ClosingLook({ ...following, marks: new MarkWatch(following), isOnlooker: true }).look();
      }
    }
    const tally = journal.tally(runId);
    const row = runRow(journal, run, tally);
    const shown = {
      isVerbose: context.session.flags.verbose === true,
      isStatus: true,
      isStored: flags.refresh !== true,
    };
    await output.one(row, (style) => runSheet(journal, run, tally, style, shown));
    reportUnconfirmedRows(context.screen, journal, runId, output.isForPerson);
    if (flags.runId === undefined) reportOtherRuns(context.screen, payouts, runId);
  });
};

/** `pix payouts list`: sends no request. */
export async function runList(context: Context, _options: object, output: Output<RunRow>): Promise<void> {
  await withPayouts(context, async (opened) => {
    const { journal, settings, origin, knownAccount } = opened;
    await context.session.announceAccount(settings);
    const rows = journal.runs(knownAccount).map((record) => runRow(journal, record, journal.tally(record.id)));
    const account =
      knownAccount === undefined
        ? undefined
        : knownAccountOf(journal, knownAccount, origin, await context.session.profiles());
    const { noRuns, approval } = context.screen.text.payouts;
    const led = submitted(opened).length > 0 ? approval.unstarted : undefined;
    const envelope = (runs: readonly unknown[]) => ({ runs, account: account ?? null });
    const footer = () => (led === undefined ? '' : `${led}\n`);
    const source = { batches: [rows], envelope, emptyMessage: led ?? noRuns, footer };
    await output.list(source, runColumns(rows, context.screen.columns));
  });
}

/** What waits to be started, of the account if it is known. */
function submitted({ journal, knownAccount }: OpenPayouts) {
  const runs = journal.approvals.unstarted();
  return knownAccount === undefined
    ? runs
    : runs.filter(({ account }) => journal.accounts.isOne(account, knownAccount));
}
