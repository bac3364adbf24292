import type { Context } from '../../context/context.ts';
import type { Output } from '../../output/output.ts';
import { withPayouts } from '../../context/payouts/open-payouts.ts';
import { RUN_TABLE_COLUMNS, runRow, type RunRow } from './run-row.ts';

/** `pix payouts list`: sends no request. */
export async function run(context: Context, _options: object, output: Output<RunRow>): Promise<void> {
  await withPayouts(context, async ({ journal, knownAccount }) => {
    const rows = journal.runs(knownAccount).map((record) => runRow(record, journal.tally(record.id)));
    const { noRuns } = context.screen.text.payouts;
    await output.list({ batches: [rows], envelope: (runs) => ({ runs }), emptyNotice: noRuns }, RUN_TABLE_COLUMNS);
  });
}
