import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationError, InterruptedError } from '../../src/client/errors.ts';
import type { Keychain } from '../../src/client/profiles/keychain.ts';
import { addToKeychain } from '../../src/client/profiles/keychain.ts';
import { listProfiles, openProfile } from '../../src/client/profiles/index.ts';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { fakeKeychain } from '../support/fake-keychain.ts';
import { temporaryFolder } from '../support/cli.ts';

const KEY = 'pk_profile0123456789abcdefghijklmnopqrst';
const SECOND_KEY = 'pk_second0123456789abcdefghijklmnopqrstu';
const BASE_URL = 'http://127.0.0.1:4010';

let configDirectory: string;
let profiles: ReturnType<typeof openProfiles>;
beforeEach(() => {
  configDirectory = temporaryFolder();
  profiles = openProfiles({ configDirectory });
  // None of these is read.
  vi.stubEnv('PIX_API_KEY', 'pk_environment');
  vi.stubEnv('PIX_BASE_URL', 'http://environment.example');
  vi.stubEnv('PIX_PROFILE', 'environment');
  vi.stubEnv('PIX_CONFIG_DIR', '/nowhere');
});

/** A service that records its requests. */
function answering(status: number, body: unknown) {
  const requests: { readonly url: string; readonly key: string | null; readonly body: string }[] = [];
  const ask: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push({ url: request.url, key: request.headers.get('X-API-Key'), body: await request.text() });
    return new Response(JSON.stringify(body), { status });
  };
  return { fetch: ask, requests };
}

const refusal = { success: false, error: 'Bad Request', message: 'No' };
const BALANCE = { method: 'GET', path: '/api/v1/user/balance' } as const;

/** What a client of the profile `work` has asked for. */
async function askedBy(...keychain: [] | [() => Keychain & { close?: () => void }]) {
  const { fetch, requests } = answering(200, { data: {} });
  const client = await openProfile('work', { configDirectory, fetch }, ...keychain);
  await client.request(BALANCE);
  return { client, requests };
}

async function configurationErrorOf(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigurationError);
  return error;
}

describe('openProfile', () => {
  it('opens the address and the key of a stored profile, and ignores variables of the command line', async () => {
    profiles.set('work', { baseUrl: `${BASE_URL}/pix`, apiKey: KEY });
    expect((await askedBy()).requests).toEqual([{ url: `${BASE_URL}/pix/api/v1/user/balance`, key: KEY, body: '' }]);
  });

  it('uses all keys, with their known permissions', async () => {
    profiles.set('work', { baseUrl: BASE_URL, apiKey: KEY });
    profiles.changeKeys('work', ([main]) => [
      { ...main!, permissions: { 'read:balance': false } },
      { name: 'second', key: SECOND_KEY },
    ]);
    const { client, requests } = await askedBy();
    expect(requests.map(({ key }) => key)).toEqual([SECOND_KEY]);
    expect(client.keys().map(({ name }) => name)).toEqual(['main', 'second']);
  });

  it('opens a read-only client for a read-only profile, whatever is requested', async () => {
    profiles.set('work', { baseUrl: BASE_URL, apiKey: KEY, readOnly: true });
    const { fetch, requests } = answering(200, {});
    profiles.set('free', { baseUrl: BASE_URL, apiKey: KEY });
    const recipient = { pixKey: 'maria@example.com', pixKeyType: 'EMAIL' } as const;
    for (const [profile, readOnly] of [
      ['work', undefined],
      ['work', false],
      ['work', true],
      ['free', true],
    ] as const) {
      const { payments, withdraws } = await openProfile(profile, { configDirectory, fetch, readOnly });
      for (const writing of [
        payments.create({ valueCentavos: centavos(1_00) }),
        withdraws.create({ amountCentavos: centavos(25_00), ...recipient }),
        withdraws.requestTransferCode({ amountCentavos: centavos(25_00) }),
      ]) {
        const refusal = { name: 'ConfigurationError', code: 'read_only', outcome: 'not-sent' };
        await expect(writing).rejects.toMatchObject(refusal);
      }
    }
    expect(requests).toEqual([]);
  });

  it("uses the service's own names of fields, and the form of its refusals", async () => {
    const requestFieldNames = { coverFee: 'net' };
    profiles.set('work', { baseUrl: BASE_URL, apiKey: KEY, requestFieldNames, refusalForm: 'message' });
    const { fetch, requests } = answering(400, { message: 'No' });
    const client = await openProfile('work', { configDirectory, fetch });
    const creating = client.payments.create({ valueCentavos: centavos(1_00), coverFee: true });
    await expect(creating).rejects.toMatchObject({ outcome: 'refused' });
    expect(requests.map(({ body }) => JSON.parse(body))).toEqual([{ value: 1, net: true }]);
  });

  it('accepts the options of a client', async () => {
    profiles.set('work', { baseUrl: BASE_URL, apiKey: KEY });
    const { fetch } = answering(400, refusal);
    const events: string[] = [];
    const client = await openProfile('work', { configDirectory, fetch, onEvent: ({ type }) => events.push(type) });
    await expect(client.balance()).rejects.toMatchObject({ status: 400 });
    expect(events).toEqual(['request', 'answer']);
  });

  it('lists the existing profiles when there is none with the name', async () => {
    profiles.set('home', { baseUrl: BASE_URL, apiKey: KEY });
    profiles.set('work', { baseUrl: BASE_URL, apiKey: KEY });
    expect(await configurationErrorOf(openProfile('wrok', { configDirectory }))).toMatchObject({
      code: 'unknown_profile',
      outcome: 'not-sent',
      profileName: 'wrok',
      knownNames: ['home', 'work'],
      path: profiles.path,
    });
  });

  it('does not open the current one for a name that a script lacks', async () => {
    profiles.set('work', { baseUrl: BASE_URL, apiKey: KEY });
    profiles.use('work');
    const unknown = { code: 'unknown_profile', knownNames: ['work'] };
    for (const name of [undefined, null]) {
      const opening = openProfile(name as never, { configDirectory });
      expect(await configurationErrorOf(opening)).toMatchObject(unknown);
    }
  });

  it('reports which file cannot be used', async () => {
    mkdirSync(configDirectory, { recursive: true });
    writeFileSync(join(configDirectory, 'config.json'), '{');
    expect(await configurationErrorOf(openProfile('work', { configDirectory }))).toMatchObject({
      code: 'config_unreadable',
      path: profiles.path,
    });
  });
});

