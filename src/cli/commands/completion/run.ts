import type { OptionsOf } from '../../command/options.ts';
import { SCRIPTS } from '../../completion/shells.ts';
import type { Context } from '../../context/context.ts';
import { refuseOtherForms } from '../../output/document-format.ts';
import type { completion } from './command.ts';

/** `pix completion SHELL`: prints the script for a shell. */
export function run(context: Context, { shell }: OptionsOf<typeof completion>): Promise<void> {
  refuseOtherForms(context, []);
  context.screen.print(SCRIPTS[shell]);
  return Promise.resolve();
}
