import { fileURLToPath } from 'node:url';
import type { ClientSettings, PixClient, SeveralKeys } from '../client.ts';
import { createPixClient } from '../create-client.ts';
import { InterruptedError, unknownProfile } from '../errors.ts';
import type { SeenPermissions } from '../rate-limit/key-pool.ts';
import { SystemKeychain, type Keychain } from './keychain.ts';
import { maskedKeyOf, readProfiles, storageOf } from './profiles-file.ts';
import { unlockKeys } from './stored-keys.ts';

/** Where stored profiles are. */
export interface ProfilesLocation {
  /** The folder of `config.json`; default: the platform's folder for settings of `pix`. */
  readonly configDirectory?: string | undefined;
}

/** Options of a client that a stored profile does not contain. */
export interface ProfileOptions
  extends
    ProfilesLocation,
    Pick<ClientSettings, 'timeoutMs' | 'readOnly' | 'onEvent' | 'signal' | 'firstRequests' | 'proxies' | 'fetch'> {}

/** A stored profile, without its keys. */
export interface ProfileSummary {
  /** Its name. */
  readonly name: string;
  /** Whether `pix` uses it by default. */
  readonly isCurrent: boolean;
  /** The address of its service. */
  readonly baseUrl: string;
  /** It creates nothing and moves no money. */
  readonly isReadOnly: boolean;
  /** At least one; the first is used first. */
  readonly keys: readonly KeySummary[];
}

/** A key of a stored profile, without the key itself. */
export interface KeySummary {
  /** Its name. */
  readonly name: string;
  /** As it may be shown: `pk_…a1b2`. */
  readonly masked: string;
  /** Where it is stored. */
  readonly storage: 'file' | 'keychain' | 'command';
  /** What has been seen of its permissions. */
  readonly permissions: SeenPermissions;
}

/** The keychain of this system, and how to close it. */
type OpenKeychain = (signal: AbortSignal) => Keychain & { close?(): void };

/** The program is shipped beside the file that contains this code. */
const openSystemKeychain: OpenKeychain = (signal) =>
  new SystemKeychain(fileURLToPath(new URL('keychain-process.js', import.meta.url)), signal);

/**
 * Opens the wallet of a profile that `pix auth login` has stored: its address, all its keys, and the settings of its
 * service. A read-only profile opens a read-only client. Variables of the command line are not read (`PIX_PROFILE`,
 * `PIX_API_KEY`, `PIX_BASE_URL`,
 * `PIX_CONFIG_DIR`).
 *
 * A person may be asked to unlock the keychain; `signal` stops waiting for that.
 *
 * @throws {ConfigurationError} `unknown_profile`, `config_unreadable`, `keychain_locked`, `key_missing`,
 *   `key_command_failed`
 * @throws {InterruptedError} when the signal is aborted before the client is ready
 */
export async function openProfile(
  name: string,
  options: ProfileOptions = {},
  openKeychain: OpenKeychain = openSystemKeychain,
): Promise<PixClient> {
  const { wallet } = await unlockProfile(name, options, openKeychain);
  return createPixClient({ ...options, ...wallet, readOnly: wallet.readOnly || options.readOnly === true });
}

/** How the wallet of a stored profile is opened, and what the profile says of its payments. */
export interface UnlockedProfile {
  readonly wallet: Pick<ClientSettings, 'baseUrl' | 'requestFieldNames' | 'refusalForm'> &
    SeveralKeys & { readonly readOnly: boolean };
  /** Fees are added on top, unless the caller says otherwise. */
  readonly coverFee: boolean;
  /** The database with the journal of its payouts. Undefined: a folder of this machine. */
  readonly journal: string | undefined;
}

/** Errors of {@link openProfile}. */
export async function unlockProfile(
  name: string,
  { configDirectory, signal = new AbortController().signal }: Pick<ProfileOptions, 'configDirectory' | 'signal'>,
  openKeychain: OpenKeychain = openSystemKeychain,
): Promise<UnlockedProfile> {
  const profiles = readProfiles(configDirectory);
  const profile = profiles.get(name);
  if (profile === undefined) throw unknownProfile(name, profiles);
  const { baseUrl, keys, requestFieldNames, refusalForm, readOnly = false, coverFee = false, journal } = profile;
  let keychain: ReturnType<OpenKeychain> | undefined;
  try {
    const apiKeys = await unlockKeys(keys, name, () => Promise.resolve((keychain ??= openKeychain(signal))), signal);
    return { wallet: { baseUrl, apiKeys, requestFieldNames, refusalForm, readOnly }, coverFee, journal };
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new InterruptedError({ outcome: 'not-sent', cause: signal.reason });
  } finally {
    keychain?.close?.();
  }
}

/**
 * The stored profiles, in alphabetical order. No keychain is opened.
 *
 * @throws {ConfigurationError} `config_unreadable`
 */
export function listProfiles({ configDirectory }: ProfilesLocation = {}): readonly ProfileSummary[] {
  const profiles = readProfiles(configDirectory);
  const current = profiles.current();
  return profiles.names().flatMap((name) => {
    const stored = profiles.get(name);
    if (stored === undefined) return [];
    const { baseUrl, readOnly = false } = stored;
    const keys = stored.keys.map((key) => ({
      name: key.name,
      masked: maskedKeyOf(key),
      storage: storageOf(key),
      permissions: key.permissions ?? {},
    }));
    return [{ name, isCurrent: name === current, baseUrl, isReadOnly: readOnly, keys }];
  });
}
