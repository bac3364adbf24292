import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock, type Clock } from '../../src/client/clock.ts';
import { fingerprintOf } from '../../src/client/key-fingerprint.ts';
import { assertKeeps, keepInKeychain, openKeychain, type Keychain } from '../../src/client/keychain.ts';
import { fakeKeychain } from '../cli/fake-keychain.ts';
import { startDumbBus } from './support/dumb-bus.ts';

const KEY = 'pk_profile0123456789abcdefghijklmnopqrst';
const never = new AbortController().signal;
const program = fileURLToPath(new URL('../../dist/cli/keychain-process.js', import.meta.url));

beforeAll(() => {
  if (!existsSync(program)) throw new Error('these tests run a built program: npm run build');
});

/** Reads without complaint, and keeps nothing: as a keychain without a desktop may. */
const forgetful = (): Keychain => ({
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
});

describe('a keychain', () => {
  it('is tried with something to keep, and left as it was', async () => {
    const keychain = fakeKeychain();
    await assertKeeps(keychain);
    expect(keychain.entries.size).toBe(0);
    await expect(assertKeeps(forgetful())).rejects.toMatchObject({ code: 'keychain_failed', outcome: 'not-sent' });
  });

  it('is given a key under an entry of its own, and asked for it', async () => {
    const keychain = fakeKeychain();
    const [one, other] = [
      await keepInKeychain(keychain, 'work/main', KEY),
      await keepInKeychain(keychain, 'work/main', KEY),
    ];
    expect(one).toEqual({
      entry: expect.stringMatching(/^work\/main /),
      masked: 'pk_…qrst',
      fingerprint: fingerprintOf(KEY),
    });
    expect(other.entry).not.toBe(one.entry);
    expect([...keychain.entries.values()]).toEqual([KEY, KEY]);
    await expect(keepInKeychain(forgetful(), 'work/main', KEY)).rejects.toMatchObject({ code: 'keychain_failed' });
  });

  it('is left without a key that it kept, and would not give back', async () => {
    const keychain = fakeKeychain();
    const halfBroken: Keychain = { ...keychain, read: () => Promise.reject(new Error('locked meanwhile')) };
    await expect(keepInKeychain(halfBroken, 'work/main', KEY)).rejects.toThrow('locked meanwhile');
    expect(keychain.entries.size).toBe(0);
  });

  it('is told from others by fingerprints that tell nothing of a key', () => {
    expect(fingerprintOf(KEY)).toMatch(/^[\da-f]{16}$/);
    expect(fingerprintOf(`${KEY}x`)).not.toBe(fingerprintOf(KEY));
  });
});

const hasSessionBus = process.platform === 'linux' && process.env['DBUS_SESSION_BUS_ADDRESS'] !== undefined;

describe.runIf(process.platform === 'linux' && !hasSessionBus)('the keychain of a machine without a desktop', () => {
  it('fails at once, and keeps nothing with the kernel', async () => {
    const keychain = openKeychain(program, never);
    await expect(assertKeeps(keychain)).rejects.toMatchObject({ code: 'keychain_failed' });
    await expect(keychain.read('anything')).rejects.toMatchObject({ code: 'keychain_failed' });
  });
});

describe.runIf(hasSessionBus || process.env['PIX_TEST_KEYCHAIN'] === '1')('the keychain of this desktop', () => {
  it('keeps what it is given, or says that it does not', async () => {
    const keychain = openKeychain(program, never);
    try {
      await assertKeeps(keychain);
    } catch (error) {
      expect(error).toMatchObject({ code: 'keychain_failed' });
      return;
    }
    const { entry } = await keepInKeychain(keychain, 'test/main', KEY);
    expect(await keychain.read(entry)).toBe(KEY);
    await keychain.remove(entry);
    expect(await keychain.read(entry)).toBeUndefined();
    await keychain.remove(entry);
  });
});

describe.runIf(process.platform === 'linux')('a keychain that never answers', () => {
  it('is given up after a while', async () => {
    const bus = await startDumbBus();
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', bus.address);
    let patienceMs = 0;
    const clock: Clock = {
      ...systemClock,
      schedule(delayMs, wake) {
        patienceMs = delayMs;
        void bus.asked.then(wake);
        return () => undefined;
      },
    };
    const keychain = openKeychain(program, never, clock);
    await expect(keychain.read('x')).rejects.toMatchObject({ code: 'keychain_failed', outcome: 'not-sent' });
    expect(patienceMs).toBeGreaterThanOrEqual(60_000);
    await expect(keychain.read('x')).rejects.toThrow(/within/);
  });

  it('is no longer waited for once somebody has asked to stop', async () => {
    const bus = await startDumbBus();
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', bus.address);
    const controller = new AbortController();
    const reading = openKeychain(program, controller.signal).read('x');
    void bus.asked.then(() => {
      controller.abort(new Error('asked to stop'));
    });
    await expect(reading).rejects.toThrow('asked to stop');
  });
});
