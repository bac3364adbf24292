import type { Context } from '../../context.ts';
import { askedProfileName, noKey, unknownProfile } from '../../settings.ts';

/** `pix auth logout` */
export async function run(context: Context): Promise<void> {
  const { text } = context;
  const profiles = await context.profiles();
  const name = askedProfileName(context) ?? profiles.current();
  if (name === undefined) throw noKey(text);
  if (profiles.get(name) === undefined) throw unknownProfile(name, profiles, text);
  profiles.remove(name);
  context.notify(text.auth.loggedOut(name));
}
