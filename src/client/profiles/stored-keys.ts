import type { Profiles } from './profiles.ts';
import type { StoredKey, StoredProfile } from './profiles-file.ts';
import { closestWord } from '../../cli/errors/closest-word.ts';
import { CommandError, usageError } from '../../cli/errors/command-error.ts';
import type { Context } from '../../cli/context/context.ts';
import type { Screen } from '../../cli/context/screen.ts';
import { EXIT } from '../../cli/errors/exit-code.ts';
import { askedProfileName, unknownProfile } from '../../cli/context/settings.ts';

/** The profile whose keys are meant: the one that was asked for, else the current one. */
export interface KeyRing {
  readonly profiles: Profiles;
  readonly profileName: string;
  readonly profile: StoredProfile;
}

/** @throws CommandError no_profile or unknown_profile */
export async function openKeyRing(context: Context): Promise<KeyRing> {
  const { text } = context.screen;
  const profiles = await context.session.editProfiles();
  const profileName = askedProfileName(context.session.sources) ?? profiles.current();
  if (profileName === undefined) {
    throw new CommandError({ ...text.keys.noProfile, code: 'no_profile', exitCode: EXIT.access });
  }
  const profile = profiles.get(profileName);
  if (profile === undefined) throw unknownProfile(profileName, profiles, text);
  return { profiles, profileName, profile };
}

/** @throws CommandError unknown_key */
export function keyNamed(name: string, { profile }: KeyRing, { text }: Screen): StoredKey {
  const key = profile.keys.find((candidate) => candidate.name === name);
  if (key !== undefined) return key;
  const names = profile.keys.map((candidate) => candidate.name);
  throw usageError('unknown_key', text.keys.unknown(name, names, closestWord(name, names)));
}
