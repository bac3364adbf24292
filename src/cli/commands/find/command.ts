import { Argument, Command, Option } from 'commander';
import { paymentStatuses } from '../../completion/sources.ts';
import { wholeNumber } from '../../input/number.ts';
import { valueOption, type Declaring } from '../declaring.ts';

export const helpGroup = 'lookUp';

export const texts = {
  en: () => import('../../text/en/find.ts'),
  'pt-BR': () => import('../../text/pt-br/find.ts'),
};

export function declareCommand({ text, runs }: Declaring): Command {
  const { help: lists } = text.lists;
  const { help } = text.find;
  const find = new Command('find')
    .description(help.command)
    .addArgument(new Argument(`<${help.text.value}...>`, help.text.description))
    .addOption(valueOption('--status', lists.status, paymentStatuses))
    .addOption(valueOption('--since', lists.since))
    .addOption(valueOption('--until', lists.until))
    .addOption(valueOption('--month', lists.month))
    .addOption(valueOption('-L, --limit', help.limit).argParser(wholeNumber('--limit', 1, Infinity, text)))
    .addOption(new Option('--all', help.all))
    .addOption(new Option('--offline', help.offline))
    .addOption(new Option('--copy', help.copy));
  return runs(find, {
    load: () => import('./run.ts'),
    showsMoney: true,
    arguments: ['words'],
    fields: async () => (await import('./match-fields.ts')).MATCH_FIELDS,
    // A QR code picture is too long for a screen.
    hiddenFields: ['qrCode'],
    examples: [
      'pix find E9999900420260714150700aBcDeFgH1',
      'pix find 529.982.247-25 --since 30d',
      'pix find "R$ 10,50" --limit 5',
      'pix find maria 24,50 yesterday',
      'pix find "***.982.247-**" --status FAILED',
      'pix find order 17 --all --output csv',
      'pix find maria@example.com -p shop,factory',
      'pix find order 17 --offline',
    ],
  });
}
