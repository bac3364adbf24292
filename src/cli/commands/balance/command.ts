import { Command } from 'commander';
import type { BalanceFlags } from './run.ts';
import { withExamples, type Declaring } from '../declaring.ts';
import { watchOption } from '../list-options.ts';

export function declareBalance({ text, launch }: Declaring): Command {
  const balance = new Command('balance')
    .description(text.help.commands.balance)
    .addOption(watchOption(text.views.help.watch.balance, text))
    .action((options: BalanceFlags, command: Command) => launch(command, () => import('./run.ts'), options));
  return withExamples(balance, [
    'pix balance',
    'pix balance --watch',
    'pix -p mock balance --json',
    'pix balance --fields balance.total',
  ]);
}
