import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOM_FOR_OBJECTS } from './support/heap.ts';
import { useMemoryForFiles } from './support/memory-folder.ts';

/** They replace modules of Node's before the program is loaded, or collect garbage, which goes through all of a heap. */
const ISOLATED = ['test/cli/open-elsewhere.test.ts', 'test/client/dripping.test.ts'];
const POSTGRES_FOLDER = 'test/postgres/';
const SHARED = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name}`)
  .filter((path) => !path.startsWith(POSTGRES_FOLDER) && !ISOLATED.includes(path));

/**
 * For work in progress, `npm run test:quick`: rules, tables of data and command lines, without processes and
 * campaigns.
 */
const QUICK = [
  'test/{contract,pix}/**/*.test.ts',
  'test/cli/{balance,completion,config,lists,output,payments,prompts,texts,texts-words,usage}.test.ts',
  'test/cli/withdraw-{answers,create}.test.ts',
  'test/sqlite/{open,transaction}.test.ts',
  'test/find/question.test.ts',
  'test/payouts/{batch,batch-cells,creation-outcome,preflight}.test.ts',
  'test/service/{answer-cache,group-commit,ledger,payment-rules,rate-window,sao-paulo-calendar,withdrawal-rules}.test.ts',
];
const QUICK_ISOLATED = [
  'test/architecture.test.ts',
  'test/docs/links.test.ts',
  'test/client/{base-url,outcome,profiles,redact}.test.ts',
];

/** Front-door tests of the service that run on PostgreSQL, too. The others are about data files, or need no store. */
const BOTH_STORES = [
  'account-clock',
  'deep-pages',
  'disputes',
  'due',
  'entry',
  'whole-state',
  'withdrawal-rules',
  'world',
];
/** `npm run campaign -- --only stores` runs these there, too, on one instance and on three. */
const BOTH_STORES_SLOWLY = [
  'access',
  'account-behaviour',
  'administration',
  'answers',
  'history',
  'http-conformance',
  'http-controls',
  'http-faults',
  'http-request-log',
  'refusals',
  'registration',
  'verification-codes',
];
const ON_POSTGRES =
  process.env['CAMPAIGN_STORES'] === undefined
    ? BOTH_STORES.map((name) => `test/service/${name}.test.ts`)
    : [
        ...[...BOTH_STORES, ...BOTH_STORES_SLOWLY].map((name) => `test/service/${name}.test.ts`),
        'test/fidelity/fidelity.test.ts',
      ];
const POSTGRES = {
  name: 'postgres',
  include: [
    ...ON_POSTGRES,
    'test/payouts/journal{,-rules}.test.ts',
    'test/journey/team{,-tampering}.test.ts',
    'test/postgres/**/*.test.ts',
  ],
  globalSetup: fileURLToPath(new URL('support/postgres-setup.ts', import.meta.url)),
  isolate: false,
};

/** The files of a project without isolation share processes, which load the program once. */
const PROJECTS = [
  POSTGRES,
  { name: 'shared', include: SHARED, isolate: false },
  { name: 'isolated', include: ISOLATED },
];
const QUICK_PROJECTS = [
  { name: 'quick', include: QUICK, isolate: false },
  { name: 'quick, isolated', include: QUICK_ISOLATED },
];

/**
 * `npm run coverage`: tests in this process of the parts where a branch that no test takes could cost money. What is
 * started or killed as another process is seen by no coverage.
 */
const COVERING = [
  /^test\/(?:pix|lists|reconcile|find)\/(?!search-speed)/,
  /^test\/payouts\/(?!real-processes|sync-trace)/,
  /^test\/client\/(?!package|consumer|dripping)/,
  /^test\/journey\/(?:payouts|team|policy|withdraw|statement|machines)/,
  /^test\/cli\/(?:payouts|payments-receipt|withdraw|export|sync|reconcile|statement|lists|stats|unknown)/,
  /^test\/service\/(?:account|administration|changes|disputes|due|entry|ledger|one-group|payment-rules)/,
  /^test\/service\/(?:refusals|registration|sao-paulo-calendar)/,
  /^test\/(?:fidelity|service)\/(?:answers|fidelity|history|invariants|transitions|verification|withdrawal|world|http-c)/,
  /^test\/campaign\/(?:payouts|machines|exports|remittances|two-journals)\.test\.ts$/,
];
const COVERING_PROJECTS = [
  {
    ...POSTGRES,
    include: [
      'test/payouts/journal{,-rules}.test.ts',
      'test/postgres/journal-{address,lost-commit,move,reasons,roles,texts}.test.ts',
    ],
  },
  { name: 'shared', include: SHARED.filter((path) => COVERING.some((files) => files.test(path))), isolate: false },
];

const PROJECTS_OF: Readonly<Record<string, typeof PROJECTS>> = { quick: QUICK_PROJECTS, coverage: COVERING_PROJECTS };

/** A process is started by copying the tables of the heap: these files begin while it is small. */
const STARTS_PROCESSES =
  /pix-process|killed-(?:service|program)|built-service|support\/(?:container|typed-page)|inEveryLook|child_process|playwright/;
/** They take ten seconds or more: begun last, they would keep the others' machine waiting. */
const LONG = /cli\/(?:examples|every-command)|payouts\/simulation\.test/;
/** Waits for most of its time, as `frozen.test.ts` does, which would otherwise wait beside it. */
const WAITING = 'postgres/journal-frozen';

function turnOf({ moduleId }: TestSpecification): number {
  if (moduleId.includes(WAITING)) return 3;
  if (STARTS_PROCESSES.test(readFileSync(moduleId, 'utf8'))) return 0;
  return LONG.test(moduleId) ? 1 : 2;
}

/** Project by project: a worker ends when the next file is of another one, and the next one loads the program again. */
class ByTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).sort((one, other) => turnOf(one) - turnOf(other)),
    );
  }
}

useMemoryForFiles();
// Node reads this when a process starts: processes of the tests trust only their own certificate authority.
process.env['NODE_EXTRA_CA_CERTS'] = fileURLToPath(new URL('client/support/trusted.pem', import.meta.url));
// Where a person or a build sets it, what programs print to tests would have colours.
delete process.env['FORCE_COLOR'];

export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Much of the time they wait: for processes that start, and for a database that is frozen.
    maxWorkers: availableParallelism() + 1,
    execArgv: [...ROOM_FOR_OBJECTS],
    // Each project, and each run, transforms only what another has not.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: ByTurn },
    restoreMocks: true,
    unstubEnvs: true,
    coverage: {
      enabled: mode === 'coverage',
      include: ['src/{pix,payouts,lists,reconcile,client}/**', 'src/service/{ledger,wallet}/**'],
      reportsDirectory: 'node_modules/.cache/coverage',
      reporter: ['text', 'json'],
      reportOnFailure: true,
    },
    projects: (PROJECTS_OF[mode] ?? PROJECTS).map((test) => ({ extends: true as const, test })),
  },
}));
