import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failureOf, jsonError, temporaryFolder } from '../support/cli.ts';
import { runProcess } from '../support/pix-process.ts';
import { startTestService } from '../support/service.ts';

/**
 * A disk that takes a part of a file: what a nearly full one does. A process may be forbidden to write larger files
 * (Linux); `npm run campaign -- --only writes` refuses every call.
 */

const canLimit = spawnSync('prlimit', ['--fsize=0', 'true']).status === 0;

async function office() {
  const service = await startTestService({ payments: 40, withdraws: 5, cache: false });
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'pix'));
  writeFileSync(join(folder, 'file.csv'), 'reference,pix_key,amount\nA,a@example.com,25.00\n');
  const environment = { PIX_CONFIG_DIR: join(folder, 'pix'), PIX_BASE_URL: service.url, PIX_LANG: 'en' };
  const pix = (argv: readonly string[], fileBytes?: number, stdin?: string) => {
    const key = stdin === undefined && { PIX_API_KEY: service.keyOf() };
    const given = argv.map((word) => (/^(rows|file|service)\.\w+$/.test(word) ? join(folder, word) : word));
    const limited = fileBytes === undefined ? [] : ['prlimit', `--fsize=${fileBytes}`];
    return runProcess(given, { ...environment, ...key }, stdin, limited);
  };
  return { folder, service, pix };
}

it.skipIf(!canLimit)(
  'a profile that the disk takes in part is not stored, and the keys that were there stay',
  async () => {
    const { folder, service, pix } = await office();
    const login = (name: string, fileBytes?: number) =>
      pix(
        ['auth', 'login', '-p', name, '--no-keychain', '--base-url', service.url, '--json'],
        fileBytes,
        service.keyOf(),
      );
    expect(await login('one')).toMatchObject({ exitCode: 0 });
    const before = readFileSync(join(folder, 'pix/config.json'), 'utf8');
    for (const fileBytes of [0, 10, before.length]) {
      expect(failureOf(await login('two', fileBytes)), String(fileBytes)).toEqual([2, 'config_unwritable']);
      expect(readFileSync(join(folder, 'pix/config.json'), 'utf8')).toBe(before);
      expect(readdirSync(join(folder, 'pix')), 'no lock and no part is left').toEqual(['config.json']);
    }
    expect(await login('two')).toMatchObject({ exitCode: 0 });
  },
);

it.skipIf(!canLimit).each<[argv: readonly string[], code: string]>([
  [['export', 'payments', '--out', 'rows.csv'], 'disk_failed'],
  [['sync'], 'disk_failed'],
  [['serve', '--mock', '--port', '0', '--no-profile', '--data', 'service.db'], 'disk_failed'],
  [['payouts', 'run', 'file.csv', '--yes', '--confirm-total', '25'], 'journal_unusable'],
])('a full disk is named as what it is, with what helps: pix %j', async (argv, code) => {
  const { service, pix } = await office();
  const before = (await service.request('/api/v1/withdraw/list')).json.data.pagination.total;
  const refused = await pix([...argv, '--json'], 20_000);
  expect([refused.exitCode, jsonError(refused).code], refused.stderr).toEqual([1, code]);
  expect(jsonError(refused).message).toMatch(/: (the disk reported an error|the disk is full)$/);
  expect(jsonError(refused).hint).toContain('free some space');
  expect((await service.request('/api/v1/withdraw/list')).json.data.pagination.total).toBe(before);
});
