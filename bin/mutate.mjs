// Mutation tests of a part, or of some files of it, with its tests or some others: `npm run mutate -- ledger`,
// `npm run mutate -- pix src/pix/tax-id.ts`, `npm run mutate -- reconcile src/reconcile/passes.ts test/reconcile/passes.test.ts`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What is mutated, and the tests that are about it: they run in one process, without programs, PostgreSQL and browsers. */
const PARTS = {
  pix: { mutate: 'src/pix/**/!(fictitious-names).ts', tests: ['test/pix/*'] },
  ledger: { mutate: 'src/service/ledger/**/*.ts', tests: ['test/service/{disputes,ledger,invariants}'] },
  wallet: {
    mutate: 'src/service/wallet/**/*.ts',
    tests: [
      'test/service/{payment-rules,withdrawal-rules,transitions,disputes,sao-paulo-calendar,verification-codes}',
      'test/service/{account-behaviour,account-clock,administration,answers,changes,due,entry,history,refusals,registration}',
      'test/fidelity/fidelity',
    ],
  },
  limiter: { mutate: 'src/client/rate-limit/**/*.ts', tests: ['test/client/{rate-limit,key-pool}'] },
  outcome: {
    mutate: 'src/client/http/outcome.ts',
    tests: ['test/client/{outcome,client,retry}'],
  },
  lists: { mutate: 'src/lists/**/*.ts', tests: ['test/lists/*', 'test/cli/{export,sync}'] },
  rules: {
    mutate: 'src/payouts/rules/**/*.ts',
    tests: [
      'test/payouts/{duplicates,payment-warnings,preflight,reference-shape,rules}',
      'test/journey/payouts-{earlier,warnings}',
    ],
  },
  files: {
    mutate: 'src/payouts/files/**/*.ts',
    tests: ['test/payouts/{batch,batch-cells,batch-properties,batch-workbook,encoding}'],
  },
  reconcile: { mutate: 'src/reconcile/**/*.ts', tests: ['test/reconcile/*', 'test/cli/reconcile'] },
  engine: {
    mutate: 'src/payouts/engine/**/*.ts',
    tests: [
      'test/payouts/{closing-look,copies,creation-outcome,follow,foreign-watch,look,mark-watch,reconcile,resolve}',
      'test/payouts/{run-outcome,send,single-payout,run-payouts,lost-response,doubled-requests}',
    ],
  },
};

/** The last version that runs on Node.js 20. As a dependency, it would add 64 MB and 13 seconds to each `npm ci`. */
const VERSION = '9.6.1';
const FOLDER = resolve('node_modules/.cache/stryker');
const PACKAGES = join(FOLDER, 'node_modules/@stryker-mutator');

const [name, ...named] = process.argv.slice(2);
const isTest = (path) => path.startsWith('test/');
const [files, tests] = [named.filter((path) => !isTest(path)), named.filter(isTest)];
const part = PARTS[name];
if (part === undefined) throw new Error(`name a part: ${Object.keys(PARTS).join(', ')}`);

const report = join(FOLDER, `${name}.json`);
const options = join(FOLDER, `${name}.options.json`);
mkdirSync(FOLDER, { recursive: true });
writeFileSync(
  options,
  JSON.stringify({
    mutate: files.length === 0 ? [part.mutate] : files,
    plugins: [resolve('bin/warm-runner.mjs')],
    testRunner: 'warm',
    concurrency: 1,
    // On a busy machine, slow tests would count as killed mutants.
    timeoutMS: 20_000,
    timeoutFactor: 2,
    tempDirName: join(tmpdir(), 'pix-mutation'),
    ignorePatterns: ['dist', 'docs'],
    reporters: ['progress', 'json'],
    jsonReporter: { fileName: report },
    warnings: { unknownOptions: false },
  }),
);
if (!existsSync(PACKAGES)) {
  run('npm', ['install', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', `@stryker-mutator/core@${VERSION}`]);
}
const startedAt = performance.now();
run(process.execPath, [join(PACKAGES, 'core/bin/stryker.js'), 'run', options], {
  MUTATION_TESTS: (tests.length === 0 ? part.tests.map((path) => `${path}.test.ts`) : tests).join(' '),
  // Node.js reads both when a process starts: a thread cannot change its time zone.
  TZ: 'America/Sao_Paulo',
  NODE_EXTRA_CA_CERTS: resolve('test/client/support/trusted.pem'),
});
show(JSON.parse(readFileSync(report, 'utf8')), Math.round((performance.now() - startedAt) / 1_000));

function run(program, values, env = {}) {
  const { status } = spawnSync(program, values, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(1);
}

/** The survivors, and the line of docs/maintain/mutation.md. */
function show({ files: mutated }, seconds) {
  const mutants = Object.entries(mutated).flatMap(([path, { source, mutants: ofFile }]) => {
    const lines = source.split('\n');
    return ofFile.map((mutant) => ({ ...mutant, path, line: lines[mutant.location.start.line - 1].trim() }));
  });
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  for (const { path, line, location, status, mutatorName, replacement } of mutants) {
    if (status !== 'Survived' && status !== 'NoCoverage') continue;
    const { start } = location;
    console.log(`${status} ${path}:${start.line}:${start.column} ${mutatorName}\n  ${line}\n  -> ${replacement}`);
  }
  const counts = [mutants.length, count('Killed', 'Timeout'), count('Survived'), count('NoCoverage')];
  console.log(`| \`${name}\` | ${counts.join(' | ')} | ${seconds} |`);
}
