import { command, running } from '../../command/command.ts';
import { flag, text } from '../../command/options.ts';
import { offline, watch } from '../shared-flags.ts';

export const balance = command({
  description: ({ help }) => help.commands.balance,
  flags: {
    watch: watch((texts) => texts.balance.help.watch),
    at: { ...text((texts) => texts.balance.help.at), excludes: ['watch'] },
    all: flag((texts) => texts.balance.help.all),
    offline,
  },
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

export const tree = running(() => import('./run.ts'), balance);
