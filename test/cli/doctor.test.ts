import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { serviceFolder } from '../../src/payouts/journal/service-journal.ts';
import {
  API_KEY,
  failureOf,
  jsonError,
  NOON,
  runCli,
  temporaryFolder,
  type CliOptions,
  type CliRun,
} from '../support/cli.ts';
import { startTestService } from '../support/service.ts';
import { fakeKeychain } from '../support/fake-keychain.ts';
import { linesIn } from '../support/grouped.ts';

interface CheckView {
  readonly check: string;
  readonly state: string;
  readonly detail: string;
  readonly remedy: string | null;
}

function checksOf({ stdout }: CliRun): Record<string, CheckView> {
  const { checks }: { checks: CheckView[] } = JSON.parse(stdout);
  return Object.fromEntries(checks.map((check) => [check.check, check]));
}
const statesOf = (run: CliRun) => Object.values(checksOf(run)).map(({ check, state }) => `${check} ${state}`);

const ALL = linesIn(`
  version | terminal | configFile | settings | key | readOnly | state | proxy | dns | certificate
`);
const ANSWERED = ['service', 'clock', 'permissions', 'rate'];

const doctor = (folder: string, argv: readonly string[] = [], options: CliOptions = {}) =>
  runCli(['doctor', ...argv], { ...options, environment: { PIX_CONFIG_DIR: folder, ...options.environment } });

async function ready(keyName = 'main') {
  const service = await startTestService({ payments: 3, withdraws: 1, rateLimit: true });
  const folder = temporaryFolder();
  const profiles = openProfiles({ configDirectory: folder });
  profiles.set('shop', { baseUrl: service.url, apiKey: service.keyOf('demo', keyName) });
  profiles.use('shop');
  return { folder, service, profiles };
}

