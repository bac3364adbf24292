import { open } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { INVARIANTS } from '../../src/service/ledger/invariants.ts';
import { SERVICE_SCHEMA } from '../../src/service/store/sqlite/schema.ts';
import { audit } from '../../src/service/store/sqlite/audit.ts';
import { openDatabase } from '../../src/sqlite/open.ts';
import { openTestService } from '../support/service.ts';
import { dataFilePath, editDataFile, queryDataFile } from './data-file.ts';

const PAGE_BYTES = 4_096;
const DEMO = "ledger_account = 'available:demo'";

/** Violations of each invariant, with the triggers of the database disabled. */
const BREAKS: Readonly<Record<Exclude<keyof typeof INVARIANTS, 'storageIntact'>, readonly string[]>> = {
  transfersBalance: [
    `UPDATE entries SET amount = amount + 1 WHERE ${DEMO} AND transfer = 3`,
    "INSERT INTO transfers (kind, reference, created_at) VALUES ('payment_received', 'nothing moves', 0)",
  ],
  ledgerSumsToZero: ["UPDATE ledger_accounts SET balance = balance + 1 WHERE id = 'fees'"],
  balancesEqualEntries: [
    "UPDATE ledger_accounts SET balance = balance + CASE id WHEN 'fees' THEN 1 ELSE -1 END WHERE id IN ('fees', 'settlement')",
  ],
  inTransitIsPending: ["UPDATE withdrawals SET status = 'COMPLETED', completed_at = 1 WHERE status = 'PENDING'"],
  blockedIsDisputed: ["UPDATE disputes SET status = 'REFUSED'"],
  overdrawnByDisputeOnly: [
    `UPDATE entries SET amount = -900000000 WHERE ${DEMO} AND transfer IN (SELECT number FROM transfers WHERE kind = 'withdrawal_sent')`,
  ],
  countersEqualRecount: [
    "UPDATE status_totals SET count = count + 1 WHERE status = 'FAILED'",
    "DELETE FROM status_totals WHERE kind = 'dispute'",
    "UPDATE status_totals SET value = value - 1 WHERE status = 'COMPLETED' AND kind = 'payment'",
    'UPDATE accounts SET payment_count = payment_count + 1',
    'UPDATE withdrawals SET sequence = sequence + 100 WHERE sequence = 1',
  ],
  limitUseEqualsRecount: [
    "UPDATE limit_use SET used = used + 1 WHERE account = 'demo'",
    "DELETE FROM limit_use WHERE account = 'demo'",
    "INSERT INTO limit_use VALUES ('demo', '1999-01-01', 5)",
  ],
  withdrawalsMoveOnce: [
    "UPDATE transfers SET reference = 'nobody' WHERE kind = 'withdrawal_sent'",
    "UPDATE transfers SET kind = 'withdrawal_settled' WHERE kind = 'withdrawal_returned'",
    "UPDATE withdrawals SET value = value + 1, fee = fee + 1 WHERE status = 'FAILED'",
    "INSERT INTO transfers (kind, reference, created_at) SELECT 'withdrawal_held', id, 0 FROM withdrawals WHERE status = 'COMPLETED'",
  ],
  paymentsCreditOnce: [
    "UPDATE payments SET status = 'FAILED' WHERE status = 'COMPLETED'",
    "UPDATE payments SET status = 'COMPLETED' WHERE status = 'FAILED'",
  ],
  disputesMoveOnce: [
    "UPDATE disputes SET status = 'ACCEPTED'",
    "UPDATE transfers SET reference = 'nobody' WHERE kind = 'dispute_opened'",
  ],
};

const CASES = Object.entries(BREAKS).flatMap(([name, breaks]) =>
  breaks.map((sql) => [INVARIANTS[name as keyof typeof INVARIANTS], sql] as const),
);

/** A data file with everything that invariants concern. */
async function eventfulFile(): Promise<string> {
  const dataFile = dataFilePath();
  const { request, close } = await openTestService({ dataFile, withdraws: 40 });
  const { id: paymentId } = (await request('/mock/deposit', { json: { amountCentavos: 5000 } })).json.data;
  await request('/mock/dispute/open', { json: { paymentId } });
  await request('/api/v1/withdraw/create', { json: { amount: 10 } });
  await close();
  return dataFile;
}

async function verified(dataFile: string) {
  const { request, close } = await openTestService({ dataFile });
  const { data } = (await request('/mock/verify')).json;
  await close();
  return data;
}

describe('verify', () => {
  it('reports every invariant, and all of them hold', async () => {
    const { holds, invariants } = await verified(await eventfulFile());
    expect(holds).toBe(true);
    expect(invariants).toEqual(Object.values(INVARIANTS).map((name) => ({ name, holds: true, violations: [] })));
  });

  it.each(CASES)('detects a violation: %s (%s)', async (name, sql) => {
    const dataFile = await eventfulFile();
    const guards = await queryDataFile(
      dataFile,
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' OR name = 'transfers_once'",
    );
    const drops = guards.map(({ name: guard }) =>
      guard === 'transfers_once' ? `DROP INDEX ${guard};` : `DROP TRIGGER ${String(guard)};`,
    );
    await editDataFile(dataFile, `PRAGMA ignore_check_constraints = ON; ${drops.join(' ')} ${sql}`);
    const { holds, invariants } = await verified(dataFile);
    expect(holds).toBe(false);
    const broken = invariants.filter((invariant: { holds: boolean }) => !invariant.holds);
    const found = broken.find((invariant: { name: string }) => invariant.name === name);
    expect(found?.violations.length).toBeGreaterThan(0);
    expect(found.violations.length).toBeLessThanOrEqual(20);
  });

  it('counts one moment while others write, and sees everything that was stored before it was asked for', async () => {
    const dataFile = dataFilePath();
    const { request, close } = await openTestService({ dataFile });
    const verify = async () => (await request('/mock/verify')).json.data.holds as boolean;
    const pay = async () => (await request('/api/v1/withdraw/create', { json: { amount: 10 } })).status;
    const done = await Promise.all(Array.from({ length: 100 }, (_, index) => (index % 25 === 0 ? verify() : pay())));
    expect(new Set(done)).toEqual(new Set([true, 200]));
    const during = verify();
    expect((await request('/mock/reset', { json: {} })).status).toBe(200);
    expect(await during).toBe(true);
    await close();
    await editDataFile(dataFile, "UPDATE ledger_accounts SET balance = balance + 1 WHERE part = 'fees'");
    expect((await verified(dataFile)).holds).toBe(false);
  });

  it('detects damage, and still checks everything else', async () => {
    const dataFile = dataFilePath();
    await (await openTestService({ dataFile, payments: 200 })).close();
    const [root] = await queryDataFile(dataFile, "SELECT rootpage FROM sqlite_schema WHERE name = 'payments'");
    const file = await open(dataFile, 'r+');
    await file.write(Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, (Number(root?.['rootpage']) - 1) * PAGE_BYTES);
    await file.close();
    const database = await openDatabase(dataFile, SERVICE_SCHEMA);
    const invariants = await audit((sql, ...values) => Promise.resolve(database.prepare(sql).all(...values)));
    database.close();
    expect(invariants.map(({ name }) => name)).toEqual(Object.values(INVARIANTS));
    expect(invariants[0]).toMatchObject({ name: INVARIANTS.storageIntact, holds: false });
    const uncounted = invariants.filter(
      ({ violations }) => violations[0]?.startsWith('it cannot be counted: ') === true,
    );
    expect(uncounted.length).toBeGreaterThan(0);
  });
});
