import { Command } from 'commander';
import { REFUSAL_FORMS, type RefusalForm } from '../../../client/http/refusal-forms.ts';
import { profileNames } from '../../completion/sources.ts';
import { closestWord } from '../../errors/closest-word.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Catalogue } from '../../text/translate.ts';
import { optionalArgument, valueOption, withExamples, type Declaring } from '../declaring.ts';

export const helpGroup = 'account';

export const texts = {
  en: () => import('../../text/en/auth.ts'),
  'pt-BR': () => import('../../text/pt-br/auth.ts'),
};

export function declareCommand({ text, isNamed, runs }: Declaring): Command {
  const { commands, options: help } = text.auth.help;
  const group = new Command('auth').description(commands.group);
  if (!isNamed(group)) return group;

  const fields = async () => (await import('./profile-fields.ts')).PROFILE_FIELDS;
  const login = new Command('login')
    .description(commands.login)
    .option('--read-only', help.readOnly)
    .option('--no-read-only', help.noReadOnly)
    .option('--keychain', text.help.options.keychain)
    .option('--no-keychain', text.help.options.noKeychain)
    .option('--allow-http', help.allowHttp)
    .addOption(valueOption('--refusal-form', help.refusalForm).argParser((typed) => readRefusalForm(typed, text)));
  const status = new Command('status').description(commands.status);
  const switching = new Command('switch')
    .description(commands.switch)
    .addArgument(optionalArgument(help.profileName, profileNames));
  const logout = new Command('logout').description(commands.logout);

  group
    .addCommand(
      runs(login, {
        load: () => import('./login.ts'),
        fields,
        examples: [
          'pix auth login --base-url https://wallet.example',
          'pix auth login -p production --base-url https://wallet.example < key.txt',
          'pix auth login -p auditor --base-url https://wallet.example --read-only',
        ],
      }),
    )
    .addCommand(
      runs(status, {
        load: () => import('./status.ts'),
        fields: async () => (await import('./profile-fields.ts')).STATUS_FIELDS,
        // Columns of machine formats are a promise to scripts.
        hiddenFields: [
          'account.newestWithdrawal.id',
          'account.newestWithdrawal.value',
          'account.newestWithdrawal.createdAt',
          'account.profiles',
        ],
        examples: ['pix auth status', 'pix auth status --json'],
      }),
    )
    .addCommand(
      runs(switching, {
        load: () => import('./switch.ts'),
        arguments: ['name'],
        fields,
        examples: ['pix auth switch mock'],
      }),
    )
    .addCommand(
      runs(logout, {
        load: () => import('./logout.ts'),
        fields,
        examples: ['pix auth logout', 'pix auth logout -p mock'],
      }),
    );
  return withExamples(group, ['pix auth login --base-url https://wallet.example', 'pix auth status']);
}

function readRefusalForm(typed: string, text: Catalogue): RefusalForm {
  const word = typed.trim().toLowerCase();
  const form = REFUSAL_FORMS.find((known) => known === word);
  if (form !== undefined) return form;
  const closest = closestWord(word, REFUSAL_FORMS);
  throw usageError('invalid_refusal_form', text.usage.unknownValue('--refusal-form', typed, REFUSAL_FORMS, closest));
}
