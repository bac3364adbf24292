import { describe, expect, it } from 'vitest';
import { parsePixKey } from '../../src/pix/pix-key.ts';
import { HISTORY, fakeClock, NOON_IN_SAO_PAULO, openTestService } from '../support/service.ts';
import { brokenRules, dataFilePath, queryDataFile } from './data-file.ts';

const DAY_MS = 86_400_000;
const MIDNIGHT_IN_SAO_PAULO = NOON_IN_SAO_PAULO - DAY_MS / 2;

/** All that can be read of an account, and the answer to a withdrawal. */
async function everything(settings: Parameters<typeof openTestService>[0], startAt = NOON_IN_SAO_PAULO) {
  const { request, keys, close } = await openTestService({ ...HISTORY, ...settings }, fakeClock(startAt));
  const texts = [JSON.stringify(keys)];
  for (const path of ['/api/v1/payment/list?limit=100', '/api/v1/withdraw/list?limit=100', '/api/v1/user/balance']) {
    texts.push((await request(path)).text);
  }
  const history = texts.join('\n');
  const withdrawal = (await request('/api/v1/withdraw/create', { json: { amount: 10 } })).text;
  await close();
  return { history, withdrawal };
}

describe('the history that a new service starts with', () => {
  it('is the same, byte for byte, on every start of a day with the same options', async () => {
    const first = await everything({ seed: 5 });
    expect(await everything({ seed: 5 })).toEqual(first);
    expect(await everything({ seed: 5, dataFile: dataFilePath() })).toEqual(first);
    const sameDay = [MIDNIGHT_IN_SAO_PAULO, MIDNIGHT_IN_SAO_PAULO + DAY_MS - 1];
    for (const startAt of sameDay) expect((await everything({ seed: 5 }, startAt)).history).toBe(first.history);
    for (const startAt of [MIDNIGHT_IN_SAO_PAULO - 1, MIDNIGHT_IN_SAO_PAULO + DAY_MS]) {
      expect((await everything({ seed: 5 }, startAt)).history).not.toBe(first.history);
    }
    const other = await everything({ seed: 6 });
    expect(other.history).not.toBe(first.history);
    expect(JSON.parse(other.history.split('\n')[0]!)[0].key).not.toBe(JSON.parse(first.history.split('\n')[0]!)[0].key);
  });

  it.each([
    [120, 30],
    [0, 0],
    [0, 50],
    [4, 3],
    [1234, 10],
    [50, 1000],
  ])(
    'of %i payments and %i withdrawals is never overdrawn and ends with a good balance',
    async (payments, withdraws) => {
      const dataFile = dataFilePath();
      const { request, close } = await openTestService({ dataFile, payments, withdraws });
      const { balance, limits, statistics } = (await request('/api/v1/user/balance')).json.data;
      expect(statistics.totalPayments).toBe(payments);
      expect(balance.total).toBeGreaterThanOrEqual(500_000);
      expect(limits).toMatchObject({ dailyUsed: 0 });
      expect(limits.monthlyRemaining).toBeGreaterThan(0);
      expect((await request('/api/v1/withdraw/list')).json.data.pagination.total).toBe(withdraws);
      await close();

      expect(await brokenRules(dataFile)).toEqual([]);
      const lowest = await queryDataFile(
        dataFile,
        `SELECT min(balance) AS lowest FROM (
         SELECT sum(available) OVER (PARTITION BY account ORDER BY number) AS balance FROM transfers)`,
      );
      expect(lowest[0]!['lowest']).toBeGreaterThanOrEqual(100_000);
      const times = await queryDataFile(
        dataFile,
        `SELECT coalesce(max(updated_at), 0) AS latest, coalesce(sum(created_at < before), 0) AS disordered FROM (
         SELECT updated_at, created_at, lag(created_at, 1, 0) OVER (PARTITION BY account ORDER BY sequence) AS before FROM payments
         UNION ALL SELECT updated_at, created_at, lag(created_at, 1, 0) OVER (PARTITION BY account ORDER BY sequence) FROM withdrawals)`,
      );
      expect(times[0]!['disordered']).toBe(0);
      expect(times[0]!['latest']).toBeLessThan(MIDNIGHT_IN_SAO_PAULO);
    },
  );

  it('shows every status, however short it is', async () => {
    for (const [payments, withdraws] of [
      [120, 30],
      [4, 3],
    ] as const) {
      const { request } = await openTestService({ payments, withdraws });
      const statusesOf = (rows: readonly { status: string }[]) => [...new Set(rows.map(({ status }) => status))].sort();
      const payment = (await request('/api/v1/payment/list?limit=100')).json.data;
      const withdrawal = (await request('/api/v1/withdraw/list')).json.data;
      expect(statusesOf(payment.payments)).toEqual(['ACTIVE', 'COMPLETED', 'FAILED', 'PENDING']);
      expect(statusesOf(withdrawal.withdraws)).toEqual(['COMPLETED', 'FAILED', 'PENDING']);
    }
  });

  it('pays keys of every type with right check digits, with descriptions of a business', async () => {
    const dataFile = dataFilePath();
    await (await openTestService({ dataFile, withdraws: 300 })).close();
    const rows = await queryDataFile(dataFile, 'SELECT pix_key, pix_key_type AS type, description FROM withdrawals');
    const types = new Set<string>();
    for (const { pix_key: key, type, description } of rows) {
      const parsed = parsePixKey(String(key));
      expect([key, parsed.ok || parsed.reason === 'ambiguous']).toEqual([key, true]);
      expect(description).toMatch(/^\p{Lu}[\p{L} ]+ - \p{Lu}\p{L}+ \p{Lu}\p{L}+$/u);
      types.add(String(type));
    }
    expect([...types].sort()).toEqual(['CNPJ', 'CPF', 'EMAIL', 'PHONE', 'RANDOM']);
    expect(new Set(rows.map(({ pix_key }) => pix_key)).size).toBeGreaterThan(250);
  });

  it('has 120 payments by default, some rows for another account, and none for the administrator', async () => {
    const { request, keyOf } = await openTestService({ payments: undefined });
    const totals = new Map<string, number>();
    for (const account of ['demo', 'other', 'admin']) {
      const { json } = await request('/api/v1/payment/list', { key: keyOf(account) });
      totals.set(account, json.data.pagination.total);
    }
    expect([...totals]).toEqual([
      ['demo', 120],
      ['other', 8],
      ['admin', 0],
    ]);
  });
});
