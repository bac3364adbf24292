import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { expect, it } from 'vitest';
import packageFacts from '../../package.json' with { type: 'json' };
import { assertBuilt, root } from '../support/typed-page.ts';

it('the reference of the library is made from its published types', async () => {
  assertBuilt();
  const check = promisify(execFile)(process.execPath, ['bin/reference.mjs', '--check'], { cwd: root });
  await expect(check).resolves.toMatchObject({ stderr: '' });
}, 600_000);

it('every published type, function and field has docs', { timeout: 120_000 }, () => {
  assertBuilt();
  const entries = Object.values(packageFacts.exports).flatMap((target) =>
    typeof target === 'string' ? [] : [join(root, target.types)],
  );
  const program = ts.createProgram(entries, { module: ts.ModuleKind.NodeNext, strict: true, types: ['node'] });
  const checker = program.getTypeChecker();
  const isSilent = (symbol: ts.Symbol) => symbol.getDocumentationComment(checker).length === 0;
  const silent = entries.flatMap((entry) => {
    const source = program.getSourceFile(entry);
    const module = source && checker.getSymbolAtLocation(source);
    return (module === undefined ? [] : checker.getExportsOfModule(module)).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const fields = (symbol.declarations ?? []).flatMap(fieldsIn).filter(({ name }) => {
        const field = checker.getSymbolAtLocation(name);
        return field !== undefined && isSilent(field);
      });
      return [
        ...(isSilent(symbol) ? [symbol.name] : []),
        ...fields.map(({ name }) => `${symbol.name}.${name.getText()}`),
      ];
    });
  });
  expect([...new Set(silent)]).toEqual([]);
});

/** The named members of a declaration, those of object types within it included. Codes in a table explain themselves. */
function fieldsIn(node: ts.Node): readonly { readonly name: ts.PropertyName }[] {
  if (ts.isVariableDeclaration(node) || ts.isConstructorDeclaration(node)) return [];
  const isMember =
    ts.isPropertySignature(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodDeclaration(node);
  const isNamed = isMember && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name));
  const inner: { readonly name: ts.PropertyName }[] = isNamed ? [{ name: node.name }] : [];
  ts.forEachChild(node, (child) => {
    inner.push(...fieldsIn(child));
  });
  return inner;
}
