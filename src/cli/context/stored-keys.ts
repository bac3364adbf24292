import { SettingsError, ApiError } from '../../client/errors.ts';
import type { HeldKey, KeyStorage, StoredKey } from '../../client/profiles/profiles-file.ts';
import { heldByCommand, reasonOf } from '../../client/profiles/stored-keys.ts';
import { namedFolder } from '../../files/folders.ts';
import { commandError, EXIT } from '../errors/command-error.ts';
import type { Context } from './context.ts';
import type { Host } from './host.ts';
import type { Screen } from './screen.ts';
import { keychainReason } from '../errors/plain-cause.ts';
import type { PixClient } from '../../client/client.ts';

/** `--keychain` and `--no-keychain`; undefined lets `pix` choose. */
interface StorageFlags {
  readonly keychain?: boolean | undefined;
}

/** What a profile stores for a key: the key itself, or where it is held. */
export type WrittenKey = string | HeldKey;

export function asStoredKey(name: string, written: WrittenKey): StoredKey {
  return typeof written === 'string' ? { name, key: written } : { name, held: written };
}

/**
 * Stores a key: in the keychain if one works, otherwise in the profiles file. A folder in `PIX_CONFIG_DIR` stores keys,
 * too, unless the keychain is requested. If `write` cannot add the key to the profile, its keychain entry is removed
 * again. What a command prints is stored nowhere.
 *
 * @param label for people who look into their keychain
 * @throws CommandError keychain_failed when it was requested and can't be used
 */
export async function storeKey(
  context: Context,
  label: string,
  key: string,
  { command, ...flags }: StorageFlags & { readonly command?: readonly string[] | undefined },
  write: (written: WrittenKey) => void,
): Promise<KeyStorage> {
  const written = await (command === undefined
    ? storageFor(context.host, flags) === 'keychain'
      ? storedInKeychain(context, label, key, flags.keychain === true)
      : key
    : heldByCommand(command, key));
  try {
    write(written);
  } catch (error) {
    if (typeof written !== 'string') await forgetEntry(context, written);
    throw error;
  }
  if (typeof written === 'string') return 'file';
  return command === undefined ? 'keychain' : 'command';
}

/**
 * Removes keychain entries that no profile uses any more. An entry that cannot be removed is reported, and does no
 * harm.
 */
export async function forgetKeys(context: Context, keys: readonly StoredKey[]): Promise<void> {
  for (const stored of keys) {
    if (stored.key === undefined) await forgetEntry(context, stored.held);
  }
}

export function storageInWords(storage: KeyStorage, path: string, { text }: Pick<Screen, 'text'>): string {
  const { file, ...others } = text.keyStorage.storages;
  return storage === 'file' ? file(path) : others[storage];
}

/** Where a key is stored unless the keychain fails. */
export function storageFor({ environment }: Pick<Host, 'environment'>, { keychain }: StorageFlags) {
  return (keychain ?? namedFolder(environment) === undefined) ? 'keychain' : 'file';
}

async function storedInKeychain(context: Context, label: string, key: string, isRequired: boolean) {
  const { text, notify } = context.screen;
  try {
    const { assertStores, addToKeychain } = await import('../../client/profiles/keychain.ts');
    const keychain = await context.session.keychain();
    await assertStores(keychain);
    return await addToKeychain(keychain, label, key);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const reason = keychainReason(reasonOf(error), text);
    if (isRequired) {
      throw commandError(EXIT.access, error.code, text.keyStorage.keychainRefused(reason), { cause: error });
    }
    notify(text.keyStorage.noKeychainHere(reason));
    return key;
  }
}

async function forgetEntry(context: Context, { entry }: HeldKey): Promise<void> {
  if (entry === undefined) return;
  try {
    await (await context.session.keychain()).remove(entry);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const { text, warn } = context.screen;
    warn(text.keyStorage.leftBehind(entry, keychainReason(reasonOf(error), text)));
  }
}

/** The smallest read of each kind: a key without one permission may have another. */
export function smallestReads(client: PixClient): readonly (() => Promise<unknown>)[] {
  return [() => client.balance(), () => client.payments.page({ limit: 1 }), () => client.withdraws.page({ limit: 1 })];
}

/**
 * Tries one read of each kind, so that the client learns what its keys may do.
 *
 * @returns false when the service does not accept the key
 */
export async function tryReads(client: PixClient): Promise<boolean> {
  for (const read of smallestReads(client)) {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return false;
      if (!isOfPermission(error)) throw error;
    }
  }
  return true;
}

/**
 * Whether the key lacks a permission. A 403 with another code (a refused address), or without a message of the service
 * (from a proxy), has another cause.
 */
export function isOfPermission({ status, code, serviceMessage }: ApiError): boolean {
  return status === 403 && (code === 'permission_missing' || (code === 'forbidden' && serviceMessage !== undefined));
}
