import type { Context } from '../../context/context.ts';
import { selectFields } from '../../output/fields.ts';
import { printList } from '../../output/present.ts';
import { withPayouts } from '../../context/payouts/open-payouts.ts';
import { RUN_FIELDS, runRow, RUN_TABLE_COLUMNS } from './run-row.ts';

/** `pix payouts list`: asks nobody. */
export async function run(context: Context): Promise<void> {
  const selection = selectFields(context.session.flags.fields, RUN_FIELDS, context.screen.text);
  await withPayouts(context, async ({ journal, knownAccount }) => {
    const rows = journal.runs(knownAccount).map((record) => runRow(record, journal.tally(record.id)));
    const { noRuns } = context.screen.text.payouts;
    await printList(
      context,
      { batches: [rows], envelope: (runs) => ({ runs }), emptyNotice: noRuns },
      selection,
      RUN_TABLE_COLUMNS,
    );
  });
}
