import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Clock } from '../../client/clock.ts';
import { BlockingConnection, moment, WRITER_LIMITS } from '../../sql/postgres/blocking-connection.ts';
import { sweepCommitRecords } from '../../sql/postgres/commit-outcome.ts';
import { PgConnection } from '../../sql/postgres/connection.ts';
import type { PostgresAddress } from '../../sql/postgres/database-url.ts';
import type { PostgresOpenReason } from '../../sql/postgres/errors.ts';
import { migrate } from '../../sql/postgres/migrate.ts';
import { textOf } from '../../sql/row.ts';
import { DatabaseTime } from './database-time.ts';
import type { JournalDatabase } from './journal-database.ts';
import { LeaseLocks } from './lease-locks.ts';
import { POSTGRES_JOURNAL, POSTGRES_JOURNAL_SQL } from './postgres-schema.ts';
import { Transactions } from './transactions.ts';

const DIGEST_LENGTH = 8;
const NAME_LENGTH_MAXIMUM = 40;

/** Why a shared journal cannot be opened. */
export type SharedJournalReason = PostgresOpenReason;

export interface PostgresJournalSettings {
  readonly address: PostgresAddress;
  readonly clock: Clock;
}

/**
 * Opens the journal of a service on PostgreSQL, and creates it if there is none.
 *
 * @throws {PostgresOpenError}
 */
export async function openPostgresJournal({ address, clock }: PostgresJournalSettings): Promise<JournalDatabase> {
  const connection = await PgConnection.open(address, WRITER_LIMITS);
  try {
    await migrate(connection, address.schema, POSTGRES_JOURNAL);
    await sweepCommitRecords(connection);
  } finally {
    await connection.close();
  }
  const database = new BlockingConnection(address, POSTGRES_JOURNAL_SQL);
  database.askTime();
  const time = new DatabaseTime(database, moment);
  const transactions = new Transactions(database, () => undefined);
  return {
    database,
    transactions,
    locks: new LeaseLocks({ database, transactions, time, clock, holder: { host: hostname(), pid: process.pid } }),
    clock: { epochMs: () => time.epochMs(), random: () => clock.random() },
    hasOwnTime: true,
    journalId: textOf(database.prepare('SELECT id FROM identity').get() ?? {}, 'id'),
    close() {
      database.close();
    },
  };
}

/** The schema of a service's journal in a database: readable, and different for every origin. */
export function journalSchemaOf(origin: string): string {
  const name = new URL(origin).host
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, NAME_LENGTH_MAXIMUM);
  const digest = createHash('sha256').update(origin).digest('hex').slice(0, DIGEST_LENGTH);
  return `pix_${name}_${digest}`;
}
