import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { buildProgram, loadCommands } from '../../src/cli/program.ts';
import { en } from '../support/catalogues.ts';
import { temporaryFolder } from '../support/cli.ts';

const entry = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** What is loaded before a command is chosen: everything that is reached by static imports of values. */
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
  expect(ofCommands.filter((name) => name.includes('/') && !name.endsWith('/command.ts'))).toEqual([]);
});

it('reads profiles without loading what writes them', () => {
  const reading = [
    ...loadedAtStart(fileURLToPath(new URL('../../src/client/profiles/profiles-file.ts', import.meta.url))),
  ];
  expect(reading.filter((name) => !name.startsWith('/') && !name.startsWith('node:')).sort()).toEqual(['zod']);
  expect(reading).not.toContain('node:crypto');
});

const commands = await loadCommands();
const program = (words?: readonly string[]): Command =>
  buildProgram({
    commands,
    text: en,
    version: '0.0.0',
    columns: 100,
    ...(words !== undefined && { words }),
    createContext: () => {
      throw new Error('no command is run by this program');
    },
    print: () => undefined,
    collectError: () => undefined,
  });

describe('commands that are not named', () => {
  it('are shown by help as if they were declared in full', () => {
    expect(program([]).helpInformation()).toBe(program().helpInformation());
  });

  it('are declared when they are named, by any of their names and at any position', () => {
    const whole = program();
    for (const { commands, name, aliases } of whole.commands.map((command) => ({
      commands: command.commands.map((inner) => inner.name()),
      name: command.name(),
      aliases: command.aliases(),
    }))) {
      for (const word of [name, ...aliases]) {
        const found = program(['-p', 'x', word, '--help']).commands.find((command) => command.name() === name);
        expect([word, found?.commands.map((inner) => inner.name())]).toEqual([word, commands]);
      }
    }
  });
});

const bin = fileURLToPath(new URL('../../bin/pix.js', import.meta.url));

describe('pix --version', () => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );

  it.each([['--version'], ['-V']])('%s is answered before anything is loaded, and stores nothing', (flag) => {
    const home = temporaryFolder();
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, flag], {
      env: { HOME: home },
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
    expect(existsSync(join(home, '.cache'))).toBe(false);
  });
});
