import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Parts whose tests leave nothing behind in the process: their files share one, and load the program once. */
const UNISOLATED = ['campaign', 'contract', 'fidelity', 'mirror', 'payouts', 'pix', 'service', 'sqlite'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Much of the time goes into waiting for processes: by default a core is left free.
    maxWorkers: '100%',
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      { extends: true, test: { name: 'unisolated', include: UNISOLATED, isolate: false } },
      { extends: true, test: { name: 'isolated', include: ['test/**/*.test.ts'], exclude: UNISOLATED } },
    ],
  },
});
