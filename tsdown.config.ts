import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig } from 'tsdown';
import packageFacts from './package.json' with { type: 'json' };
import { writeFirstHelp, writeManPages } from './src/cli/help/write-help.ts';

/** For `npm run package`: what is published is minified, in a folder of its own, and its types refer to no sources. */
const packageFolder = process.env['PIX_PACKAGE_FOLDER'];
const isPublished = packageFolder !== undefined;
const dist = `${packageFolder ?? '.'}/dist`;

const shared = {
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  hash: false,
  ...(isPublished && { minify: true }),
} as const;

/** How long the parts of a build take is nothing to warn a newcomer of, whose `npm ci` builds. */
const QUIET = { pluginTimings: false };

/** commander can run subcommands as programs of their own. `pix` has none, and to load what that takes costs 10 ms. */
const withoutChildProcesses = {
  name: 'commander-without-child-processes',
  resolveId(source: string, importer: string | undefined) {
    const isCommander = importer?.includes('/node_modules/commander/') === true;
    return isCommander && source === 'node:child_process' ? '\0no-child-processes' : undefined;
  },
  load: (id: string) => (id === '\0no-child-processes' ? 'export {};' : undefined),
};

/** conf asks for the home folder as soon as it is loaded, although it is told which folder to use: not every user has one. */
const withoutHomeFolder = {
  name: 'conf-without-home-folder',
  resolveId: (source: string) => (source === 'env-paths' ? '\0no-home-folder' : undefined),
  load: (id: string) => (id === '\0no-home-folder' ? 'export default () => ({ config: "" });' : undefined),
};

/** conf loads a validator and a comparison of versions for schemas and migrations that we do not give it: 130 kB. */
const withoutSchemas = {
  name: 'conf-without-schemas',
  resolveId: (source: string, importer: string | undefined) =>
    importer?.includes('/node_modules/conf/') === true && /^(ajv|ajv-formats|semver)(\/|$)/.test(source)
      ? '\0no-schemas'
      : undefined,
  load: (id: string) => (id === '\0no-schemas' ? 'export default {}; export const Ajv2020 = undefined;' : undefined),
};

/** Node loads CommonJS a tenth of a command's time faster: nothing is awaited for each of its files. */
const asCommonJs = {
  name: 'as-commonjs',
  generateBundle(this: { emitFile: (file: { type: 'asset'; fileName: string; source: string }) => void }) {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
  },
};

/** jq reads its program from beside itself. As text within the code, it would be a third larger, also packed. */
const withJqProgram = {
  name: 'with-jq-program',
  generateBundle(this: { emitFile: (file: { type: 'asset'; fileName: string; source: Uint8Array }) => void }) {
    const source = readFileSync(createRequire(import.meta.url).resolve('jq-wasm/jq.wasm'));
    this.emitFile({ type: 'asset', fileName: 'build/jq.wasm', source });
  },
};

/** What the console sends to a browser stays as it is, beside the code that reads it. */
const withBrowserFiles = {
  name: 'with-browser-files',
  generateBundle(this: { emitFile: (file: { type: 'asset'; fileName: string; source: Uint8Array }) => void }) {
    for (const name of ['console.css', 'console.js']) {
      this.emitFile({
        type: 'asset',
        fileName: `browser/${name}`,
        source: readFileSync(`src/console/browser/${name}`),
      });
    }
  },
};

/** Of the program and of the library. */
const bundledPackages = new Set<string>();

/** Whose code is bundled, as the bundler saw it. `npm install` brings the rest with its own licence. */
const noticesOfBundled = {
  name: 'notices-of-bundled',
  generateBundle(_options: object, bundle: Readonly<Record<string, object>>) {
    for (const chunk of Object.values(bundle)) {
      const modules = 'moduleIds' in chunk ? (chunk.moduleIds as readonly string[]) : [];
      for (const id of modules) {
        const [folder] = /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id) ?? [];
        if (folder !== undefined) bundledPackages.add(folder.replace(/^\0/, ''));
      }
    }
    const text = noticesOf([...bundledPackages]);
    if (!existsSync(NOTICES) || readFileSync(NOTICES, 'utf8') !== text) writeFileSync(NOTICES, text);
  },
};