describe('a profile whose key is in the keychain', () => {
  async function storeInKeychain() {
    const keychain = { ...fakeKeychain(), closed: 0 };
    const place = await addToKeychain(keychain, 'work/main', KEY);
    profiles.set('work', { baseUrl: BASE_URL, apiKey: place });
    return { keychain, place };
  }

  it('is opened with it, and the keychain is released', async () => {
    const { keychain } = await storeInKeychain();
    let closed = 0;
    const opened: Keychain & { close(): void } = { ...keychain, close: () => (closed += 1) };
    const { requests } = await askedBy(() => opened);
    expect([requests.map(({ key }) => key), closed]).toEqual([[KEY], 1]);
  });

  it('is not read from a keychain that is not needed', async () => {
    profiles.set('work', { baseUrl: BASE_URL, apiKey: KEY });
    const open = vi.fn(() => fakeKeychain());
    await openProfile('work', { configDirectory }, open);
    expect(open).not.toHaveBeenCalled();
  });

  it('is not opened when the keychain is locked, has lost the key, or has another one', async () => {
    const { keychain, place } = await storeInKeychain();
    const facts = { outcome: 'not-sent', profileName: 'work', keyName: 'main' };
    const locked = { ...keychain, read: fakeLock() };
    expect(await configurationErrorOf(openProfile('work', { configDirectory }, () => locked))).toMatchObject({
      ...facts,
      code: 'keychain_locked',
      reason: 'the collection is locked',
    });
    keychain.entries.set(place.entry, SECOND_KEY);
    const replaced = await configurationErrorOf(openProfile('work', { configDirectory }, () => keychain));
    keychain.entries.clear();
    const gone = await configurationErrorOf(openProfile('work', { configDirectory }, () => keychain));
    for (const error of [replaced, gone]) expect(error).toMatchObject({ ...facts, code: 'key_missing' });
    expect(String(replaced)).not.toContain(SECOND_KEY);
  });

  it('is not awaited when the signal is aborted', async () => {
    await storeInKeychain();
    const controller = new AbortController();
    const waiting = openProfile('work', { configDirectory, signal: controller.signal }, (signal) => ({
      ...fakeKeychain(),
      read: () => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    }));
    setImmediate(() => controller.abort(new Error('enough')));
    const error = await waiting.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InterruptedError);
    expect(error).toMatchObject({ outcome: 'not-sent', cause: { message: 'enough' } });
  });
});

/** The error of a locked keychain. */
function fakeLock(): Keychain['read'] {
  const locked = fakeKeychain();
  locked.failsFrom = 1;
  return (entry) => locked.read(entry);
}

describe('listProfiles', () => {
  it('is empty if nothing has been stored', () => expect(listProfiles({ configDirectory })).toEqual([]));

  it('lists profiles by name, without their keys and without opening the keychain', async () => {
    const place = await addToKeychain(fakeKeychain(), 'work/main', KEY);
    profiles.set('work', { baseUrl: BASE_URL, apiKey: place, readOnly: true });
    profiles.set('home', { baseUrl: 'https://wallet.example', apiKey: SECOND_KEY });
    const permissions = { 'read:balance': true };
    profiles.changeKeys('home', ([main]) => [{ ...main!, permissions }]);
    profiles.use('work');
    expect(listProfiles({ configDirectory })).toEqual([
      {
        name: 'home',
        isCurrent: false,
        baseUrl: 'https://wallet.example',
        isReadOnly: false,
        keys: [{ name: 'main', masked: `pk_…${SECOND_KEY.slice(-4)}`, storage: 'file', permissions }],
      },
      {
        name: 'work',
        isCurrent: true,
        baseUrl: BASE_URL,
        isReadOnly: true,
        keys: [{ name: 'main', masked: `pk_…${KEY.slice(-4)}`, storage: 'keychain', permissions: {} }],
      },
    ]);
  });

  it('throws the error of openProfile for a file that cannot be used', () => {
    mkdirSync(configDirectory, { recursive: true });
    writeFileSync(join(configDirectory, 'config.json'), '[]');
    expect(() => listProfiles({ configDirectory })).toThrow(expect.objectContaining({ code: 'config_unreadable' }));
  });
});
