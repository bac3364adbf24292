import type { AsyncEntry } from '@napi-rs/keyring';
import { randomUUID } from 'node:crypto';
import { maskKey } from '../contract/mask-key.ts';
import { ConfigurationError } from './errors.ts';
import type { KeychainPlace } from './key-facts.ts';
import { fingerprintOf } from './key-fingerprint.ts';

/**
 * The operating system's store of secrets: the macOS Keychain, Windows' Credential Manager, the Secret Service of a Linux
 * desktop. Every method throws a {@link ConfigurationError} `keychain_failed` when it is locked, gone, or refuses.
 */
export interface Keychain {
  /** @returns undefined when there is no such entry */
  read(entry: string): Promise<string | undefined>;
  /** Adds or replaces. */
  write(entry: string, secret: string): Promise<void>;
  /** An entry that is not there is as good as removed. */
  remove(entry: string): Promise<void>;
}

/** What entries are filed under, beside the keys of other programs. */
const SERVICE = 'pix';

/**
 * Opens the keychain of this system. It is a native module, and loaded no earlier than that.
 *
 * @param signal stops waiting for a person who is asked to unlock it
 * @throws {ConfigurationError} `keychain_failed` where the system has none that `pix` can use
 */
export async function openKeychain(signal: AbortSignal): Promise<Keychain> {
  const { AsyncEntry } = await guarded(() => import('@napi-rs/keyring'));
  const use = async <Value>(entry: string, work: (opened: AsyncEntry) => Promise<Value>): Promise<Value> => {
    signal.throwIfAborted();
    // Never the Linux kernel's own: that forgets everything with the session, and is chosen silently otherwise.
    const using = guarded(() => work(new AsyncEntry(SERVICE, entry, { linux: { store: 'secret-service' } })));
    return Promise.race([using, aborted(signal)]);
  };
  return {
    read: (entry) => use(entry, async (opened) => (await opened.getPassword()) ?? undefined),
    write: (entry, secret) => use(entry, (opened) => opened.setPassword(secret)),
    remove: (entry) =>
      use(entry, async (opened) => {
        await opened.deletePassword();
      }),
  };
}

/**
 * Whether a keychain keeps what it is given: some answer to reading alone, and throw once there is something to keep.
 *
 * @throws {ConfigurationError} `keychain_failed`
 */
export async function assertKeeps(keychain: Keychain): Promise<void> {
  const entry = `probe ${randomUUID()}`;
  await writeAndReadBack(keychain, entry, randomUUID());
  await keychain.remove(entry);
}

/**
 * Puts a key into the keychain, under an entry of its own, and looks whether it is there.
 *
 * @param label for people who look into their keychain
 * @throws {ConfigurationError} `keychain_failed`
 */
export async function keepInKeychain(keychain: Keychain, label: string, key: string): Promise<KeychainPlace> {
  const entry = `${label} ${randomUUID().slice(0, 8)}`;
  await writeAndReadBack(keychain, entry, key);
  return { entry, masked: maskKey(key), fingerprint: fingerprintOf(key) };
}

/** What can't be read back is not left behind, either: some keychains throw, and have kept it all the same. */
async function writeAndReadBack(keychain: Keychain, entry: string, secret: string): Promise<void> {
  try {
    await keychain.write(entry, secret);
    if ((await keychain.read(entry)) !== secret) throw failed('it does not give back what it was given');
  } catch (error) {
    await Promise.allSettled([keychain.remove(entry)]);
    throw error;
  }
}

function failed(reason: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`the keychain cannot be used: ${reason}`, { code: 'keychain_failed', cause });
}

async function guarded<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw failed(error instanceof Error ? error.message : String(error), error);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(signal.reason instanceof Error ? signal.reason : new Error('interrupted'));
      },
      { once: true },
    );
  });
}
