import { profileNames } from '../../completion/sources.ts';
import { command, running, type Group } from '../../command/command.ts';
import { required, text, type Source } from '../../command/options.ts';
import { LANGUAGES } from '../../text/translate.ts';

const fields = async () => (await import('./settings.ts')).SETTING_FIELDS;

const settingNames: Source = async () => (await import('./settings.ts')).SETTINGS;

const settingValues: Source = async (context, slot) => {
  switch (slot.earlier[0]) {
    case 'language':
      return LANGUAGES;
    case 'time-zone':
      return [(await import('./settings.ts')).DEFAULT_VALUE, 'UTC', ...Intl.supportedValuesOf('timeZone')];
    case 'signing-key':
      return 'files';
    case 'accessible':
    case 'cover-fee':
      return ['on', 'off', (await import('./settings.ts')).DEFAULT_VALUE];
    case 'profile':
      return profileNames(context);
    default:
      return [];
  }
};

const name = required(text(({ config }) => config.help.name, settingNames));

export const get = command({
  description: ({ config }) => config.help.get,
  arguments: { name },
  fields,
  examples: ['pix config get language'],
});

export const set = command({
  description: ({ config }) => config.help.set,
  arguments: { name, value: required(text(({ config }) => config.help.value, settingValues)) },
  fields,
  examples: [
    'pix config set language pt-BR',
    'pix config set time-zone America/Sao_Paulo',
    'pix config set pager cat',
    'pix config set profile production',
    'pix config set time-zone default',
    'pix config set cover-fee on',
    'pix config set journal postgres://pix@db.example/payments',
    'pix config set signing-key ~/.ssh/id_ed25519',
  ],
});

export const tree: Group = {
  description: ({ help }) => help.commands.config,
  commands: {
    get: running(async () => ({ run: (await import('./settings.ts')).runGet }), get),
    set: running(async () => ({ run: (await import('./settings.ts')).runSet }), set),
    list: running(async () => ({ run: (await import('./settings.ts')).runList }), {
      description: ({ config }) => config.help.list,
      fields,
      examples: ['pix config list', 'pix config list --json'],
    }),
    path: running(async () => ({ run: (await import('./settings.ts')).runPath }), {
      description: ({ config }) => config.help.path,
      fields: () => [{ path: 'path', kind: 'text' }],
      examples: ['pix config path'],
    }),
  },
  examples: ['pix config list', 'pix config set language pt-BR'],
};
