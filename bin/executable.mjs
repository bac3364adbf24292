import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/**
 * Makes one file of the package, Node and the packages that it may use, and prints its folder. Node has what the file
 * contains beside its main script as a file system, so that the program is the one of the package.
 */

const NODE = '26.10.0';
const FOLDER = 'node_modules/.cache/executable';
const PACKAGE = 'node_modules/.cache/package';
/** A worker of Node sees no file of the executable, and the journal on PostgreSQL needs pg in one: pg is left out. */
const USED = ['@napi-rs/keyring', 'jq-wasm'];
/** Node starts it again as the process of the keychain, by the path that only exists within it. */
const MAIN = `const isKeychain = process.send !== undefined && /keychain-process\\.js$/.test(process.argv[2]);
require(isKeychain ? './dist/cli/keychain-process.js' : './bin/pix.js');
`;

const isWindows = process.platform === 'win32';
const nodePackage = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;

execFileSync(process.execPath, ['bin/package.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const nodeFolder = `node_modules/.cache/${nodePackage}-${NODE}`;
if (!existsSync(nodeFolder)) {
  const words = ['install', '--silent', '--no-save', '--prefix', nodeFolder, `${nodePackage}@${NODE}`];
  execFileSync('npm', words, { stdio: 'inherit', shell: isWindows });
}
const ofNode = join(nodeFolder, 'node_modules', nodePackage);
const node = join(ofNode, 'bin', isWindows ? 'node.exe' : 'node');

const folders = USED.reduce((found, name) => withDependencies(name, resolve('package.json'), found), new Map());
const assets = Object.fromEntries([
  ...filesOf(PACKAGE, (name) => /^(bin\/|dist\/(cli|help)\/|package\.json$)/.test(name)),
  ...[...folders].flatMap(([name, folder]) =>
    filesOf(folder, (file) => /\.([cm]?js|json|node|wasm)$/.test(file)).map(([file, path]) => [
      `node_modules/${name}/${file}`,
      path,
    ]),
  ),
]);
// Without its table of symbols, Node is a quarter smaller.
const executable = process.platform === 'linux' ? join(nodeFolder, 'stripped') : node;
if (!existsSync(executable)) execFileSync('strip', ['-o', executable, node], { stdio: 'inherit' });
const output = join(FOLDER, isWindows ? 'pix.exe' : 'pix');
const main = join(FOLDER, 'main.cjs');
const config = join(FOLDER, 'sea.json');
writeFileSync(main, MAIN);
const settings = { main, output, executable, assets, useVfs: true, disableExperimentalSEAWarning: true };
writeFileSync(config, JSON.stringify(settings));
execFileSync(node, ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] });
// macOS starts only what is signed; this signature names no one.
if (process.platform === 'darwin') execFileSync('codesign', ['--force', '--sign', '-', output], { stdio: 'inherit' });
rmSync(main);
rmSync(config);

const licences = [PACKAGE, ofNode, ...folders.values()].flatMap((folder) =>
  readdirSync(folder).flatMap((name) => (/^(licen[cs]e|third-party)/i.test(name) ? [join(folder, name)] : [])),
);
// jq's package says only under which licence its JavaScript is.
writeFileSync(
  join(FOLDER, 'LICENSES.txt'),
  [...licences, 'THIRD-PARTY-NOTICES.jq.txt'].map((path) => readFileSync(path, 'utf8')).join(`\n${'='.repeat(78)}\n\n`),
);
console.log(FOLDER);

/** The folder of a package and of those that it needs and that are installed, by name. */
function withDependencies(name, from, found) {
  if (found.has(name)) return found;
  const file = packageFile(name, from);
  if (file === undefined) return found;
  found.set(name, dirname(file));
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'));
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) withDependencies(needed, file, found);
  return found;
}

function packageFile(name, from) {
  const folders = createRequire(from).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name, 'package.json')).find((path) => existsSync(path));
}

/** The files of a folder, by their paths within it, with the path of each. */
function filesOf(folder, isWanted) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(join(folder, '/').length).replaceAll('\\', '/'), path])
    .filter(([name]) => isWanted(name));
}
