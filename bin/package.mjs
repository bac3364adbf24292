import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Lays out what npm publishes, and prints its folder: the program and the library minified, without sources, maps, pages for
 * maintainers, and settings of tools. `npm publish node_modules/.cache/package` publishes it.
 */

const FOLDER = 'node_modules/.cache/package';
/** Of package.json, what users of the package need not have. */
const OF_MAINTAINERS = ['scripts', 'devDependencies', 'allowScripts', 'knip', 'prettier', 'private'];

rmSync(FOLDER, { recursive: true, force: true });
process.env['PIX_PACKAGE_FOLDER'] = FOLDER;
const { build } = await import('tsdown');
await build({ logLevel: 'warn' });

// npm installs man pages in one language: those in Portuguese come with the package for Debian.
rmSync(join(FOLDER, 'dist/man/pt_BR'), { recursive: true });

const facts = JSON.parse(readFileSync('package.json', 'utf8'));
const beside = readdirSync('.').filter((name) => /^(README|LICENSE)/.test(name));
for (const path of new Set([...beside, ...facts.files.filter((entry) => entry !== 'dist' && !entry.includes('*'))])) {
  mkdirSync(join(FOLDER, dirname(path)), { recursive: true });
  cpSync(path, join(FOLDER, path), { recursive: true });
}
const kept = Object.fromEntries(Object.entries(facts).filter(([name]) => !OF_MAINTAINERS.includes(name)));
// npm installs the pages that are listed, and no other.
const man = readdirSync(join(FOLDER, 'dist/man'))
  .toSorted()
  .map((name) => `./dist/man/${name}`);
writeFileSync(join(FOLDER, 'package.json'), `${JSON.stringify({ ...kept, man }, undefined, 2)}\n`);
console.log(FOLDER);
