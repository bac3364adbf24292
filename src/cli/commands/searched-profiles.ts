import type { Context } from '../context/context.ts';
import { usageError } from '../errors/command-error.ts';
import { completeSettings, isUnprotected, originOf, type Settings } from '../context/settings.ts';

/** One of several accounts that a command reads. */
export interface SearchedProfile {
  /** Shown with its results; empty when key and address come from the environment. */
  readonly name: string;
  readonly settings: Settings;
}

/**
 * The accounts of `-p a,b`, each with the key and address of its profile, because a key from the environment belongs to
 * one account. With one profile, or none, the usual settings apply.
 */
export async function searchedProfiles(context: Context): Promise<readonly SearchedProfile[]> {
  const { environment } = context.host;
  const { flags, sources } = context.session;
  const { text } = context.screen;
  const names = [...new Set(flags.profile?.split(',').map((name) => name.trim()))];
  if (names.length < 2) {
    const [name] = names;
    const settings =
      name === undefined || name === flags.profile
        ? await context.session.settings()
        : await completeSettings({ ...sources, flags: { ...flags, profile: name } }, text);
    return [{ name: settings.profileName ?? '', settings }];
  }
  if (flags.baseUrl !== undefined) throw usageError('conflicting_options', text.usage.oneAccountOnly);
  const ownEnvironment = { ...environment, PIX_API_KEY: undefined, PIX_BASE_URL: undefined };
  return Promise.all(
    names.map(async (name) => {
      const ownSources = { ...sources, flags: { profile: name }, environment: ownEnvironment };
      const settings = await completeSettings(ownSources, text);
      if (isUnprotected(settings.baseUrl)) context.screen.notify(text.settings.unprotected(originOf(settings.baseUrl)));
      return { name, settings };
    }),
  );
}
