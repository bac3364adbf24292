import { usageError } from '../../command-error.ts';
import type { Context } from '../../context.ts';
import { unknownProfile } from '../../settings.ts';

export interface SwitchFlags {
  readonly name?: string;
}

/** `pix auth switch NAME` */
export async function run(context: Context, flags: SwitchFlags): Promise<void> {
  const { text, isInteractive } = context;
  const profiles = await context.editProfiles();
  const names = profiles.names();
  if (flags.name === undefined && (!isInteractive || names.length === 0)) {
    throw usageError('missing_argument', text.auth.switchTo(names));
  }
  const name =
    flags.name ??
    (await (
      await context.prompts()
    ).choose(
      text.prompts.whichProfile,
      names.map((known) => ({ value: known, name: known })),
    ));
  if (!names.includes(name)) throw unknownProfile(name, profiles, text);
  profiles.use(name);
  context.notify(text.auth.switched(name));
}
