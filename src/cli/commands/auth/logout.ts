import { unknownProfile } from '../../../client/errors.ts';
import type { Context } from '../../context/context.ts';
import { forgetKeys } from '../keys/keep-key.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';
import { askedProfileName, noKey } from '../../context/settings.ts';
import { PROFILE_FIELDS, profileRow } from './profile-fields.ts';

/** `pix auth logout` */
export async function run(context: Context): Promise<void> {
  const { text } = context.screen;
  const selection = selectFields(context.session.flags.fields, PROFILE_FIELDS, text);
  const profiles = await context.session.editProfiles();
  const name = askedProfileName(context.session.sources) ?? profiles.current();
  if (name === undefined) throw noKey(text);
  const stored = profiles.get(name);
  if (stored === undefined) throw unknownProfile(name, profiles);
  profiles.remove(name);
  await forgetKeys(context, stored.keys);
  await printThing(context, profileRow(name, stored, false), selection, () => '');
  context.screen.notify(text.auth.loggedOut(name));
}
