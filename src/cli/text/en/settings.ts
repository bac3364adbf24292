import { failure } from '../../errors/command-error.ts';

export const settings = {
  localService: 'local service, no real money',
  // The second half is shown until the end.
  pagerPrompt: '?eq quits:Enter continues, q quits.',
  timesIn: (zone: string) => `times in ${zone}`,
  invalidTimeZone: (zone: string, closest: string | undefined) => failure`
    unknown time zone in TZ: ${zone}
    ${closest === undefined ? 'write it like America/Sao_Paulo or UTC' : `did you mean TZ=${closest}?`}`,
  noKey: failure`no API key configured \n pix auth login, or set PIX_API_KEY; to try pix out: pix serve --mock`,
  noBaseUrl: failure`
    no service address configured
    log in with "pix auth login", set PIX_BASE_URL, or use --base-url`,
  invalidBaseUrl: (source: string) => failure`
    ${source === '' ? '' : `${source}: `}invalid service address
    it begins with https:// or http:// and contains no user name, password or query`,
  invalidJournal: (source: string) => failure`
    ${source}: invalid address of a journal
    it is postgres://USER@HOST/DATABASE; the password comes from PGPASSWORD or a pgpass file`,
  unknownProfile: (name: string, known: readonly string[], closest: string | undefined) => failure`
    profile not found: "${name}"
    ${known.length === 0 ? 'create one with: pix auth login' : `${closest === undefined ? '' : `did you mean ${closest}? `}profiles: ${known.join(', ')}`}`,
  keyOfAnotherService: (profile: string, own: string, other: string) => failure`
    the key of profile "${profile}" belongs to ${own} and is not sent to ${other}
    set the key of that service in PIX_API_KEY, or log in there: pix auth login -p NAME --base-url URL`,
  keyPassedOver: (profile: string) => `note: PIX_API_KEY is used, which is no key of profile "${profile}"`,
  passedOver: (profile: string) => failure`
    PIX_API_KEY is set, and is no key of profile "${profile}": it may belong to another account; nothing was sent
    to use profile "${profile}": unset PIX_API_KEY and PIX_BASE_URL; to use PIX_API_KEY: leave out -p, or set PIX_PROFILE instead`,
  emptyVariable: (variable: string) => failure`
    ${variable} is set, but empty; nothing was sent
    set it to what was meant, or unset it`,
  readOnly: (profile: string) => failure`
    profile "${profile}" is read-only: it cannot move money or create anything; nothing was sent
    use another profile with -p, or allow writes: pix auth login -p ${profile} --no-read-only`,
  unprotected: (origin: string) => `warning: the key is sent to ${origin} over plain http and could be intercepted`,
  thisMachine: 'this machine',
  noProfile: failure`no profile to store keys in \n log in first: pix auth login`,
  unknownKey: (name: string, known: readonly string[], closest: string | undefined) => failure`
    key not found: "${name}"
    ${closest === undefined ? '' : `did you mean ${closest}? `}keys: ${known.join(', ')}`,
};

export const keyStorage = {
  storages: {
    command: 'your secret manager, which a command asks',
    keychain: 'the system keychain',
    file: (path: string) => `the file ${path}, which only you can read`,
  },
  commandExit: (exitCode: string) => `it ended with exit code ${exitCode}`,
  stored: (key: string, storage: string) => `Key ${key} is stored in ${storage}.`,
  noKeychainHere: (reason: string) => `No system keychain available (${reason}).`,
  keychainRefused: (reason: string) => failure`
    cannot use the keychain: ${reason}
    unlock it or log in to the desktop, or store the key in the file: --no-keychain`,
  locked: (profile: string, key: string, reason: string) => failure`
    the key "${key}" of profile "${profile}" is stored in the keychain, which cannot be read: ${reason}
    unlock it and try again, set PIX_API_KEY, or store the key again: pix auth login -p ${profile} --no-keychain`,
  commandFailed: (profile: string, key: string, reason: string) => failure`
    the command that prints the key "${key}" of profile "${profile}" has failed: ${reason}
    try the command by itself, or log in again: pix auth login -p ${profile}`,
  missing: (profile: string, key: string) => failure`
    the key "${key}" of profile "${profile}" is no longer where it was stored
    store it again: pix auth login -p ${profile}`,
  leftBehind: (entry: string, reason: string) =>
    `The entry "${entry}" of "pix" is still in the keychain but no longer used; remove it there (${reason}).`,
};
