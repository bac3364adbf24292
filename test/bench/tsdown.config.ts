import { defineConfig } from 'tsdown';

/** Benchmarks and campaigns run for long, and without the test runner around them: bundled as the program itself is. */
export default defineConfig({
  entry: {
    run: 'run.ts',
    'service-process': 'service-process.ts',
    'client-process': 'client-process.ts',
    'payouts-process': 'payouts-process.ts',
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
