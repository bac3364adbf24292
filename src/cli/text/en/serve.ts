import type { Complaint } from '../../errors/command-error.ts';
import type { StartFacts } from '../shapes.ts';

export const serve = {
  help: {
    command: 'Run a local service to rehearse on; no real money is near it',
    mock: 'serve the local implementation (the only one that there is)',
    port: { value: 'port', description: 'port to listen on; 0 takes a free one (default 4010)' },
    host: { value: 'host', description: 'address to listen on (default 127.0.0.1)' },
    expose: 'let other machines reach it; its levers then want the token that it prints',
    data: { value: 'file', description: 'keep the data in this file; without it, in memory' },
    seed: { value: 'number', description: 'makes history, ids and keys the same on every start (default 42)' },
    payments: { value: 'number', description: 'payments in the history of the demo account (default 120)' },
    withdraws: { value: 'number', description: 'withdrawals in that history (default 30)' },
    noRateLimit: 'do not limit requests per second',
    noCache: 'do not repeat list answers for 60 seconds',
    balanceCache: { value: 'seconds', description: 'repeat balance answers for so long (default 0)' },
    noProfile: 'do not store the address and key as profile "mock"',
  },
  mockOnly: {
    message: 'there is only a mock to serve: it moves no real money',
    hint: 'pix serve --mock',
  },
  loopbackOnly: (host: string): Complaint => ({
    message: `other machines could reach the service at ${host}`,
    hint: 'add --expose if that is wanted, or use 127.0.0.1, ::1 or localhost',
  }),
  startFailures: {
    port_in_use: ({ address }: StartFacts): Complaint => ({
      message: `${address} is in use`,
      hint: 'take a free port with --port 0, or stop what is running there',
    }),
    address_unavailable: ({ address }: StartFacts): Complaint => ({
      message: `${address} cannot be listened on`,
      hint: 'use --host 127.0.0.1 and --port 0',
    }),
    not_exposed: ({ address }: StartFacts): Complaint => ({
      message: `${address} can be reached from other machines`,
      hint: 'add --expose if that is wanted, or use --host 127.0.0.1',
    }),
    data_file_locked: ({ dataFile }: StartFacts): Complaint => ({
      message: `another process is using ${dataFile}`,
      hint: 'stop that service, or use another file with --data',
    }),
    data_file_newer: ({ dataFile }: StartFacts): Complaint => ({
      message: `${dataFile} was written by a newer pix`,
      hint: 'use that version, or another file with --data',
    }),
    data_file_foreign: ({ dataFile }: StartFacts): Complaint => ({
      message: `${dataFile} is not a data file of the local service; it was left alone`,
      hint: 'use another file with --data',
    }),
    data_file_unreadable: ({ dataFile }: StartFacts): Complaint => ({
      message: `${dataFile} cannot be opened as a data file`,
      hint: 'check the folder and its permissions, or use another file with --data',
    }),
    seed_differs: ({ dataFile, storedSeed, requestedSeed }: StartFacts): Complaint => ({
      message: `${dataFile} was made with seed ${storedSeed}, not ${requestedSeed}`,
      hint: 'leave out --seed, or use another file with --data',
    }),
  },
  profileNotStored: (reason: string) => `The profile "mock" was not stored: ${reason}`,
  ready: (url: string) => `The local service answers at ${url}. No real money is near it.`,
  keys: 'Keys:',
  exposed: (token: string) =>
    `Other machines can reach it. Its levers (pix mock …) want this token, in PIX_MOCK_TOKEN:\n  ${token}`,
  tryIt: 'Try, in another terminal:',
  stopHint: 'Ctrl-C stops it.',
  stopping: 'Stopping.',
};
