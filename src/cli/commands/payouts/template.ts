import type { Run } from '../../command/command.ts';
import { extname } from 'node:path';
import { batchTemplate, templateCells } from '../../../payouts/files/template.ts';
import { usageError } from '../../errors/command-error.ts';
import { oneOf } from '../../input/option-values.ts';
import type { Context } from '../../context/context.ts';
import { askedFormat, assertReplaceable, refuseOtherForms, writeDocument } from '../../output/write-output.ts';
import { shellWord } from '../../output/text-width.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { template } from './command.ts';
import { csvForPeople } from './report-file.ts';

const FORMATS = ['csv', 'xlsx', 'excel-br'] as const;

export const run: Run<typeof template> = async (context, flags) => {
  const { text, language, print, notify } = context.screen;
  const { out, examples = false } = flags;
  const format = readFormat(flags, context);
  if (out === undefined) {
    if (format === 'xlsx') throw usageError('missing_option', text.errors.workbookNeedsOut);
    refuseOtherForms(context, format === 'csv' ? ['csv'] : []);
    print(batchTemplate(format === 'csv' ? 'en' : 'pt', examples));
    return;
  }
  assertReplaceable(out, flags.force, text);
  if (format === 'xlsx') {
    // Loaded only for workbooks. Its headings are in the language of the screen: a person fills it in.
    const { templateWorkbook } = await import('./batch-workbook.ts');
    const cells = templateCells(language === 'pt-BR' ? 'pt' : 'en', examples);
    await writeDocument(context, out, format, templateWorkbook(context, cells));
  } else await writeDocument(context, out, format, [batchTemplate(format === 'csv' ? 'en' : 'pt', examples)]);
  notify(text.payouts.templateWritten(out, shellWord(out)));
};

/** From `--format`, otherwise from the file name, otherwise the CSV that people open. */
function readFormat({ format, out }: OptionsOf<typeof template>, { screen, session }: Context) {
  if (format !== undefined) return oneOf(FORMATS, format, '--format', 'invalid_format', screen.text);
  if (out !== undefined && extname(out).toLowerCase() === '.xlsx') return 'xlsx';
  return askedFormat(session) === 'csv' ? 'csv' : csvForPeople(screen);
}
