import { ConfigurationError, SettingsError, unknownProfile } from '../errors.ts';
import type { NamedKey } from '../rate-limit/key-facts.ts';
import type { Keychain } from './keychain.ts';
import type { KeychainKey, ProfileReader, StoredKey, StoredProfile } from './profiles-file.ts';

/** A stored profile with its name. */
export interface NamedProfile {
  readonly profileName: string;
  readonly profile: StoredProfile;
}

/**
 * The profile of a name, or the current one where none is given.
 *
 * @throws {SettingsError} `no_profile`
 * @throws {ConfigurationError} `unknown_profile`
 */
export function chooseProfile(profiles: ProfileReader, name: string | undefined): NamedProfile {
  const profileName = name ?? profiles.current();
  if (profileName === undefined) {
    const message = 'no profile is named, and none is current';
    throw new SettingsError(message, { code: 'no_profile', path: profiles.path });
  }
  const profile = profiles.get(profileName);
  if (profile === undefined) throw unknownProfile(profileName, profiles);
  return { profileName, profile };
}

/** @throws {SettingsError} `unknown_key` */
export function keyNamed(keyName: string, { profileName, profile }: NamedProfile): StoredKey {
  const key = profile.keys.find(({ name }) => name === keyName);
  if (key !== undefined) return key;
  const knownNames = profile.keys.map(({ name }) => name);
  const message = `profile "${profileName}" has no key "${keyName}"`;
  throw new SettingsError(message, { code: 'unknown_key', profileName, keyName, knownNames });
}

/**
 * The keys of a profile, read from the file or from the keychain.
 *
 * @param openKeychain called when one is needed
 * @throws {ConfigurationError} `keychain_locked`, `key_missing`
 */
export async function unlockKeys(
  keys: readonly StoredKey[],
  profileName: string,
  openKeychain: () => Promise<Keychain>,
): Promise<readonly NamedKey[]> {
  const unlocked: NamedKey[] = [];
  for (const stored of keys) {
    if (stored.key !== undefined) {
      unlocked.push(stored);
      continue;
    }
    const { name, permissions } = stored;
    const key = await unlock(stored, profileName, openKeychain);
    unlocked.push({ name, key, ...(permissions !== undefined && { permissions }) });
  }
  return unlocked;
}

async function unlock(
  { name: keyName, keychain }: KeychainKey,
  profileName: string,
  openKeychain: () => Promise<Keychain>,
): Promise<string> {
  const { fingerprintOf } = await import('./key-fingerprint.ts');
  const whose = `the key "${keyName}" of profile "${profileName}"`;
  let key: string | undefined;
  try {
    key = await (await openKeychain()).read(keychain.entry);
  } catch (cause) {
    if (!(cause instanceof SettingsError)) throw cause;
    const reason = reasonOf(cause);
    const message = `${whose} is in the keychain, which cannot be read: ${reason}`;
    throw new ConfigurationError(message, { code: 'keychain_locked', profileName, keyName, reason, cause });
  }
  // A value that another program has put there is not sent to the service.
  if (key !== undefined && fingerprintOf(key) === keychain.fingerprint) return key;
  const message = `${whose} is no longer in the keychain`;
  throw new ConfigurationError(message, { code: 'key_missing', profileName, keyName });
}

/** The keychain's message, in its own words. */
export function reasonOf({ cause, message }: SettingsError): string {
  return cause instanceof Error ? cause.message : message;
}
