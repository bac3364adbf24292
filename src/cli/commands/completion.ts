import { closestWord } from '../closest-word.ts';
import { usageError } from '../command-error.ts';
import { SCRIPTS, SHELLS } from '../completion/shells.ts';
import type { Context } from '../context.ts';

/** `pix completion SHELL`: prints what a shell has to read. */
export function run({ text, print }: Context, { shell: typed }: { readonly shell: string }): Promise<void> {
  const shell = SHELLS.find((known) => known === typed.toLowerCase());
  if (shell === undefined) {
    throw usageError('unknown_shell', text.usage.unknownValue('SHELL', typed, SHELLS, closestWord(typed, SHELLS)));
  }
  print(SCRIPTS[shell]);
  return Promise.resolve();
}