describe('pix doctor', () => {
  it('reports no problem in a working setup, and shows no key', async () => {
    const { folder, service } = await ready();
    const run = await doctor(folder, ['--json'], { now: NOON });
    expect({ ...run, stdout: '' }).toMatchObject({ exitCode: 0, stderr: '' });
    expect(statesOf(run)).toEqual(
      [...ALL, ...ANSWERED].map((check) => `${check} ${check === 'certificate' ? 'skipped' : 'ok'}`),
    );
    const checks = checksOf(run);
    expect(checks['settings']?.detail).toContain(`${service.url}, from profile shop`);
    expect(checks['key']?.detail).toMatch(/^pk_…\w{4}, from the profile, in the file$/);
    expect(checks['permissions']?.detail).toContain('can: read:balance, read:payments, read:withdraws');
    expect(checks['rate']?.detail).toMatch(/^\d of 10 requests left/);
    expect(checks['version']?.detail).toContain(process.versions.node);
    expect(run.stdout).not.toContain(service.keyOf());
  });

  it('prints with --verbose a line per check to a person, in their language, within their terminal', async () => {
    const { folder } = await ready('balance');
    const options = { isTerminal: true, columns: 60, environment: { NO_COLOR: '1', LANG: 'C' }, now: NOON - 3_600_000 };
    const run = await doctor(folder, ['--lang', 'pt-BR', '--verbose'], options);
    expect(run.exitCode).toBe(0);
    const lines = run.stdout.trimEnd().split('\n');
    // Paths and addresses are not wrapped.
    expect(lines.filter((line) => line.length > 60 && !line.includes('/'))).toEqual([]);
    const flowing = run.stdout.replaceAll(/\s+/g, ' ');
    expect(flowing).toMatch(/^ok versão:/);
    expect(flowing).toMatch(/ atenção terminal: [^→]*→ escolha uma localidade com UTF-8/);
    // The service is an hour ahead.
    expect(flowing).toMatch(/ atenção relógio: \d+ min atrasado/);
    expect(flowing).toContain('pode: read:balance; não pode: read:payments, read:withdraws');
    const { folder: fresh } = await ready('balance');
    const short = (await doctor(fresh, ['--lang', 'pt-BR'], options)).stdout.replaceAll(/\s+/g, ' ');
    expect(short).toMatch(/^atenção .* atenção relógio: .* Sem problemas: \d+ de 14 verificações/);
    expect(short).not.toContain('versão');
  });

  it.each([
    [47 * 3_600_000, /^47 h behind the service clock$/],
    [90_000, /^9\d s behind the service clock$/],
    [-10_799_000, /^3 h ahead of the service clock$/],
  ])('says in a unit that is read at once how far the clock is off: %d ms', async (offMs, detail) => {
    const { folder } = await ready();
    const run = await doctor(folder, ['--json'], { now: NOON - offMs });
    expect(checksOf(run)['clock']).toMatchObject({ state: 'warning', detail: expect.stringMatching(detail) });
  });

  it('names the journal where it is, and before there is one, where the state will be', async () => {
    const { folder, service } = await ready();
    const states = join(folder, 'state');
    expect(checksOf(await doctor(folder, ['--json']))['state']?.detail).toBe(
      `none yet; they will be stored in ${states}`,
    );
    const creating = ['withdraw', 'create', '--amount', '5,00', '--pix-key', 'ana@example.com', '--yes'];
    expect((await runCli(creating, { environment: { PIX_CONFIG_DIR: folder } })).exitCode).toBe(0);
    const journal = join(serviceFolder(states, service.url), 'payouts.sqlite');
    expect(checksOf(await doctor(folder, ['--json']))['state']?.detail).toContain(`${journal} (`);
  });

  it('reports whether the profile is read-only', async () => {
    const [folder, baseUrl] = [temporaryFolder(), 'http://127.0.0.1:1'];
    const profiles = openProfiles({ configDirectory: folder });
    profiles.set('shop', { baseUrl, apiKey: API_KEY });
    profiles.use('shop');
    expect(checksOf(await doctor(folder, ['--json']))['readOnly']).toMatchObject({
      state: 'ok',
      detail: 'no: the profile shop can send money',
    });
    profiles.set('shop', { baseUrl, apiKey: API_KEY, readOnly: true });
    expect(checksOf(await doctor(folder, ['--json']))['readOnly']).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/^yes: .*shop/),
    });
    const environment = { PIX_API_KEY: API_KEY, PIX_BASE_URL: baseUrl };
    expect(checksOf(await doctor(temporaryFolder(), ['--json'], { environment }))).toMatchObject({
      key: { detail: expect.stringContaining('PIX_API_KEY') },
      readOnly: { state: 'skipped' },
    });
  });

  it('reports the storage of a key in the keychain', async () => {
    const { folder, service } = await ready();
    const options = { keychain: Promise.resolve(fakeKeychain()) };
    const login = ['auth', 'login', '-p', 'shop', '--base-url', service.url, '--keychain'];
    const environment = { PIX_CONFIG_DIR: folder };
    expect((await runCli(login, { ...options, environment, stdin: service.keyOf() })).exitCode).toBe(0);
    const run = await doctor(folder, ['--json'], options);
    expect(checksOf(run)['key']?.detail).toMatch(/^pk_…\w{4}, from the profile, in the keychain$/);
  });

  it('reports what is missing, and continues with the rest', async () => {
    const run = await doctor(temporaryFolder(), ['--json']);
    expect(run.exitCode).toBe(1);
    const states = statesOf(run);
    expect(states.slice(0, 5)).toEqual([
      'version ok',
      'terminal ok',
      'configFile ok',
      'settings problem',
      'key problem',
    ]);
    expect(states.slice(5).every((state) => state.endsWith(' skipped'))).toBe(true);
    expect(jsonError(run)).toMatchObject({ code: 'doctor_problems', details: { checks: ['settings', 'key'] } });
  });

  it.each([
    ['a host that is not there', 'https://no-such-host.invalid', { dns: 'problem', service: 'problem' }],
    ['a port where nobody answers', 'http://127.0.0.1:1', { dns: 'ok', service: 'problem' }],
    ['a port where nobody speaks TLS', 'https://127.0.0.1:1', { certificate: 'problem', service: 'problem' }],
  ])('reports the step at which the connection fails: %s', async (_name, baseUrl, expected) => {
    const folder = temporaryFolder();
    const environment = { PIX_API_KEY: API_KEY, PIX_BASE_URL: baseUrl };
    const run = await doctor(folder, ['--json', '--timeout', '2'], { environment });
    expect(run.exitCode).toBe(1);
    const checks = checksOf(run);
    for (const [check, state] of Object.entries(expected)) expect(checks[check]).toMatchObject({ check, state });
    expect(checks['service']?.remedy?.length).toBeGreaterThan(5);
    expect(checks['rate']).toMatchObject({ state: 'skipped' });
    expect(run.stdout + run.stderr).not.toContain(API_KEY);
    // Each problem in a line with its remedy below, and once more only by its name.
    const seen = await doctor(folder, ['--timeout', '2'], { environment, isTerminal: true, columns: 200 });
    const problems = Object.values(checks).filter(({ state }) => state === 'problem');
    expect(seen.stdout.trimEnd().split('\n')).toHaveLength(2 * problems.length);
    expect(seen.stderr).toMatch(/^error: problems found: [^\n]+\n$/);
  });

  it.each([
    ['self-signed', 'problem', /not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
    ['expired', 'problem', /-\d+ days left/],
  ])("shows the issuer of a service's certificate: %s", async (name, state, detail) => {
    const pem = readFileSync(new URL(`../client/support/${name}.pem`, import.meta.url));
    const server = createServer({ key: pem, cert: pem }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const environment = { PIX_API_KEY: API_KEY, PIX_BASE_URL: `https://localhost:${port}` };
    const run = await doctor(temporaryFolder(), ['--json'], { environment, now: Date.now() });
    const { certificate, service } = checksOf(run);
    expect(certificate).toMatchObject({ state, detail: expect.stringMatching(detail) });
    expect(service).toMatchObject({ state: 'problem' });
  });

  it('asks a service that does not work once, instead of measuring it', async () => {
    const { folder, profiles } = await ready();
    let requests = 0;
    const elsewhere = createHttpServer((_, response) => {
      requests += 1;
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void elsewhere.close());
    await once(elsewhere, 'listening');
    profiles.set('shop', { baseUrl: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`, apiKey: API_KEY });
    const run = await doctor(folder, ['--json']);
    expect(checksOf(run)).toMatchObject({ service: { state: 'problem' }, rate: { state: 'skipped' } });
    expect(requests).toBe(1);
  });

  it('warns of a file that others can read, of plain http, and of a refused key', async () => {
    const { folder, service, profiles } = await ready();
    profiles.set('shop', { baseUrl: service.url, apiKey: API_KEY });
    chmodSync(join(folder, 'config.json'), 0o644);
    const refused = await doctor(folder, ['--json']);
    expect(refused.exitCode).toBe(1);
    expect(checksOf(refused)).toMatchObject({
      configFile: { state: 'warning' },
      permissions: { state: 'problem', remedy: 'pix auth login' },
    });

    const environment = { PIX_API_KEY: API_KEY, PIX_BASE_URL: 'http://no-such-host.invalid' };
    const plain = checksOf(await doctor(folder, ['--json'], { environment }));
    expect(plain['settings']).toMatchObject({ state: 'warning', remedy: expect.stringContaining('https://') });
  });

  it('leaves name and certificate to a proxy, and shows no password of it', async () => {
    vi.stubEnv('NO_PROXY', '');
    const environment = {
      PIX_API_KEY: API_KEY,
      PIX_BASE_URL: 'https://wallet.example',
      HTTPS_PROXY: 'http://ana:secret@127.0.0.1:1',
    };
    const run = await doctor(temporaryFolder(), ['--json', '--timeout', '2'], { environment });
    const checks = checksOf(run);
    expect(checks['proxy']?.detail).toContain('127.0.0.1:1');
    expect([checks['dns']?.state, checks['certificate']?.state]).toEqual(['skipped', 'skipped']);
    expect(checks['service']?.remedy).toContain('HTTPS_PROXY');
    expect(run.stdout + run.stderr).not.toContain('secret');
  });

  // Other systems say otherwise that no network leads to an address.
  it.runIf(process.platform === 'linux')('blames a proxy that no network leads to, and not the service', async () => {
    vi.stubEnv('NO_PROXY', '');
    const environment = {
      PIX_API_KEY: API_KEY,
      PIX_BASE_URL: 'https://wallet.example',
      HTTPS_PROXY: 'http://255.255.255.255:8080',
    };
    const result = await runCli(['balance', '--json'], { environment });
    expect(failureOf(result)).toEqual([1, 'network_unreachable']);
    expect(jsonError(result)).toMatchObject({
      message: 'could not connect to wallet.example through the proxy',
      hint: expect.stringContaining('check HTTPS_PROXY'),
    });
  });

  it('reports an unusable configuration, and journals and indexes of other programs', async () => {
    const broken = temporaryFolder();
    writeFileSync(join(broken, 'config.json'), '{');
    const run = await doctor(broken, ['--json']);
    expect(checksOf(run)['configFile']).toMatchObject({
      state: 'problem',
      remedy: expect.stringContaining('pix auth login'),
    });

    const { folder } = await ready();
    mkdirSync(join(folder, 'state', 'shop', 'mirror.sqlite'), { recursive: true });
    expect(checksOf(await doctor(folder, ['--json']))['state']?.detail).toContain('mirror.sqlite');
  });
});
