import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { AVOIDED_IN_ENGLISH, AVOIDED_IN_PORTUGUESE, avoidedIn } from '../support/avoided-words.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const IN_PAGES = AVOIDED_IN_ENGLISH.filter(({ onlyOnScreens }) => onlyOnScreens !== true);
const IN_SOURCE = IN_PAGES.filter(({ exceptInSource }) => exceptInSource !== true);
const IN_PORTUGUESE_PAGES = AVOIDED_IN_PORTUGUESE.filter(({ onlyOnScreens }) => onlyOnScreens !== true);

const filesBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const PAGES = [...readdirSync(root), ...filesBelow('docs')].filter((path) => path.endsWith('.md'));
const isPortuguese = (page: string) => page.includes('pt-br') || page.includes('pt-BR');
/** Lists the words that it avoids. */
const GLOSSARY = join('docs', 'glossary.md');

it.each(PAGES.filter((page) => page !== GLOSSARY))('%s uses no avoided word', (page) => {
  const list = isPortuguese(page) ? IN_PORTUGUESE_PAGES : IN_PAGES;
  expect(avoidedInLines(read(page), list)).toEqual([]);
});

it.each(['src', 'test', 'bin'])('comments and test titles in %s/ use no avoided word', (folder) => {
  const sources = filesBelow(folder).filter((path) => /\.(ts|m?js)$/.test(path));
  const found = sources.flatMap((path) => {
    const source = read(path);
    // Parsing takes long, and few files use such a word at all.
    if (avoidedIn(source, IN_SOURCE).length === 0) return [];
    return avoidedInLines(proseOf(source), IN_SOURCE).map((word) => `${path}:${word}`);
  });
  expect(found).toEqual([]);
});

function avoidedInLines(text: string, list: typeof AVOIDED_IN_ENGLISH): string[] {
  return text.split('\n').flatMap((line, index) => avoidedIn(line, list).map((word) => `${index + 1} ${word}`));
}

const LITERALS = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateExpression,
]);

/** Comments and test titles at their positions, in a text that is blank everywhere else. */
function proseOf(source: string): string {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const prose = source.replaceAll(/[^\n]/g, ' ').split('');
  const keep = (start: number, end: number) => {
    for (let index = start; index < end; index += 1) prose[index] = source[index] ?? '';
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTestCall(node.expression)) {
      const [title] = node.arguments;
      if (title !== undefined && LITERALS.has(title.kind)) keep(title.getStart(), title.end);
    }
    const comments = [
      ...(ts.getLeadingCommentRanges(source, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.end) ?? []),
    ];
    for (const { pos, end } of comments) keep(pos, end);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return prose.join('');
}

/** `it(…)`, `describe(…)`, `it.each(…)(…)`, `it.runIf(…)(…)`. */
function isTestCall(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ['it', 'describe', 'test'].includes(callee.text);
  if (ts.isPropertyAccessExpression(callee)) return isTestCall(callee.expression);
  return ts.isCallExpression(callee) && isTestCall(callee.expression);
}
