import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { failureOf, jsonError, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { BY_ITS_FILE, startTestService, type RunningTestService } from '../support/service.ts';
import { examplesBeside, wordsOf } from './command-tree.ts';
import { linesIn } from '../support/grouped.ts';

// Codes 3 and 5 are tested with batches, proofs of lists and lost responses, code 2 in usage.test.ts.

/** OUT is a missing file, BATCH a file of payouts. */
const READING = linesIn(`
  payments get ID | payments list | payouts check BATCH | stats | withdraw get ID | withdraw list | withdraw receipt ID
  payments receipt ID
`);
/** The same for commands that prove lists like export, and retry for a while. */
const PROVING = linesIn(`
  export payments --out OUT | export withdraws --out OUT | export statement --out OUT | find 10,50 | sync
`);
const WRITING = linesIn(`
  payments create --value 10,50 | payouts run BATCH --yes --confirm-total 30,00
  withdraw create --amount 25,00 --pix-key maria.silva@example.com --yes | withdraw request-code --amount 25,00
`);
/** Commands that read the journal or the index of the account, and send no request. */
const JOURNAL = ['payouts list', 'payouts status', 'reconcile BATCH'];
const RUNS_OF_TEAM = linesIn(`
  payouts pending RUN | payouts approve RUN --yes --confirm-total 30,00 | payouts reject RUN --reason no
  payouts log RUN
`);
/** The same for a journal of a team, which takes an address and no key. */
const TEAM = ['payouts log', 'payouts pending', 'payouts journal status', 'payouts journal export', ...RUNS_OF_TEAM];
const RUNS = linesIn(`
  payouts status RUN | payouts report RUN | payouts receipts RUN --out OUT | payouts resolve RUN 1 --not-paid --yes
  payouts resume RUN
`);
const STORED_KEYS = ['keys add other', 'keys list', 'keys check', 'keys move file', 'keys remove other'];
/** What needs a profile, and no key of it. */
const OF_PROFILE = ['payouts rehearse BATCH'];
const CONTROLS_OF_IDS = linesIn(`
  mock activate ID | mock pay ID | mock expire ID | mock settle ID | mock fail ID | mock dispute open ID
  mock dispute accept ID | mock dispute refuse ID
`);
const CONTROLS = [
  ...CONTROLS_OF_IDS,
  ...linesIn(`
    mock deposit 20,00 | mock advance 1s | mock account show | mock account set --fee 0,40
    mock faults add --on "GET *" --fault latency --delay 1ms | mock faults list | mock faults clear | mock inbox
    mock requests | mock verify | mock snapshot OUT | mock world export OUT | mock restore BATCH | mock reset
  `),
];
/** Commands that need neither key nor service. */
const ALONE = linesIn(`
  auth switch | completion bash | config get language | config list | config path | config set pager cat
  payouts template | serve --mock --port 0 --no-profile
`);
/** Commands with a special result in each situation. */
const OWN = linesIn(`
  auth login --base-url https://wallet.example | auth logout | auth status | doctor | explain AC03
  payouts journal move postgres://pix@db.example/payments | payouts policy show | payouts submit BATCH
  payouts policy init | payouts policy set policy.json | payouts timer RUN --for cron | prompt
`);

const LISTED = [...READING, ...PROVING, 'api GET /api/v1/user/balance', ...WRITING];
/** What asks the service for something with the account's key. */
const ACCOUNT = [...LISTED, 'balance'];
/** What is not listed, as its own example has it: it shows by itself whether it needs a key, or the local service. */
const UNLISTED = examplesBeside([
  ...ACCOUNT,
  ...JOURNAL,
  ...RUNS,
  ...TEAM,
  ...STORED_KEYS,
  ...OF_PROFILE,
  ...CONTROLS,
  ...ALONE,
  ...OWN,
]);

async function run(line: string, options: CliOptions = {}) {
  const folder = temporaryFolder();
  const batch = join(folder, 'batch.csv');
  writeFileSync(batch, 'reference,pix_key,amount\nA-1,ana@example.com,30.00\n');
  const files: Readonly<Record<string, string>> = { BATCH: batch, OUT: join(folder, 'out.csv') };
  const words = wordsOf(line).map((word) => files[word] ?? word);
  return runCli([...words, '--json'], options);
}

/** Each command ends with the code, prints its word, and nothing else. */
async function expectFailure(line: string, options: CliOptions, exitCode: number, code: string): Promise<void> {
  const ended = await run(line, options);
  expect([ended.exitCode, jsonError(ended).code, ended.stdout], ended.stderr).toEqual([exitCode, code, '']);
}

const HOLDINGS = { payments: 3, withdraws: 3, cache: false };
let service: RunningTestService;

beforeAll(async () => {
  service = await startTestService(HOLDINGS, undefined, BY_ITS_FILE);
  return () => service.stop();
});

const interrupted = () => AbortSignal.abort(new Interruption('SIGINT'));
/** An environment with this key. */
const keyed = (baseUrl: string, apiKey: string): CliOptions => ({
  environment: { PIX_BASE_URL: baseUrl, PIX_API_KEY: apiKey },
});

/** An address where nothing listens. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
}

describe('0', () => {
  it.each(ALONE.slice(1))('without a key: %s', async (line) => {
    const interruption = line.startsWith('serve')
      ? { interruption: AbortSignal.abort(new Interruption('SIGTERM')) }
      : {};
    const { exitCode, stdout } = await runCli(wordsOf(line), interruption);
    expect([exitCode, stdout === '']).toEqual([0, false]);
  });
});

describe('4', () => {
  it.each([...ACCOUNT, ...JOURNAL, ...RUNS])('without a key: %s', async (line) => {
    await expectFailure(line, {}, 4, 'no_key');
  });

  it.each([...STORED_KEYS, ...OF_PROFILE])('without a profile: %s', async (line) => {
    await expectFailure(line, {}, 4, 'no_profile');
  });

  it('without anything to report or remove', async () => {
    await expectFailure('auth logout', {}, 4, 'no_key');
    const status = await run('auth status');
    expect([status.exitCode, JSON.parse(status.stdout)]).toMatchObject([4, { key: null, profiles: [] }]);
  });

  it.each(ACCOUNT)('with a key that the service rejects: %s', async (line) => {
    const ended = await run(line, keyed(service.url, 'pk_UnknownToTheService'));
    expect([ended.exitCode, jsonError(ended).code]).toEqual([4, 'unauthorized']);
    // The body is printed unchanged.
    if (!line.startsWith('api')) expect(ended.stdout).toBe('');
  });

  it.each(LISTED.filter((line) => !/^(api|payouts check)/.test(line)))(
    'with a key without the permission: %s',
    async (line) => {
      const { url, keyOf } = service;
      const { exitCode, stdout } = await run(line, keyed(url, keyOf('demo', 'balance')));
      expect([exitCode, stdout]).toEqual([4, '']);
    },
  );
});

describe('1', () => {
  it.each([...ACCOUNT.filter((line) => !PROVING.includes(line)), ...CONTROLS])(
    'without a response: %s',
    async (line) => {
      await expectFailure(line, keyed(await closedAddress(), 'pk_any'), 1, 'connection_refused');
    },
  );

  it.each(WRITING)('when the service refuses for reasons of its own: %s', async (line) => {
    const { url, keyOf } = await startTestService(HOLDINGS);
    expect(await run('mock account set --blocked true', keyed(url, keyOf()))).toMatchObject({ exitCode: 0 });
    expect(failureOf(await run(line, keyed(url, keyOf())))).toEqual([1, 'account_blocked']);
  });

  it('when a check finds a problem: doctor', async () => {
    const { exitCode, stderr } = await run('doctor', keyed(await closedAddress(), 'pk_any'));
    expect([exitCode, jsonError({ stderr }).code]).toEqual([1, 'doctor_problems']);
  });
});

describe('2', () => {
  it.each(CONTROLS)('without a configured service: %s', async (line) => {
    await expectFailure(line, {}, 2, 'no_local_service');
  });

  it.each(TEAM)('without an address: %s', async (line) => {
    await expectFailure(line, {}, 2, 'no_base_url');
  });
});

describe('6', () => {
  const LOOK_UPS = [
    ...linesIn('payments get ID | withdraw get ID | withdraw receipt ID | payments receipt ID'),
    ...CONTROLS_OF_IDS,
    ...RUNS,
    ...RUNS_OF_TEAM,
  ];

  it.each(LOOK_UPS)('when nothing has that name: %s', async (line) => {
    const { url, keyOf } = service;
    await expectFailure(
      line,
      keyed(url, keyOf()),
      6,
      [...RUNS, ...RUNS_OF_TEAM].includes(line) ? 'run_unknown' : 'not_found',
    );
  });

  it('when there is nothing at all', async () => {
    const { url, keyOf } = service;
    await expectFailure('payouts status', keyed(url, keyOf()), 6, 'no_runs');
    const found = await run('find nobody@example.com', keyed(url, keyOf()));
    expect([found.exitCode, JSON.parse(found.stdout)]).toMatchObject([6, { matches: [] }]);
    const answered = await run('api GET /api/v1/nowhere', keyed(url, keyOf()));
    expect([answered.exitCode, JSON.parse(answered.stdout)]).toMatchObject([6, { success: false }]);
  });
});

describe('130', () => {
  it.each([...ACCOUNT, ...CONTROLS, 'doctor'])(
    'when it is interrupted before it starts, and nothing is done: %s',
    async (line) => {
      const { url, keyOf, request } = service;
      const before = (await request('/api/v1/user/balance')).text;
      const options = { ...keyed(url, keyOf()), interruption: interrupted() };
      expect(failureOf(await run(line, options))).toEqual([130, 'interrupted']);
      expect((await request('/api/v1/user/balance')).text).toBe(before);
    },
  );
});

it.each(UNLISTED)(
  'the exit code is 1, 2, 4 or 130, by what the command lacks, or 0 when it needs nothing: %s',
  async (line) => {
    const alone = await run(line);
    if (alone.exitCode === 0) {
      expect(alone.stdout).not.toBe('');
      return;
    }
    const { code } = jsonError(alone);
    expect(
      [
        [4, 'no_key'],
        [2, 'no_local_service'],
      ],
      alone.stderr,
    ).toContainEqual([alone.exitCode, code]);
    const { url, keyOf } = service;
    if (code === 'no_key') await expectFailure(line, keyed(url, 'pk_UnknownToTheService'), 4, 'unauthorized');
    await expectFailure(line, keyed(await closedAddress(), 'pk_any'), 1, 'connection_refused');
    await expectFailure(line, { ...keyed(url, keyOf()), interruption: interrupted() }, 130, 'interrupted');
  },
);

async function connected(language: string) {
  const { url, keyOf } = await startTestService();
  return { PIX_BASE_URL: url, PIX_API_KEY: keyOf(), PIX_LANG: language, NO_COLOR: '1' };
}

const CREATE = ['withdraw', 'create', '--amount', '25,00', '--pix-key', 'maria@example.com'];

it.each([
  ['en', 'Cancelled. Nothing was sent.'],
  ['pt-BR', 'Cancelado. Nada foi enviado.'],
])('a cancelled question is no error (%s)', async (language, said) => {
  const environment = await connected(language);
  const atQuestion = () => Promise.reject(Object.assign(new Error('closed'), { name: 'ExitPromptError' }));
  for (const [answer, exitCode] of [
    ['', 2],
    [atQuestion, 130],
  ] as const) {
    const ended = await runCli(CREATE, { environment, isTerminal: true, answers: [answer] });
    expect([ended.exitCode, ended.stderr.trimEnd().split('\n').at(-1)]).toEqual([exitCode, said]);
  }
});

it('a script receives the error of a cancelled question as before', async () => {
  const environment = await connected('en');
  const { stderr } = await runCli([...CREATE, '--json'], { environment, isTerminal: true, answers: [''] });
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(
    '{"error":{"code":"cancelled","message":"cancelled; nothing was sent"}}',
  );
});

it.each([
  [['balance', '--watch']],
  [['payments', 'list', '--watch']],
  [['withdraw', 'list', '--watch']],
  [['mock', 'requests', '--follow']],
])('the end of a watch says nothing: pix %j', async (argv) => {
  const environment = await connected('en');
  const watched = async (more: readonly string[]) => {
    const stopping = new AbortController();
    const onSleep = () => {
      stopping.abort(new Interruption('SIGINT'));
      throw new Interruption('SIGINT');
    };
    return runCli([...argv, ...more], { environment, interruption: stopping.signal, onSleep });
  };
  const ended = await watched([]);
  expect([ended.exitCode, ended.stderr]).toEqual([130, '']);
  expect((await watched(['--json'])).stderr).toContain('{"error":{"code":"interrupted"');
});
