import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock, type Clock } from '../../src/client/clock.ts';
import { fingerprintOf } from '../../src/client/profiles/key-fingerprint.ts';
import { assertStores, addToKeychain, type Keychain, SystemKeychain } from '../../src/client/profiles/keychain.ts';
import { fakeKeychain } from '../support/fake-keychain.ts';
import { temporaryFolder } from '../support/cli.ts';
import { startDumbBus } from '../support/dumb-bus.ts';

const KEY = 'pk_profile0123456789abcdefghijklmnopqrst';
const never = new AbortController().signal;
const program = fileURLToPath(new URL('../../dist/cli/keychain-process.js', import.meta.url));

beforeAll(() => {
  if (!existsSync(program)) throw new Error('these tests run a built program: npm run build');
});

/** Reads without error, but stores nothing: like a keychain without a desktop. */
const forgetful = (): Keychain => ({
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
});

describe('a keychain', () => {
  it('is tested with a value, and left as it was', async () => {
    const keychain = fakeKeychain();
    await assertStores(keychain);
    expect(keychain.entries.size).toBe(0);
    await expect(assertStores(forgetful())).rejects.toMatchObject({ code: 'keychain_failed', outcome: 'not-sent' });
  });

  it('stores a key under an entry of its own, and returns it', async () => {
    const keychain = fakeKeychain();
    const [one, other] = [
      await addToKeychain(keychain, 'work/main', KEY),
      await addToKeychain(keychain, 'work/main', KEY),
    ];
    expect(one).toEqual({
      entry: expect.stringMatching(/^work\/main /),
      masked: 'pk_…qrst',
      fingerprint: fingerprintOf(KEY),
    });
    expect(other.entry).not.toBe(one.entry);
    expect([...keychain.entries.values()]).toEqual([KEY, KEY]);
    await expect(addToKeychain(forgetful(), 'work/main', KEY)).rejects.toMatchObject({ code: 'keychain_failed' });
  });

  it('keeps no key that it would not return', async () => {
    const keychain = fakeKeychain();
    const halfBroken: Keychain = { ...keychain, read: () => Promise.reject(new Error('locked meanwhile')) };
    await expect(addToKeychain(halfBroken, 'work/main', KEY)).rejects.toThrow('locked meanwhile');
    expect(keychain.entries.size).toBe(0);
  });

  it('is identified by fingerprints that reveal nothing of a key', () => {
    expect(fingerprintOf(KEY)).toMatch(/^[\da-f]{16}$/);
    expect(fingerprintOf(`${KEY}x`)).not.toBe(fingerprintOf(KEY));
  });
});

const hasSessionBus = process.platform === 'linux' && process.env['DBUS_SESSION_BUS_ADDRESS'] !== undefined;

describe.runIf(process.platform === 'linux' && !hasSessionBus)('the keychain of a machine without a desktop', () => {
  it('fails at once, and stores nothing in the kernel', async () => {
    const keychain = new SystemKeychain(program, never);
    await expect(assertStores(keychain)).rejects.toMatchObject({ code: 'keychain_failed' });
    await expect(keychain.read('anything')).rejects.toMatchObject({ code: 'keychain_failed' });
  });
});

describe.runIf(hasSessionBus || process.env['PIX_TEST_KEYCHAIN'] === '1')('the keychain of this desktop', () => {
  it('returns what it stores, or reports that it does not', async () => {
    const keychain = new SystemKeychain(program, never);
    try {
      await assertStores(keychain);
    } catch (error) {
      expect(error).toMatchObject({ code: 'keychain_failed' });
      return;
    }
    const { entry } = await addToKeychain(keychain, 'test/main', KEY);
    expect(await keychain.read(entry)).toBe(KEY);
    await keychain.remove(entry);
    expect(await keychain.read(entry)).toBeUndefined();
    await keychain.remove(entry);
  });
});

describe('the process that uses a keychain', () => {
  /** The built program with a keychain in its memory, which is locked for one entry. */
  function programWithKeychain(): string {
    const folder = temporaryFolder();
    const built = join(program, '..');
    const needed = [...readFileSync(program, 'utf8').matchAll(/require\("\.\/([\w.-]+\.js)"\)/g)].map(
      ([, name]) => name ?? '',
    );
    for (const name of ['package.json', 'keychain-process.js', ...needed])
      copyFileSync(join(built, name), join(folder, name));
    const keyring = join(folder, 'node_modules', '@napi-rs', 'keyring');
    mkdirSync(keyring, { recursive: true });
    writeFileSync(
      join(keyring, 'index.js'),
      `const entries = new Map();
      exports.Entry = class {
        constructor(service, name, options) {
          if (name === 'locked') throw new Error('the collection is locked');
          this.id = JSON.stringify([service, name, options]);
        }
        getPassword() { return entries.get(this.id) ?? null; }
        setPassword(secret) { entries.set(this.id, secret); }
        deletePassword() { return entries.delete(this.id); }
      };`,
    );
    return join(folder, 'keychain-process.js');
  }

  it('stores, returns and removes, in the order of requests', async () => {
    const keychain = new SystemKeychain(programWithKeychain(), never);
    await assertStores(keychain);
    const asked = [
      keychain.read('one'),
      keychain.write('one', `${KEY}ção`),
      keychain.read('one'),
      keychain.read('other'),
      keychain.remove('one'),
      keychain.read('one'),
    ];
    expect(await Promise.all(asked)).toEqual([undefined, undefined, `${KEY}ção`, undefined, undefined, undefined]);
  });

  it('reports a failure in its own words, and is ready for the next request', async () => {
    const keychain = new SystemKeychain(programWithKeychain(), never);
    await expect(keychain.read('locked')).rejects.toMatchObject({
      code: 'keychain_failed',
      cause: { message: 'the collection is locked' },
    });
    expect(await keychain.read('one')).toBeUndefined();
  });

  it('is reported as missing if it cannot be run', async () => {
    const keychain = new SystemKeychain(join(temporaryFolder(), 'nothing.js'), never);
    await expect(keychain.read('one')).rejects.toMatchObject({ code: 'keychain_failed' });
  });
});

describe.runIf(process.platform === 'linux')('a keychain that never answers', () => {
  it('is abandoned after a while', async () => {
    const bus = await startDumbBus();
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', bus.address);
    let timeLimitMs = 0;
    const clock: Clock = {
      ...systemClock,
      schedule(delayMs, wake) {
        timeLimitMs = delayMs;
        void bus.asked.then(wake);
        return () => undefined;
      },
    };
    const keychain = new SystemKeychain(program, never, clock);
    await expect(keychain.read('x')).rejects.toMatchObject({ code: 'keychain_failed', outcome: 'not-sent' });
    expect(timeLimitMs).toBeGreaterThanOrEqual(60_000);
    await expect(keychain.read('x')).rejects.toMatchObject({ cause: { message: 'no answer within 120 s' } });
  });

  it('is not awaited after an interruption', async () => {
    const bus = await startDumbBus();
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', bus.address);
    const controller = new AbortController();
    const reading = new SystemKeychain(program, controller.signal).read('x');
    void bus.asked.then(() => controller.abort(new Error('asked to stop')));
    await expect(reading).rejects.toThrow('asked to stop');
  });
});
