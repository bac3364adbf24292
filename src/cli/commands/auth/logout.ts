import type { Context } from '../../context.ts';
import { noKey, unknownProfile } from '../../settings.ts';

/** `pix auth logout` */
export async function run(context: Context): Promise<void> {
  const { text, flags, environment } = context;
  const profiles = await context.profiles();
  const asked = [flags.profile, environment['PIX_PROFILE']].find((given) => given !== undefined && given !== '');
  const name = asked ?? profiles.current();
  if (name === undefined) throw noKey(text);
  if (profiles.get(name) === undefined) throw unknownProfile(name, profiles, text);
  profiles.remove(name);
  context.notify(text.auth.loggedOut(name));
}
