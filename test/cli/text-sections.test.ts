import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, COMMANDS } from '../../src/cli/commands/table.ts';
import { SECTIONS } from '../../src/cli/text/sections.ts';

const cli = fileURLToPath(new URL('../../src/cli', import.meta.url));
const ENTRIES = ['main.ts', 'help/write-help.ts'];

/** Names of variables and properties that contain a catalogue. */
const CATALOGUES = ['text', 'texts', '#text', 'catalogue'];

interface SourceFile {
  readonly imports: readonly string[];
  /** The sections of the catalogue that the code reads. */
  readonly sections: readonly string[];
  /** Catalogues under names by which this test does not find them. */
  readonly unnamed: readonly string[];
}

const isOfCli = (path: string) => path.startsWith(`${cli}/`) && !path.startsWith(`${cli}/text/`);

/** What a file loads when it runs, early or late, and the texts that it reads. */
function read(path: string): SourceFile {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const imports: string[] = [];
  const sections = new Set<string>();
  const unnamed: string[] = [];
  const isDeclared = /(^|\/)(command|shared-flags|control-table|options|global-options)\.ts$/.test(path);

  const isCatalogue = (node: ts.Node) => {
    const name = ts.isPropertyAccessExpression(node) ? node.name : node;
    return (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) && CATALOGUES.includes(name.text);
  };
  const nameOf = ({ propertyName, name }: ts.BindingElement) => (propertyName ?? name).getText(source);
  /** A pattern that takes sections out of a catalogue. */
  const opensCatalogue = (pattern: ts.ObjectBindingPattern): boolean => {
    const { parent } = pattern;
    if (ts.isBindingElement(parent)) return CATALOGUES.includes(nameOf(parent));
    if (ts.isParameter(parent) && parent.type === undefined) return isDeclared;
    const { type, initializer } = parent;
    return type?.getText(source) === 'Catalogue' || (initializer !== undefined && isCatalogue(initializer));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword) {
      if (ts.isStringLiteral(node.moduleSpecifier)) imports.push(node.moduleSpecifier.text);
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [module] = node.arguments;
      if (module !== undefined && ts.isStringLiteral(module)) imports.push(module.text);
    }
    if (ts.isPropertyAccessExpression(node) && isCatalogue(node.expression)) sections.add(node.name.text);
    if (ts.isObjectBindingPattern(node) && opensCatalogue(node))
      for (const one of node.elements) sections.add(nameOf(one));
    if (
      (ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isPropertySignature(node)) &&
      ts.isIdentifier(node.name)
    ) {
      const isHidden = node.type?.getText(source) === 'Catalogue' && !CATALOGUES.includes(node.name.text);
      if (isHidden) unnamed.push(`${relative(cli, path)}: ${node.name.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const own = imports.filter((name) => name.startsWith('.')).map((name) => join(dirname(path), name));
  return { imports: own.filter(isOfCli), sections: [...sections].filter((name) => name in SECTIONS), unnamed };
}

const files = new Map<string, SourceFile>();

/** By section, the files that read it, of all that can be loaded from here. */
function sectionsFrom(entry: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const file = files.get(path) ?? read(path);
    files.set(path, file);
    for (const name of file.sections) found.set(name, [...(found.get(name) ?? []), relative(cli, path)]);
    // The table loads the commands: each has its own sections.
    if (path !== join(cli, 'commands/table.ts')) file.imports.forEach(visit);
  };
  visit(join(cli, entry));
  return found;
}

describe('the texts that are loaded', () => {
  it.each(ENTRIES)('contain all that every command needs: %s', (entry) => {
    expect(Object.fromEntries(sectionsFrom(entry))).toEqual({});
  });

  it.each(COMMAND_NAMES)('contain all that the command may show, and no more: pix %s', (name) => {
    const read = sectionsFrom(`commands/${name}/command.ts`);
    const lacking = [...read].filter(([section]) => !COMMANDS[name].texts.some((given) => given === section));
    expect(Object.fromEntries(lacking)).toEqual({});
    expect(COMMANDS[name].texts.filter((given) => !read.has(given))).toEqual([]);
  });

  it('are named so that these tests find them', () => {
    expect(files.size).toBeGreaterThan(150);
    expect([...files.values()].flatMap(({ unnamed }) => unnamed)).toEqual([]);
  });
});
