import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { BUDGETS, LAYERS, type Layers } from './support/layers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The allowed imports between parts, as in the table of docs/maintain/architecture.md. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  pix: [],
  contract: ['pix'],
  files: [],
  cnab: ['files', 'pix'],
  xlsx: [],
  pdf: ['files'],
  sql: ['files'],
  client: ['lists', 'contract', 'files', 'pix'],
  lists: ['contract', 'sql', 'pix'],
  payouts: ['client', 'cnab', 'contract', 'files', 'sql', 'pix', 'xlsx'],
  account: ['client', 'pix'],
  reconcile: ['account', 'cnab', 'payouts', 'pix', 'xlsx'],
  find: ['account', 'lists', 'client', 'contract', 'sql', 'pix'],
  twin: ['account', 'contract', 'find', 'pix'],
  cli: [
    'account',
    'client',
    'cnab',
    'contract',
    'files',
    'find',
    'lists',
    'payouts',
    'pdf',
    'pix',
    'reconcile',
    'sql',
    'twin',
    'xlsx',
  ],
  console: ['contract', 'pix'],
  service: ['console', 'contract', 'files', 'sql', 'pix'],
  testing: ['client', 'contract', 'service', 'pix'],
};

/** The only files of the command line that may import the local service. */
const SERVICE_DOORS = ['src/cli/commands/serve/run.ts', 'src/cli/commands/payouts/rehearse.ts'];

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const files: readonly SourceFile[] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => posix.join('src', path.split(sep).join('/')))
  .sort()
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const imports = ts.preProcessFile(text, true, true).importedFiles.map((reference) => reference.fileName);
    return { path, text, imports };
  });

function partOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function ownImports(file: SourceFile): string[] {
  return file.imports
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.normalize(posix.join(posix.dirname(file.path), name)))
    .filter((path) => path.startsWith('src/'));
}

/** Whether a module of a command only takes the type of its options from the data that load it. */
function takesOptions({ path, text }: SourceFile, data: string): boolean {
  const isData = /^src\/cli\/commands\/.*command\.ts$/.test(data);
  if (!isData || posix.dirname(path) !== posix.dirname(data)) return false;
  return !new RegExp(`^import (?!type )[^;]*'\\./${posix.basename(data)}';`, 'm').test(text);
}

/** The longest of these paths that is the file, or a folder that it is in. */
function longestFit(path: string, paths: readonly string[]): string | undefined {
  const fitting = paths.filter((one) => path === one || path.startsWith(`${one}/`));
  return fitting.toSorted((one, other) => other.length - one.length)[0];
}

/** The height of a file's layer in its part; -1 for a file that has none. */
function layerOf(path: string, part: string, layers: Layers): number {
  const fit = longestFit(
    path.slice(`src/${part}/`.length),
    layers.flatMap(([, paths]) => paths),
  );
  return layers.findIndex(([, paths]) => paths.some((one) => one === fit));
}

const TEXTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
]);

/** They tell addresses from names, know whom Node trusts, and listen. */
const CALL_NOBODY = ['src/cli/commands/serve/certificate.ts', 'src/service/http/http-server.ts'];

/** Without comments and string contents. */
function codeIn(file: SourceFile): string {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, file.text);
  const tokens: string[] = [];
  // Of each template that is open, how many braces are open in its expression.
  const braces: number[] = [];
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token === ts.SyntaxKind.CloseBraceToken && braces.at(-1) === 0) token = scanner.reScanTemplateToken(false);
    if (token === ts.SyntaxKind.TemplateHead) braces.push(0);
    else if (token === ts.SyntaxKind.TemplateTail) braces.pop();
    else if (token === ts.SyntaxKind.OpenBraceToken) braces.push((braces.pop() ?? 0) + 1);
    else if (token === ts.SyntaxKind.CloseBraceToken) braces.push((braces.pop() ?? 0) - 1);
    tokens.push(TEXTS.has(token) ? "''" : scanner.getTokenText());
  }
  return tokens.join(' ');
}

const codes = new Map<SourceFile, string>();

/** Scanned once for all tests. */
function codeOf(file: SourceFile): string {
  const code = codes.get(file) ?? codeIn(file);
  codes.set(file, code);
  return code;
}

function filesWhoseCode(matches: RegExp, outside: (path: string) => boolean): string[] {
  return files.filter((file) => !outside(file.path) && matches.test(codeOf(file))).map((file) => file.path);
}

