import { ConfigurationError } from '../../../client/errors.ts';
import type { NamedKey } from '../../../client/rate-limit/key-facts.ts';
import type { Keychain } from '../../../client/profiles/keychain.ts';
import type { KeychainKey, StoredKey } from '../../../client/profiles/profiles-file.ts';
import { CommandError } from '../../errors/command-error.ts';
import { EXIT } from '../../errors/exit-code.ts';
import type { Catalogue } from '../../text/translate.ts';

/**
 * The keys of a profile themselves, from wherever they lie.
 *
 * @param openKeychain called when one lies there
 * @throws CommandError keychain_locked, key_missing
 */
export async function unlockKeys(
  keys: readonly StoredKey[],
  profileName: string,
  openKeychain: () => Promise<Keychain>,
  text: Catalogue,
): Promise<readonly NamedKey[]> {
  const unlocked: NamedKey[] = [];
  for (const stored of keys) {
    if (stored.key !== undefined) {
      unlocked.push(stored);
      continue;
    }
    const { name, permissions } = stored;
    unlocked.push({ name, key: await unlock(stored), ...(permissions !== undefined && { permissions }) });
  }
  return unlocked;

  async function unlock({ name, keychain }: KeychainKey): Promise<string> {
    const { fingerprintOf } = await import('../../../client/profiles/key-fingerprint.ts');
    let key: string | undefined;
    try {
      key = await (await openKeychain()).read(keychain.entry);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      throw new CommandError({
        ...text.keyStorage.locked(profileName, name, reasonOf(error)),
        code: 'keychain_locked',
        exitCode: EXIT.access,
        cause: error,
      });
    }
    // Whatever somebody else put in its place is not sent to the service.
    if (key !== undefined && fingerprintOf(key) === keychain.fingerprint) return key;
    const complaint = text.keyStorage.missing(profileName, name);
    throw new CommandError({ ...complaint, code: 'key_missing', exitCode: EXIT.access });
  }
}

/** What the keychain said, in its own words. */
export function reasonOf({ cause, message }: ConfigurationError): string {
  return cause instanceof Error ? cause.message : message;
}
