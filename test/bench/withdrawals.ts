import { load } from './load.ts';
import { spawnService, type SpawnedService } from './spawn-service.ts';

const UNLIMITED = 1_000_000_000_000;
const BODY = '{"amount":5,"pixKey":"maria.silva@example.com","pixKeyType":"EMAIL","description":"Farinha"}';

export async function readyForWithdrawals(options: Parameters<typeof spawnService>[0]): Promise<SpawnedService> {
  const service = await spawnService(options);
  await service.use('/mock/account', { dailyLimitCentavos: UNLIMITED, monthlyLimitCentavos: UNLIMITED });
  await service.use('/mock/deposit', { amountCentavos: 10_000_000_000 });
  return service;
}

export async function withdrawalsPerSecond(
  { url, key }: SpawnedService,
  size: { readonly connections: number; readonly answers: number },
): Promise<number> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const request = { method: 'POST', path: '/api/v1/withdraw/create', headers, body: BODY };
  return (await load(url, { ...size, request: () => request })).answersPerSecond;
}
