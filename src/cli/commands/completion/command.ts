import { Argument, Command, Option } from 'commander';
import { SHELLS } from '../../completion/shells.ts';
import { requiredArgument, type Declaring } from '../declaring.ts';

export const helpGroup = 'setUp';

export const texts = {
  en: () => import('../../text/en/completion.ts'),
  'pt-BR': () => import('../../text/pt-br/completion.ts'),
};

export function declareCommand({ text, runs }: Declaring): Command {
  const { help } = text.completion;
  const completion = new Command('completion')
    .description(help.command)
    .addArgument(requiredArgument(help.shell, () => SHELLS));
  return runs(completion, {
    load: () => import('./run.ts'),
    arguments: ['shell'],
    examples: [
      'pix completion bash > ~/.local/share/bash-completion/completions/pix',
      'pix completion zsh > "${fpath[1]}/_pix"',
      'pix completion fish > ~/.config/fish/completions/pix.fish',
      'pix completion powershell >> $PROFILE',
    ],
  });
}

/** The command that shells call for candidates. */
export function declareComplete({ runs }: Declaring): Command {
  const complete = new Command('__complete')
    .addArgument(new Argument('[words...]'))
    .addOption(new Option('--new-word'));
  return runs(complete, {
    load: () => import('../../completion/complete.ts'),
    arguments: ['words'],
    fixed: { command: complete },
  });
}
