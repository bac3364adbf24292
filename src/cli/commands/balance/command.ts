import { Command } from 'commander';
import { valueOption, type Declaring } from '../declaring.ts';
import { watchOption } from '../list-options.ts';

export const helpGroup = 'account';

export const texts = {
  en: () => import('../../text/en/balance.ts'),
  'pt-BR': () => import('../../text/pt-br/balance.ts'),
};

export function declareCommand({ text, runs }: Declaring): Command {
  const balance = new Command('balance')
    .description(text.balance.help.command)
    .addOption(watchOption(text.balance.help.watch, text))
    .addOption(valueOption('--at', text.balance.help.at))
    .option('--all', text.balance.help.all);
  return runs(balance, {
    load: () => import('./run.ts'),
    showsMoney: true,
    fields: async ({ options }) =>
      options.has('at')
        ? (await import('./past-balance.ts')).PAST_BALANCE_FIELDS
        : (await import('./balance-sheet.ts')).BALANCE_FIELDS,
    examples: [
      'pix balance',
      'pix balance --all',
      'pix balance --watch',
      'pix -p mock balance --json',
      'pix balance --fields balance.total',
      'pix balance --at yesterday',
    ],
  });
}
