import { ConfigurationError, SettingsError, unknownProfile } from '../errors.ts';
import type { NamedKey } from '../rate-limit/key-pool.ts';
import type { Keychain } from './keychain.ts';
import { maskKey } from '../../contract/mask-key.ts';
import { fingerprintOf } from './key-fingerprint.ts';
import type { HeldKey, KeyElsewhere, ProfileReader, StoredKey, StoredProfile } from './profiles-file.ts';

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
 * The keys of a profile, read from the file, from the keychain, or from the commands that print them.
 *
 * @param openKeychain called when one is needed
 * @param signal ends waiting for a command
 * @throws {ConfigurationError} `keychain_locked`, `key_missing`, `key_command_failed`
 * @throws {InterruptedError} when a command was interrupted
 */
export async function unlockKeys(
  keys: readonly StoredKey[],
  profileName: string,
  openKeychain: () => Promise<Keychain>,
  signal?: AbortSignal,
): Promise<readonly NamedKey[]> {
  const unlocked: NamedKey[] = [];
  for (const stored of keys) {
    if (stored.key !== undefined) {
      unlocked.push(stored);
      continue;
    }
    const { name, permissions } = stored;
    const key = await unlock(stored, profileName, openKeychain, signal);
    unlocked.push({ name, key, ...(permissions !== undefined && { permissions }) });
  }
  return unlocked;
}

async function unlock(
  { name: keyName, held }: KeyElsewhere,
  profileName: string,
  openKeychain: () => Promise<Keychain>,
  signal: AbortSignal | undefined,
): Promise<string> {
  const whose = `the key "${keyName}" of profile "${profileName}"`;
  const { entry, command } = held;
  let key: string | undefined;
  try {
    if (command !== undefined) key = await (await import('./key-command.ts')).keyOfCommand(command, signal);
    else if (entry !== undefined) key = await (await openKeychain()).read(entry);
  } catch (cause) {
    if (!(cause instanceof SettingsError)) throw cause;
    const reason = reasonOf(cause);
    const facts = { profileName, keyName, reason, cause };
    if (command === undefined) {
      const message = `${whose} is in the keychain, which cannot be read: ${reason}`;
      throw new ConfigurationError(message, { code: 'keychain_locked', ...facts });
    }
    const message = `the command that prints ${whose} has failed: ${reason}`;
    throw new ConfigurationError(message, { code: 'key_command_failed', ...facts });
  }
  // A value that another program has put there is not sent to the service.
  if (key !== undefined && fingerprintOf(key) === held.fingerprint) return key;
  const message = `${whose} is no longer where it was`;
  throw new ConfigurationError(message, { code: 'key_missing', profileName, keyName });
}

/** What is stored of a key that a command prints. */
export function heldByCommand(command: readonly string[], key: string): HeldKey {
  return { command: [...command], masked: maskKey(key), fingerprint: fingerprintOf(key) };
}

/** The message of the keychain, or of the command, in its own words. */
export function reasonOf({ cause, message }: SettingsError): string {
  return cause instanceof Error ? cause.message : message;
}
