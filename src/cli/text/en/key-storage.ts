import type { Complaint } from '../../errors/command-error.ts';

/** Where keys lie, and profiles that only read. */
export const keyStorage = {
  help: {
    keychain: "keep the key in the operating system's keychain, and nowhere else",
    noKeychain: 'keep the key in the configuration file, which only you can read',
    readOnly: 'refuse whatever moves money or creates something with this profile',
    noReadOnly: 'let this profile move money again',
    refusalForm: {
      value: 'strict|message',
      description:
        'how this service says no: as its document has it (strict), or in any JSON with a message, for a service without a gateway before it whose refusals would otherwise count as unknown; by default as before, else strict',
    },
    move: "Move the profile's keys into the keychain, or into the file",
    place: { value: 'keychain|file', description: 'where to' },
  },
  place: 'PLACE',
  fields: { keyPlace: 'Key lies in', readOnly: 'Read only', refusalForm: 'Refusal form' },
  places: {
    keychain: 'the keychain',
    file: (path: string) => `the file ${path}, which only you can read`,
  },
  inForce: (key: string, source: string, origin: string) => `In force: ${key} (from ${source}) for ${origin}.`,
  sources: {
    environment: 'PIX_API_KEY',
    keychain: 'the profile, in the keychain',
    file: 'the profile, in the file',
  },
  kept: (key: string, place: string) => `Key ${key} is kept in ${place}.`,
  hasLooseRefusals: (origin: string) =>
    `Any JSON with a message counts as a refusal of ${origin}: what a gateway before it says, too. Back: --refusal-form strict`,
  noKeychainHere: (reason: string) => `There is no keychain that can be used here (${reason}).`,
  keychainRefused: (reason: string): Complaint => ({
    message: `the keychain cannot be used: ${reason}`,
    hint: 'unlock it or log in to the desktop, or keep the key in the file: --no-keychain',
  }),
  locked: (profile: string, key: string, reason: string): Complaint => ({
    message: `the key "${key}" of profile "${profile}" lies in the keychain, which cannot be read: ${reason}`,
    hint: `unlock it and try again, or give the key in PIX_API_KEY, or store it anew: pix auth login -p ${profile} --no-keychain`,
  }),
  missing: (profile: string, key: string): Complaint => ({
    message: `the key "${key}" of profile "${profile}" is no longer in the keychain`,
    hint: `store it anew: pix auth login -p ${profile}`,
  }),
  leftBehind: (entry: string, reason: string) =>
    `The entry "${entry}" of "pix" is still in the keychain, and is not used any more; remove it there (${reason}).`,
  moved: (count: number, profile: string, place: string) =>
    count === 1
      ? `The key of profile "${profile}" is in ${place} now.`
      : `The ${count} keys of profile "${profile}" are in ${place} now.`,
  nothingToMove: (profile: string, place: string) => `The keys of profile "${profile}" are in ${place} already.`,
  readOnly: (profile: string): Complaint => ({
    message: `profile "${profile}" is read-only: it moves no money and creates nothing; nothing was sent`,
    hint: `use another profile with -p, or lift it: pix auth login -p ${profile} --no-read-only`,
  }),
  isReadOnly: (profile: string) => `Profile "${profile}" is read-only: commands that move money refuse.`,
  becameCurrent: (profile: string, before: string) =>
    `Profile "${profile}" is current now, in place of "${before}" (the local service).`,
};
