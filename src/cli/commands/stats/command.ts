import { Command } from 'commander';
import type { StatsFlags } from './run.ts';
import { wholeNumber } from '../../input/number.ts';
import { valueOption, withExamples, type Declaring } from '../declaring.ts';

const DAYS_MAXIMUM = 3_660;

export function declareStats({ text, launch }: Declaring): Command {
  const { help } = text.stats;
  const stats = new Command('stats')
    .description(help.command)
    .addOption(valueOption('--days', help.days).argParser(wholeNumber('--days', 1, DAYS_MAXIMUM, text)))
    .action((options: StatsFlags, command: Command) => launch(command, () => import('./run.ts'), options));
  return withExamples(stats, ['pix stats', 'pix stats --days 7 --json']);
}
