import { Command } from 'commander';
import { refusalCodes } from '../../../completion/sources.ts';
import { usageError } from '../../../errors/command-error.ts';
import type { Catalogue } from '../../../text/translate.ts';
import { valueOption, withExamples, type Declaring } from '../../declaring.ts';

/** The accounts of the local service. */
export const accounts = () => ['demo', 'other'];

export function declareAccount({ text, runs }: Declaring): Command {
  const { commands, options: help } = text.mock.help;
  const fields = async () => (await import('./sheet.ts')).BEHAVIOUR_FIELDS;
  const trueOrFalseOption = (flag: string, description: string) =>
    valueOption(flag, { value: 'true|false', description }).argParser((typed) => readTrueOrFalse(flag, typed, text));
  const show = new Command('show')
    .description(commands.accountShow)
    .addOption(valueOption('--account', help.account, accounts));
  const set = new Command('set')
    .description(commands.accountSet)
    .addOption(valueOption('--account', help.account, accounts))
    .addOption(trueOrFalseOption('--instant', help.instant))
    .addOption(valueOption('--settle-after', help.settleAfter))
    .addOption(valueOption('--settle-as', help.settleAs, refusalCodes))
    .addOption(trueOrFalseOption('--transfer-security', help.transferSecurity))
    .addOption(valueOption('--daily-limit', help.dailyLimit))
    .addOption(valueOption('--monthly-limit', help.monthlyLimit))
    .addOption(valueOption('--per-transaction', help.perTransaction))
    .addOption(valueOption('--fee', help.fee))
    .addOption(trueOrFalseOption('--one-at-a-time', help.oneAtATime))
    .addOption(trueOrFalseOption('--blocked', help.blocked));

  const group = new Command('account')
    .description(commands.account)
    .addCommand(
      runs(show, {
        load: () => import('./show.ts'),
        fields,
        examples: ['pix mock account show', 'pix mock account show --account other'],
      }),
    )
    .addCommand(
      runs(set, {
        load: () => import('./set.ts'),
        fields,
        examples: [
          'pix mock account set --instant false --settle-after 2h --settle-as AC03',
          'pix mock account set --daily-limit 500,00 --one-at-a-time true',
        ],
      }),
    );
  return withExamples(group, [
    'pix mock account show',
    'pix mock account set --daily-limit 500,00 --one-at-a-time true',
  ]);
}

function readTrueOrFalse(flag: string, typed: string, text: Catalogue): boolean {
  const word = typed.trim().toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  throw usageError('invalid_value', text.usage.unknownValue(flag, typed, ['true', 'false'], undefined));
}