describe('the structure that docs/maintain/architecture.md shows', () => {
  it('has only the documented parts', () => {
    expect([...new Set(files.map((file) => partOf(file.path)))].filter((part) => !(part in MAY_IMPORT))).toEqual([]);
  });

  it('is the table of that page', () => {
    const page = readFileSync(join(root, 'docs/maintain/architecture.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)\/` +\|.*\| (.*?) +\|$/gm)].map(
      ([, part = '', imports = '']) =>
        [part, [...imports.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()] as const,
    );
    const allowed = Object.entries(MAY_IMPORT).map(([part, imports]) => [part, [...imports].sort()] as const);
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(allowed));
  });

  it('has a map with every folder of the command line', () => {
    const page = readFileSync(join(root, 'docs/maintain/command-line.md'), 'utf8');
    const [, tree = ''] = page.split('```');
    const named = [...tree.matchAll(/^  (\w+)\//gm)].map(([, name]) => name).sort();
    const rooms = new Set(files.flatMap(({ path }) => /^src\/cli\/(\w+)\//.exec(path)?.[1] ?? []));
    expect(named).toEqual([...rooms]);
  });

  it('lets each part import only what the table allows', () => {
    const broken: Record<string, string[]> = {};
    for (const file of files) {
      const forbidden = ownImports(file)
        .map(partOf)
        .filter((part) => part !== partOf(file.path) && !MAY_IMPORT[partOf(file.path)]?.includes(part))
        .filter((part) => part !== 'service' || !SERVICE_DOORS.includes(file.path));
      if (forbidden.length > 0) broken[file.path] = [...new Set(forbidden)].sort();
    }
    expect(broken).toEqual({});
  });

  it.each(Object.entries(LAYERS))('has no arrow that runs back up inside %s/', (part, layers) => {
    const own = files.filter((file) => partOf(file.path) === part);
    const heightOf = (path: string) => layerOf(path, part, layers);
    expect(own.map(({ path }) => path).filter((path) => heightOf(path) === -1)).toEqual([]);
    const upward = own.flatMap((file) =>
      ownImports(file)
        .filter((path) => partOf(path) === part && heightOf(path) > heightOf(file.path))
        .map((path) => `${file.path} → ${path}`),
    );
    expect(upward).toEqual([]);
    const paths = layers.flatMap(([, named]) => named.map((path) => `src/${part}/${path}`));
    const gone = paths.filter((path) => !own.some((file) => file.path === path || file.path.startsWith(`${path}/`)));
    expect(gone).toEqual([]);
  });

  it('keeps each folder within its budget of lines', () => {
    const lines: Record<string, number> = {};
    for (const { path, text } of files) {
      const folder = longestFit(path.slice('src/'.length), Object.keys(BUDGETS)) ?? path;
      lines[folder] = (lines[folder] ?? 0) + text.split('\n').length - 1;
    }
    const over = Object.entries(lines).filter(([folder, count]) => count > (BUDGETS[folder] ?? 0));
    expect(over).toEqual([]);
  });

  it('keeps each command in its own folder', () => {
    const roomOf = (path: string) => /^src\/cli\/commands\/([^/]+)\//.exec(path)?.[1];
    const visits: Record<string, string[]> = {};
    for (const file of files) {
      if (file.path === 'src/cli/commands/table.ts') continue;
      const rooms = ownImports(file).flatMap((path) => roomOf(path) ?? []);
      const others = rooms.filter((room) => room !== roomOf(file.path));
      if (others.length > 0) visits[file.path] = [...new Set(others)].sort();
    }
    expect(visits).toEqual({});
  });

  it('has no import cycle', () => {
    const graph = new Map(
      files.map((file) => [file.path, ownImports(file).filter((path) => !takesOptions(file, path))]),
    );
    const finished = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      else if (!finished.has(path)) {
        for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
        finished.add(path);
      }
    };
    for (const path of graph.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });

  it('has no barrels except the published entries', () => {
    const barrels = files.map((file) => file.path).filter((path) => path.endsWith('/index.ts'));
    expect(barrels).toEqual([
      'src/client/index.ts',
      'src/client/profiles/index.ts',
      'src/payouts/index.ts',
      'src/pix/index.ts',
      'src/testing/index.ts',
    ]);
  });

  it.each(SERVICE_DOORS)('loads the service only when the command runs: %s', (path) => {
    const door = files.find((file) => file.path === path);
    expect(door?.text).toMatch(/await import\(['"][./]+service\//);
    expect(door?.text).not.toMatch(/^import (?!type)[^;]*service\//m);
  });

  it('loads the console from one file only, and only at the first visit', () => {
    const doors = files.filter((file) => partOf(file.path) !== 'console');
    const users = doors.filter((file) => ownImports(file).some((path) => partOf(path) === 'console'));
    expect(users.map(({ path }) => path)).toEqual(['src/service/http/console-routes.ts']);
    const text = users[0]?.text.replaceAll(/^import type .*/gm, '');
    expect(text?.match(/'[^']*console\/[^']*\.tsx?'/g)).toEqual(["'../../console/console.tsx'"]);
    expect(text).toContain("await import('../../console/console.tsx')");
  });

  it('calls the network only from the client', () => {
    const calls = filesWhoseCode(
      /(?:await|void|return|=|=>|[(,]) fetch \(|globalThis \. fetch/,
      // A wallet of tests asks its own service on a port of this machine; the local service posts webhooks.
      (path) =>
        partOf(path) === 'client' || ['src/testing/test-wallet.ts', 'src/service/webhooks/post.ts'].includes(path),
    );
    const imports = files
      // The driver of the database has a socket of its own.
      .filter((file) => partOf(file.path) !== 'client' && !file.path.startsWith('src/sql/postgres/'))
      .filter(({ path }) => !CALL_NOBODY.includes(path))
      .filter((file) =>
        file.imports.some((name) => ['ky', 'undici', 'node:net', 'node:tls', 'node:https'].includes(name)),
      )
      .map((file) => file.path)
      // They listen, and read the list of certificates that Node trusts.
      .filter((path) => !['src/service/http/http-server.ts', 'src/cli/commands/serve/certificate.ts'].includes(path));
    expect({ calls, imports }).toEqual({ calls: [], imports: [] });
  });

  it('imports ky in one file', () => {
    const users = files.filter((file) => file.imports.includes('ky')).map((file) => file.path);
    expect(users).toEqual(['src/client/http/call.ts']);
  });

  it('writes to the terminal only from the command line', () => {
    const writes = /\bconsole \.|process \. std(out|err)/;
    expect(filesWhoseCode(writes, (path) => partOf(path) === 'cli')).toEqual([]);
  });

  it('ends the process in one place', () => {
    const ends = /process \. (exit|abort|kill|exitCode)\b/;
    expect(filesWhoseCode(ends, (path) => path === 'src/cli/main.ts')).toEqual([]);
  });

  it('asks who the user is only where a user may have no name and no home, as in a container', () => {
    const asks = filesWhoseCode(/\b(userInfo|homedir) \(/, (path) =>
      ['src/files/folders.ts', 'src/payouts/approval/audit-log.ts'].includes(path),
    );
    expect(asks).toEqual([]);
  });

  it('reaches a database only in the store of the service', () => {
    const users = files.filter((file) => ownImports(file).some((path) => partOf(path) === 'sql'));
    const inService = users.map((file) => file.path).filter((path) => path.startsWith('src/service/'));
    expect(inService.filter((path) => !path.startsWith('src/service/store/'))).toEqual([]);
  });

  it('loads the driver of PostgreSQL in one file, and only when it is asked for', () => {
    const users = files.filter((file) => /from 'pg'|import\('pg'\)/.test(file.text.replaceAll(/import type .*/g, '')));
    expect(users.map((file) => file.path)).toEqual(['src/sql/postgres/connection.ts']);
  });

  it('uses no SQL, HTTP or wall clock in the rules of wallet and ledger', () => {
    const rules = files.filter((file) => /^src\/service\/(wallet|ledger)\//.test(file.path));
    expect(rules.length).toBeGreaterThan(0);
    const outward = rules.flatMap((file) =>
      ownImports(file)
        .filter((path) => /^src\/(service\/(http|store)|sql)\//.test(path))
        .map((path) => `${file.path} → ${path}`),
    );
    const clocks = rules.filter((file) => /Date \. now|new Date \( \)|performance \./.test(codeOf(file)));
    expect({ outward, clocks: clocks.map((file) => file.path) }).toEqual({ outward: [], clocks: [] });
  });
});