const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** @throws for a package without a licence's text: it is not to be shipped */
function noticesOf(folders: readonly string[]): string {
  const notices = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as PackageFacts;
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence beside it`);
    const text = readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n').trim();
    return `${RULE}\n${name} ${version} (${license})\n${RULE}\n\n${text}\n`;
  });
  const head = 'pix contains code of these packages, each under its own licence. `npm run build` writes this list.\n';
  return [head, ...notices.toSorted()].join('\n');
}

interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

const RULE = '='.repeat(78);

/**
 * What always comes together is one file, with all that it needs: each file costs a quarter of a millisecond. Everything
 * else is split by command.
 */
const CHUNKS = [
  chunk('first-help', 5, ['src/cli/help/first-help.ts']),
  chunk('frame', 4, [
    'src/cli/main.ts',
    'src/cli/commands/shared-flags.ts',
    'src/cli/output/money.ts',
    'src/pix/reais-text.ts',
    'src/contract/limits.ts',
    'src/files/folders.ts',
  ]),
  chunk('command', 3, ['src/cli/run-command.ts', 'src/cli/output/output.ts']),
  chunk('contract', 2, ['src/contract/balance.ts', 'src/client/profiles/profiles-file.ts']),
  chunk('client', 1, ['src/client/create-client.ts'], /\/node_modules\/ky\//),
  chunk('en', 0, ['src/cli/text/en.ts', 'src/contract/words/en.ts']),
  chunk('pt-br', 0, ['src/cli/text/pt-br.ts', 'src/contract/words/pt-br.ts']),
];

/**
 * A file that was moved and is still named here would be split off unnoticed, and every command start later.
 *
 * @param others more files, by their paths
 */
function chunk(name: string, priority: number, files: readonly string[], others?: RegExp) {
  const paths = files.map((file) => realpathSync(file));
  return { name, priority, test: (id: string) => paths.includes(id) || others?.test(id) === true };
}

/** npm installs the pages that package.json lists, and no other. */
function listManPages(names: readonly string[]): void {
  const man = names.map((name) => `./dist/man/${name}`).toSorted();
  if (JSON.stringify(man) === JSON.stringify(packageFacts.man)) return;
  writeFileSync('package.json', `${JSON.stringify({ ...packageFacts, man }, undefined, 2)}\n`);
}

export default defineConfig([
  {
    ...shared,
    format: 'cjs',
    outExtensions: () => ({ js: '.js' }),
    // CommonJS is advised against, which is right for libraries; what is imported late by one and early by another is in
    // the one file of what always comes together.
    checks: { ...QUIET, legacyCjs: false, ineffectiveDynamicImport: false },
    outputOptions: { codeSplitting: { groups: CHUNKS } },
    entry: {
      main: 'src/cli/main.ts',
      'first-help': 'src/cli/help/first-help.ts',
      'keychain-process': 'src/client/profiles/keychain-process.ts',
    },
    outDir: `${dist}/cli`,
    dts: false,
    hooks: {
      'build:done': async () => {
        listManPages(await writeManPages(`${dist}/man`));
        await writeFirstHelp(`${dist}/help`);
      },
    },
    plugins: [
      withoutChildProcesses,
      withoutHomeFolder,
      withoutSchemas,
      asCommonJs,
      withJqProgram,
      withBrowserFiles,
      noticesOfBundled,
    ],
    // Resolving a hundred small files is most of what a command line waits for: all pure JavaScript is bundled, in a
    // chunk for each command. What is native has to stay a file of its own; pg is installed by those who use it.
    deps: { alwaysBundle: /^(?!node:|pg$|@photostructure\/sqlite|@napi-rs\/keyring)/, onlyBundle: false },
  },
  {
    ...shared,
    checks: QUIET,
    entry: {
      index: 'src/client/index.ts',
      payouts: 'src/payouts/index.ts',
      pix: 'src/pix/index.ts',
      profiles: 'src/client/profiles/index.ts',
      testing: 'src/testing/index.ts',
      'keychain-process': 'src/client/profiles/keychain-process.ts',
    },
    outDir: `${dist}/client`,
    dts: { sourcemap: !isPublished },
    plugins: [withBrowserFiles, noticesOfBundled],
    // What is imported at once is one file of ours; zod and ky are loaded with the first request.
    deps: { alwaysBundle: ['ky', 'zod'], onlyBundle: false },
  },
]);
