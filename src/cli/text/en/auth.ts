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
      profileName: '<name> the profile',
      readOnly: 'block everything that moves money or creates something with this profile',
      noReadOnly: 'allow this profile to move money again',
      refusalForm:
        '<strict|message> what counts as a refusal: strict (the default), only the documented form; message, any JSON with a message, for a service that refuses in another form and has no gateway in front of it',
    },
  },
  httpRefused: (origin: string) => failure`
    ${origin} uses plain http: the key could be intercepted
    use https; on your own network, use --allow-http`,
  keyFromEnvironment: 'Using the key in PIX_API_KEY.',
  askingCommand: (command: string) => `Asking for the key: ${command}`,
  noKeyCommand: failure`
    no command was given, or a quote is not closed
    write it in quotes: --key-command 'op read op://bank/pix/key'`,
  noKeyPrinted: (reason: string) => failure`
    the command gave no key: ${reason}
    it must print only the key, and end with exit code 0`,
  noKeyGiven: failure`no API key was given \n type it at the prompt, pipe it in (< key.txt), or set PIX_API_KEY`,
  keyRefused: (origin: string) => failure`
    ${origin} rejected this API key; nothing was stored
    check that you copied the whole key, and that it belongs to this service`,
  loggedIn: (profile: string, origin: string, key: string) =>
    `Logged in to ${origin} with ${key}, stored as profile "${profile}".`,
  otherKeysDropped: (names: readonly string[]) =>
    `The other keys of this profile were removed because they may belong to another account: ${names.join(', ')}.`,
  keyReadsNothing: 'The key is valid, but has no permission to read the balance, charges or withdrawals.',
  notCurrent: (profile: string) =>
    `Another profile is current. Use this one with "-p ${profile}", or switch: pix auth switch ${profile}`,
  noProfiles: 'No profiles stored.',
  switchTo: (known: readonly string[]) => failure`
    which profile?
    ${known.length === 0 ? 'create one with: pix auth login' : `pix auth switch NAME; profiles: ${known.join(', ')}`}`,
  switched: (profile: string) => `Switched to profile "${profile}".`,
  loggedOut: (profile: string) => `Removed profile "${profile}" and its key.`,
  hasLooseRefusals: (origin: string) =>
    `Any JSON with a message counts as a refusal of ${origin}, even from a gateway in front of it. To undo: --refusal-form strict`,
  inForce: (key: string, source: string, origin: string) => `Using ${key} (from ${source}) for ${origin}.`,
  isReadOnly: (profile: string) => `Profile "${profile}" is read-only: commands that move money are blocked.`,
  becameCurrent: (profile: string, before: string) =>
    `Switched to profile "${profile}" from "${before}" (the local service).`,
};

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
      name: '<name> your name for the key',
      place: '<place> where to: keychain or file',
    },
  },
  nameTaken: (name: string, profile: string) => failure`
    profile "${profile}" already has a key named "${name}"
    choose another name, or remove that key first: pix keys remove ${name}`,
  alreadyThere: (name: string, profile: string) => failure`
    profile "${profile}" already has this key, as "${name}"
    to see all of them: pix keys list`,
  otherAccount: (profile: string) => failure`
    the key belongs to a different account than profile "${profile}"; nothing was stored
    store it in its own profile: pix auth login -p NAME`,
  lastKey: (profile: string) => failure`
    this is the only key of profile "${profile}"
    remove it together with the profile: pix auth logout -p ${profile}`,
  refused: (names: readonly string[]) => failure`
    rejected by the service: ${names.join(', ')}
    remove revoked keys with: pix keys remove ${names[0] ?? ''}`,
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
