import { closestWord } from '../../errors/closest-word.ts';
import { usageError } from '../../errors/command-error.ts';
import { SCRIPTS, SHELLS } from '../../completion/shells.ts';
import type { Context } from '../../context/context.ts';
import { refuseOtherForms } from '../../output/document-format.ts';

/** `pix completion SHELL`: prints the script for a shell. */
export function run(context: Context, { shell: typed }: { readonly shell: string }): Promise<void> {
  const { text, print } = context.screen;
  const shell = SHELLS.find((known) => known === typed.toLowerCase());
  if (shell === undefined) {
    throw usageError('unknown_shell', text.usage.unknownValue('SHELL', typed, SHELLS, closestWord(typed, SHELLS)));
  }
  refuseOtherForms(context, []);
  print(SCRIPTS[shell]);
  return Promise.resolve();
}
