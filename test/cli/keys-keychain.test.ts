import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { jsonError, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { startTestService, type RunningTestService } from '../support/service.ts';
import { fakeKeychain, type FakeKeychain } from '../support/fake-keychain.ts';

let folder: string;
let service: RunningTestService;
let keychain: FakeKeychain;

beforeEach(async () => {
  folder = temporaryFolder();
  service = await startTestService({ payments: 3, withdraws: 1 });
  keychain = fakeKeychain();
});

const run = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(argv, {
    keychain: Promise.resolve(keychain),
    ...options,
    environment: { PIX_CONFIG_DIR: folder, ...options.environment },
  });
const login = (...flags: readonly string[]) =>
  run(['auth', 'login', '-p', 'work', '--base-url', service.url, ...flags], { stdin: service.keyOf() });
const configuration = () => readFileSync(join(folder, 'config.json'), 'utf8');
const lock = () => (keychain.failsFrom = 0);

describe('a key in the keychain', () => {
  it('is stored nowhere else, and works like one in the file', async () => {
    const { exitCode, stdout, stderr } = await login('--keychain', '--json');
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { keyPlace: 'keychain', readOnly: false }]);
    expect(stderr).toContain('is stored in the system keychain.\n');
    expect([...keychain.entries]).toEqual([[expect.stringMatching(/^work\/main [\da-f]{8}$/), service.keyOf()]]);
    expect(configuration()).not.toContain(service.keyOf());

    const balance = await run(['balance', '--fields', 'balance.total']);
    expect([balance.exitCode, balance.stdout]).toEqual([0, expect.stringMatching(/^\d+\n$/)]);
  });

  it('is listed by status and list although the keychain is locked', async () => {
    await login('--keychain');
    await run(['keys', 'add', 'reader', '--no-keychain'], { stdin: service.keyOf('demo', 'reader') });
    lock();
    const status = await run(['auth', 'status', '--json']);
    const masked = `pk_…${service.keyOf().slice(-4)}`;
    expect([status.exitCode, JSON.parse(status.stdout)]).toMatchObject([
      0,
      { key: masked, keySource: 'profile', keyPlace: 'keychain', profiles: [{ key: masked, keyPlace: 'keychain' }] },
    ]);
    const list: { keys: { name: string; keyPlace: string }[] } = JSON.parse(
      (await run(['keys', 'list', '--json'])).stdout,
    );
    expect(list.keys.map(({ name, keyPlace }) => [name, keyPlace])).toEqual([
      ['main', 'keychain'],
      ['reader', 'file'],
    ]);
    const environment = { PIX_API_KEY: service.keyOf() };
    expect((await run(['auth', 'status'], { environment })).stderr).toContain('(from PIX_API_KEY)');
    expect((await run(['balance'], { environment })).exitCode).toBe(0);
  });

  it('that cannot be read is an error with a remedy, and exit code 4', async () => {
    await login('--keychain');
    const [entry = '', key = ''] = [...keychain.entries].flat();
    keychain.entries.set(entry, 'pk_somebodyElsesKey0000000000000000e5f6');
    const replaced = await run(['balance', '--json']);
    keychain.entries.clear();
    const gone = await run(['balance', '--json']);
    expect([replaced, gone].map((result) => [result.exitCode, jsonError(result).code])).toEqual([
      [4, 'key_missing'],
      [4, 'key_missing'],
    ]);
    keychain.entries.set(entry, key);
    lock();
    const locked = await run(['balance', '--json']);
    expect([locked.exitCode, jsonError(locked)]).toMatchObject([
      4,
      {
        code: 'keychain_locked',
        message:
          'the key "main" of profile "work" is stored in the keychain, which cannot be read: it is locked, or access was denied',
        hint: expect.stringContaining('pix auth login -p work --no-keychain'),
      },
    ]);
  });

  it('is removed from it when it is removed, replaced or logged out', async () => {
    await login('--keychain');
    await login('--keychain');
    expect(keychain.entries.size).toBe(1);
    await run(['keys', 'add', 'reader', '--keychain'], { stdin: service.keyOf('demo', 'reader') });
    expect(keychain.entries.size).toBe(2);
    const twin = await run(['keys', 'add', 'again', '--json'], { stdin: service.keyOf('demo', 'reader') });
    expect([jsonError(twin).code, (await run(['keys', 'check'])).exitCode]).toEqual(['duplicate_key', 0]);
    await run(['keys', 'remove', 'main']);
    expect([...keychain.entries.values()]).toEqual([service.keyOf('demo', 'reader')]);
    await run(['auth', 'logout']);
    expect(keychain.entries.size).toBe(0);
  });

  it('that the keychain does not remove is reported', async () => {
    await login('--keychain');
    const [entry = ''] = keychain.entries.keys();
    lock();
    const { exitCode, stderr } = await run(['auth', 'logout', '-q']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`The entry "${entry}" of "pix" is still in the keychain`);
    expect(openProfiles({ configDirectory: folder }).names()).toEqual([]);
  });

  it('names the account of a script with the same key: its folder is that of the profile', async () => {
    await login('--keychain');
    const environment = { PIX_API_KEY: service.keyOf(), PIX_BASE_URL: service.url };
    await run(['sync'], { environment });
    expect(() => readFileSync(join(folder, 'state', 'work', 'mirror.sqlite'))).not.toThrow();
  });
});

