import { unknownProfile } from '../../../client/errors.ts';
import type { Context } from '../../context/context.ts';
import { forgetKeys } from '../../context/keys/store-key.ts';
import type { Output } from '../../output/output.ts';
import { askedProfileName, noKey } from '../../context/settings.ts';
import { profileRow, type ProfileRow } from './profile-fields.ts';

export async function run(context: Context, _flags: object, output: Output<ProfileRow>): Promise<void> {
  const { text } = context.screen;
  const profiles = await context.session.editProfiles();
  const name = askedProfileName(context.session.sources) ?? profiles.current();
  if (name === undefined) throw noKey(text);
  const stored = profiles.get(name);
  if (stored === undefined) throw unknownProfile(name, profiles);
  profiles.remove(name);
  await forgetKeys(context, stored.keys);
  await output.one(profileRow(name, stored, false), () => '');
  context.screen.notify(text.auth.loggedOut(name));
}
