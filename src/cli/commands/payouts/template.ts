import { batchTemplate, type TemplateConvention } from '../../../payouts/files/template.ts';
import { closestWord } from '../../errors/closest-word.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { guardingFile } from '../../context/file-failure.ts';
import { writeFileWhole } from '../../../files/write-whole.ts';
import { refuseOtherForms } from '../../output/document-format.ts';
import { printWritten } from '../../output/written-file.ts';
import { assertReplaceable } from '../../output/write-output.ts';

export interface TemplateFlags {
  readonly format?: string;
  readonly examples?: boolean;
  readonly out?: string;
  readonly force?: boolean;
}

const FORMATS = ['csv', 'excel-br'] as const;
const CONVENTIONS: Readonly<Record<(typeof FORMATS)[number], TemplateConvention>> = { csv: 'en', 'excel-br': 'pt' };

export async function run(context: Context, flags: TemplateFlags): Promise<void> {
  const { interruption } = context.host;
  const { text, print, notify } = context.screen;
  const { format = 'csv', out } = flags;
  const known = FORMATS.find((name) => name === format.toLowerCase());
  if (known === undefined) {
    const errorText = text.usage.unknownValue('--format', format, FORMATS, closestWord(format, FORMATS));
    throw usageError('invalid_format', errorText);
  }
  const template = batchTemplate(CONVENTIONS[known], flags.examples === true);
  if (out === undefined) {
    refuseOtherForms(context, known === 'csv' ? ['csv'] : []);
    print(template);
    return;
  }
  assertReplaceable(out, flags.force, text);
  const written = await guardingFile(out, text, () => writeFileWhole(out, [template], interruption));
  await printWritten(context, out, known, written);
  notify(text.payouts.templateWritten(out));
}
