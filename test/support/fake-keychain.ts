import { SettingsError } from '../../src/client/errors.ts';
import type { Keychain } from '../../src/client/profiles/keychain.ts';

export interface FakeKeychain extends Keychain {
  readonly entries: Map<string, string>;
  /** Fails from the operation with this number on; by default never. */
  failsFrom: number;
}

/** A keychain in memory, which can be locked. */
export function fakeKeychain(): FakeKeychain {
  const entries = new Map<string, string>();
  let operations = 0;
  const work = async <Value>(done: () => Value): Promise<Value> => {
    operations += 1;
    if (operations >= keychain.failsFrom) {
      throw new SettingsError('the keychain cannot be used', {
        code: 'keychain_failed',
        cause: new Error('the collection is locked'),
      });
    }
    return Promise.resolve(done());
  };
  const keychain: FakeKeychain = {
    entries,
    failsFrom: Infinity,
    read: (entry) => work(() => entries.get(entry)),
    write: (entry, secret) =>
      work(() => {
        entries.set(entry, secret);
      }),
    remove: (entry) =>
      work(() => {
        entries.delete(entry);
      }),
  };
  return keychain;
}
