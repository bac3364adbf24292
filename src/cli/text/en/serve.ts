import { failure } from '../../errors/command-error.ts';
import type { StartFacts } from '../shapes.ts';

export const serve = {
  help: {
    command: '<command> after --: run it with PIX_BASE_URL and PIX_API_KEY, on a free port, and end with it',
    mock: 'run the local service (required: there is no other)',
    port: '<port> port to listen on; 0 picks a free one (default 4010)',
    host: '<host> address to listen on (default 127.0.0.1)',
    expose: 'let other machines reach it; its keys are then random, and "pix mock" requires a token',
    allowHost: '<name> answer to this host name, too (can be repeated)',
    allowOrigin: '<origin> let web pages of this origin use it (can be repeated)',
    data: '<file> store the data in this file; without it, in memory',
    database: '<url> store the data in this PostgreSQL database, with other instances',
    schema: '<name> the schema in that database (default pix)',
    tls: 'serve HTTPS, with a certificate for localhost that it makes, and say how to trust it',
    seed: '<number> makes history, IDs and keys the same on every start (default 42)',
    seedFile: '<file> fill a new service with this world instead of a history (JSON)',
    fromProfile: '<name> fill a new service with a twin of this account, from its index (pix sync)',
    now: '<time> start the clock of the service at this time: 2026-07-14T12:00:00Z (default: now)',
    payments: '<number> charges in the history of the demo account (default 120)',
    withdraws: '<number> withdrawals in that history (default 30)',
    noRateLimit: 'do not limit requests per second',
    noCache: 'do not repeat list responses for 60 seconds',
    balanceCache: '<seconds> how long to repeat balance responses (default 0)',
    webhook: '<url> post every change of status there, signed; a convention of ours (can be repeated)',
    webhookSignature: '<kind> how: standard (Standard Webhooks, default), stripe, none',
    open: 'open its console in the browser',
    noProfile: 'do not store the address and key as profile "mock"',
    withParent: 'stop when the process that started it ends',
  },
  mockOnly: failure`--mock is required: pix can only run the local test service \n pix serve --mock`,
  loopbackOnly: (host: string) => failure`
    other machines could reach the service at ${host}
    add --expose to allow that, or use 127.0.0.1, ::1 or localhost`,
  startFailures: {
    port_in_use: ({ address }: StartFacts) => failure`
      ${address} is in use
      use a free port with --port 0, or stop what is running there`,
    address_unavailable: ({ address }: StartFacts) => failure`
      cannot listen on ${address}
      use --host 127.0.0.1 and --port 0`,
    not_exposed: ({ address }: StartFacts) => failure`
      ${address} can be reached from other machines
      add --expose to allow that, or use --host 127.0.0.1`,
    data_file_locked: ({ dataFile }: StartFacts) => failure`
      another process is using ${dataFile}
      stop that service, or use another file with --data`,
    data_file_newer: ({ dataFile }: StartFacts) => failure`
      ${dataFile} was written by a newer pix
      use that version, or another file with --data`,
    data_file_foreign: ({ dataFile }: StartFacts) => failure`
      ${dataFile} is not a data file of the local service; it was not changed
      use another file with --data`,
    data_file_unreadable: ({ dataFile }: StartFacts) => failure`
      cannot open ${dataFile} as a data file
      check the folder and its permissions, or use another file with --data`,
    data_file_damaged: ({ dataFile, damage }: StartFacts) => failure`
      ${dataFile} is damaged, and its figures cannot be trusted: ${damage}
      keep a copy of it, start with a new file (--data NEW.db), and restore your last snapshot: pix mock restore FILE`,
    seed_differs: ({ dataFile, storedSeed, requestedSeed }: StartFacts) => failure`
      ${dataFile} was made with seed ${storedSeed}, not ${requestedSeed}
      leave out --seed, or use another file with --data`,
    world_invalid: ({ path, reason }: StartFacts) => failure`
      invalid world: ${path === '' ? '' : `${path}: `}${reason}
      correct that part of the file; nothing was stored`,
    world_differs: ({ dataFile }: StartFacts) => failure`
      ${dataFile} was filled with something else than this world
      leave out --seed-file, or use a new file or schema`,
    database_driver_missing: () => failure`
      the package pg, which speaks to PostgreSQL, is not installed
      install both with npm, since the single executable cannot use it: npm install -g pix-wallet pg`,
    database_unreachable: ({ database, reason }: StartFacts) => failure`
      cannot connect to ${database}: ${reason}
      check the address (--database postgres://USER@HOST/DATABASE), that the server runs, and that it is no pooler; the password comes from PGPASSWORD or a pgpass file`,
    database_refused: ({ database, reason }: StartFacts) => failure`
      ${database} refused the connection: ${reason}
      check the user, the name of the database and of the schema; the password comes from PGPASSWORD or a pgpass file`,
    database_failed: ({ database, reason }: StartFacts) => failure`
      ${database} reports an error: ${reason}
      check that the user may create a schema there, and that it is no standby server and no pooler`,
    database_pooled: ({ database }: StartFacts) => failure`
      a pooler stands before ${database}, and drops the settings of pix
      connect to the server itself: --database postgres://USER@HOST/DATABASE`,
    database_foreign: ({ database }: StartFacts) => failure`
      the schema in ${database} belongs to another program; it was not changed
      use another schema with --schema`,
    database_newer: ({ database }: StartFacts) => failure`
      ${database} was written by a newer pix
      use that version, or another schema with --schema`,
    database_too_old: ({ database }: StartFacts) => failure`
      ${database} is older than PostgreSQL 14
      use PostgreSQL 14 or newer`,
    database_not_utf8: ({ database }: StartFacts) => failure`
      ${database} cannot store every character: its encoding is not UTF8
      create another one: createdb --encoding=UTF8 --template=template0 DATABASE`,
  },
  invalidDatabase: failure`
    invalid value for --database
    it is postgres://USER@HOST/DATABASE; the password comes from PGPASSWORD or a pgpass file`,
  invalidSchema: (typed: string) => failure`
    invalid value "${typed}" for --schema
    use lowercase letters, digits and _, and do not begin with a digit or pg_`,
  dataOrDatabase: failure`
    --data and --database exclude each other
    use --data for a file of one instance, --database for several instances`,
  schemaWithoutDatabase: failure`
    --schema requires --database
    pix serve --mock --database postgres://USER@HOST/DATABASE --schema NAME`,
  invalidHost: (typed: string) => failure`
    invalid value "${typed}" for --allow-host
    it is a name without a scheme or port: --allow-host pix.example.com`,
  invalidOrigin: (typed: string) => failure`
    invalid value "${typed}" for --allow-origin
    it is a scheme, a name and a port, without a path: --allow-origin http://localhost:5173`,
  keepNamesOfProfile: failure`
    --keep-names requires --from-profile
    pix serve --mock --from-profile NAME --keep-names`,
  worldUnreadable: (file: string, reason: string) => failure`
    cannot read ${file}: ${reason}
    it must be JSON, as "pix mock world export" writes it`,
  invalidWebhook: (name: string, typed: string) => failure`
    invalid value "${typed}" for ${name}
    it is an http or https address without a user: http://127.0.0.1:3000/pix`,
  invalidSecret: failure`
    PIX_WEBHOOK_SECRET must be "whsec_" and base64 of 24 to 64 bytes
    make one with: echo "whsec_$(openssl rand -base64 24)"; or unset it: the service then makes its own`,
  weakToken: failure`
    PIX_MOCK_TOKEN must have 16 to 200 visible ASCII characters
    make one with "openssl rand -hex 16", or unset it: the service then makes its own`,
  notStarted: (command: string, reason: string) => ({ message: `cannot run "${command}": ${reason}` }),
  commandCauses: { ENOENT: 'no such file or command' },
  failed: (method: string, path: string, cause: string) => `${method} ${path} was answered with 500: ${cause}`,
  profileOfAnother: (name: string, origin: string, own: string) =>
    `The profile "${name}" belongs to the local service at ${origin}, which is still running. This service is "${own}".`,
  profileNotStored: (reason: string) => `The profile "mock" was not stored: ${reason}`,
  ready: (url: string) => `The local service is listening on ${url} (no real money).`,
  console: (url: string) => `Console for your browser: ${url}`,
  keys: 'Keys:',
  exposed: (token: string) =>
    `Other machines can reach it. The commands of "pix mock" require this token in PIX_MOCK_TOKEN:\n  ${token}`,
  webhooks: (urls: readonly string[], secret: string) =>
    `Every change of status is posted (a convention of ours) to:\n${urls.map((url) => `  ${url}`).join('\n')}\nsigned with this secret:\n  ${secret}`,
  webhooksDropped: (count: number) =>
    count === 1
      ? '1 webhook was not delivered, and is dropped.'
      : `${count} webhooks were not delivered, and are dropped.`,
  trust: (file: string) =>
    [
      'Its certificate is signed by an authority that only this machine has. Trust that in your tests only:',
      `  NODE_EXTRA_CA_CERTS=${file}   Node.js, and pix`,
      `  REQUESTS_CA_BUNDLE=${file}    Python (requests)`,
      `  curl --cacert ${file}`,
    ].join('\n'),
  tryIt: 'Try, in another terminal:',
  stopHint: 'Press Ctrl-C to stop it.',
  seeding: (percent: number) => `writing the history: ${percent}%`,
  stopping: 'Stopping.',
};
