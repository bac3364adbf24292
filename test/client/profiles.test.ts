import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/client/errors.ts';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { temporaryFolder } from '../support/cli.ts';

const KEY = 'pk_profile0123456789abcdefghijklmnopqrst';
const local = { baseUrl: 'http://127.0.0.1:4010', apiKey: KEY };
const storedLocal = { baseUrl: local.baseUrl, keys: [{ name: 'main', key: KEY }] };
const production = {
  baseUrl: 'https://wallet.example/pix',
  apiKey: 'pk_production',
  requestFieldNames: { coverFee: 'net' },
};

function emptyProfiles() {
  const folder = join(temporaryFolder(), 'pix');
  const reopened = () => openProfiles({ configDirectory: folder });
  return { folder, profiles: reopened(), reopened };
}

/** With a file that another program, or version, has written. */
function storedProfiles(text: string) {
  const made = emptyProfiles();
  mkdirSync(made.folder);
  writeFileSync(made.profiles.path, text);
  return made;
}

/** With the profile `one`. */
function oneProfile() {
  const made = emptyProfiles();
  made.profiles.set('one', local);
  return made;
}

/** The error of a change. */
function errorOf(change: () => unknown): unknown {
  try {
    change();
  } catch (error) {
    return error;
  }
  return undefined;
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('stored profiles', () => {
  it('are none in a missing folder, and reading does not create it', () => {
    const { profiles, folder } = emptyProfiles();
    expect([profiles.names(), profiles.current(), profiles.get('default')]).toEqual([[], undefined, undefined]);
    expect(profiles.path).toBe(join(folder, 'config.json'));
    expect(existsSync(folder)).toBe(false);
  });

  it('are read as they were stored', () => {
    const { profiles, reopened } = emptyProfiles();
    profiles.set('produção', production);
    profiles.set('local', local);
    profiles.use('produção');
    const again = reopened();
    expect([again.names(), again.current()]).toEqual([['local', 'produção'], 'produção']);
    expect(again.get('local')).toEqual(storedLocal);
    const { apiKey: key, ...others } = production;
    expect(again.get('produção')).toEqual({ ...others, keys: [{ name: 'main', key }] });
    profiles.set('local', { ...local, apiKey: 'pk_other' });
    expect(again.get('local')?.keys[0]?.key).toBe('pk_other');
  });

  it('are removed one by one, and the current one is then no longer current', () => {
    const { profiles, reopened } = emptyProfiles();
    profiles.set('one', local);
    profiles.set('two', local);
    profiles.use('two');
    profiles.remove('one');
    expect(reopened().current()).toBe('two');
    profiles.remove('two');
    expect(reopened().current()).toBeUndefined();
    expect(readFileSync(profiles.path, 'utf8')).not.toContain(KEY);
    profiles.set('two', local);
    expect(reopened().current()).toBeUndefined();
  });

  it('may have names that every object has', () => {
    const { profiles } = oneProfile();
    expect(profiles.get('constructor')).toBeUndefined();
    expect(errorOf(() => profiles.use('toString'))).toMatchObject({ code: 'unknown_profile' });
    profiles.set('constructor', local);
    expect([profiles.get('constructor'), profiles.names()]).toEqual([storedLocal, ['constructor', 'one']]);
  });

  it.each(['', '../up', 'a b', '__proto__', '-p', 'a/b', 'x'.repeat(65), 'a\u001b[0m'])(
    'refuse the name %j',
    (name) => {
      const { profiles, folder } = emptyProfiles();
      const refused = { code: 'invalid_profile_name', outcome: 'not-sent' };
      expect([errorOf(() => profiles.set(name, local)), existsSync(folder)]).toMatchObject([refused, false]);
    },
  );

  it('refuse to use, to remove or to change the keys of an unknown name', () => {
    const { profiles } = emptyProfiles();
    const unknown = { code: 'unknown_profile', path: profiles.path };
    expect(errorOf(() => profiles.use('missing'))).toMatchObject(unknown);
    expect(errorOf(() => profiles.remove('missing'))).toMatchObject(unknown);
    const changing = errorOf(() => profiles.changeKeys('missing', () => storedLocal.keys));
    expect(changing).toMatchObject({ code: 'unknown_profile' });
  });

  it('survive a second writer between reading and writing', () => {
    const { profiles, reopened } = oneProfile();
    const other = reopened();
    other.names();
    profiles.set('two', local);
    other.set('three', local);
    profiles.use('three');
    expect([reopened().names(), reopened().current()]).toEqual([['one', 'three', 'two'], 'three']);
  });

  it('are changed by one process at a time, because changes of another one would be lost', () => {
    const { profiles, folder } = oneProfile();
    const hasty = openProfiles({ configDirectory: folder, lockTimeoutMs: 0 });
    profiles.changeKeys('one', (keys) => {
      const refused = { code: 'config_unwritable', path: profiles.path };
      expect(errorOf(() => hasty.set('two', local))).toMatchObject(refused);
      return keys;
    });
    hasty.set('two', local);
    expect([profiles.names(), readdirSync(folder)]).toEqual([['one', 'two'], ['config.json']]);
  });

  it('are changed although a killed process left its lock behind', () => {
    const { profiles, folder } = emptyProfiles();
    mkdirSync(folder);
    const lock = `${profiles.path}.lock`;
    writeFileSync(lock, 'left behind');
    const anHourAgo = new Date(Date.now() - 3_600_000);
    utimesSync(lock, anHourAgo, anHourAgo);
    profiles.set('one', local);
    expect(readdirSync(folder)).toEqual(['config.json']);
  });

  it('preserve what a later version added to an unchanged profile', () => {
    const main = { name: 'main', key: KEY, permissions: ['read:balance'] };
    const later = {
      baseUrl: 'https://wallet.example',
      keys: [main, { name: 'second', key: 'pk_second' }],
      readOnly: true,
    };
    const stored = { version: 1, profiles: { later }, theme: 'dark' };
    const { profiles } = storedProfiles(JSON.stringify(stored));
    // Another version wrote its permissions in another form.
    expect(profiles.get('later')?.keys[0]).toEqual({ name: 'main', key: KEY });
    profiles.set('mine', local);
    const written: unknown = JSON.parse(readFileSync(profiles.path, 'utf8'));
    expect(written).toMatchObject(stored);
  });
});

describe('the keys of a profile', () => {
  const payouts = { name: 'payouts', key: 'pk_payouts', permissions: { 'read:balance': true, 'admin:all': false } };

  it('may be several, each with a name and its known permissions', () => {
    const { profiles, reopened } = emptyProfiles();
    profiles.set('one', { ...production, baseUrl: 'https://one.example' });
    profiles.changeKeys('one', (keys) => [...keys, payouts]);
    const { apiKey: key, ...others } = { ...production, baseUrl: 'https://one.example' };
    expect(reopened().get('one')).toEqual({ ...others, keys: [{ name: 'main', key }, payouts] });
    profiles.changeKeys('one', () => [payouts]);
    expect(reopened().get('one')).toMatchObject({ keys: [payouts] });
  });

  it('become one when the profile is stored again: the others may belong to another account', () => {
    const { profiles } = oneProfile();
    profiles.changeKeys('one', (keys) => [...keys, payouts]);
    profiles.set('one', local);
    expect(profiles.get('one')?.keys).toEqual(storedLocal.keys);
  });

  it.each([
    ['no_key', () => []],
    ['invalid_key_name', () => [{ name: 'a b', key: 'pk_x' }]],
    ['duplicate_key', () => [payouts, { ...payouts, name: 'again' }]],
    ['duplicate_key', () => [payouts, { ...payouts, key: 'pk_again' }]],
  ])('are refused as %s, and stay unchanged', (code, change) => {
    const { profiles } = oneProfile();
    expect(errorOf(() => profiles.changeKeys('one', change))).toMatchObject({ code, outcome: 'not-sent' });
    expect(profiles.get('one')?.keys).toEqual(storedLocal.keys);
  });
});

describe.skipIf(process.platform === 'win32')('the file of the profiles', () => {
  it('is readable only by its owner, and so is its folder', () => {
    const { profiles, folder } = oneProfile();
    expect([modeOf(folder), modeOf(profiles.path)]).toEqual([0o700, 0o600]);
    expect(readdirSync(folder)).toEqual(['config.json']);
  });

  it('becomes private when others could read it', () => {
    const { profiles, folder } = oneProfile();
    chmodSync(folder, 0o755);
    chmodSync(profiles.path, 0o644);
    profiles.get('one');
    expect([modeOf(folder), modeOf(profiles.path)]).toEqual([0o700, 0o600]);
    chmodSync(profiles.path, 0o664);
    profiles.set('two', local);
    expect(modeOf(profiles.path)).toBe(0o600);
  });

  it('keeps its rights, and so does its folder, when it is not ours', () => {
    const { profiles, folder } = emptyProfiles();
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(profiles.path, '{"editor":"vi"}', { mode: 0o644 });
    for (const attempt of [() => profiles.names(), () => profiles.set('one', local)]) {
      expect(errorOf(attempt)).toMatchObject({ code: 'config_unreadable' });
      expect([modeOf(folder), modeOf(profiles.path)]).toEqual([0o755, 0o644]);
    }
  });

  it('leaves a shared folder open to all users', () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o1777);
    const profiles = openProfiles({ configDirectory: folder });
    profiles.set('one', local);
    expect([statSync(folder).mode & 0o7777, modeOf(profiles.path)]).toEqual([0o1777, 0o600]);
  });

  it('may be a symbolic link, which stays one', () => {
    const { profiles, folder } = emptyProfiles();
    const target = join(temporaryFolder(), 'elsewhere.json');
    writeFileSync(target, JSON.stringify({ version: 1, profiles: {} }), { mode: 0o644 });
    mkdirSync(folder);
    symlinkSync(target, profiles.path);
    profiles.set('one', local);
    expect(readFileSync(target, 'utf8')).toContain(KEY);
    expect([modeOf(target), readdirSync(folder)]).toEqual([0o600, ['config.json']]);
  });

  it('is config_unwritable where no folder can be created', () => {
    const file = join(temporaryFolder(), 'a-file');
    writeFileSync(file, '');
    const profiles = openProfiles({ configDirectory: join(file, 'pix') });
    expect(profiles.names()).toEqual([]);
    const refused = { code: 'config_unwritable', path: profiles.path };
    expect(errorOf(() => profiles.set('one', local))).toMatchObject(refused);
  });

  it('is config_unreadable when it is unknown whether it exists', () => {
    // A folder without rights would not stop root; a link to itself stops every user.
    const { profiles, folder } = emptyProfiles();
    symlinkSync(folder, folder);
    expect(() => profiles.names()).toThrow(expect.objectContaining({ code: 'config_unreadable', path: profiles.path }));
  });

  it('is config_unreadable when it is no file', () => {
    const { profiles } = emptyProfiles();
    mkdirSync(profiles.path, { recursive: true });
    expect(() => profiles.names()).toThrow(expect.objectContaining({ code: 'config_unreadable', path: profiles.path }));
  });
});

