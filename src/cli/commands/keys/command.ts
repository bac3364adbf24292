import { Command } from 'commander';
import { keyNames } from '../../completion/sources.ts';
import type { KeyStorage } from '../../context/keys/store-key.ts';
import { closestWord } from '../../errors/closest-word.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Catalogue } from '../../text/translate.ts';
import { requiredArgument, withExamples, type Declaring } from '../declaring.ts';

export const helpGroup = 'account';

export const texts = {
  en: () => import('../../text/en/keys.ts'),
  'pt-BR': () => import('../../text/pt-br/keys.ts'),
};

export function declareCommand({ text, isNamed, runs }: Declaring): Command {
  const { commands, options: help } = text.keys.help;
  const group = new Command('keys').description(commands.group);
  if (!isNamed(group)) return group;

  const fields = async () => (await import('./key-row.ts')).KEY_FIELDS;
  const add = new Command('add')
    .description(commands.add)
    .addArgument(requiredArgument(help.name))
    .option('--keychain', text.help.options.keychain)
    .option('--no-keychain', text.help.options.noKeychain);
  const list = new Command('list').description(commands.list);
  const remove = new Command('remove').description(commands.remove).addArgument(requiredArgument(help.name, keyNames));
  const move = new Command('move')
    .description(commands.move)
    .addArgument(requiredArgument(help.place).argParser((typed) => readStorage(typed, text)));
  const check = new Command('check').description(commands.check);

  group
    .addCommand(
      runs(add, {
        load: () => import('./add.ts'),
        arguments: ['name'],
        fields,
        examples: ['pix keys add payouts', 'pix keys add reader -p production < key.txt'],
      }),
    )
    .addCommand(
      runs(list, { load: () => import('./list.ts'), fields, examples: ['pix keys list', 'pix keys list --json'] }),
    )
    .addCommand(
      runs(remove, {
        load: () => import('./remove.ts'),
        arguments: ['name'],
        fields,
        examples: ['pix keys remove payouts'],
      }),
    )
    .addCommand(
      runs(move, {
        load: () => import('./move.ts'),
        arguments: ['storage'],
        fields,
        examples: ['pix keys move keychain', 'pix keys move file -p production'],
      }),
    )
    .addCommand(
      runs(check, {
        load: () => import('./check.ts'),
        fields: async () => (await import('./check.ts')).FIELDS,
        examples: ['pix keys check'],
      }),
    );
  return withExamples(group, ['pix keys list', 'pix keys add payouts', 'pix keys check']);
}

function readStorage(typed: string, text: Catalogue): KeyStorage {
  const storages = ['keychain', 'file'] as const;
  const storage = storages.find((known) => known === typed.toLowerCase());
  if (storage !== undefined) return storage;
  const closest = closestWord(typed, storages);
  throw usageError('invalid_place', text.usage.unknownValue(text.keyStorage.storage, typed, storages, closest));
}
