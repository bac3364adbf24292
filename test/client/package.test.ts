import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { addToKeychain } from '../../src/client/profiles/keychain.ts';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { fakeKeychain } from '../support/fake-keychain.ts';
import { temporaryFolder } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';
import packageFacts from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));

beforeAll(() => {
  if (!existsSync(join(root, 'dist/client/profiles.js'))) throw new Error('this enters by the build: npm run build');
});

/** A project that has installed the package: its published files, and a keychain in memory. */
function installed(keychainEntries: ReadonlyMap<string, string>): string {
  const folder = temporaryFolder();
  const modules = join(folder, 'node_modules');
  const own = join(modules, packageFacts.name);
  mkdirSync(own, { recursive: true });
  cpSync(join(root, 'package.json'), join(own, 'package.json'));
  for (const name of ['bin', 'dist']) cpSync(join(root, name), join(own, name), { recursive: true });
  const keyring = join(modules, '@napi-rs/keyring');
  mkdirSync(keyring, { recursive: true });
  writeFileSync(
    join(keyring, 'index.js'),
    `const entries = new Map(${JSON.stringify([...keychainEntries])});
    exports.Entry = class {
      constructor(service, name) { this.name = name; }
      getPassword() { return entries.get(this.name) ?? null; }
    };`,
  );
  return folder;
}

/** The service is in this process, which must not be blocked. */
function runNode(argv: readonly string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, argv, (_error, stdout, stderr) => {
      resolve({ status: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

const SCRIPT = `
import { ConfigurationError } from 'pix-wallet';
import { listProfiles, openProfile } from 'pix-wallet/profiles';

const [, , configDirectory] = process.argv;
const client = await openProfile('work', { configDirectory });
const { balance } = await client.balance();
const missing = await openProfile('nothing', { configDirectory }).catch((error) => error);
console.log(JSON.stringify({
  profiles: listProfiles({ configDirectory }).map(({ name, keys }) => [name, keys[0].storage]),
  hasBalance: Number.isSafeInteger(balance.total),
  isTyped: missing instanceof ConfigurationError,
  code: missing.code,
}));
`;

it('opens a stored profile by name in a project that has installed it, with its key from the keychain', async () => {
  const service = await startTestService();
  const keychain = fakeKeychain();
  const configDirectory = temporaryFolder();
  const apiKey = await addToKeychain(keychain, 'work/main', service.keyOf());
  openProfiles({ configDirectory }).set('work', { baseUrl: service.url, apiKey });
  const project = installed(keychain.entries);
  writeFileSync(join(project, 'script.mjs'), SCRIPT);

  const run = await runNode([join(project, 'script.mjs'), configDirectory]);
  expect({ ...run, stdout: JSON.parse(run.stdout || 'null') }).toEqual({
    status: 0,
    stderr: '',
    stdout: { profiles: [['work', 'keychain']], hasBalance: true, isTyped: true, code: 'unknown_profile' },
  });
});

it('says what --jq needs where npm has left it out, before anything is sent', async () => {
  const pix = join(installed(new Map()), 'node_modules', packageFacts.name, 'bin/pix.js');
  expect(await runNode([pix, 'balance', '--jq', '.balance', '--lang', 'en'])).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'error: --jq needs the package jq-wasm, which is not installed; nothing was sent\n' +
      'hint: install it: npm install -g jq-wasm; or give --json to jq: pix … --json | jq …\n',
  });
});
