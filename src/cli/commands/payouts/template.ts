import type { Run } from '../../command/command.ts';
import { extname } from 'node:path';
import { batchTemplate, templateCells } from '../../../payouts/files/template.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { askedFormat, assertReplaceable, refuseOtherForms, writeDocument } from '../../output/write-output.ts';
import { shellWord } from '../../output/text-width.ts';
import type { template } from './command.ts';
import { csvForPeople } from './report-file.ts';

export const run: Run<typeof template> = async (context, flags) => {
  const { text, language, print, notify } = context.screen;
  const { out, examples = false } = flags;
  const format = flags.format ?? formatOf(out, context);
  const convention = format === 'csv' ? 'en' : 'pt';
  if (out === undefined) {
    if (format === 'xlsx') throw usageError('missing_option', text.errors.workbookNeedsOut);
    refuseOtherForms(context, format === 'csv' ? ['csv'] : []);
    print(batchTemplate(convention, examples));
    return;
  }
  assertReplaceable(out, flags.force, text);
  if (format === 'xlsx') {
    // Loaded only for workbooks. Its headings are in the language of the screen: a person fills it in.
    const { templateWorkbook } = await import('./batch-workbook.ts');
    const cells = templateCells(language === 'pt-BR' ? 'pt' : 'en', examples);
    await writeDocument(context, out, format, templateWorkbook(context, cells));
  } else await writeDocument(context, out, format, [batchTemplate(convention, examples)]);
  notify(text.payouts.templateWritten(out, shellWord(out)));
};

/** From the file name, otherwise the CSV that people open. */
function formatOf(out: string | undefined, { screen, session }: Context) {
  if (out !== undefined && extname(out).toLowerCase() === '.xlsx') return 'xlsx';
  return askedFormat(session) === 'csv' ? 'csv' : csvForPeople(screen);
}
