import { readdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openTestService } from '../support/service.ts';
import { brokenRules, dataFilePath } from './data-file.ts';

vi.mock('node:fs/promises', { spy: true });

it('a reset copies the rows where the system does not move a file onto the data file', async () => {
  const dataFile = dataFilePath();
  const service = await openTestService({ dataFile, cache: false });
  const paymentsNow = async () => (await service.request('/api/v1/payment/list?limit=100')).text;
  const deposit = () => service.request('/mock/deposit', { key: null, json: { amountCentavos: 5_000 } });
  const first = await paymentsNow();
  await deposit();
  vi.mocked(rename).mockRejectedValueOnce(Object.assign(new Error('a mount point'), { code: 'EBUSY' }));
  expect((await service.request('/mock/reset', { key: null, json: {} })).status).toBe(200);
  expect(rename).toHaveBeenCalledOnce();
  expect(await paymentsNow()).toBe(first);
  expect((await deposit()).status).toBe(200);
  await service.close();
  expect(readdirSync(dirname(dataFile))).toEqual(['data.db']);
  expect(await brokenRules(dataFile)).toEqual([]);
});
