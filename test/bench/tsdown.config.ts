import { defineConfig } from 'tsdown';

/** Benchmarks and campaigns run for a long time, without the test runner: they are bundled like the program itself. */
export default defineConfig({
  entry: {
    run: 'run.ts',
    'service-process': 'service-process.ts',
    'client-process': 'client-process.ts',
    'payouts-process': 'payouts-process.ts',
    'demo-postgres': '../postgres/demo-process.ts',
  },
  outDir: '../../node_modules/.cache/pix-bench',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  hash: false,
  dts: false,
  deps: { alwaysBundle: /^(?!node:|@photostructure\/sqlite)/, onlyBundle: false },
});
