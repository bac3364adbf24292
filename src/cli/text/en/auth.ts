import type { Complaint } from '../../errors/command-error.ts';

export const auth = {
  help: {
    commands: {
      group: 'Log in, switch between profiles, see which key is used',
      login: 'Check an API key against the service and store it in a profile',
      status: 'Show the profiles and the key in force, without asking the service',
      switch: 'Make another profile the current one',
      logout: 'Remove a profile and its key',
    },
    options: {
      allowHttp: 'send the key over plain http to another machine all the same',
      profileName: { value: 'name', description: 'the profile' },
      readOnly: 'refuse whatever moves money or creates something with this profile',
      noReadOnly: 'let this profile move money again',
      refusalForm: {
        value: 'strict|message',
        description:
          'how this service says no: as its document has it (strict), or in any JSON with a message, for a service without a gateway before it whose refusals would otherwise count as unknown; by default as before, else strict',
      },
    },
  },
  fields: {
    refusalForm: 'Refusal form',
    current: 'Current',
  },
  prompts: {
    baseUrl: 'Address of the service (https://…)',
    apiKey: 'API key (not shown)',
    whichProfile: 'Which profile?',
  },
  httpRefused: (origin: string): Complaint => ({
    message: `${origin} speaks plain http: anybody on the way could read the key`,
    hint: 'use https; if the network is your own, insist with --allow-http',
  }),
  keyFromEnvironment: 'The key is taken from PIX_API_KEY.',
  noKeyGiven: {
    message: 'no API key was given',
    hint: 'type it when asked, pipe it in (pix auth login < key.txt), or set PIX_API_KEY',
  },
  keyRefused: (origin: string): Complaint => ({
    message: `${origin} does not accept this API key; nothing was stored`,
    hint: 'check that the key was copied whole, and that it belongs to this service',
  }),
  loggedIn: (profile: string, origin: string, key: string) =>
    `Logged in to ${origin} with ${key}, stored as profile "${profile}".`,
  otherKeysDropped: (names: readonly string[]) =>
    `The other keys of this profile are removed, for they may belong to another account: ${names.join(', ')}.`,
  keyReadsNothing: 'The service knows the key, but it may read neither balance nor payments nor withdrawals.',
  notCurrent: (profile: string) =>
    `Another profile is current. Use this one with "-p ${profile}", or switch: pix auth switch ${profile}`,
  noProfiles: 'There are no stored profiles.',
  switchTo: (known: readonly string[]): Complaint => ({
    message: 'which profile?',
    hint:
      known.length === 0 ? 'there is none yet: pix auth login' : `pix auth switch NAME; there are: ${known.join(', ')}`,
  }),
  switched: (profile: string) => `Profile "${profile}" is current now.`,
  loggedOut: (profile: string) => `Profile "${profile}" and its key are removed.`,
  hasLooseRefusals: (origin: string) =>
    `Any JSON with a message counts as a refusal of ${origin}: what a gateway before it says, too. Back: --refusal-form strict`,
  inForce: (key: string, source: string, origin: string) => `In force: ${key} (from ${source}) for ${origin}.`,
  isReadOnly: (profile: string) => `Profile "${profile}" is read-only: commands that move money refuse.`,
  becameCurrent: (profile: string, before: string) =>
    `Profile "${profile}" is current now, in place of "${before}" (the local service).`,
};
