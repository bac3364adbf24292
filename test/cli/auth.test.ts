import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { API_KEY, BASE_URL, jsonError, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { balance, paymentPage, refusal } from '../support/bodies.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

const OTHER_KEY = 'pk_AnotherKeyThatNobodyMaySeeWhole000000c3d4';

let folder: string;
onlyNock();
beforeEach(() => {
  folder = temporaryFolder();
});

const run = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(argv, { ...options, environment: { PIX_CONFIG_DIR: folder, ...options.environment } });
const profiles = () => openProfiles({ configDirectory: folder });

const storedInFile = () =>
  `Key pk_…a1b2 is stored in the file ${join(folder, 'config.json')}, which only you can read.\n`;

/** A service with one valid key. */
function serveBalance(key = API_KEY, baseUrl = BASE_URL) {
  return nock(baseUrl, { reqheaders: { 'x-api-key': key } })
    .get('/api/v1/user/balance')
    .reply(200, { success: true, data: balance });
}

describe('pix auth login', () => {
  it('reads the key from stdin, checks it, and stores it readable only by its owner', async () => {
    const service = serveBalance();
    const { exitCode, stdout, stderr } = await run(['auth', 'login', '--base-url', `${BASE_URL}/`], {
      stdin: `${API_KEY}\nsecond line`,
    });
    expect([exitCode, service.isDone()]).toEqual([0, true]);
    expect(stdout).toBe(`default\t${BASE_URL}\tpk_…a1b2\ttrue\tfile\tfalse\tstrict\n`);
    expect(stderr).toBe(`Logged in to ${BASE_URL} with pk_…a1b2, stored as profile "default".\n${storedInFile()}`);
    expect(statSync(join(folder, 'config.json')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);

    serveBalance();
    expect((await run(['balance', '--fields', 'balance.total'])).stdout).toBe('123456\n');
  });

  it('asks a person for address and key, and does not show the key', async () => {
    serveBalance();
    const { exitCode, questions, stdout, stderr } = await run(['auth', 'login'], {
      isTerminal: true,
      answers: ['wallet', BASE_URL, API_KEY],
    });
    expect(exitCode).toBe(0);
    expect(questions).toEqual([
      'Address of the service (https://…)',
      expect.stringContaining('invalid service address'),
      'Address of the service (https://…)',
      'API key (hidden)',
    ]);
    expect(stdout + stderr).not.toContain(API_KEY);
  });

  it('takes key and address from the environment', async () => {
    serveBalance();
    const environment = { PIX_API_KEY: API_KEY, PIX_BASE_URL: BASE_URL, PIX_PROFILE: 'ci' };
    const { exitCode, stderr } = await run(['auth', 'login'], { environment, stdin: OTHER_KEY });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('Using the key in PIX_API_KEY.');
    expect(profiles().get('ci')).toEqual({ baseUrl: BASE_URL, keys: [{ name: 'main', key: API_KEY }] });
  });

  it('renews the key of a profile at its own address', async () => {
    profiles().set('work', { baseUrl: BASE_URL, apiKey: OTHER_KEY, requestFieldNames: { coverFee: 'x' } });
    serveBalance();
    expect((await run(['auth', 'login', '-p', 'work'], { stdin: API_KEY })).exitCode).toBe(0);
    expect(profiles().get('work')).toEqual({
      baseUrl: BASE_URL,
      keys: [{ name: 'main', key: API_KEY }],
      requestFieldNames: { coverFee: 'x' },
    });
  });

  it('deletes the request fields of a service when the profile moves to another one', async () => {
    const elsewhere = 'https://elsewhere.example';
    profiles().set('work', { baseUrl: BASE_URL, apiKey: OTHER_KEY, requestFieldNames: { coverFee: 'x' } });
    serveBalance(API_KEY, elsewhere);
    const argv = ['auth', 'login', '-p', 'work', '--base-url', elsewhere];
    expect((await run(argv, { stdin: API_KEY })).exitCode).toBe(0);
    expect(profiles().get('work')).toMatchObject({ baseUrl: elsewhere, requestFieldNames: undefined });
  });

  it('makes only the first profile current', async () => {
    serveBalance();
    await run(['auth', 'login', '-p', 'first', '--base-url', BASE_URL], { stdin: API_KEY });
    serveBalance(OTHER_KEY);
    const second = await run(['auth', 'login', '-p', 'second', '--base-url', BASE_URL], { stdin: OTHER_KEY });
    expect(second.stderr).toContain('pix auth switch second');
    expect(profiles().current()).toBe('first');
  });

  it('accepts a valid key by any read that it may do', async () => {
    const forbidden = refusal('Forbidden', 'permission_missing');
    nock(BASE_URL).get('/api/v1/user/balance').reply(403, forbidden);
    nock(BASE_URL).get('/api/v1/payment/list').query(true).reply(200, paymentPage());
    expect((await run(['auth', 'login', '--base-url', BASE_URL], { stdin: API_KEY })).exitCode).toBe(0);

    for (const path of ['user/balance', 'payment/list', 'withdraw/list']) {
      nock(BASE_URL).get(`/api/v1/${path}`).query(true).reply(403, forbidden);
    }
    const blind = await run(['auth', 'login', '--base-url', BASE_URL, '-p', 'blind'], { stdin: API_KEY });
    expect(blind.exitCode).toBe(0);
    expect(blind.stderr).toContain('no permission to read the balance');
  });

  it.each([
    ['an address that the service refuses', refusal('Forbidden', 'origin_refused'), 1, /rejects requests through this/],
    ['a refusal of another kind', refusal('Forbidden', 'ip_not_allowed'), 4, /\(HTTP 403, ip_not_allowed\)/],
    ['a blocked account', refusal('Forbidden', 'account_blocked'), 1, /blocked/],
    ["a proxy's page", '<html>403 Forbidden</html>', 4, /\(HTTP 403, forbidden\)/],
  ])('does not treat %s as a missing permission, and stores nothing', async (_what, body, exitCode, message) => {
    nock(BASE_URL).get('/api/v1/user/balance').reply(403, body);
    const refused = await run(['auth', 'login', '--base-url', BASE_URL], { stdin: API_KEY });
    expect(refused).toMatchObject({ exitCode, stdout: '' });
    expect(refused.stderr).toMatch(message);
    expect(refused.stderr).not.toMatch(/permission/);
    expect(profiles().names()).toEqual([]);
  });

  it('stores nothing when the service does not accept the key', async () => {
    nock(BASE_URL).get('/api/v1/user/balance').reply(401, refusal('Unauthorized', 'unauthorized'));
    const { exitCode, stderr, stdout } = await run(['auth', 'login', '--base-url', BASE_URL], { stdin: API_KEY });
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
    expect(stderr).toMatch(/^error: .*nothing was stored\nhint: .*\n$/);
    expect(profiles().names()).toEqual([]);
  });

  it.each([
    ['', 'no_key_given'],
    ['pk_with space', 'invalid_key'],
    ['pk_ação12345678', 'invalid_key'],
  ])('refuses %j for a key before anything is sent', async (stdin, code) => {
    const result = await run(['auth', 'login', '--base-url', BASE_URL, '--json'], { stdin });
    expect(result.exitCode).toBe(2);
    expect(jsonError(result).code).toBe(code);
  });

  it('sends no key over plain http to another machine without the option for it', async () => {
    const login = ['auth', 'login', '--base-url', 'http://wallet.example'];
    expect((await run(login, { stdin: API_KEY })).exitCode).toBe(2);
    serveBalance(API_KEY, 'http://wallet.example');
    expect((await run([...login, '--allow-http'], { stdin: API_KEY })).exitCode).toBe(0);
    serveBalance(API_KEY, 'http://wallet.example');
    expect((await run(['balance', '--fields', 'balance.total'])).stderr).toMatch(/^warning: .*plain http/);
    serveBalance(API_KEY, 'http://127.0.0.1:4010');
    const local = ['auth', 'login', '-p', 'local', '--base-url', 'http://127.0.0.1:4010'];
    expect((await run(local, { stdin: API_KEY })).exitCode).toBe(0);
  });
});

describe('pix auth login --refusal-form', () => {
  const login = (...argv: string[]) => {
    serveBalance();
    return run(['auth', 'login', '--base-url', BASE_URL, ...argv], { stdin: API_KEY });
  };
  const createPayment = async () => {
    nock(BASE_URL).post('/api/v1/payment/create').reply(400, { message: 'The value is too small.' });
    return (await run(['payments', 'create', '--value', '10,00'])).exitCode;
  };

  it('defines further refusals of this service, until it is reset', async () => {
    await login();
    expect(await createPayment()).toBe(5);
    expect((await login('--refusal-form', 'message')).stderr).toContain('--refusal-form strict');
    expect(await createPayment()).toBe(1);
    await login();
    expect(profiles().get('default')).toMatchObject({ refusalForm: 'message' });
    await login('--refusal-form', 'strict');
    expect(await createPayment()).toBe(5);
  });
});

describe('pix auth status', () => {
  it('shows profiles and the active key, masked, and sends no request', async () => {
    profiles().set('work', { baseUrl: BASE_URL, apiKey: API_KEY });
    profiles().set('mock', { baseUrl: 'http://127.0.0.1:4010', apiKey: OTHER_KEY });
    profiles().use('work');
    const inFile = { keyPlace: 'file', readOnly: false, refusalForm: 'strict' };
    const json = await run(['auth', 'status', '--json']);
    expect(json.exitCode).toBe(0);
    expect(JSON.parse(json.stdout)).toEqual({
      profile: 'work',
      baseUrl: BASE_URL,
      baseUrlSource: 'profile',
      key: 'pk_…a1b2',
      keySource: 'profile',
      keyPlace: 'file',
      readOnly: false,
      configFile: join(folder, 'config.json'),
      profiles: [
        { name: 'mock', baseUrl: 'http://127.0.0.1:4010', key: 'pk_…c3d4', current: false, ...inFile, account: null },
        { name: 'work', baseUrl: BASE_URL, key: 'pk_…a1b2', current: true, ...inFile, account: null },
      ],
    });
    expect((await run(['auth', 'status'])).stderr).toBe('');
    const inactive = await run(['auth', 'status', '-p', 'mock']);
    expect(inactive.stderr).toBe('Using pk_…c3d4 (from the profile, in the file) for http://127.0.0.1:4010.\n');
    const other = await run(['auth', 'status', '-p', 'mock'], { environment: { PIX_API_KEY: API_KEY } });
    expect(other.stderr).toBe('Using pk_…a1b2 (from PIX_API_KEY) for http://127.0.0.1:4010.\n');
  });

  it('ends with 4 when there is no key', async () => {
    const { exitCode, stderr } = await run(['auth', 'status']);
    expect(exitCode).toBe(4);
    expect(stderr).toMatch(/^error: no API key configured\nhint: .*pix auth login/);
  });
});

describe('pix auth switch and logout', () => {
  beforeEach(() => {
    profiles().set('work', { baseUrl: BASE_URL, apiKey: API_KEY });
    profiles().set('mock', { baseUrl: BASE_URL, apiKey: OTHER_KEY });
    profiles().use('work');
  });

  it('switches', async () => {
    expect([(await run(['auth', 'switch', 'mock'])).exitCode, profiles().current()]).toEqual([0, 'mock']);
    await run(['auth', 'switch'], { isTerminal: true, answers: ['work'] });
    expect(profiles().current()).toBe('work');
    const typo = await run(['auth', 'switch', 'mok']);
    expect(typo.exitCode).toBe(2);
    expect(typo.stderr).toContain('did you mean mock?');
  });

  it('removes a profile and its key', async () => {
    expect([(await run(['auth', 'logout', '-p', 'mock'])).exitCode, profiles().names()]).toEqual([0, ['work']]);
    expect((await run(['auth', 'logout'])).exitCode).toBe(0);
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).not.toContain('pk_');
    expect([(await run(['auth', 'logout'])).exitCode, (await run(['balance'])).exitCode]).toEqual([4, 4]);
  });
});

describe('active settings', () => {
  it('come from flag, environment, profile, in this order', async () => {
    profiles().set('work', { baseUrl: 'https://work.example', apiKey: API_KEY });
    profiles().set('other', { baseUrl: 'https://other.example', apiKey: OTHER_KEY });
    profiles().use('work');
    const asked = async (argv: readonly string[], environment: Record<string, string> = {}) => {
      const { stdout } = await run(['auth', 'status', '--json', ...argv], { environment });
      const status: Record<string, unknown> = JSON.parse(stdout);
      return ['profile', 'baseUrl', 'baseUrlSource', 'key', 'keySource'].map((name) => status[name]);
    };
    const own = ['https://work.example', 'profile', 'pk_…a1b2', 'profile'];
    expect(await asked([])).toEqual(['work', ...own]);
    expect(await asked([], { PIX_PROFILE: 'other' })).toEqual([
      'other',
      'https://other.example',
      'profile',
      'pk_…c3d4',
      'profile',
    ]);
    expect(await asked(['-p', 'work'], { PIX_PROFILE: 'other' })).toEqual(['work', ...own]);
    expect(await asked([], { PIX_API_KEY: OTHER_KEY })).toEqual([
      'work',
      'https://work.example',
      'profile',
      'pk_…c3d4',
      'environment',
    ]);
    expect(await asked(['--base-url', 'https://flag.example'], { PIX_BASE_URL: 'https://env.example' })).toEqual([
      'work',
      'https://flag.example',
      'flag',
      'pk_…a1b2',
      'profile',
    ]);
    expect(await asked([], { PIX_BASE_URL: '', PIX_PROFILE: '', PIX_API_KEY: '' })).toEqual(['work', ...own]);
  });

  it('never sends the key of a profile to another service', async () => {
    profiles().set('work', { baseUrl: 'https://work.example', apiKey: API_KEY });
    profiles().use('work');
    for (const baseUrl of ['https://evil.example', 'http://work.example', 'https://work.example:8443']) {
      const flag = await run(['balance', '--json', '--base-url', baseUrl]);
      expect(jsonError(flag).code).toBe('key_of_another_service');
      const environment = await run(['balance', '--json'], { environment: { PIX_BASE_URL: baseUrl } });
      expect([flag.exitCode, environment.exitCode]).toEqual([2, 2]);
    }
    serveBalance(API_KEY, 'https://work.example/v2');
    expect((await run(['balance', '--base-url', 'https://work.example/v2'])).exitCode).toBe(0);
  });

  it('shows no stored key, whatever its form and wherever it turns up', async () => {
    const oddKey = 'AnOddKeyOfNoKnownForm000000e5f6';
    profiles().set('odd', { baseUrl: BASE_URL, apiKey: oddKey });
    const mistaken = await run(['balance', '-p', oddKey]);
    expect([mistaken.exitCode, mistaken.stderr.includes(oddKey)]).toEqual([2, false]);
    expect(mistaken.stderr).toContain('…e5f6');
  });

  it('lets no name in a configuration file control the terminal', async () => {
    profiles().set('plain', { baseUrl: BASE_URL, apiKey: API_KEY });
    const path = join(folder, 'config.json');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('plain', String.raw`a\u001b[31m\nerror: b`));
    const { exitCode, stderr } = await run(['auth', 'switch', 'a\u001b[31m\nerror: b']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('a[31m error: b');
    expect(stderr).toMatch(/^[^\u001b\n]+\n$/);
  });

  it('needs no file when the environment is complete', async () => {
    writeFileSync(join(folder, 'config.json'), 'not JSON');
    serveBalance();
    const environment = { PIX_API_KEY: API_KEY, PIX_BASE_URL: BASE_URL };
    expect((await run(['balance'], { environment })).exitCode).toBe(0);
  });

  it('reports an address without a key, and a key without an address', async () => {
    const noKey = await run(['balance', '--json'], { environment: { PIX_BASE_URL: BASE_URL } });
    const noUrl = await run(['balance', '--json'], { environment: { PIX_API_KEY: API_KEY } });
    expect([noKey.exitCode, jsonError(noKey).code]).toEqual([4, 'no_key']);
    expect([noUrl.exitCode, jsonError(noUrl).code]).toEqual([2, 'no_base_url']);
  });
});
