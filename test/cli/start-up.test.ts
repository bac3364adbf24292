import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

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
  expect(loaded.filter((name) => !name.startsWith('/') && !name.startsWith('node:'))).toEqual(['commander']);
  expect(loaded.filter((name) => name.includes('/src/cli/commands/'))).toEqual([]);
});
