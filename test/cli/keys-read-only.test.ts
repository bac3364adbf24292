import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '../support/bodies.ts';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { jsonError, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { nock, onlyNock } from '../support/nock-network.ts';
import { startTestService, type RunningTestService } from '../support/service.ts';

let folder: string;
let service: RunningTestService;

onlyNock({ host: '127.0.0.1' });
beforeEach(async () => {
  folder = temporaryFolder();
  service = await startTestService({ payments: 3, withdraws: 1 });
  const { exitCode } = await run(['auth', 'login', '-p', 'auditor', '--base-url', service.url, '--read-only'], {
    stdin: service.keyOf(),
  });
  expect(exitCode).toBe(0);
});

const run = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(argv, { ...options, environment: { PIX_CONFIG_DIR: folder, ...options.environment } });
const WITHDRAWAL = ['withdraw', 'create', '--amount', '25', '--pix-key', 'maria@example.com'];

async function postsReceived(): Promise<string[]> {
  const { json } = await service.request('/mock/requests', { key: null });
  const entries: { method: string; path: string }[] = json.data.requests;
  return entries.filter(({ method }) => method === 'POST').map(({ path }) => path);
}

describe('a read-only profile', () => {
  it('refuses commands that move money or create something, before any question or request', async () => {
    const file = join(folder, 'payouts.csv');
    writeFileSync(file, 'referencia,tipo_chave,chave_pix,valor\nr-1,EMAIL,maria@example.com,10.00\n');
    for (const argv of [
      [...WITHDRAWAL, '--yes'],
      ['withdraw', 'request-code', '--amount', '25'],
      ['payments', 'create', '--value', '10'],
      ['api', 'POST', '/api/v1/payment/create', '-f', 'value=10', '--yes'],
      ['payouts', 'run', file, '--yes', '--confirm-total', '10,00'],
    ]) {
      const result = await run([...argv, '--json']);
      expect([argv, result.exitCode, jsonError(result)]).toMatchObject([
        argv,
        4,
        { code: 'profile_read_only', hint: expect.stringContaining('pix auth login -p auditor --no-read-only') },
      ]);
      expect((await run(argv, { isTerminal: true })).questions).toEqual([]);
    }
    expect(await postsReceived()).toEqual([]);
  });

  it('allows reads, checks and dry runs', async () => {
    const raw = ['api', 'GET', '/api/v1/user/balance'];
    for (const argv of [['balance'], ['payments', 'list'], raw, [...WITHDRAWAL, '--dry-run']]) {
      expect([argv, (await run(argv)).exitCode]).toEqual([argv, 0]);
    }
  });

  it('also applies to a key from the environment, but not where it is not used', async () => {
    const key = { PIX_API_KEY: service.keyOf() };
    const withKey = await run([...WITHDRAWAL, '--yes', '--json'], { environment: key });
    expect(jsonError(withKey).code).toBe('profile_read_only');
    const elsewhere = { ...key, PIX_BASE_URL: service.url };
    expect((await run([...WITHDRAWAL, '--yes'], { environment: elsewhere })).exitCode).toBe(0);
  });

  it('is shown as read-only, and stays so until it is changed', async () => {
    const status = await run(['auth', 'status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ readOnly: true, profiles: [{ readOnly: true }] });
    expect((await run(['auth', 'status'])).stderr).toContain('Profile "auditor" is read-only');
    const login = (...flags: readonly string[]) =>
      run(['auth', 'login', '-p', 'auditor', ...flags], { stdin: service.keyOf() });
    expect((await login()).stderr).toContain('is read-only');
    expect(openProfiles({ configDirectory: folder }).get('auditor')?.readOnly).toBe(true);
    await login('--no-read-only');
    expect((await run([...WITHDRAWAL, '--yes'])).exitCode).toBe(0);
  });
});

it('the current profile after a login is that of the real service when only the local one was stored', async () => {
  const store = openProfiles({ configDirectory: folder });
  store.remove('auditor');
  store.set('mock', { baseUrl: 'http://127.0.0.1:4010', apiKey: 'pk_x' });
  store.use('mock');
  await run(['auth', 'login', '-p', 'rehearsal', '--base-url', service.url], { stdin: service.keyOf() });
  expect(store.current()).toBe('mock');

  nock('https://wallet.example')
    .get('/api/v1/user/balance')
    .reply(403, refusal('Forbidden', 'permission_missing'))
    .persist();
  nock('https://wallet.example').get(/list/).reply(403, refusal('Forbidden', 'permission_missing')).persist();
  const { stderr } = await run(['auth', 'login', '-p', 'work', '--base-url', 'https://wallet.example'], {
    stdin: service.keyOf(),
  });
  expect(stderr).toContain('Switched to profile "work" from "mock" (the local service).');
  expect(store.current()).toBe('work');
});
