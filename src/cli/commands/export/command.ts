import { Command } from 'commander';
import { files } from '../../completion/sources.ts';
import type { ExportKind } from './export-kind.ts';
import type { ExportFlags } from './plan.ts';
import { valueOption, withExamples, type Declaring } from '../declaring.ts';

export function declareExport({ text, isNamed, launch }: Declaring): Command {
  const { commands, options: help } = text.export.help;
  const { help: lists } = text.lists;
  const group = new Command('export').description(commands.group);
  if (!isNamed(group)) return group;

  const exporting = (kind: ExportKind, description: string) =>
    new Command(kind)
      .description(description)
      .addOption(valueOption('--out', help.out, files))
      .addOption(valueOption('--format', help.format))
      .addOption(valueOption('--since', lists.since))
      .addOption(valueOption('--until', lists.before))
      .option('--force', text.help.options.force)
      .action((options: ExportFlags, command: Command) =>
        launch(command, () => import('./run.ts'), { ...options, kind }),
      );
  const payments = exporting('payments', commands.payments);
  const withdraws = exporting('withdraws', commands.withdraws).alias('withdrawals');
  const statement = exporting('statement', commands.statement);

  group
    .addCommand(
      withExamples(payments, [
        'pix export payments --out payments.csv',
        'pix export payments --since 2026-07-01 --until 2026-07-31 --format excel-br --out july.csv',
      ]),
    )
    .addCommand(withExamples(withdraws, ['pix export withdraws --out withdraws.ndjson']))
    .addCommand(
      withExamples(statement, [
        'pix export statement --out statement.ofx',
        'pix export statement --since 2026-07-01 --until 2026-07-31 --out july.ofx',
      ]),
    );
  return withExamples(group, ['pix export payments --out payments.csv', 'pix export statement --out statement.ofx']);
}
