import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { freshLimitAt } from '../../src/contract/limits.ts';
import { loadDriver } from '../../src/sql/sqlite/driver.ts';
import { BASE_URL, CONNECTED, hourly, jsonError, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { payment, range, withdrawal } from './export-service.ts';
import { serveWallet } from './find-service.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

let environment: Record<string, string>;
let nextHour: () => number;
onlyNock();
beforeEach(() => {
  nextHour = hourly();
  vi.stubEnv('TZ', 'America/Sao_Paulo');
  environment = { ...CONNECTED, PIX_CONFIG_DIR: temporaryFolder() };
});

const run = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(argv, { environment, now: nextHour(), ...options });

async function synced(...argv: string[]) {
  const { exitCode, stdout, stderr } = await run(['sync', '--json', ...argv]);
  return { exitCode, stderr, result: exitCode === 0 || exitCode === 3 ? JSON.parse(stdout) : undefined };
}

async function indexed(what: string, fields = 'id'): Promise<string[]> {
  const { stdout } = await run(['find', '--offline', what, '--all', '--fields', fields]);
  return stdout.split('\n').slice(0, -1);
}

describe('an index', () => {
  it.each([100, 120, 150, 165, 180, 250])(
    'has every row when one is inserted between two responses, of %i',
    async (added) => {
      const service = serveWallet({ payments: range(600, payment) });
      await synced();
      const rows = range(600 + added, payment);
      service.payments = rows;
      service.asked.length = 0;
      service.onRequest = () => {
        if (service.asked.length === 2) rows.splice(620, 0, payment(620, { id: 'late' }));
      };
      // The first look for the newest page is large, so that it overlaps the page at the seam, and further ones are small.
      const start = nextHour();
      const now = range(61, (second) => start + second * 1_000).find((time) => freshLimitAt(time / 1_000) === 97);
      expect((await run(['sync'], { now: now ?? 0 })).exitCode).toBe(0);
      expect((await indexed('pedido')).sort()).toEqual(rows.map(({ id }) => id).sort());
    },
  );

  it('keeps the final status of a row when an older response arrives', async () => {
    const service = serveWallet({ payments: range(5, payment) });
    await synced();
    service.payments = range(5, (number) => payment(number, { status: 'PENDING' }));
    expect((await synced()).result.lists[0].notFinal).toEqual({ rows: 0, asOf: null });
    expect(await indexed('corr-3', 'status')).toEqual(['COMPLETED']);
  });

  it('reports the age of rows that may have changed: a response may be a minute old', async () => {
    serveWallet({ payments: [payment(0, { status: 'PENDING' })] });
    const now = nextHour();
    const { stdout } = await run(['sync', '--json'], { now });
    const [list] = JSON.parse(stdout).lists;
    // Waiting for the rate limit takes a moment of the clock.
    expect(Date.parse(list.notFinal.asOf)).toBeGreaterThanOrEqual(now - 60_000);
    expect(Date.parse(list.notFinal.asOf)).toBeLessThan(now - 50_000);
  });

  it('does not mix two accounts whose first lists are empty', async () => {
    const service = serveWallet({ withdraws: range(20, withdrawal) });
    await synced();
    service.payments = range(30, payment);
    service.withdraws = range(40, (number) => withdrawal(number, { id: `other-${number}` }));
    const refused = await synced();
    expect(refused.exitCode).toBe(1);
    expect(jsonError(refused).code).toBe('mirror_of_another_account');
    expect(await indexed('pedido')).toEqual([]);
    expect(await indexed('maria@example.com')).toHaveLength(20);
  });

  it('is asked twenty times for the newest status of a row that moves on each time', async () => {
    const grown = (rows: number) => range(rows, (number) => payment(number, number === 5 ? { status: 'PENDING' } : {}));
    const service = serveWallet({ payments: grown(300) });
    const isOther = (question: string) => question.startsWith('withdraw');
    await synced();
    service.asked.length = 0;
    service.onRequest = () => {
      const { length } = service.asked;
      if (length > 1 && length < 50 && !service.asked.some(isOther)) service.payments = grown(150 + length * 150);
    };
    expect((await synced()).exitCode).toBe(0);
    expect(service.asked.findIndex(isOther)).toBe(21);
  });

  it('is not complete where a row is lost on the disk while others are read', async () => {
    const service = serveWallet({ payments: range(5, payment) });
    const { result } = await synced();
    const { DatabaseSync } = await loadDriver();
    const database = new DatabaseSync(result.file);
    service.payments = range(900, payment);
    service.onRequest = (question) => {
      // The newest rows are stored by now, and the others are read by whole pages.
      if (question.endsWith('+100')) database.prepare('DELETE FROM stored_row WHERE id = ?').run('pay-899');
    };
    const failed = await synced();
    database.close();
    expect([failed.exitCode, jsonError(failed).message]).toEqual([
      1,
      expect.stringMatching(/payments: \d+ rows are proven, but \d+ are stored$/),
    ]);
  });

  it('that is damaged is reported', async () => {
    serveWallet({ payments: range(600, payment) });
    const { result } = await synced();
    const { DatabaseSync } = await loadDriver();
    const database = new DatabaseSync(result.file);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE);');
    database.close();
    // In another folder: a driver may still have the closed file open.
    const bytes = readFileSync(result.file);
    bytes.fill(7, 4_096);
    const { PIX_CONFIG_DIR: home = '' } = environment;
    environment = { ...environment, PIX_CONFIG_DIR: temporaryFolder() };
    const damaged = join(environment['PIX_CONFIG_DIR'] ?? '', relative(home, result.file));
    mkdirSync(dirname(damaged), { recursive: true });
    writeFileSync(damaged, bytes);
    for (const argv of [['sync'], ['find', '--offline', 'pedido']]) {
      const { exitCode, stderr } = await run([...argv, '--json']);
      expect(exitCode).toBe(1);
      expect(jsonError({ stderr }).code).toBe('mirror_unusable');
    }
  });
});

describe('pix find', () => {
  it('does not claim to have searched rows that the service did not return', async () => {
    nock(BASE_URL).get('/api/v1/payment/get/pay-7').reply(500).persist();
    const service = serveWallet({ payments: range(20, payment) });
    const chargeId = 'aB3dE6gH9jK2mN5pQ8sT1vW4y';
    service.details.set('pay-7', { transactionId: chargeId });
    const { exitCode, stderr } = await run(['find', chargeId, '--json']);
    expect(exitCode).toBe(3);
    expect(jsonError({ stderr })).toMatchObject({ code: 'search_incomplete' });
  });
});
