import { SHELLS } from '../../completion/shells.ts';
import { command, running } from '../../command/command.ts';
import { choice, required } from '../../command/options.ts';

export const completion = command({
  description: ({ help }) => help.commands.completion,
  arguments: {
    shell: required(
      choice((text) => text.completion.help.shell, { values: SHELLS, code: 'unknown_shell', name: () => 'SHELL' }),
    ),
  },
  examples: [
    'pix completion bash > ~/.local/share/bash-completion/completions/pix',
    'pix completion zsh > "${fpath[1]}/_pix"',
    'pix completion fish > ~/.config/fish/completions/pix.fish',
    'pix completion powershell >> $PROFILE',
  ],
});

export const tree = running(completion, () => import('./run.ts'));
