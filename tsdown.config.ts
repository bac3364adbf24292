import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'tsdown';
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
  ...(isPublished && {
    // Lines stay: Node prints the whole line that an uncaught error comes from.
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: false } },
  }),
} as const;

/** How long the parts of a build take is nothing to warn a newcomer of, whose `npm ci` builds. */
const QUIET = { pluginTimings: false };

/** What packages load for what `pix` does not use: by package, the name that it imports, and what it gets instead. */
const LEFT_OUT: readonly (readonly [of: string, name: RegExp, code: string])[] = [
  // commander can run subcommands as programs of their own. `pix` has none, and to load what that takes costs 10 ms.
  ['commander', /^node:child_process$/, 'export {};'],
  // conf asks for the home folder as soon as it is loaded, although it is told which to use: not every user has one.
  ['conf', /^env-paths$/, 'export default () => ({ config: "" });'],
  // conf loads a validator and a comparison of versions for schemas and migrations that we do not give it: 130 kB.
  ['conf', /^(ajv|ajv-formats|semver)(\/|$)/, 'export default {}; export const Ajv2020 = undefined;'],
  // Pictures are read at once, and none is written.
  ['pngjs', /^\.\/(parser-async|packer-async|packer-sync)$/, 'export {};'],
];

const withoutUnused = {
  name: 'without-unused',
  resolveId(source: string, importer: string | undefined) {
    const index = LEFT_OUT.findIndex(([of, name]) => importer?.includes(`/node_modules/${of}/`) && name.test(source));
    return index === -1 ? undefined : `\0left-out-${index}`;
  },
  load: (id: string) => LEFT_OUT[Number(/^\0left-out-(\d+)$/.exec(id)?.[1])]?.[2],
};

/** What is changed in the code of a package: it must be there once. */
const CHANGED: Readonly<Record<string, readonly [before: RegExp, after: string]>> = {
  // A code for Pix has no Japanese letters. Their table is 140 kB, a thirtieth of the package.
  'jsqr/dist/jsQR.js': [/shiftJISTable = \{[^}]*\}/, 'shiftJISTable = {}'],
};

const withChanges = {
  name: 'with-changes',
  transform(code: string, id: string) {
    const [, file = ''] = /\/node_modules\/(.+)$/.exec(id) ?? [];
    const change = CHANGED[file];
    if (change === undefined) return undefined;
    const changed = code.replace(...change);
    if (changed === code) throw new Error(`${file} is not as it was`);
    return { code: changed, map: null };
  },
};

/** Node loads CommonJS a tenth of a command's time faster: nothing is awaited for each of its files. */
const asCommonJs = {
  name: 'as-commonjs',
  generateBundle(this: Emitter) {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
  },
};

/** What the console sends to a browser stays as it is, beside the code that reads it. */
const withBrowserFiles = {
  name: 'with-browser-files',
  generateBundle(this: Emitter) {
    for (const name of ['console.css', 'console.js']) {
      this.emitFile({
        type: 'asset',
        fileName: `browser/${name}`,
        source: readFileSync(`src/console/browser/${name}`),
      });
    }
  },
};

/** From this size on, a chunk is a file of its own. */
const LARGE = 20_000;

/**
 * Small chunks are functions in one file for each part of the source, instead of 250 files. Each still runs only when it is
 * required. What is large, or needed at every start, stays a file: Node parses a function twice.
 */
