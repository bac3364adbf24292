import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../support/preloaded-client.ts';
import { seededRandom } from '../../support/random.ts';
import { closeConnections } from './shared-connections.ts';
import { drawMachines, type Machines } from './machines.ts';
import { SimulatedOffice } from './office.ts';
import type { Sabotage } from './program.ts';
import { createOnPostgres, dropOnPostgres } from './postgres-database.ts';
import { readyJournal } from './ready-journal.ts';
import type { PayoutReceipt } from './receipt.ts';

/**
 * Pays files in one simulation, through crashes, faults and competing processes, until only proven rows or decisions
 * are left; then a person decides.
 *
 * @throws {Error} when a recipient was paid twice, or anything false was reported; its message contains the seed
 */
export async function simulatePayouts(seed: number, sabotage: Sabotage = {}): Promise<PayoutReceipt> {
  return simulateOffice(seed, sabotage, undefined);
}

/**
 * The same on two to four machines that share a journal.
 *
 * @param server a server of PostgreSQL that has the journal; without one, it is a file of SQLite, which is ten times as fast
 */
export async function simulateMachines(seed: number, sabotage: Sabotage = {}, server?: string): Promise<PayoutReceipt> {
  return simulateOffice(seed, sabotage, drawMachines(seededRandom(seed + 5)), server);
}

async function simulateOffice(
  seed: number,
  sabotage: Sabotage,
  machines: Machines | undefined,
  server?: string,
): Promise<PayoutReceipt> {
  const folder = mkdtempSync(join(tmpdir(), 'pix-simulated-'));
  try {
    if (seed % 10 !== 0) await readyJournal(folder);
    if (server !== undefined) await createOnPostgres(server, folder);
    return await new SimulatedOffice(folder, seed, sabotage, machines).work();
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new Error(`seed ${seed}: ${problem}`, { cause: error });
  } finally {
    closeConnections(folder);
    dropOnPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}
