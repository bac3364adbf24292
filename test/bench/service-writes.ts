import { join } from 'node:path';
import { openDatabase } from '../../src/sql/sqlite/open.ts';
import { median, type Measurement } from './measurement.ts';
import { readyForWithdrawals, withdrawalsPerSecond } from './withdrawals.ts';

const CONNECTIONS = 50;
const WITHDRAWALS = 5_000;
const ROUNDS = 9;
/** As long as one table row of a withdrawal. */
const ROW = 'x'.repeat(300);

/** Compares whole withdrawals with bare writes of the driver. */
export async function measureWrites(folder: string): Promise<readonly Measurement[]> {
  const grouped = await readyForWithdrawals({ dataFile: join(folder, 'grouped.db') });
  const bare = await bareDriver(join(folder, 'bare.db'));
  const rates: { grouped: number; bare: number }[] = [];
  // Alternating, because the load of the machine changes during the measurement.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const size = { connections: CONNECTIONS, answers: WITHDRAWALS };
    rates.push({ bare: bare.commitsPerSecond(WITHDRAWALS), grouped: await withdrawalsPerSecond(grouped, size) });
  }
  const residentBytes = await grouped.residentBytes();
  await grouped.stop();
  bare.close();
  const warm = rates.slice(1);
  return [
    { name: 'withdrawals over 50 connections', value: median(warm.map((rate) => rate.grouped)), unit: '/s' },
    {
      name: '… against durable single-row commits of the bare driver',
      value: median(warm.map((rate) => rate.grouped / rate.bare)),
      unit: '×',
      target: { atLeast: 1 },
    },
    { name: 'memory after them', value: residentBytes / 1e6, unit: 'MB', target: { atMost: 200 } },
  ];
}

async function bareDriver(file: string) {
  const steps = ['CREATE TABLE row (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT'];
  const database = await openDatabase(file, { applicationId: 1, steps });
  const insert = database.prepare('INSERT INTO row (text) VALUES (?)');
  return {
    commitsPerSecond(rows: number): number {
      const startedAt = performance.now();
      for (let row = 0; row < rows; row += 1) insert.run(ROW);
      return (rows * 1000) / (performance.now() - startedAt);
    },
    close() {
      database.close();
    },
  };
}
