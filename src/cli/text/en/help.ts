import type { TopicTexts } from '../shapes.ts';

export const help = {
  program: 'Send and receive Pix from the command line.',
  version: 'show the version',
  help: 'show this help',
  helpCommand: 'Show the help of a command, or a topic',
  commandArgument: 'command',
  /** Headings of man pages. */
  manual: { name: 'Name', synopsis: 'Synopsis', seeAlso: 'See also' },
  chapters: { 'exit-codes': 'Exit codes', formatting: 'Formatting', environment: 'Environment', safety: 'Safety' },
  /** The same as in the declarations, with names of files in this language. */
  example: (line: string) => line,
  helpAll: 'explain all options, also the advanced ones',
  globalOptions: 'Global options: -p, -o, --json, --fields, --lang, -h … (pix help options)',
  advanced: (command: string) => `Advanced (pix help ${command} --all):`,
  topics: (names: string) => `Topics (pix help NAME): ${names}`,
  /** By the names of the commands and groups. */
  commands: {
    auth: 'Log in, switch between profiles, see which key is used',
    keys: 'Manage several API keys on one profile',
    balance: 'Show what can be sent, and what is left of the limits',
    stats: 'Show what came in and went out, day by day',
    payments: 'Create, list and look up charges',
    withdraw: 'Send money to a Pix key, list and look up withdrawals',
    payouts: 'Pay many recipients from a file, exactly once each',
    find: 'Find charges and withdrawals by ID, key, amount, name or words',
    sync: 'Sync the local index for offline use',
    export: 'Export all rows to a file',
    reconcile: 'Compare the account with your books: OFX, CSV, .xlsx or camt.053',
    explain: 'Explain an error code, an exit code or a transaction',
    api: 'Make an authenticated request to any route of the service',
    config: 'Language, time zone, pager, profile and fees for all commands',
    doctor: 'Check settings, API key, network and service',
    prompt: 'Print the profile for your shell prompt',
    completion: 'Print the completion script for a shell',
    serve: 'Run a local test service, without real money',
    mock: 'Simulate outside events on the local service',
  },
  placeholders: { options: '[options]', command: '[command]' },
  globals: {
    profile: '<name> use this stored profile (PIX_PROFILE)',
    baseUrl: '<url> address of the service (PIX_BASE_URL)',
    output: 'format of the output: table on a terminal, else tsv',
    json: 'the same as --output json',
    fields: '<a,b,c> only these fields, in this order; dots select nested ones: balance.total',
    jq: '<expression> filter the JSON output with jq; texts without quotation marks',
    lang: 'language of texts (PIX_LANG, then the locale)',
    quiet: 'no notices on stderr, errors only',
    verbose: 'show requests on stderr, without the key',
    noColor: 'no colours (NO_COLOR)',
    noInput: 'never prompt',
    timeout: '<seconds> timeout of one request (default 30); a read without a response is retried once',
  },
  options: {
    offline: 'use the local index as it is, without requests',
    force: 'replace the file if it exists',
    yes: 'do not ask for confirmation',
    keychain: 'store the key only in the system keychain',
    noKeychain: 'store the key in the configuration file, which only you can read',
    keyCommand:
      '<command> ask this command for the key whenever it is needed, and store no key: op read op://bank/pix/key',
  },
};

