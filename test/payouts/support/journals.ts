import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { systemClock, type Clock } from '../../../src/client/clock.ts';
import { bindAccount, type BoundAccount } from '../../../src/payouts/accounts/account.ts';
import { Journal, openJournal } from '../../../src/payouts/journal/journal.ts';
import type { Payout } from '../../../src/payouts/payout.ts';
import type { RunFacts, WithdrawalFacts } from '../../../src/payouts/journal/records.ts';
import type { RunLock } from '../../../src/payouts/journal/run-lock.ts';
import type { PayoutClient } from '../../../src/payouts/engine/run-payouts.ts';
import { JOURNAL_SCHEMA } from '../../../src/payouts/journal/journal-database.ts';
import { POSTGRES_JOURNAL_SQL, openPostgresJournal } from '../../../src/payouts/journal/postgres-journal.ts';
import { centavos } from '../../../src/pix/centavos.ts';
import { BlockingConnection } from '../../../src/sql/postgres/blocking-connection.ts';
import type { PostgresAddress } from '../../../src/sql/postgres/database-url.ts';
import type { SqlDatabase } from '../../../src/sql/sqlite/driver.ts';
import { openSharedDatabase } from '../../../src/sql/sqlite/open.ts';
import { ownSchema } from '../../support/postgres.ts';

const ORIGIN = 'https://wallet.example';

/** A folder for a journal, removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pix-payouts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface SteppingClock {
  epochMs(): number;
  random(): number;
}

/** Each call returns a millisecond more; random numbers differ. */
function steppingClock(startMs = Date.UTC(2026, 10, 21, 12)): SteppingClock {
  let ms = startMs;
  return { epochMs: () => (ms += 1), random: Math.random };
}

/** Opened twice for the same folder, it is the same journal: on PostgreSQL, where the project of the test has a server. */
export async function temporaryJournal(folder = temporaryFolder(), clock = steppingClock()): Promise<Journal> {
  const journal = await openedJournal(folder, clock);
  if (journal.accounts.all().length === 0) journal.accounts.add();
  onTestFinished(() => journal.close());
  return journal;
}

async function openedJournal(folder: string, clock: SteppingClock): Promise<Journal> {
  if (inject('postgresUrl') === undefined) return openJournal({ folder, clock });
  const address = addressOf(folder);
  const opened = await openPostgresJournal({ address, clock: { ...systemClock, random: () => clock.random() } });
  return new Journal(opened, { folder });
}

const addresses = new Map<string, PostgresAddress>();

function addressOf(folder: string): PostgresAddress {
  let address = addresses.get(folder);
  if (address === undefined) {
    const { database, schema } = ownSchema();
    address = { url: database, schema };
    addresses.set(folder, address);
  }
  return address;
}

/** Another connection to the database of a journal, past the program. */
export async function rawDatabase(folder: string): Promise<SqlDatabase> {
  const database =
    inject('postgresUrl') === undefined
      ? await openSharedDatabase(join(folder, 'payouts.sqlite'), JOURNAL_SCHEMA)
      : new BlockingConnection(addressOf(folder), POSTGRES_JOURNAL_SQL);
  onTestFinished(() => database.close());
  return database;
}

/** Changes a journal as no program would: without its rules. */
export async function changeJournal(folder: string, sql: string): Promise<void> {
  const database = await rawDatabase(folder);
  const triggers = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${String(name)}`);
  database.exec(sql);
}

export function payout(row: number, facts: Partial<Payout> = {}): Payout {
  return {
    row,
    line: row + 1,
    pixKey: `payee-${row}@example.com`,
    pixKeyType: 'EMAIL',
    amountCentavos: centavos(1_000 + row),
    coverFee: false,
    cells: { chave_pix: `payee-${row}@example.com`, valor: `10,0${row}` },
    ...facts,
  };
}

export function facts(some: Partial<RunFacts> = {}): RunFacts {
  return {
    source: 'folha.csv',
    origin: ORIGIN,
    account: 1,
    coverFee: false,
    usesMarks: true,
    resendsProvenAbsent: false,
    compared: { at: 0, ids: null },
    ...some,
  };
}

/** The account of a client, with a key that is known from the start. */
export function bound(journal: Journal, client: PayoutClient, clock: Clock): Promise<BoundAccount> {
  journal.accounts.storeKeys(1, ['key']);
  return bindAccount({ journal, client, clock, fingerprints: ['key'] });
}

let digests = 0;

/** An approved run, and its lock, which is released after the test. */
export async function approvedRun(
  journal: Journal,
  payouts: readonly Payout[],
  some: Partial<RunFacts> = {},
): Promise<{ runId: string; lock: RunLock }> {
  digests += 1;
  const { run, lock } = await journal.staging.stage(facts(some), payouts, () => `sha256:${digests}`);
  onTestFinished(() => lock.release());
  journal.staging.approve(run.id);
  return { runId: run.id, lock };
}

export function withdrawal(id: string, some: Partial<WithdrawalFacts> = {}): WithdrawalFacts {
  return {
    id,
    status: 'COMPLETED',
    valueCentavos: centavos(1_001),
    feeCentavos: centavos(0),
    sentCentavos: centavos(1_001),
    createdAt: null,
    finalAt: null,
    failureReason: null,
    ...some,
  };
}
