import { Command } from 'commander';
import { withExamples, type Declaring } from './declaring.ts';

export function declareBalance({ text, launch }: Declaring): Command {
  const balance = new Command('balance')
    .description(text.help.commands.balance)
    .action((_options: object, command: Command) => launch(command, () => import('../commands/balance.ts'), {}));
  return withExamples(balance, text, [
    'pix balance',
    'pix -p mock balance --json',
    'pix balance --fields balance.total',
  ]);
}
