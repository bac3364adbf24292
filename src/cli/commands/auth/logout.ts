import type { Context } from '../../context.ts';
import { forgetKeys } from '../../keys/keep-key.ts';
import { askedProfileName, noKey, unknownProfile } from '../../settings.ts';

/** `pix auth logout` */
export async function run(context: Context): Promise<void> {
  const { text } = context;
  const profiles = await context.editProfiles();
  const name = askedProfileName(context) ?? profiles.current();
  if (name === undefined) throw noKey(text);
  const stored = profiles.get(name);
  if (stored === undefined) throw unknownProfile(name, profiles, text);
  profiles.remove(name);
  await forgetKeys(context, stored.keys);
  context.notify(text.auth.loggedOut(name));
}
