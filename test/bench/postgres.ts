import { startPostgres } from '../support/postgres-server.ts';
import { median, type Measurement } from './measurement.ts';
import { spawnService, type SpawnedService } from './spawn-service.ts';
import { readyForWithdrawals, withdrawalsPerSecond } from './withdrawals.ts';

const CONNECTIONS = 150;
const WITHDRAWALS = 3_000;
const ROUNDS = 3;
const INSTANCES = 3;

/** Withdrawals of one account over HTTP, on a database that writes every commit to the disk. */
export async function measure(): Promise<readonly Measurement[]> {
  const server = await startPostgres(true);
  try {
    const shared = { database: server.url, schema: 'shared' };
    const instances = [await readyForWithdrawals(shared)];
    while (instances.length < INSTANCES) instances.push(await spawnService(shared));
    const rates: { one: number; three: number }[] = [];
    // Alternating, because the load of the machine changes during the measurement.
    for (let round = 0; round <= ROUNDS; round += 1) {
      rates.push({
        one: await sumPerSecond(instances.slice(0, 1)),
        three: await sumPerSecond(instances),
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

async function sumPerSecond(instances: readonly SpawnedService[]): Promise<number> {
  const share = { connections: CONNECTIONS / instances.length, answers: WITHDRAWALS / instances.length };
  const rates = await Promise.all(instances.map((instance) => withdrawalsPerSecond(instance, share)));
  return rates.reduce((sum, rate) => sum + rate, 0);
}
