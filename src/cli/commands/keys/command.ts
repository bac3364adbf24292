import { Command } from 'commander';
import { keyNames } from '../../completion/sources.ts';
import { keyPlace, type KeyPlace, type StorageFlags } from './key-place.ts';
import { requiredArgument, withExamples, type Declaring } from '../declaring.ts';

export function declareKeys({ text, launch }: Declaring): Command {
  const { commands, options: help } = text.keys.help;
  const add = new Command('add')
    .description(commands.add)
    .addArgument(requiredArgument(help.name))
    .option('--keychain', text.help.options.keychain)
    .option('--no-keychain', text.help.options.noKeychain)
    .action((name: string, options: StorageFlags, command: Command) =>
      launch(command, () => import('./add.ts'), { ...options, name }),
    );
  const list = new Command('list')
    .description(commands.list)
    .action((_options: object, command: Command) => launch(command, () => import('./list.ts'), {}));
  const remove = new Command('remove')
    .description(commands.remove)
    .addArgument(requiredArgument(help.name, keyNames))
    .action((name: string, _options: object, command: Command) =>
      launch(command, () => import('./remove.ts'), { name }),
    );
  const move = new Command('move')
    .description(commands.move)
    .addArgument(requiredArgument(help.place).argParser(keyPlace(text)))
    .action((place: KeyPlace, _options: object, command: Command) =>
      launch(command, () => import('./move.ts'), { place }),
    );
  const check = new Command('check')
    .description(commands.check)
    .action((_options: object, command: Command) => launch(command, () => import('./check.ts'), {}));

  const group = new Command('keys')
    .description(commands.group)
    .addCommand(withExamples(add, ['pix keys add payouts', 'pix keys add reader -p production < key.txt']))
    .addCommand(withExamples(list, ['pix keys list', 'pix keys list --json']))
    .addCommand(withExamples(remove, ['pix keys remove payouts']))
    .addCommand(withExamples(move, ['pix keys move keychain', 'pix keys move file -p production']))
    .addCommand(withExamples(check, ['pix keys check']));
  return withExamples(group, ['pix keys list', 'pix keys add payouts', 'pix keys check']);
}
