import { existsSync, mkdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formatMoment } from '../../src/cli/output/dates.ts';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { jsonError, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  // Restored after each test: the program sets it for its own process.
  vi.stubEnv('TZ', 'UTC');
});

const pix = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(argv, { ...options, environment: { PIX_CONFIG_DIR: folder, ...options.environment } });
const get = async (name: string, options: CliOptions = {}, flags: readonly string[] = []) =>
  (await pix(['config', 'get', name, ...flags], options)).stdout.trimEnd();
const sourceOf = async (name: string, options: CliOptions = {}, flags: readonly string[] = []) => {
  const { source }: { source: string } = JSON.parse(await get(name, options, ['--json', ...flags]));
  return source;
};

describe('pix config', () => {
  it('stores a setting for all later commands, and removes it', async () => {
    expect(await get('language')).toBe('en');
    expect(await pix(['config', 'set', 'language', 'pt'])).toMatchObject({
      exitCode: 0,
      stdout: 'language\tpt-BR\tconfig\n',
      stderr: 'language is now pt-BR.\n',
    });
    expect((await pix(['balance'])).stderr).toMatch(/^erro: /);
    expect((await pix(['--help'])).stdout).toMatch(/^Uso: /);
    await pix(['config', 'set', 'language', 'default']);
    expect((await pix(['--help'])).stdout).toMatch(/^Usage: /);
  });

  it('applies flag, environment, setting and default, in this order', async () => {
    expect([await get('language'), await sourceOf('language')]).toEqual(['en', 'default']);
    expect(await sourceOf('language', { environment: { LANG: 'pt_BR.UTF-8' } })).toBe('environment');
    await pix(['config', 'set', 'language', 'pt-BR']);
    const english = { environment: { LANG: 'en_US.UTF-8' } };
    expect([await get('language', english), await sourceOf('language', english)]).toEqual(['pt-BR', 'config']);
    const variable = { environment: { PIX_LANG: 'en' } };
    expect([await get('language', variable), await sourceOf('language', variable)]).toEqual(['en', 'environment']);
    expect([await get('language', {}, ['--lang', 'en']), await sourceOf('language', {}, ['--lang', 'en'])]).toEqual([
      'en',
      'flag',
    ]);
  });

  it('reads and prints dates in the configured time zone', async () => {
    const noon = '2026-07-14T15:00:00.000Z';
    await pix(['config', 'set', 'time-zone', 'asia/tokyo']);
    expect([await get('time-zone'), await sourceOf('time-zone')]).toEqual(['Asia/Tokyo', 'config']);
    expect(formatMoment(noon, 'en')).toBe('2026-07-15 00:00:00');
    await pix(['config', 'set', 'time-zone', 'America/Manaus']);
    await pix(['config', 'list']);
    expect(formatMoment(noon, 'en')).toBe('2026-07-14 11:00:00');
    const asked = { environment: { TZ: 'Europe/Lisbon' } };
    expect(await sourceOf('time-zone', asked)).toBe('environment');
    expect((await pix(['config', 'set', 'time-zone', 'UTC'], asked)).stderr).toContain('overrides time-zone');
  });

  it('shows the offset of a time zone that the system does not name', async () => {
    vi.stubEnv('TZ', 'BRT3');
    const value = await get('time-zone');
    vi.stubEnv('TZ', 'UTC');
    expect(value).toBe('UTC-03:00');
  });

  it('names an environment variable that overrides what was set, and only then', async () => {
    const overrides = async (name: string, value: string, variables: Record<string, string> = {}) =>
      (await pix(['config', 'set', name, value], { environment: variables })).stderr.includes('overrides');
    for (const [name, variable, first, second] of [
      ['signing-key', 'PIX_SIGNING_KEY', '/keys/a', '/keys/b'],
      ['time-zone', 'TZ', 'UTC', 'Asia/Tokyo'],
      ['pager', 'PIX_PAGER', 'more', 'less'],
      ['language', 'PIX_LANG', 'pt-BR', 'en'],
    ] as const) {
      vi.stubEnv('TZ', undefined);
      expect({ name, first: await overrides(name, first) }).toEqual({ name, first: false });
      expect({ name, second: await overrides(name, second) }).toEqual({ name, second: false });
      // The variable has the value that was stored: it is the environment's nevertheless.
      const variables = { [variable]: name === 'language' ? 'en' : second };
      expect({ name, set: await overrides(name, first, variables) }).toEqual({ name, set: true });
      expect(await overrides(name, 'default', variables)).toBe(false);
    }
    expect(await overrides('pager', 'more', { PAGER: 'most' })).toBe(false);
  });

  it('selects the pager, after PIX_PAGER and before PAGER', async () => {
    const shown: string[] = [];
    const options = {
      isTerminal: true,
      rows: 5,
      onPage: (command: readonly string[]) => void shown.push(command.join(' ')),
    };
    await pix(['config', 'set', 'pager', 'more -s']);
    expect(await get('pager', { environment: { PAGER: 'most' } })).toBe('more -s');
    expect(await get('pager', { environment: { PIX_PAGER: 'most' } })).toBe('most');
    await pix(['config', 'set', 'pager', 'cat']);
    expect([await get('pager', options), shown]).toEqual(['', []]);
  });

  it('makes a profile the current one', async () => {
    const profiles = openProfiles({ configDirectory: folder });
    profiles.set('shop', { baseUrl: 'https://wallet.example', apiKey: 'key' });
    expect([await get('profile'), await sourceOf('profile')]).toEqual(['', 'default']);
    await pix(['config', 'set', 'profile', 'shop']);
    expect([profiles.current(), await get('profile'), await sourceOf('profile')]).toEqual(['shop', 'shop', 'config']);
    expect(await sourceOf('profile', { environment: { PIX_PROFILE: 'shop' } })).toBe('environment');
    const wrong = await pix(['config', 'set', 'profile', 'shpo', '--json']);
    expect(jsonError(wrong)).toMatchObject({ code: 'unknown_profile', hint: expect.stringContaining('shop') });
  });

  it('offers the values of a setting to completion', async () => {
    const offered = async (name: string) => (await pix(['__complete', '--', 'config', 'set', name, ''])).stdout;
    expect(await offered('language')).toBe('en\npt-BR\n');
  });

  it('lists all settings, in every format', async () => {
    const rows = (await pix(['config', 'list'])).stdout.trimEnd().split('\n');
    const names = ['language', 'time-zone', 'pager', 'profile', 'cover-fee', 'journal', 'signing-key', 'accessible'];
    expect(rows.map((row) => row.split('\t')[0])).toEqual(names);
    const { settings }: { settings: object[] } = JSON.parse((await pix(['config', 'list', '--json'])).stdout);
    expect(settings[3]).toEqual({ name: 'profile', value: null, source: 'default' });
    expect((await pix(['config', 'list', '-o', 'table', '--lang', 'pt'])).stdout).toContain('Origem');
  });

  it('stores settings in the documented file, private, and preserves unknown ones', async () => {
    const path = join(folder, 'settings.json');
    expect([(await pix(['config', 'path'])).stdout, existsSync(path)]).toEqual([`${path}\n`, false]);
    writeFileSync(path, '{"future": 1, "language": "en"}');
    await pix(['config', 'set', 'language', 'pt-BR']);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ future: 1, language: 'pt-BR' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('works with a broken file, and reports it when a setting is to be stored', async () => {
    for (const broken of ['{', '[]', '"x"', '{"language": 5, "timeZone": "Nowhere/Else"}']) {
      writeFileSync(join(folder, 'settings.json'), broken);
      expect(await get('language')).toBe('en');
    }
    writeFileSync(join(folder, 'settings.json'), '{');
    expect(jsonError(await pix(['config', 'set', 'language', 'en', '--json'])).code).toBe('settings_unreadable');
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe('{');
  });

  it.each([
    [['config', 'get', 'langage'], 'unknown_setting', /did you mean language/],
    [['config', 'set', 'language', 'fr'], 'invalid_setting', /en, pt-BR/],
    [['config', 'set', 'time-zone', 'America/SaoPaulo'], 'invalid_setting', /did you mean America\/Sao_Paulo/],
    [['config', 'set', 'time-zone', 'sao paulo'], 'invalid_setting', /did you mean America\/Sao_Paulo/],
    [['config', 'set', 'time-zone', 'São Paulo'], 'invalid_setting', /did you mean America\/Sao_Paulo/],
    [['config', 'set', 'time-zone', 'Asia/Tokio'], 'invalid_setting', /did you mean Asia\/Tokyo/],
    [['config', 'set', 'time-zone', 'Atlantis'], 'invalid_setting', /^write it like/],
    [['config', 'set', 'time-zone', '-03:00'], 'unknown_option', /./],
    [['config', 'set', 'time-zone', '+03:00'], 'invalid_setting', /America\/Manaus/],
    [['config', 'set', 'journal', 'postgres://ana@db.example/pix?password=secret'], 'invalid_setting', /PGPASSWORD/],
    [['config', 'set', 'pager', 'less\nrm'], 'invalid_setting', /one line/],
    [['config', 'set', 'language'], 'missing_argument', /^pix config set NAME VALUE$/],
  ])('refuses %j', async (argv, code, hint) => {
    const run = await pix([...argv, '--json']);
    expect([run.exitCode, jsonError(run).code]).toEqual([2, code]);
    expect(jsonError(run).hint).toMatch(hint);
    expect(existsSync(join(folder, 'settings.json'))).toBe(false);
  });

  it('reports an unwritable file', async () => {
    mkdirSync(join(folder, 'file'));
    writeFileSync(join(folder, 'file', 'x'), '');
    const environment = { PIX_CONFIG_DIR: join(folder, 'file', 'x') };
    const run = await pix(['config', 'set', 'language', 'en', '--json'], { environment });
    expect([run.exitCode, jsonError(run).code]).toEqual([1, 'settings_unwritable']);
  });

  it('replaces no file that cannot be read now', async () => {
    const path = join(folder, 'settings.json');
    symlinkSync(path, path);
    const run = await pix(['config', 'set', 'language', 'en', '--json']);
    expect([run.exitCode, jsonError(run).code]).toEqual([1, 'settings_unwritable']);
    expect(readlinkSync(path)).toBe(path);
  });
});
