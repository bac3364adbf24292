import { defineConfig } from 'tsdown';

const shared = { format: 'esm', platform: 'node', target: 'node20.19', fixedExtension: false, hash: false } as const;

export default defineConfig([
  {
    ...shared,
    entry: { main: 'src/cli/main.ts' },
    outDir: 'dist/cli',
    dts: false,
    // Resolving a hundred small files is most of what a command line waits for: all pure JavaScript is bundled, in a
    // chunk for each command. What is native has to stay a file of its own.
    deps: { alwaysBundle: /^(?!node:|@photostructure\/sqlite|@napi-rs\/keyring)/, onlyBundle: false },
  },
  {
    ...shared,
    entry: { index: 'src/client/index.ts' },
    outDir: 'dist/client',
    dts: true,
  },
]);
