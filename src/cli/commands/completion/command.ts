import { SCRIPTS, SHELLS } from '../../completion/shells.ts';
import { command, running } from '../../command/command.ts';
import { choice, required, type OptionsOf } from '../../command/options.ts';
import type { Context } from '../../context/context.ts';
import { refuseOtherForms } from '../../output/write-output.ts';

const completion = command({
  description: ({ help }) => help.commands.completion,
  arguments: {
    shell: required(choice((text) => text.completion.help.shell, { values: SHELLS, code: 'unknown_shell' })),
  },
  examples: [
    'pix completion bash > ~/.local/share/bash-completion/completions/pix',
    'pix completion zsh > "${fpath[1]}/_pix"',
    'pix completion fish > ~/.config/fish/completions/pix.fish',
    'pix completion powershell >> $PROFILE',
  ],
});

export const tree = running(completion, () => Promise.resolve({ run }));

/** `pix completion SHELL`: prints the script for a shell. */
function run(context: Context, { shell }: OptionsOf<typeof completion>): Promise<void> {
  refuseOtherForms(context, []);
  context.screen.print(SCRIPTS[shell]);
  return Promise.resolve();
}
