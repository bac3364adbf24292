import { Command } from 'commander';
import { wholeNumber } from '../../input/number.ts';
import { valueOption, type Declaring } from '../declaring.ts';

/** Ten years. */
const DAYS_MAXIMUM = 3_660;

export const helpGroup = 'account';

export const texts = {
  en: () => import('../../text/en/stats.ts'),
  'pt-BR': () => import('../../text/pt-br/stats.ts'),
};

export function declareCommand({ text, runs }: Declaring): Command {
  const { help } = text.stats;
  const { help: lists } = text.lists;
  const stats = new Command('stats')
    .description(help.command)
    .addOption(valueOption('--days', help.days).argParser(wholeNumber('--days', 1, DAYS_MAXIMUM, text)))
    .addOption(valueOption('--since', lists.since))
    .addOption(valueOption('--until', lists.until))
    .addOption(valueOption('--month', lists.month))
    .addOption(valueOption('--by', lists.by));
  return runs(stats, {
    load: () => import('./run.ts'),
    showsMoney: true,
    fields: async () => (await import('./run.ts')).FIELDS,
    examples: ['pix stats', 'pix stats --days 7 --json', 'pix stats --month 2026-07 --by settled'],
  });
}
