import { failure } from '../../errors/command-error.ts';

export const keys = {
  help: {
    commands: {
      add: 'Check another API key, and add it to the profile',
      list: 'List the keys of the profile, and their known permissions',
      remove: 'Remove a key from the profile',
      move: "Move the profile's keys into the keychain, or into the file",
      check: 'Ask the service what each key may do',
    },
    options: {
      name: { value: 'name', description: 'your name for the key' },
      place: { value: 'place', description: 'where to: keychain or file' },
    },
  },
  nameTaken: (name: string, profile: string) =>
    failure(
      `profile "${profile}" already has a key named "${name}"`,
      `choose another name, or remove that key first: pix keys remove ${name}`,
    ),
  alreadyThere: (name: string, profile: string) =>
    failure(`profile "${profile}" already has this key, as "${name}"`, 'to see all of them: pix keys list'),
  otherAccount: (profile: string) =>
    failure(
      `the key belongs to a different account than profile "${profile}"; nothing was stored`,
      'store it in its own profile: pix auth login -p NAME',
    ),
  lastKey: (profile: string) =>
    failure(
      `this is the only key of profile "${profile}"`,
      `remove it together with the profile: pix auth logout -p ${profile}`,
    ),
  refused: (names: readonly string[]) =>
    failure(
      `rejected by the service: ${names.join(', ')}`,
      `remove revoked keys with: pix keys remove ${names[0] ?? ''}`,
    ),
  added: (name: string, key: string, profile: string) => `Stored key ${key} as "${name}" in profile "${profile}".`,
  removed: (name: string, profile: string) => `Removed key "${name}" from profile "${profile}".`,
  accountUnchecked:
    'Could not check whether the key belongs to the same account: it shares no read permission with the first key.',
  notTested: 'not tested',
  writesUnknown: 'The service reports only on use whether a key may send money and create charges.',
  moved: (count: number, profile: string, index: string) =>
    count === 1
      ? `The key of profile "${profile}" is in ${index} now.`
      : `The ${count} keys of profile "${profile}" are in ${index} now.`,
  nothingToMove: (profile: string, index: string) => `The keys of profile "${profile}" are already in ${index}.`,
};
