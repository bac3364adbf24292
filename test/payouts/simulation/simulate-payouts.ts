import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// What the client loads when it needs it would be waited for in real time, which the simulated one takes for hanging.
import '../../../src/contract/operations.ts';
import { SimulatedOffice } from './office.ts';
import type { Sabotage } from './program.ts';
import { readyJournal } from './ready-journal.ts';
import type { PayoutReceipt } from './receipt.ts';

/** In memory where there is such a place: thousands of files are made. */
const QUICK_FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/**
 * Lets files be paid in one world, through crashes, faults and rivals, until only proven or human questions are left;
 * then a person answers those.
 *
 * @throws {Error} when a recipient was paid twice, or anything false was reported; its message contains the seed
 */
export async function simulatePayouts(seed: number, sabotage: Sabotage = {}): Promise<PayoutReceipt> {
  const folder = mkdtempSync(join(QUICK_FOLDER, 'pix-simulated-'));
  try {
    if (seed % 10 !== 0) await readyJournal(folder);
    return await new SimulatedOffice(folder, seed, sabotage).work();
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new Error(`seed ${seed}: ${problem}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
