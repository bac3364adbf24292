import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Much of the time goes into waiting for processes: by default a core is left free.
    maxWorkers: '100%',
    restoreMocks: true,
    unstubEnvs: true,
  },
});
