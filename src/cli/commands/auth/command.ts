import { REFUSAL_FORMS } from '../../../client/http/refusal-forms.ts';
import { profileNames } from '../../completion/sources.ts';
import { command, running, type Group } from '../../command/command.ts';
import { advanced, choice, either, flag, optional, text } from '../../command/options.ts';
import { keychain, keyCommand } from '../shared-flags.ts';

const fields = async () => (await import('./stored-profiles.ts')).PROFILE_FIELDS;

export const login = command({
  description: ({ auth: { help } }) => help.commands.login,
  flags: {
    readOnly: either(
      ({ auth: { help } }) => help.options.readOnly,
      ({ auth: { help } }) => help.options.noReadOnly,
    ),
    keychain,
    keyCommand,
    allowHttp: flag(({ auth: { help } }) => help.options.allowHttp),
    ...advanced({
      refusalForm: choice(({ auth: { help } }) => help.options.refusalForm, {
        values: REFUSAL_FORMS,
        code: 'invalid_refusal_form',
      }),
    }),
  },
  fields,
  examples: [
    'pix auth login --base-url https://wallet.example',
    'pix auth login -p production --base-url https://wallet.example < key.txt',
    "pix auth login -p production --base-url https://wallet.example --key-command 'op read op://bank/pix/key'",
    'pix auth login -p auditor --base-url https://wallet.example --read-only',
  ],
});

export const switching = command({
  description: ({ auth: { help } }) => help.commands.switch,
  arguments: { name: optional(text(({ auth: { help } }) => help.options.profileName, profileNames)) },
  fields,
  examples: ['pix auth switch mock'],
});

export const tree: Group = {
  description: ({ help }) => help.commands.auth,
  commands: {
    login: running(() => import('./login.ts'), login),
    status: running(async () => ({ run: (await import('./stored-profiles.ts')).runStatus }), {
      description: ({ auth: { help } }) => help.commands.status,
      fields: async () => (await import('./stored-profiles.ts')).STATUS_FIELDS,
      // Columns of machine formats are a promise to scripts.
      hiddenFields: [
        'account.newestWithdrawal.id',
        'account.newestWithdrawal.value',
        'account.newestWithdrawal.createdAt',
        'account.profiles',
      ],
      examples: ['pix auth status', 'pix auth status --json'],
    }),
    switch: running(async () => ({ run: (await import('./stored-profiles.ts')).runSwitch }), switching),
    logout: running(async () => ({ run: (await import('./stored-profiles.ts')).runLogout }), {
      description: ({ auth: { help } }) => help.commands.logout,
      fields,
      examples: ['pix auth logout', 'pix auth logout -p mock'],
    }),
  },
  examples: ['pix auth login --base-url https://wallet.example', 'pix auth status'],
};
