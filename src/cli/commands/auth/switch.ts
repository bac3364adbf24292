import { unknownProfile } from '../../../client/errors.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Output } from '../../output/output.ts';
import { profileRow, type ProfileRow } from './profile-fields.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { switching } from './command.ts';

type SwitchFlags = OptionsOf<typeof switching>;

export async function run(context: Context, flags: SwitchFlags, output: Output<ProfileRow>): Promise<void> {
  const { text, isInteractive } = context.screen;
  const profiles = await context.session.editProfiles();
  const names = profiles.names();
  if (flags.name === undefined && (!isInteractive || names.length === 0)) {
    throw usageError('missing_argument', text.auth.switchTo(names));
  }
  const name =
    flags.name ??
    (await (
      await context.screen.prompts()
    ).choose(
      text.auth.prompts.whichProfile,
      names.map((known) => ({ value: known, name: known })),
    ));
  const profile = profiles.get(name);
  if (profile === undefined) throw unknownProfile(name, profiles);
  profiles.use(name);
  await output.one(profileRow(name, profile, true), () => '');
  context.screen.notify(text.auth.switched(name));
}