export const topics: TopicTexts = {
  exitCodes: {
    done: 'done',
    failed: 'failed: the network, the service, or a refusal by it; no money moved',
    usage: 'wrong usage or invalid input, or the answer was No: nothing was sent',
    partlyDone: 'partly done: some payments failed, or an export could not be verified complete',
    access: 'no key, a bad key, or a key without the permission',
    unknownOutcome: 'the outcome is unknown: money may have moved. Look before you send anything again',
    notFound: 'not found',
    notStarted: 'the command after -- of "pix serve" could not be run; otherwise its own exit code is returned',
    interrupted: 'interrupted (Ctrl-C)',
  },
  formats: {
    table: 'for people; the default on a terminal',
    tsv: 'one row per line, tab-separated, no header; the default when stdout is not a terminal',
    csv: 'RFC 4180, UTF-8, with a header; texts unchanged, so not for spreadsheets',
    json: "the API's own names: one object, or a list with pagination and statistics (the same as --json)",
    ndjson: 'one JSON object per line',
  },
  variables: {
    PIX_API_KEY: 'the API key; takes precedence over the profile',
    PIX_BASE_URL: 'the address of the service; takes precedence over the profile',
    PIX_PROFILE: 'the profile to use if --profile is not given',
    PIX_CONFIG_DIR: 'the folder of profiles and state, instead of the usual one',
    PIX_LANG: 'en or pt-BR; else the locale decides (LC_ALL, LC_MESSAGES, LANG)',
    'PIX_PAGER, PAGER': 'the program that shows long output; cat or nothing for none',
    ACCESSIBLE: '1 for screen readers: nothing is redrawn, signs are words, choices are numbered',
    'NO_COLOR, CLICOLOR_FORCE': 'no colours; colours even without a terminal',
    'HTTPS_PROXY, HTTP_PROXY, NO_PROXY': 'the proxy to the service',
    NODE_EXTRA_CA_CERTS: 'a file of additional certificate authorities (PEM)',
    TZ: 'the time zone of dates that people read and type',
  },
  pages: {
    options: {
      summary: 'Options that all commands take',
      before:
        'They may come before or after the command. A flag takes precedence over a variable, and a variable over the profile.\n',
    },
    'exit-codes': {
      summary: 'What each exit code means',
      after: 'With JSON output the error on stderr has a code, too: {"error":{"code","message","hint"}}.\n',
    },
    formatting: {
      summary: 'Output for people and for programs',
      before: 'stdout carries only data; prompts, progress, notices and errors go to stderr. -o chooses the format:\n',
      after: `People see R$ 1.234,56 and local time. Programs get integer centavos and RFC 3339 times, nothing cut, no colour.
Names, units and order of the machine formats are the same in every language.

--fields chooses fields and their order; use dots for nested fields:

  $ pix payments list --fields id,value,status -o csv
  $ pix balance --json --fields balance.total,limits.dailyRemaining
  $ pix payments list --all -o ndjson | head -1

--jq transforms the JSON, without another program:

  $ pix payments list --jq '.payments[] | select(.value > 10000) | .id'

For spreadsheets, use --format excel-br of pix export and pix payouts report: text in it never runs as a formula.
`,
    },
    environment: {
      summary: 'Variables that pix reads',
      before: 'Precedence: flag, environment variable, profile, default.\n',
      after: `Language, time zone, pager and profile can be stored: pix config set NAME VALUE. Variables take precedence.

pix connects to the service and to no other host. There is no telemetry, and no check for newer versions.
`,
    },
    safety: {
      summary: 'How pix keeps money from moving twice, or by mistake',
      before: `The API has no idempotency key: when a response is lost, sending again may pay again. Therefore:

- pix never repeats a request that moves money. It repeats only reads.
- pix records each payment on disk before it sends the request. When the response is lost, it looks for the withdrawal
  at the service; while it can neither find it nor rule it out, the outcome is unknown, and the exit code is 5.
- Only a refusal in the documented form counts, because the response of a gateway may hide a payment. For a service
  that refuses in another form: pix auth login --refusal-form message
- Give payments a reference: a reference that was paid is never paid again, by any file or command.
- Money moves only after a typed Yes, or with --yes. Enter means No.
- Without a terminal, or with --no-input, pix never prompts, and sends nothing without --yes.
- Before it asks, pix shows the profile and the host, what each recipient receives, the fee, and the amount available afterwards.

Try it first. --dry-run shows what would happen; a local service has no real money, and fails on demand:

  $ pix serve --mock
  $ pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --dry-run

API keys never appear on the command line, in logs or in errors; they are shown shortened: pk_…a1b2.
`,
    },
  },
};

export const completion = {
  help: {
    shell: '<shell> bash, zsh, fish or powershell; takes effect in new shells',
  },
};
