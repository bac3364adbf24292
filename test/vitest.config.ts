import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Parts whose tests leave nothing behind in the process: their files share one, and load the program once. */
const UNISOLATED = ['campaign', 'contract', 'fidelity', 'find', 'payouts', 'pix', 'service', 'sqlite'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

/** For work in progress, `npm run test:quick`: rules, tables of data and command lines, without processes and campaigns. */
const QUICK = [
  'test/{contract,pix,sqlite}/**/*.test.ts',
  'test/find/question.test.ts',
  'test/payouts/{batch,batch-cells,creation-outcome,preflight}.test.ts',
  'test/service/{answer-cache,group-commit,ledger,payment-rules,rate-window,sao-paulo-calendar,withdrawal-rules}.test.ts',
];
const QUICK_ISOLATED = [
  'test/architecture.test.ts',
  'test/docs/links.test.ts',
  'test/cli/{balance,completion,config,lists,output,payments,prompts,texts,texts-words,usage,withdraw-create}.test.ts',
  'test/client/{base-url,classification,outcome,profiles,redact}.test.ts',
];

const PROJECTS = [
  { name: 'unisolated', include: UNISOLATED, isolate: false },
  { name: 'isolated', include: ['test/**/*.test.ts'], exclude: UNISOLATED },
];
const QUICK_PROJECTS = [
  { name: 'quick', include: QUICK, isolate: false },
  { name: 'quick, isolated', include: QUICK_ISOLATED },
];

// Node reads this when a process starts: those of the tests trust their own authority, and speak to no other.
process.env['NODE_EXTRA_CA_CERTS'] = fileURLToPath(new URL('client/support/trusted.pem', import.meta.url));

export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Much of the time goes into waiting for processes: by default a core is left free.
    maxWorkers: '100%',
    restoreMocks: true,
    unstubEnvs: true,
    projects: (mode === 'quick' ? QUICK_PROJECTS : PROJECTS).map((test) => ({ extends: true as const, test })),
  },
}));
