import { Command } from 'commander';
import type { Source } from '../../completion/source.ts';
import { profileNames } from '../../completion/sources.ts';
import { LANGUAGES } from '../../text/translate.ts';
import { requiredArgument, withExamples, type Declaring } from '../declaring.ts';

export const helpGroup = 'setUp';

export const texts = {
  en: () => import('../../text/en/config.ts'),
  'pt-BR': () => import('../../text/pt-br/config.ts'),
};

export function declareCommand({ text, isNamed, runs }: Declaring): Command {
  const { help } = text.config;
  const group = new Command('config').description(help.group);
  if (!isNamed(group)) return group;
  const fields = async () => (await import('./setting-rows.ts')).SETTING_FIELDS;
  const get = new Command('get').description(help.get).addArgument(requiredArgument(help.name, settingNames));
  const set = new Command('set')
    .description(help.set)
    .addArgument(requiredArgument(help.name, settingNames))
    .addArgument(requiredArgument(help.value, settingValues));
  const list = new Command('list').description(help.list);
  const path = new Command('path').description(help.path);

  group
    .addCommand(
      runs(get, {
        load: () => import('./get.ts'),
        arguments: ['name'],
        fields,
        examples: ['pix config get language'],
      }),
    )
    .addCommand(
      runs(set, {
        load: () => import('./set.ts'),
        arguments: ['name', 'value'],
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
      }),
    )
    .addCommand(
      runs(list, { load: () => import('./list.ts'), fields, examples: ['pix config list', 'pix config list --json'] }),
    )
    .addCommand(
      runs(path, {
        load: () => import('./path.ts'),
        fields: () => [{ path: 'path', kind: 'text' }],
        examples: ['pix config path'],
      }),
    );
  return withExamples(group, ['pix config list', 'pix config set language pt-BR']);
}

const settingNames: Source = async () => (await import('./setting-rows.ts')).SETTINGS;

const settingValues: Source = async (context, slot) => {
  switch (slot.earlier[0]) {
    case 'language':
      return LANGUAGES;
    case 'time-zone':
      return [(await import('./setting-rows.ts')).DEFAULT_VALUE, 'UTC', ...Intl.supportedValuesOf('timeZone')];
    case 'signing-key':
      return 'files';
    case 'cover-fee':
      return ['on', 'off', (await import('./setting-rows.ts')).DEFAULT_VALUE];
    case 'profile':
      return profileNames(context, slot);
    default:
      return [];
  }
};
