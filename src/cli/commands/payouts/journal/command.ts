import { Command } from 'commander';
import { requiredArgument, valueOption, withExamples, type Declaring } from '../../declaring.ts';
import { files } from '../../../completion/sources.ts';

export function declareJournal({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const status = new Command('status').description(commands.journalStatus);
  const move = new Command('move')
    .description(commands.journalMove)
    .addArgument(requiredArgument(options.journalTarget))
    .option('--yes', options.yes);
  const exported = new Command('export')
    .description(commands.journalExport)
    .addOption(valueOption('--out', options.out, files))
    .option('--force', options.force);
  const group = new Command('journal')
    .description(commands.journal)
    .addCommand(
      runs(status, {
        load: () => import('./status.ts'),
        fields: async () => (await import('./journal-row.ts')).JOURNAL_FIELDS,
        examples: ['pix payouts journal status', 'pix payouts journal status --json'],
      }),
    )
    .addCommand(
      runs(move, {
        load: () => import('./move.ts'),
        arguments: ['target'],
        fields: async () => (await import('./journal-row.ts')).MOVED_FIELDS,
        examples: ['pix payouts journal move postgres://pix@db.example/payments', 'pix payouts journal move local'],
      }),
    )
    .addCommand(
      runs(exported, {
        load: () => import('./export.ts'),
        examples: ['pix payouts journal export --out journal.ndjson'],
      }),
    );
  return withExamples(group, ['pix payouts journal status']);
}
