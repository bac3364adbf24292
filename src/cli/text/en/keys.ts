import type { Complaint } from '../../errors/command-error.ts';

export const keys = {
  help: {
    commands: {
      group: 'Several API keys on one profile: more speed, and permissions side by side',
      add: 'Check another API key against the service and store it on the profile',
      list: 'List the keys of the profile, masked, with the permissions seen',
      remove: 'Remove a key from the profile',
      move: "Move the profile's keys into the keychain, or into the file",
      check: 'Ask the service what each key may do, and remember it',
    },
    options: {
      name: { value: 'name', description: 'what the key is called here' },
      place: { value: 'keychain|file', description: 'where to' },
    },
  },
  fields: {
    first: 'Used first',
    accepted: 'Accepted',
    'permissions.read:payments': 'Payments',
    'permissions.read:withdraws': 'Withdrawals',
    'permissions.read:balance': 'Balance',
    'permissions.write:withdraw:create': 'Sends money',
    'permissions.write:payment:create': 'Creates charges',
  },
  noProfile: {
    message: 'there is no profile that could hold keys',
    hint: 'log in first: pix auth login',
  },
  nameTaken: (name: string, profile: string): Complaint => ({
    message: `profile "${profile}" has a key named "${name}" already`,
    hint: `choose another name, or remove that one first: pix keys remove ${name}`,
  }),
  alreadyThere: (name: string, profile: string): Complaint => ({
    message: `profile "${profile}" holds this key already, as "${name}"`,
    hint: 'to see all of them: pix keys list',
  }),
  unknown: (name: string, known: readonly string[], closest: string | undefined): Complaint => ({
    message: `there is no key named "${name}"`,
    hint: `${closest === undefined ? '' : `did you mean ${closest}? `}there are: ${known.join(', ')}`,
  }),
  otherAccount: (profile: string): Complaint => ({
    message: `the key belongs to another account than profile "${profile}"; nothing was stored`,
    hint: 'keep it in a profile of its own: pix auth login -p NAME',
  }),
  lastKey: (profile: string): Complaint => ({
    message: `it is the only key of profile "${profile}"`,
    hint: `remove it together with the profile: pix auth logout -p ${profile}`,
  }),
  refused: (names: readonly string[]): Complaint => ({
    message: `the service does not accept: ${names.join(', ')}`,
    hint: `revoked keys are removed with: pix keys remove ${names[0] ?? ''}`,
  }),
  added: (name: string, key: string, profile: string) => `Key ${key} is stored as "${name}" in profile "${profile}".`,
  removed: (name: string, profile: string) => `Key "${name}" is removed from profile "${profile}".`,
  accountUnchecked:
    'Whether the key is of the same account could not be checked: it and the first key have nothing to read in common.',
  writesUnknown: 'What a key may write cannot be tried without doing it: unknown until the service refuses it.',
  moved: (count: number, profile: string, place: string) =>
    count === 1
      ? `The key of profile "${profile}" is in ${place} now.`
      : `The ${count} keys of profile "${profile}" are in ${place} now.`,
  nothingToMove: (profile: string, place: string) => `The keys of profile "${profile}" are in ${place} already.`,
};
