import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import packageFacts from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));

const pages = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) => join('docs', path)),
].filter((path) => path.endsWith('.md'));

/** The files and headings that a page links to, without web addresses. */
function linksOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => (/^[a-z]+:/.test(target) ? [] : [target]));
}

/** GitHub's anchor of a heading: lower case, hyphens for spaces, no punctuation. */
function anchorsOf(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(pages)('%s links only to pages and headings that exist', (page) => {
  const broken = linksOf(page).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? join(root, page) : join(root, dirname(page), path);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(broken).toEqual([]);
});

/** Pages for contributors, which are not in the package, and name source files. */
const ofMaintainers = (page: string) => /^(docs.(maintain|decisions)|CONTRIBUTING)/.test(page);
const MAINTAINERS = pages.filter(ofMaintainers);
/** They lead contributors there. */
const INDEXES: readonly string[] = ['README.md', join('docs', 'README.md')];

it.each(pages.filter((page) => !ofMaintainers(page)))(
  '%s is in the package, and links only to what is, so that its links work there',
  (page) => {
    const shipped = ['README.md', 'LICENSE', ...packageFacts.files];
    const missing = [page, ...linksOf(page).map((link) => join(dirname(page), link.split('#')[0] ?? ''))].filter(
      (path) => !shipped.some((entry) => path === entry || path.startsWith(`${entry}/`)),
    );
    const allowed = (path: string) => path === dirname(page) || (INDEXES.includes(page) && ofMaintainers(path));
    expect(missing.filter((path) => !allowed(path))).toEqual([]);
  },
);

const SOURCES = ['src', 'test', 'bin', 'docs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
);

it.each(MAINTAINERS)('%s names only files that exist', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const paths = [...text.matchAll(/(?:src|test|bin|docs)\/[\w./*<>{,}-]*\w/g)].map(([path]) => path);
  const missing = paths.filter((path) => !/[*<{]/.test(path) && !existsSync(join(root, path)));
  const names = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, name = '']) => name);
  const unknown = names.filter((name) => !SOURCES.some((path) => join('/', path).endsWith(join('/', name))));
  expect([...missing, ...unknown]).toEqual([]);
});
