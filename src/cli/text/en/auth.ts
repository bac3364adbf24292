import { failure } from '../../errors/command-error.ts';

export const auth = {
  help: {
    commands: {
      login: 'Check an API key against the service and store it in a profile',
      status: 'List the profiles and show the active key, without a request',
      switch: 'Switch to another profile',
      logout: 'Remove a profile and its key',
    },
    options: {
      allowHttp: 'send the key over plain http, even to another machine',
      profileName: { value: 'name', description: 'the profile' },
      readOnly: 'block everything that moves money or creates something with this profile',
      noReadOnly: 'allow this profile to move money again',
      refusalForm: {
        value: 'strict|message',
        description:
          'what counts as a refusal: strict (the default), only the documented form; message, any JSON with a message, for a service that refuses in another form and has no gateway in front of it',
      },
    },
  },
  prompts: {
    baseUrl: 'Address of the service (https://…)',
    apiKey: 'API key (hidden)',
    whichProfile: 'Which profile?',
  },
  httpRefused: (origin: string) =>
    failure(
      `${origin} uses plain http: the key could be intercepted`,
      'use https; on your own network, use --allow-http',
    ),
  keyFromEnvironment: 'Using the key in PIX_API_KEY.',
  askingCommand: (command: string) => `Asking for the key: ${command}`,
  noKeyCommand: failure(
    'no command was given, or a quote is not closed',
    "write it in quotes: --key-command 'op read op://bank/pix/key'",
  ),
  noKeyPrinted: (reason: string) =>
    failure(`the command gave no key: ${reason}`, 'it must print only the key, and end with exit code 0'),
  noKeyGiven: failure('no API key was given', 'type it at the prompt, pipe it in (< key.txt), or set PIX_API_KEY'),
  keyRefused: (origin: string) =>
    failure(
      `${origin} rejected this API key; nothing was stored`,
      'check that you copied the whole key, and that it belongs to this service',
    ),
  loggedIn: (profile: string, origin: string, key: string) =>
    `Logged in to ${origin} with ${key}, stored as profile "${profile}".`,
  otherKeysDropped: (names: readonly string[]) =>
    `The other keys of this profile were removed because they may belong to another account: ${names.join(', ')}.`,
  keyReadsNothing: 'The key is valid, but has no permission to read the balance, charges or withdrawals.',
  notCurrent: (profile: string) =>
    `Another profile is current. Use this one with "-p ${profile}", or switch: pix auth switch ${profile}`,
  noProfiles: 'No profiles stored.',
  switchTo: (known: readonly string[]) =>
    failure(
      'which profile?',
      known.length === 0 ? 'create one with: pix auth login' : `pix auth switch NAME; profiles: ${known.join(', ')}`,
    ),
  switched: (profile: string) => `Switched to profile "${profile}".`,
  loggedOut: (profile: string) => `Removed profile "${profile}" and its key.`,
  hasLooseRefusals: (origin: string) =>
    `Any JSON with a message counts as a refusal of ${origin}, even from a gateway in front of it. To undo: --refusal-form strict`,
  inForce: (key: string, source: string, origin: string) => `Using ${key} (from ${source}) for ${origin}.`,
  isReadOnly: (profile: string) => `Profile "${profile}" is read-only: commands that move money are blocked.`,
  becameCurrent: (profile: string, before: string) =>
    `Switched to profile "${profile}" from "${before}" (the local service).`,
};
