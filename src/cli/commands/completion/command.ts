import { Argument, Command, Option } from 'commander';
import { SHELLS } from '../../completion/shells.ts';
import { requiredArgument, withExamples, type Declaring } from '../declaring.ts';

export function declareCompletion({ text, launch }: Declaring): Command {
  const { help } = text.completion;
  const completion = new Command('completion')
    .description(help.command)
    .addArgument(requiredArgument(help.shell, () => SHELLS))
    .action((shell: string, _options: object, command: Command) =>
      launch(command, () => import('./run.ts'), { shell }),
    );
  return withExamples(completion, [
    'pix completion bash > ~/.local/share/bash-completion/completions/pix',
    'pix completion zsh > "${fpath[1]}/_pix"',
    'pix completion fish > ~/.config/fish/completions/pix.fish',
    'pix completion powershell >> $PROFILE',
  ]);
}

/** What shells ask, and people don't. */
export function declareComplete({ launch }: Declaring): Command {
  return new Command('__complete')
    .addArgument(new Argument('[words...]'))
    .addOption(new Option('--new-word'))
    .action((typed: readonly string[], { newWord = false }: { newWord?: boolean }, command: Command) => {
      const words = newWord || typed.length === 0 ? [...typed, ''] : typed;
      const root = command.parent ?? command;
      return launch(command, () => import('../../completion/complete.ts'), { root, words });
    });
}
