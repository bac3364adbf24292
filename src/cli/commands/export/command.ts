import { Command } from 'commander';
import { files } from '../../completion/sources.ts';
import type { ExportKind } from './export-kind.ts';
import { valueOption, withExamples, type Declaring } from '../declaring.ts';

export const helpGroup = 'lookUp';

export const texts = {
  en: () => import('../../text/en/export.ts'),
  'pt-BR': () => import('../../text/pt-br/export.ts'),
};

export function declareCommand({ text, isNamed, runs }: Declaring): Command {
  const { commands, options: help } = text.export.help;
  const { help: lists } = text.lists;
  const group = new Command('export').description(commands.group);
  if (!isNamed(group)) return group;

  const exporting = (kind: ExportKind, examples: readonly string[]) => {
    const command = new Command(kind)
      .description(commands[kind])
      .addOption(valueOption('--out', help.out, files))
      .addOption(valueOption('--format', help.format))
      .addOption(valueOption('--since', lists.since))
      .addOption(valueOption('--until', lists.before))
      .addOption(valueOption('--month', lists.month))
      .option('--force', text.help.options.force);
    if (kind === 'statement') command.option('--offline', help.offline);
    return runs(command, {
      load: () => import('./run.ts'),
      fixed: { kind },
      fieldsOfFile: async () => (await import('./export-kind.ts')).exportFields(kind),
      examples,
    });
  };
  group
    .addCommand(
      exporting('payments', [
        'pix export payments --out payments.csv',
        'pix export payments --month 2026-07 --format excel-br --out july.csv',
      ]),
    )
    .addCommand(exporting('withdraws', ['pix export withdraws --out withdraws.ndjson']).alias('withdrawals'))
    .addCommand(
      exporting('statement', [
        'pix export statement --out statement.ofx',
        'pix export statement --month 2026-07 --out july.ofx',
        'pix export statement --month 2026-07 --offline --out july.xlsx',
      ]),
    );
  return withExamples(group, ['pix export payments --out payments.csv', 'pix export statement --out statement.ofx']);
}
