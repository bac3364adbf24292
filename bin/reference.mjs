// Writes docs/integrate/reference.md from the docs in the published types (`npm run reference`), or compares them (`--check`).
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import ts from 'typescript';
import packageFacts from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));

function referencePage() {
  const entries = Object.entries(packageFacts.exports).flatMap(([path, target]) =>
    typeof target === 'string' ? [] : [{ name: path.replace('.', packageFacts.name), file: root + target.types }],
  );
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    // Without those of browsers, which are most of what a compiler reads by default.
    {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
      strict: true,
      types: ['node'],
    },
  );
  const checker = program.getTypeChecker();
  const silent = entries.flatMap(({ file }) => silentIn(program.getSourceFile(file), checker));
  if (silent.length > 0) throw new Error(`without docs: ${[...new Set(silent)].join(', ')}`);
  const sections = entries.map(({ name, file }) => entrySection(name, program.getSourceFile(file), checker));
  return `# Reference of the library\n\nMade from the docs of the published types by \`npm run reference\`.\n\n${sections.join('\n')}`;
}

function entrySection(name, source, checker) {
  const module = checker.getSymbolAtLocation(source);
  const symbols = checker.getExportsOfModule(module).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return `## \`${name}\`\n\n${symbols.map((symbol) => symbolSection(symbol, checker)).join('\n')}`;
}

/** The published types, functions and fields that have no docs. */
function silentIn(source, checker) {
  const isSilent = (symbol) => symbol.getDocumentationComment(checker).length === 0;
  return checker.getExportsOfModule(checker.getSymbolAtLocation(source)).flatMap((exported) => {
    const symbol = originalOf(exported, checker);
    const fields = (symbol.declarations ?? []).flatMap(fieldsIn).filter((name) => {
      const field = checker.getSymbolAtLocation(name);
      return field !== undefined && isSilent(field);
    });
    return [...(isSilent(symbol) ? [symbol.name] : []), ...fields.map((name) => `${symbol.name}.${name.getText()}`)];
  });
}

/** The names of a declaration's members, those of object types within it included. Codes in a table explain themselves. */
function fieldsIn(node) {
  if (ts.isVariableDeclaration(node) || ts.isConstructorDeclaration(node)) return [];
  const isMember =
    ts.isPropertySignature(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodDeclaration(node);
  const inner = isMember && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) ? [node.name] : [];
  ts.forEachChild(node, (child) => {
    inner.push(...fieldsIn(child));
  });
  return inner;
}

const originalOf = (symbol, checker) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

function symbolSection(exported, checker) {
  const symbol = originalOf(exported, checker);
  const docs = paragraph(symbol, checker);
  const [declaration] = symbol.declarations ?? [];
  return [`### \`${exported.name}\``, docs, ...throwsOf(symbol), shapeOf(declaration, checker)]
    .filter((part) => part !== '')
    .map((part) => `${part}\n`)
    .join('\n');
}

/** Fields and methods with their docs as a list; anything else as it is declared. */
function shapeOf(declaration, checker) {
  if (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)) {
    const parents = (declaration.heritageClauses ?? []).map((clause) => `\`${flat(clause.getText())}\``).join(', ');
    const members = declaration.members.map((member) => memberLine(member, checker));
    return [parents, members.join('\n')].filter((part) => part !== '').join('\n\n');
  }
  const bare = declaration.getText().replaceAll(/\/\*\*.*?\*\/\s*/gs, '');
  return `\`\`\`ts\n${bare}\n\`\`\``;
}

function memberLine(member, checker) {
  const symbol = member.name === undefined ? undefined : checker.getSymbolAtLocation(member.name);
  const signature = flat(member.getText().replaceAll(/\/\*\*.*?\*\/\s*/gs, '')).replace(/;$/, '');
  const docs = symbol === undefined ? '' : paragraph(symbol, checker);
  return `- \`${signature}\`${docs === '' ? '' : `: ${flat(docs)}`}`;
}

function paragraph(symbol, checker) {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
}

function throwsOf(symbol) {
  return symbol
    .getJsDocTags()
    .filter(({ name }) => name === 'throws')
    .map(({ text }) => `Throws ${flat(ts.displayPartsToString(text))}`);
}

const flat = (text) => text.replaceAll(/\s+/g, ' ').trim();

const path = `${root}docs/integrate/reference.md`;
const page = await format(referencePage(), { ...packageFacts.prettier, parser: 'markdown' });
if (!process.argv.includes('--check')) writeFileSync(path, page);
else if (readFileSync(path, 'utf8') !== page) {
  console.error('docs/integrate/reference.md is out of date: npm run reference');
  process.exitCode = 1;
}