const inCollections = {
  name: 'in-collections',
  generateBundle(this: Emitter, _options: object, bundle: Record<string, Built>) {
    const always = new Set(['rolldown-runtime', ...CHUNKS.map(({ name }) => name)]);
    const collections = new Map<string, string>();
    const collectionOf = new Map<string, string>();
    for (const [fileName, { isEntry, code = '', moduleIds = [], name = '' }] of Object.entries(bundle)) {
      if (isEntry !== false || code.length > LARGE || always.has(name)) continue;
      collectionOf.set(fileName, collectionName(moduleIds.at(-1) ?? ''));
    }
    const rewritten = (code: string) =>
      code.replaceAll(/\brequire\((["`'])\.\/([\w.-]+)\1\)/g, (all, _quote, fileName: string) => {
        const collection = collectionOf.get(fileName);
        return collection === undefined ? all : `require("./${collection}")("${fileName}")`;
      });
    for (const [fileName, built] of Object.entries(bundle)) {
      if (built.code === undefined) continue;
      const collection = collectionOf.get(fileName);
      built.code = rewritten(built.code);
      if (collection === undefined) continue;
      const part = `"${fileName}"(exports,module){${built.code}\n},\n`;
      collections.set(collection, (collections.get(collection) ?? '') + part);
      Reflect.deleteProperty(bundle, fileName);
    }
    for (const [fileName, parts] of collections) {
      this.emitFile({ type: 'asset', fileName, source: `${COLLECTION}const parts={\n${parts}};\n` });
    }
  },
};

const COLLECTION =
  'const made={};module.exports=n=>{let m=made[n];if(!m){m=made[n]={exports:{}};parts[n](m.exports,m)}return m.exports};\n';

/** By the part of the source that a chunk ends with: what it depends on comes first. */
function collectionName(moduleId: string): string {
  const [, part = 'packages'] = /\/src\/((?:cli\/(?:commands\/|text\/)?)?[\w-]+)\//.exec(moduleId) ?? [];
  return `${part.split('/').join('-')}.parts.js`;
}

interface Emitter {
  emitFile: (file: { type: 'asset'; fileName: string; source: string | Uint8Array }) => void;
}

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
  chunk('first-help', 8, ['src/cli/help/first-help.ts']),
  // What the library and every command need comes without the command line, and without zod and ky, which wait for a request.
  chunk('library', 7, [
    'src/client/index.ts',
    'src/client/profiles/stored-keys.ts',
    'src/files/folders.ts',
    'src/files/system-error.ts',
    'src/payouts/journal/journal-location.ts',
    'src/payouts/rules/mark.ts',
    'src/pix/accents.ts',
    'src/pix/reais-text.ts',
    'src/pix/refusal-codes.ts',
    'src/sql/sqlite/driver.ts',
  ]),
  chunk('zod', 6, [], /\/node_modules\/zod\//),
  chunk('frame', 4, [
    'src/cli/main.ts',
    'src/cli/commands/shared-flags.ts',
    'src/cli/text/fields.ts',
    'src/cli/text/labels.ts',
    'src/cli/text/payout-facts.ts',
  ]),
  chunk('contract', 3, ['src/contract/balance.ts', 'src/contract/error.ts', 'src/client/profiles/profiles-file.ts']),
  chunk('running', 2, ['src/cli/run-command.ts', 'src/cli/output/output.ts']),
  chunk('ky', 1, [], /\/node_modules\/ky\//),
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

/** The entries of the package, but for `pix-wallet/pix`: that one is for browsers, too, and small. */
const LIBRARY = {
  index: 'src/client/index.ts',
  payouts: 'src/payouts/index.ts',
  profiles: 'src/client/profiles/index.ts',
  testing: 'src/testing/index.ts',
};

/** The library runs the code of the program, which is there once: its own files are its types and what names the exports. */
const codeOfProgram = {
  name: 'code-of-program',
  generateBundle(_options: object, bundle: Record<string, Built>) {
    const own = new Set<string>();
    const keep = (fileName: string): void => {
      own.add(fileName);
      for (const imported of bundle[fileName]?.imports ?? []) if (!own.has(imported)) keep(imported);
    };
    keep('pix.js');
    for (const [fileName, built] of Object.entries(bundle)) {
      if (!fileName.endsWith('.js') || own.has(fileName)) continue;
      if (built.isEntry === true) {
        built.code = `import code from '../cli/${fileName}';\nexport const { ${built.exports?.join(', ')} } = code;\n`;
      } else Reflect.deleteProperty(bundle, fileName);
    }
  },
};

interface Built {
  readonly imports?: readonly string[];
  readonly exports?: readonly string[];
  readonly moduleIds?: readonly string[];
  readonly name?: string;
  readonly isEntry?: boolean;
  code?: string;
}

export default defineConfig([
  {
    ...shared,
    format: 'cjs',
    outExtensions: () => ({ js: '.js' }),
    // CommonJS is advised against, which is right for libraries; what is imported late by one and early by another is in
    // the one file of what always comes together.
    checks: { ...QUIET, legacyCjs: false, ineffectiveDynamicImport: false },
    outputOptions: { codeSplitting: { groups: CHUNKS }, ...(isPublished && { comments: false }) },
    entry: {
      main: 'src/cli/main.ts',
      'first-help': 'src/cli/help/first-help.ts',
      'keychain-process': 'src/client/profiles/keychain-process.ts',
      ...LIBRARY,
    },
    outDir: `${dist}/cli`,
    dts: false,
    hooks: {
      'build:done': async () => {
        await writeManPages(`${dist}/man`);
        await writeFirstHelp(`${dist}/help`);
      },
    },
    plugins: [withoutUnused, withChanges, asCommonJs, withBrowserFiles, noticesOfBundled, inCollections],
    // Resolving a hundred small files is most of what a command line waits for: all pure JavaScript is bundled, in a
    // chunk for each command. What is native has to stay a file of its own, jq is a quarter of a megabyte, and pg is
    // installed by those who use it.
    deps: { alwaysBundle: /^(?!node:|pg$|@photostructure\/sqlite|@napi-rs\/keyring|jq-wasm)/, onlyBundle: false },
  },
  {
    ...shared,
    checks: QUIET,
    entry: { ...LIBRARY, pix: 'src/pix/index.ts' },
    outDir: `${dist}/client`,
    dts: { sourcemap: !isPublished },
    plugins: [codeOfProgram],
    // What is imported at once is one file of ours; zod and ky are loaded with the first request.
    deps: { alwaysBundle: ['ky', 'zod'], onlyBundle: false },
  },
]);
