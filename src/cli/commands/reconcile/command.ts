import { Command } from 'commander';
import { files } from '../../completion/sources.ts';
import { requiredArgument, valueOption, type Declaring } from '../declaring.ts';

export const helpGroup = 'lookUp';

export const texts = {
  en: () => import('../../text/en/reconcile.ts'),
  'pt-BR': () => import('../../text/pt-br/reconcile.ts'),
};

export function declareCommand({ text, runs }: Declaring): Command {
  const { help } = text.reconcile;
  const { help: lists } = text.lists;
  const reconcile = new Command('reconcile')
    .description(help.command)
    .addArgument(requiredArgument(help.file, files))
    .addOption(valueOption('--month', lists.month))
    .addOption(valueOption('--since', lists.since))
    .addOption(valueOption('--until', lists.until))
    .addOption(valueOption('--sheet', help.sheet))
    .option('--ledger-signs', help.ledgerSigns)
    .option('--all-in', help.allIn)
    .option('--all-out', help.allOut)
    .addOption(valueOption('--decisions', help.decisions, files))
    .addOption(valueOption('--out', help.out, files))
    .option('--force', text.help.options.force);
  return runs(reconcile, {
    load: () => import('./run.ts'),
    arguments: ['file'],
    fields: async () => (await import('./reconciled-row.ts')).FIELDS,
    examples: [
      'pix reconcile books.xlsx --month 2026-07',
      'pix reconcile bank.ofx --month 2026-07 --out july-report.xlsx',
      'pix reconcile books.csv --month 2026-07 --decisions july-report.xlsx',
    ],
  });
}
