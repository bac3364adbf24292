import type { Context } from '../../context/context.ts';
import { knownAccountOf } from '../../context/payouts/known-account.ts';
import { withPayouts } from '../../context/payouts/open-payouts.ts';
import type { Output } from '../../output/output.ts';
import { runColumns, runRow, type RunRow } from './run-row.ts';

/** `pix payouts list`: sends no request. */
export async function run(context: Context, _options: object, output: Output<RunRow>): Promise<void> {
  await withPayouts(context, async ({ journal, settings, origin, knownAccount }) => {
    await context.session.announceAccount(settings);
    const rows = journal
      .runs(knownAccount)
      .map((record) => runRow(record, journal.tally(record.id), journal.feeOnTop(record.id)));
    const account =
      knownAccount === undefined
        ? undefined
        : knownAccountOf(journal, knownAccount, origin, await context.session.profiles());
    const { noRuns } = context.screen.text.payouts;
    const envelope = (runs: readonly unknown[]) => ({ runs, account: account ?? null });
    await output.list({ batches: [rows], envelope, emptyMessage: noRuns }, runColumns(rows, context.screen.columns));
  });
}
