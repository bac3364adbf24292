import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import packageFacts from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../support/cli.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

beforeAll(() => {
  if (!existsSync(join(root, 'dist/client/testing.js'))) throw new Error('this enters by the build: npm run build');
});

/** A project that has installed the published files, and the types of Node. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  const own = join(folder, 'node_modules', packageFacts.name);
  mkdirSync(own, { recursive: true });
  cpSync(join(root, 'package.json'), join(own, 'package.json'));
  cpSync(join(root, 'dist'), join(own, 'dist'), { recursive: true });
  const needed = ['@photostructure/sqlite', '@types', 'undici-types'];
  for (const name of needed) {
    const installed = join(folder, 'node_modules', name);
    mkdirSync(join(installed, '..'), { recursive: true });
    if (existsSync(join(root, 'node_modules', name))) symlinkSync(join(root, 'node_modules', name), installed, 'dir');
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const STRICT: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
  types: ['node'],
};

/** The files that importing one of them reads, and the parts of Node that it loads. */
function readAtOnce(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = file.startsWith('node:') ? '' : readFileSync(file, 'utf8');
  for (const [, from = ''] of text.matchAll(
    /^(?:import .* from |(?:const|let) \w+ = require\(|require\()["'](.+?)["']\)?;$/gm,
  )) {
    readAtOnce(from.startsWith('.') ? join(file, '..', from) : from, seen);
  }
  return seen;
}

/** The file of the project, and the published types. Those of Node are not ours to judge. */
const isOurs = (fileName: string) => !/node_modules\/(?!pix-wallet\/)/.test(fileName);

const diagnosticsOf = (program: ts.Program, source: ts.SourceFile) => [
  ...program.getSyntacticDiagnostics(source),
  ...program.getSemanticDiagnostics(source),
];

/** Of the compiler and of Node: the same in each project, and most of what is read. */
const others = new Map<string, ts.SourceFile | undefined>();

function hostOf(folder: string, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    getCurrentDirectory: () => folder,
    getSourceFile(fileName, version) {
      if (isOurs(fileName)) return host.getSourceFile(fileName, version);
      const format = typeof version === 'object' ? version.impliedNodeFormat : undefined;
      const key = `${fileName} ${format}`;
      if (!others.has(key)) others.set(key, host.getSourceFile(fileName, version));
      return others.get(key);
    },
  };
}

/** What the compiler says of a file, as `file: message`. */
function complaints(folder: string, file: string, how: ts.CompilerOptions): readonly string[] {
  const options = { ...STRICT, ...how, typeRoots: [join(folder, 'node_modules/@types')] };
  const program = ts.createProgram([join(folder, file)], options, hostOf(folder, options));
  const checked = program.getSourceFiles().filter(({ fileName }) => isOurs(fileName));
  return [...program.getGlobalDiagnostics(), ...checked.flatMap((source) => diagnosticsOf(program, source))].map(
    (found) =>
      `${found.file?.fileName.split('/').at(-1) ?? ''}: ${ts.flattenDiagnosticMessageText(found.messageText, '\n')}`,
  );
}

const USE = `
const client = createPixClient({ baseUrl: 'https://wallet.example', apiKey: 'pk_1' });
export async function use(): Promise<number> {
  const { balance } = await client.balance({ timeoutMs: 1_000 });
  const read = parsePixKey('a@example.com');
  const wallet = await openTestWallet();
  const payouts = await openPayouts({ profile: 'work' });
  const plan = await payouts.plan([]);
  if (plan.payments > 0) await plan.run({ digest: plan.digest, sumCentavos: plan.sumCentavos });
  payouts.close();
  const names = listProfiles().map(({ name }) => name);
  return balance.total + names.length + wallet.url.length + (read.ok ? 1 : 0);
}
`;
const IMPORTS = `
import { createPixClient } from 'pix-wallet';
import { openPayouts } from 'pix-wallet/payouts';
import { parsePixKey } from 'pix-wallet/pix';
import { listProfiles } from 'pix-wallet/profiles';
import { openTestWallet } from 'pix-wallet/testing';
`;
const REQUIRES = `
import pixWallet = require('pix-wallet');
import payoutsOfWallet = require('pix-wallet/payouts');
import pix = require('pix-wallet/pix');
import profiles = require('pix-wallet/profiles');
import testing = require('pix-wallet/testing');
const { createPixClient } = pixWallet;
const { openPayouts } = payoutsOfWallet;
const { parsePixKey } = pix;
const { listProfiles } = profiles;
const { openTestWallet } = testing;
`;

const NODENEXT = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
const BUNDLER = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };

describe('a project that has installed the package', () => {
  it.each([
    ['of ES modules', 'use.mts', IMPORTS + USE, NODENEXT],
    ['with a bundler', 'use.ts', IMPORTS + USE, BUNDLER],
    ['of CommonJS', 'use.cts', REQUIRES + USE, NODENEXT],
  ])('compiles against its types, strictly, %s', (_name, file, text, options) => {
    expect(complaints(project({ [file]: text, 'package.json': '{}' }), file, options)).toEqual([]);
  });

  it('is refused a misspelt field, and a client without a key', () => {
    const folder = project({
      'typo.mts': `
        import { createPixClient } from 'pix-wallet';
        const client = createPixClient({ baseUrl: 'https://wallet.example', apiKey: 'pk_1' });
        console.log((await client.balance()).balance.totl);
        createPixClient({ baseUrl: 'https://wallet.example' });
      `,
    });
    const found = complaints(folder, 'typo.mts', NODENEXT);
    expect(found).toHaveLength(2);
    expect(found[0]).toContain("Property 'totl' does not exist on type 'AccountBalance'");
    expect(found[1]).toContain('apiKey');
  });

  it.each([
    ['imports', 'run.mjs', "import { openTestWallet } from 'pix-wallet/testing';"],
    ['requires', 'run.cjs', "const { openTestWallet } = require('pix-wallet/testing');"],
  ])('%s it, and pays in process', (_name, file, line) => {
    const folder = project({
      [file]: `${line}
        (async () => {
          const wallet = await openTestWallet();
          const withdrawal = await wallet.client().withdraws.create({ amountCentavos: 1000, pixKey: 'a@example.com', pixKeyType: 'EMAIL' });
          const { holds } = await wallet.controls.verify();
          console.log(withdrawal.value, holds);
          await wallet.close();
        })();`,
    });
    expect(execFileSync(process.execPath, [join(folder, file)], { encoding: 'utf8' })).toMatch(/^\d+ true\n$/);
  });

  it('waits for nothing but its own code on import: zod, ky and node:http come with the first request', () => {
    const read = [...readAtOnce(join(root, 'dist/client/index.js'))];
    expect(read.map((name) => relative(join(root, 'dist'), name)).filter((name) => !name.startsWith('..'))).toEqual([
      'client/index.js',
      'cli/index.js',
      'cli/rolldown-runtime.js',
      'cli/library.js',
    ]);
    expect(read.filter((name) => name.startsWith('node:'))).toEqual(['node:events']);
    const texts = read.map((name) => (name.startsWith('node:') ? '' : readFileSync(name, 'utf8')));
    expect(texts.join('\n')).not.toMatch(/node_modules\/|getBuiltinModule\("node:http"\);$/m);
  });

  it('has types that know no zod', () => {
    const files = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' });
    const declared = files.filter((name) => name.endsWith('.d.ts'));
    expect(declared).toEqual(expect.arrayContaining(['client/index.d.ts', 'client/testing.d.ts']));
    expect(declared.filter((name) => /\bzod\b/.test(readFileSync(join(root, 'dist', name), 'utf8')))).toEqual([]);
  });
});
