import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { useMemoryForFiles } from '../support/memory-folder.ts';

useMemoryForFiles();

/** The tests that `npm run mutate` names, in one worker. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(' '),
    runner: 'test/mutation/warm-tests.ts',
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    // A thread has the time zone of its process.
    testNamePattern: /^(?!.*of another time zone)/,
    // Many mutants leave a promise open: Stryker would wait longer, and start everything again.
    testTimeout: 10_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
