import { Command } from 'commander';
import { requiredArgument, withExamples, type Declaring } from '../declaring.ts';

export function declareConfig({ text, launch }: Declaring): Command {
  const { help } = text.config;
  const get = new Command('get')
    .description(help.get)
    .addArgument(requiredArgument(help.name))
    .action((name: string, _options: object, command: Command) => launch(command, () => import('./get.ts'), { name }));
  const set = new Command('set')
    .description(help.set)
    .addArgument(requiredArgument(help.name))
    .addArgument(requiredArgument(help.value))
    .action((name: string, value: string, _options: object, command: Command) =>
      launch(command, () => import('./set.ts'), { name, value }),
    );
  const list = new Command('list')
    .description(help.list)
    .action((_options: object, command: Command) => launch(command, () => import('./list.ts'), {}));
  const path = new Command('path')
    .description(help.path)
    .action((_options: object, command: Command) => launch(command, () => import('./path.ts'), {}));

  const group = new Command('config')
    .description(help.group)
    .addCommand(withExamples(get, ['pix config get language']))
    .addCommand(
      withExamples(set, [
        'pix config set language pt-BR',
        'pix config set time-zone America/Sao_Paulo',
        'pix config set pager cat',
        'pix config set profile production',
        'pix config set time-zone default',
      ]),
    )
    .addCommand(withExamples(list, ['pix config list', 'pix config list --json']))
    .addCommand(withExamples(path, ['pix config path']));
  return withExamples(group, ['pix config list', 'pix config set language pt-BR']);
}
