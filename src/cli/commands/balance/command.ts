import { Command } from 'commander';
import type { Declaring } from '../declaring.ts';
import { watchOption } from '../list-options.ts';

export function declareBalance({ text, runs }: Declaring): Command {
  const balance = new Command('balance')
    .description(text.balance.help.command)
    .addOption(watchOption(text.balance.help.watch, text));
  return runs(balance, {
    load: () => import('./run.ts'),
    fields: async () => (await import('./balance-sheet.ts')).BALANCE_FIELDS,
    examples: [
      'pix balance',
      'pix balance --watch',
      'pix -p mock balance --json',
      'pix balance --fields balance.total',
    ],
  });
}
