import { startPostgres } from '../support/postgres-server.ts';
import { load } from './load.ts';
import { median, type Measurement } from './measurement.ts';
import { spawnService, type SpawnedService } from './spawn-service.ts';

const CONNECTIONS = 150;
const WITHDRAWALS = 3_000;
const ROUNDS = 3;
const INSTANCES = 3;
const UNLIMITED = 1_000_000_000_000;

/** Withdrawals of one account over HTTP, on a database that writes every commit to the disk. */
export async function measure(): Promise<readonly Measurement[]> {
  const server = await startPostgres(true);
  try {
    const shared = { database: server.url, schema: 'shared' };
    const instances = [await readyFor(shared)];
    while (instances.length < INSTANCES) instances.push(await spawnService(shared));
    const rates: { one: number; three: number }[] = [];
    // Alternating, because the load of the machine changes during the measurement.
    for (let round = 0; round <= ROUNDS; round += 1) {
      rates.push({
        one: await withdrawalsPerSecond(instances.slice(0, 1), WITHDRAWALS),
        three: await withdrawalsPerSecond(instances, WITHDRAWALS),
      });
    }
    await Promise.all(instances.map((instance) => instance.stop()));
    const warm = rates.slice(1);
    return [
      { name: 'withdrawals of one account, one instance', value: median(warm.map(({ one }) => one)), unit: '/s' },
      {
        name: '… of three instances against one',
        value: median(warm.map((rate) => rate.three / rate.one)),
        unit: '×',
        target: { atLeast: 0.7 },
      },
    ];
  } finally {
    await server.stop();
  }
}

async function readyFor(options: Parameters<typeof spawnService>[0]): Promise<SpawnedService> {
  const service = await spawnService(options);
  await service.use('/mock/account', { dailyLimitCentavos: UNLIMITED, monthlyLimitCentavos: UNLIMITED });
  await service.use('/mock/deposit', { amountCentavos: 10_000_000_000 });
  return service;
}

async function withdrawalsPerSecond(instances: readonly SpawnedService[], answers: number): Promise<number> {
  const body = '{"amount":5,"pixKey":"maria.silva@example.com","pixKeyType":"EMAIL","description":"Farinha"}';
  const share = { connections: CONNECTIONS / instances.length, answers: answers / instances.length };
  const rates = await Promise.all(
    instances.map(({ url, key }) => {
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
      return load(url, {
        ...share,
        request: () => ({ method: 'POST', path: '/api/v1/withdraw/create', headers, body }),
      });
    }),
  );
  return rates.reduce((sum, { answersPerSecond }) => sum + answersPerSecond, 0);
}
