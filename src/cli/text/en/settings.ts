import type { ErrorText } from '../../errors/command-error.ts';

export const settings = {
  localService: 'local service: no real money',
  timesIn: (zone: string) => `times in ${zone}`,
  invalidTimeZone: (zone: string, closest: string | undefined): ErrorText => ({
    message: `unknown time zone in TZ: ${zone}`,
    hint: closest === undefined ? 'write it like America/Sao_Paulo or UTC' : `did you mean TZ=${closest}?`,
  }),
  noKey: {
    message: 'no API key configured',
    hint: 'log in with "pix auth login", or set PIX_API_KEY; to try pix out: pix serve --mock',
  },
  noBaseUrl: {
    message: 'no service address configured',
    hint: 'log in with "pix auth login", set PIX_BASE_URL, or use --base-url',
  },
  invalidBaseUrl: (source: string): ErrorText => ({
    message: `${source === '' ? '' : `${source}: `}invalid service address`,
    hint: 'it begins with https:// or http:// and contains no user name, password or query',
  }),
  invalidJournal: (source: string): ErrorText => ({
    message: `${source}: invalid address of a journal`,
    hint: 'it is postgres://USER@HOST/DATABASE; the password comes from PGPASSWORD or a pgpass file',
  }),
  unknownProfile: (name: string, known: readonly string[], closest: string | undefined): ErrorText => ({
    message: `profile not found: "${name}"`,
    hint:
      known.length === 0
        ? 'create one with: pix auth login'
        : `${closest === undefined ? '' : `did you mean ${closest}? `}profiles: ${known.join(', ')}`,
  }),
  keyOfAnotherService: (profile: string, own: string, other: string): ErrorText => ({
    message: `the key of profile "${profile}" belongs to ${own} and is not sent to ${other}`,
    hint: 'set the key of that service in PIX_API_KEY, or log in there: pix auth login -p NAME --base-url URL',
  }),
  readOnly: (profile: string): ErrorText => ({
    message: `profile "${profile}" is read-only: it cannot move money or create anything; nothing was sent`,
    hint: `use another profile with -p, or allow writes: pix auth login -p ${profile} --no-read-only`,
  }),
  unprotected: (origin: string) => `warning: the key is sent to ${origin} over plain http and could be intercepted`,
  thisMachine: 'this machine',
  moneyFrom: 'From',
  noProfile: {
    message: 'no profile to store keys in',
    hint: 'log in first: pix auth login',
  },
  unknownKey: (name: string, known: readonly string[], closest: string | undefined): ErrorText => ({
    message: `key not found: "${name}"`,
    hint: `${closest === undefined ? '' : `did you mean ${closest}? `}keys: ${known.join(', ')}`,
  }),
};
