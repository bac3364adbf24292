import { JOURNAL_TABLES, rowsOf } from '../../../../payouts/journal/journal-tables.ts';
import type { Journal } from '../../../../payouts/journal/journal.ts';
import { writeFileWhole } from '../../../../files/write-whole.ts';
import type { Context } from '../../../context/context.ts';
import { withJournal } from '../../../context/payouts/open-payouts.ts';
import { refuseOtherForms } from '../../../output/document-format.ts';
import { assertReplaceable, guardingFile, printWritten } from '../../../output/write-output.ts';
import type { OptionsOf } from '../../../command/options.ts';
import type { exported } from './command.ts';

export type ExportFlags = OptionsOf<typeof exported>;

/** `pix payouts journal export`: a line of JSON for each row of each table. */
export async function run(context: Context, { out, force }: ExportFlags): Promise<void> {
  const { text, print } = context.screen;
  await withJournal(context, async ({ journal }) => {
    const lines = linesOf(journal);
    if (out === undefined) {
      refuseOtherForms(context, ['ndjson', 'json']);
      for (const line of lines) print(line);
      return;
    }
    assertReplaceable(out, force, text);
    const { interruption } = context.host;
    const written = await guardingFile(out, text, () => writeFileWhole(out, lines, interruption));
    await printWritten(context, out, 'ndjson', written);
  });
}

/** All of one moment. */
function linesOf(journal: Journal): readonly string[] {
  const { database } = journal.opened;
  return journal.transaction(() =>
    JOURNAL_TABLES.flatMap((table) =>
      [...rowsOf(database, table)].flatMap((rows) =>
        rows.map((row) => `${JSON.stringify({ table: table.name, ...row })}\n`),
      ),
    ),
  );
}
