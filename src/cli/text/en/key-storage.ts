import { failure } from '../../errors/command-error.ts';

export const keyStorage = {
  storage: 'PLACE',
  storages: {
    command: 'your secret manager, which a command asks',
    keychain: 'the system keychain',
    file: (path: string) => `the file ${path}, which only you can read`,
  },
  sources: {
    command: 'the profile, by its command',
    environment: 'PIX_API_KEY',
    keychain: 'the profile, in the keychain',
    file: 'the profile, in the file',
  },
  reasons: {
    noSession: 'no desktop session',
    locked: 'it is locked, or access was denied',
    silent: 'it does not respond',
    unreliable: 'it does not return what it stores',
  },
  commandReasons: {
    'printed nothing': 'it printed nothing',
    'printed something else': 'it printed something else than a key',
    'took too long': 'it took longer than two minutes',
    'not found': 'there is no such program',
  },
  commandExit: (exitCode: string) => `it ended with exit code ${exitCode}`,
  stored: (key: string, storage: string) => `Key ${key} is stored in ${storage}.`,
  noKeychainHere: (reason: string) => `No system keychain available (${reason}).`,
  keychainRefused: (reason: string) =>
    failure(
      `cannot use the keychain: ${reason}`,
      'unlock it or log in to the desktop, or store the key in the file: --no-keychain',
    ),
  locked: (profile: string, key: string, reason: string) =>
    failure(
      `the key "${key}" of profile "${profile}" is stored in the keychain, which cannot be read: ${reason}`,
      `unlock it and try again, set PIX_API_KEY, or store the key again: pix auth login -p ${profile} --no-keychain`,
    ),
  commandFailed: (profile: string, key: string, reason: string) =>
    failure(
      `the command that prints the key "${key}" of profile "${profile}" has failed: ${reason}`,
      `try the command by itself, or log in again: pix auth login -p ${profile}`,
    ),
  missing: (profile: string, key: string) =>
    failure(
      `the key "${key}" of profile "${profile}" is no longer where it was stored`,
      `store it again: pix auth login -p ${profile}`,
    ),
  leftBehind: (entry: string, reason: string) =>
    `The entry "${entry}" of "pix" is still in the keychain but no longer used; remove it there (${reason}).`,
};
