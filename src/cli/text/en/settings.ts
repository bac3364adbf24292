import type { Complaint } from '../../errors/command-error.ts';

export const settings = {
  noKey: {
    message: 'there is no API key',
    hint: 'log in with "pix auth login", or set PIX_API_KEY; to try things out: pix serve --mock',
  },
  noBaseUrl: {
    message: 'there is no address of a service',
    hint: 'log in with "pix auth login", or set PIX_BASE_URL, or use --base-url',
  },
  invalidBaseUrl: (source: string): Complaint => ({
    message: `${source === '' ? '' : `${source}: `}that is not the address of a service`,
    hint: 'it begins with https:// or http:// and holds no name, password or query',
  }),
  unknownProfile: (name: string, known: readonly string[], closest: string | undefined): Complaint => ({
    message: `there is no profile "${name}"`,
    hint:
      known.length === 0
        ? 'make one with: pix auth login'
        : `${closest === undefined ? '' : `did you mean ${closest}? `}there are: ${known.join(', ')}`,
  }),
  keyOfAnotherService: (profile: string, own: string, other: string): Complaint => ({
    message: `the key of profile "${profile}" belongs to ${own}, and is not sent to ${other}`,
    hint: 'give the key of that service in PIX_API_KEY, or log in there: pix auth login -p NAME --base-url URL',
  }),
  readOnly: (profile: string): Complaint => ({
    message: `profile "${profile}" is read-only: it moves no money and creates nothing; nothing was sent`,
    hint: `use another profile with -p, or lift it: pix auth login -p ${profile} --no-read-only`,
  }),
  unprotected: (origin: string) => `warning: the key goes to ${origin} over plain http, where others can read it`,
};
