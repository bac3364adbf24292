import { keyNames } from '../../completion/sources.ts';
import { command, running, type Group } from '../../command/command.ts';
import { choice, required, text } from '../../command/options.ts';
import { keychain, keyCommand } from '../shared-flags.ts';

const fields = async () => (await import('./stored-keys.ts')).KEY_FIELDS;

export const add = command({
  description: ({ keys: { help } }) => help.commands.add,
  arguments: { name: required(text(({ keys: { help } }) => help.options.name)) },
  flags: { keychain, keyCommand },
  fields,
  examples: [
    'pix keys add payouts',
    'pix keys add reader -p production < key.txt',
    "pix keys add payouts --key-command 'op read op://bank/payouts/key'",
  ],
});

export const remove = command({
  description: ({ keys: { help } }) => help.commands.remove,
  arguments: { name: required(text(({ keys: { help } }) => help.options.name, keyNames)) },
  fields,
  examples: ['pix keys remove payouts'],
});

export const move = command({
  description: ({ keys: { help } }) => help.commands.move,
  arguments: {
    storage: required(
      choice(({ keys: { help } }) => help.options.place, {
        values: ['keychain', 'file'],
        code: 'invalid_place',
      }),
    ),
  },
  fields,
  examples: ['pix keys move keychain', 'pix keys move file -p production'],
});

export const tree: Group = {
  description: ({ help }) => help.commands.keys,
  commands: {
    add: running(async () => ({ run: (await import('./stored-keys.ts')).runAdd }), add),
    list: running(async () => ({ run: (await import('./stored-keys.ts')).runList }), {
      description: ({ keys: { help } }) => help.commands.list,
      fields,
      examples: ['pix keys list', 'pix keys list --json'],
    }),
    remove: running(async () => ({ run: (await import('./stored-keys.ts')).runRemove }), remove),
    move: running(async () => ({ run: (await import('./stored-keys.ts')).runMove }), move),
    check: running(async () => ({ run: (await import('./stored-keys.ts')).runCheck }), {
      description: ({ keys: { help } }) => help.commands.check,
      fields: async () => (await import('./stored-keys.ts')).FIELDS,
      examples: ['pix keys check'],
    }),
  },
  examples: ['pix keys list', 'pix keys add payouts', 'pix keys check'],
};
