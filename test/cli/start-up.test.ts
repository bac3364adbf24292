import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, loadRoot, namedCommands } from '../../src/cli/commands/table.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { en } from '../support/catalogues.ts';
import { temporaryFolder } from '../support/cli.ts';
import { PROGRAM } from '../support/pix-process.ts';

const entry = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** The modules loaded before a command is chosen: everything reached by static imports of values. */
function loadedAtStart(path: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(path)) return loaded;
  loaded.add(path);
  if (!path.endsWith('.ts')) return loaded;
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  for (const statement of source.statements) {
    const isImport = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
    if (!isImport || statement.moduleSpecifier === undefined || !ts.isStringLiteral(statement.moduleSpecifier))
      continue;
    if (ts.isImportDeclaration(statement) && statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
      continue;
    const { text } = statement.moduleSpecifier;
    loadedAtStart(text.startsWith('.') ? join(dirname(path), text) : text, loaded);
  }
  return loaded;
}

it('loads commander and nothing heavier before a command is chosen', () => {
  const loaded = [...loadedAtStart(entry)];
  expect(loaded.filter((name) => !name.startsWith('/') && !name.startsWith('node:'))).toEqual([
    'commander',
    'get-east-asian-width',
  ]);
  const ofCommands = loaded.flatMap((name) => name.split('/src/cli/commands/').slice(1));
  expect(ofCommands).toEqual(['table.ts']);
  expect(loaded.filter((name) => /\/src\/cli\/text\/(en|pt-br)/.test(name))).toEqual([]);
  expect(loaded).not.toContain('node:crypto');
});

it('reads profiles without loading what writes them', () => {
  const reading = [
    ...loadedAtStart(fileURLToPath(new URL('../../src/client/profiles/profiles-file.ts', import.meta.url))),
  ];
  expect(reading.filter((name) => !name.startsWith('/') && !name.startsWith('node:')).sort()).toEqual(['zod']);
  expect(reading).not.toContain('node:crypto');
});

async function program(words?: readonly string[]): Promise<Command> {
  return buildProgram({
    root: await loadRoot(words && namedCommands(words)),
    text: en,
    version: '0.0.0',
    columns: 100,
    createContext: () => {
      throw new Error('no command is run by this program');
    },
    print: () => undefined,
    loadAll: () => Promise.reject(new Error('help is for people')),
  });
}

describe('commands that are not named', () => {
  it('are shown by help as if they were loaded', async () => {
    expect((await program([])).helpInformation()).toBe((await program()).helpInformation());
  });

  it('are loaded when they are named, by any of their names and at any position', async () => {
    const { commands: whole } = await program();
    expect(whole.map((command) => command.name())).toEqual([...COMMAND_NAMES, '__complete', 'help']);
    for (const command of whole) {
      for (const word of [command.name(), ...command.aliases()]) {
        const { commands } = await program(['-p', 'x', word, '--help']);
        const found = commands.find((one) => one.name() === command.name());
        expect(found?.helpInformation(), word).toBe(command.helpInformation());
        const others = commands.filter((one) => one !== found && one.commands.length > 0);
        expect(others, word).toEqual([]);
      }
    }
  });
});

/** Begins with an empty cache before each file; prints what can't be loaded. */
const LOAD_EACH_FIRST = `
  const { readdirSync } = require('node:fs');
  const { join } = require('node:path');
  const folder = process.argv[1];
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    for (const path of Object.keys(require.cache)) if (path.startsWith(folder)) delete require.cache[path];
    try { require(join(folder, name)); } catch (error) { console.log(name, error); }
  }`;

describe('a file that uses what is not defined yet is found, whichever is loaded first', () => {
  it('of the sources, which have no cycles: each is loaded', async () => {
    const folder = fileURLToPath(new URL('../../src', import.meta.url));
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // A program of its own, which would answer the messages to this process.
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('keychain-process.ts'));
    expect(names.length).toBeGreaterThan(100);
    await Promise.all(names.map((name) => import(join(folder, name))));
  });

  it('of the built program, whose files need each other: each is the first', () => {
    const folder = fileURLToPath(new URL('../../dist/cli', import.meta.url));
    const loaded = spawnSync(process.execPath, ['-e', LOAD_EACH_FIRST, folder], { encoding: 'utf8' });
    expect([loaded.status, loaded.stdout, loaded.stderr]).toEqual([0, '', '']);
  });
});

describe('pix --version', () => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );

  it.each([['--version'], ['-V']])('%s is answered before anything is loaded, and stores nothing', (flag) => {
    const home = temporaryFolder();
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, flag], {
      env: { HOME: home },
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
    expect(existsSync(join(home, '.cache'))).toBe(false);
  });
});

it('keeps from the screen what packages tell programmers, and not what Node says of the settings of a person', () => {
  const warnings = [
    `('old', 'DeprecationWarning')`,
    `("SECURITY WARNING: The SSL modes 'prefer', 'require', and 'verify-ca' are …")`,
    `('certificates are not verified')`,
  ].map((warning) => `process.emitWarning${warning};`);
  const preload = `data:text/javascript,process.once('beforeExit',()=>{${encodeURIComponent(warnings.join(''))}})`;
  const environment = { PATH: process.env['PATH'], PIX_CONFIG_DIR: temporaryFolder() };
  const { stderr } = spawnSync(process.execPath, ['--import', preload, PROGRAM, 'config', 'list'], {
    env: environment,
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^\(node:\d+\) Warning: certificates are not verified\n/);
});
