import { expect, it } from 'vitest';
import type { Payment } from '../../src/client/answers.ts';
import { ContractError, TransportError } from '../../src/client/errors.ts';
import { simulateExport } from './simulated-export.ts';
import { temporaryFolder } from '../support/cli.ts';
import { simulateReading } from './simulated-list.ts';
import { simulateSyncs } from './simulated-sync.ts';

/** `npm run campaign -- --only exports` runs many. */
const isCampaign = process.env['CAMPAIGN_EXPORTS'] !== undefined;
const EXPORTS = Number(process.env['CAMPAIGN_EXPORTS'] ?? 3);
/** These have no service behind them, and are fast. */
const LISTS = EXPORTS * 25;
const FIRST_SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);

/** The fields that cannot change any more: an open payment is as of when it was read. */
function lastingFields({ id, value, netValue, fee, createdAt, status, updatedAt }: Payment, exported: Payment) {
  const isFinal = exported.status === 'COMPLETED' || exported.status === 'FAILED';
  return { id, value, netValue, fee, createdAt, ...(isFinal && { status, updatedAt }) };
}

it(`exports while other clients write, responses are lost and keys are refused are never reported as proven unless they are, and are proven whenever possible (${EXPORTS} seeds)`, async () => {
  let provable = 0;
  const unproven: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + EXPORTS; seed += 1) {
    const { verdict, error, isProvable, exported, stored } = await simulateExport(seed).catch((cause: unknown) => {
      throw new Error(`seed ${seed}`, { cause });
    });
    if (isProvable) provable += 1;
    if (verdict?.isProven === true) {
      expect(exported, `seed ${seed}`).toHaveLength(stored.length);
      const lasting = (rows: readonly Payment[]) => rows.map((row, index) => lastingFields(row, exported[index]!));
      expect(lasting(exported), `seed ${seed}`).toEqual(lasting(stored));
    } else if (isProvable) {
      unproven.push(`seed ${seed}: ${verdict?.reason ?? String(error)}`);
    }
  }
  if (isCampaign)
    console.log(`${EXPORTS} exports: ${provable} provable, ${provable - unproven.length} of them proven, none falsely`);
  expect(provable).toBeGreaterThan(EXPORTS / 2);
  // A quarter of the requests may fail: of a hundred exports, one may find no page at its beginning.
  const unprovenMaximum = isCampaign ? Math.ceil(provable / 100) : 0;
  expect(unproven.length, unproven.join('\n')).toBeLessThanOrEqual(unprovenMaximum);
}, 1_800_000);

/** Without a useful answer, it reports that. */
function refusal(error: unknown): undefined {
  if (!(error instanceof ContractError || error instanceof TransportError)) throw error;
}

it(`a list whose rows are inserted, removed or moved at any moment, also between reads is never reported as complete while a row is missing or duplicated (${LISTS} seeds)`, async () => {
  let proven = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + LISTS; seed += 1) {
    const reading = await simulateReading(seed).catch(refusal);
    if (reading?.verdict.isProven !== true) continue;
    proven += 1;
    const { verdict, given, wanted } = reading;
    expect(new Set(given).size, `seed ${seed}`).toBe(given.length);
    expect(given, `seed ${seed}`).toHaveLength(verdict.rowsGiven);
    expect(given, `seed ${seed}`).toEqual(expect.arrayContaining([...wanted]));
  }
  // Of nine in ten, on average: the others move too fast to be proven.
  expect(proven / LISTS).toBeGreaterThan(0.85);
}, 1_800_000);

it(`an index that is synced repeatedly from such a list is never reported as complete while a row is missing or duplicated (${EXPORTS * 2} seeds)`, async () => {
  const folder = temporaryFolder();
  let indexes = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + EXPORTS * 2; seed += 1) {
    for (const { ids, wanted } of await simulateSyncs(seed, folder)) {
      indexes += 1;
      expect(new Set(ids).size, `seed ${seed}`).toBe(ids.length);
      expect(ids, `seed ${seed}`).toEqual(expect.arrayContaining([...wanted]));
    }
  }
  expect(indexes).toBeGreaterThan(EXPORTS * 4);
}, 1_800_000);