describe('the storage of a key', () => {
  it('is the file when PIX_CONFIG_DIR is set: that folder stores everything', async () => {
    expect((await login()).stderr).toContain(`is stored in the file ${join(folder, 'config.json')}`);
    expect(keychain.entries.size).toBe(0);
  });

  it('is a keychain that works, otherwise the file, which is reported', async () => {
    const environment = { PIX_CONFIG_DIR: '', XDG_CONFIG_HOME: folder, HOME: folder, PIX_API_KEY: 'pk_x' };
    // Only what is decided before anything is stored: the test must not touch the user's own folder.
    const { storageFor: wouldKeepIn } = await import('../../src/cli/context/stored-keys.ts');
    expect(wouldKeepIn({ environment }, {})).toBe('keychain');
    expect(wouldKeepIn({ environment }, { keychain: false })).toBe('file');
    expect(wouldKeepIn({ environment: { PIX_CONFIG_DIR: folder } }, {})).toBe('file');
    expect(wouldKeepIn({ environment: { PIX_CONFIG_DIR: folder } }, { keychain: true })).toBe('keychain');
  });

  it('is none when the requested keychain fails, at any step', async () => {
    for (const step of [1, 2, 3, 4, 5]) {
      keychain = fakeKeychain();
      keychain.failsFrom = step;
      const result = await login('--keychain', '--json');
      expect([step, result.exitCode, jsonError(result).code]).toEqual([step, 4, 'keychain_failed']);
      expect(openProfiles({ configDirectory: folder }).names()).toEqual([]);
    }
  });

  it('is cleared again when the profile cannot be written', async () => {
    await login('--no-keychain');
    const before = configuration();
    const name = 'x'.repeat(65);
    const result = await run(['auth', 'login', '-p', name, '--base-url', service.url, '--keychain', '--json'], {
      stdin: service.keyOf(),
    });
    expect([result.exitCode, jsonError(result).code]).toEqual([2, 'invalid_profile_name']);
    expect([keychain.entries.size, configuration()]).toEqual([0, before]);
  });
});

describe('pix keys move', () => {
  it('moves keys there and back, with their known permissions', async () => {
    await login();
    await run(['keys', 'add', 'reader'], { stdin: service.keyOf('demo', 'reader') });
    const before = openProfiles({ configDirectory: folder }).get('work');
    const there = await run(['keys', 'move', 'keychain']);
    expect([there.exitCode, there.stderr]).toEqual([
      0,
      'The 2 keys of profile "work" are in the system keychain now.\n',
    ]);
    expect(configuration()).not.toContain(service.keyOf());
    expect((await run(['keys', 'move', 'keychain'])).stderr).toContain('are already in the system keychain');
    expect((await run(['keys', 'move', 'file'])).exitCode).toBe(0);
    expect([openProfiles({ configDirectory: folder }).get('work'), keychain.entries.size]).toEqual([before, 0]);
    const typo = await run(['keys', 'move', 'keychian', '--json']);
    expect([typo.exitCode, jsonError(typo).hint]).toEqual([2, expect.stringContaining('did you mean keychain?')]);
  });

  it('loses no key wherever the keychain fails', async () => {
    for (let step = 1; step <= 12; step += 1) {
      await login();
      await run(['keys', 'add', 'reader'], { stdin: service.keyOf('demo', 'reader') });
      keychain = fakeKeychain();
      keychain.failsFrom = step;
      await run(['keys', 'move', 'keychain']);
      keychain.failsFrom = Infinity;
      const { stdout } = await run(['keys', 'check', '--fields', 'name,accepted']);
      expect([step, stdout]).toEqual([step, 'main\ttrue\nreader\ttrue\n']);
    }
  });
});
