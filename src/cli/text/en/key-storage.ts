import type { Complaint } from '../../errors/command-error.ts';

export const keyStorage = {
  place: 'PLACE',
  places: {
    keychain: 'the keychain',
    file: (path: string) => `the file ${path}, which only you can read`,
  },
  sources: {
    environment: 'PIX_API_KEY',
    keychain: 'the profile, in the keychain',
    file: 'the profile, in the file',
  },
  kept: (key: string, place: string) => `Key ${key} is kept in ${place}.`,
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
};
