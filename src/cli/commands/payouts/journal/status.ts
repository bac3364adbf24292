import { join } from 'node:path';
import { JOURNAL_FILE } from '../../../../payouts/journal/journal-database.ts';
import { runsOf, sizeOf, workersOf } from '../../../../payouts/journal/journal-facts.ts';
import type { Context } from '../../../context/context.ts';
import { withJournal } from '../../../context/payouts/open-payouts.ts';
import type { Output } from '../../../output/output.ts';
import { workerWords, type JournalRow } from './journal-row.ts';

/** `pix payouts journal status`: sends no request. */
export async function run(context: Context, _options: object, output: Output<JournalRow>): Promise<void> {
  await withJournal(context, async ({ journal, origin, folder, location }) => {
    const { opened } = journal;
    const { runs, unfinished } = runsOf(journal);
    await output.one({
      journal: location,
      service: origin,
      bytes: sizeOf(opened, join(folder, JOURNAL_FILE)),
      runs,
      unfinished: unfinished.join(' '),
      workers: workersOf(opened).map(workerWords).join('; '),
    });
  });
}