describe('an invalid profiles file', () => {
  const withOne = (one: object) => JSON.stringify({ version: 1, profiles: { one } });
  it.each([
    ['no JSON', `{"version":1,"profiles":{"one":{"baseUrl":"http://x","keys":[{"name":"main","key":"${KEY}"`],
    ['nothing', ''],
    ['another shape', `["${KEY}"]`],
    ['a key that is no text', withOne({ baseUrl: 'http://x', keys: [{ name: 'main', key: 7 }] })],
    ['no keys', withOne({ baseUrl: 'http://x', keys: [] })],
    ['a base URL that is none', withOne({ baseUrl: KEY, keys: storedLocal.keys })],
    ['a newer version', `{"version":2,"accounts":["${KEY}"]}`],
  ])('(%s) is reported by its path, never quoted, and never overwritten', (_, text) => {
    const { profiles } = storedProfiles(text);
    for (const use of [
      () => profiles.names(),
      () => profiles.get('one'),
      () => profiles.set('one', local),
      () => profiles.use('one'),
    ]) {
      const caught = errorOf(use);
      expect(caught).toBeInstanceOf(ConfigurationError);
      expect(caught).toMatchObject({ code: 'config_unreadable', path: profiles.path });
      expect(inspect(caught, { depth: 20 })).not.toContain(KEY.slice(0, 10));
    }
    expect(readFileSync(profiles.path, 'utf8')).toBe(text);
  });
});
