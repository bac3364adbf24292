import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Clock } from '../../client/clock.ts';
import { BlockingConnection, moment, WRITER_LIMITS } from '../../sql/postgres/blocking-connection.ts';
import { sweepCommitRecords, COMMIT_RECORDS } from '../../sql/postgres/commit-outcome.ts';
import { PgConnection } from '../../sql/postgres/connection.ts';
import type { PostgresAddress } from '../../sql/postgres/database-url.ts';
import { migrate, type PostgresSchema } from '../../sql/postgres/migrate.ts';
import { textOf } from '../../sql/row.ts';
import { DatabaseTime, LeaseLocks } from './lease-locks.ts';
import { Transactions, type JournalDatabase } from './journal-database.ts';
import { printedSchema, type Rule } from '../../sql/printed-schema.ts';
import { KEPT, PAYOUT_BEGINS_PLANNED, RULES, STORE_STEP } from './schema/rules.ts';
import { INSERT_TRANSITIONS, TABLES, type TableName } from './schema/tables.ts';

const DIGEST_LENGTH = 8;
const NAME_LENGTH_MAXIMUM = 40;

export interface PostgresJournalSettings {
  readonly address: PostgresAddress;
  readonly clock: Clock;
}

/** Opens the journal of a service on PostgreSQL, and creates it if there is none. @throws {PostgresOpenError} */
export async function openPostgresJournal({ address, clock }: PostgresJournalSettings): Promise<JournalDatabase> {
  const connection = await PgConnection.open(address, WRITER_LIMITS);
  try {
    await migrate(connection, address.schema, POSTGRES_JOURNAL);
    await sweepCommitRecords(connection);
  } finally {
    await connection.close();
  }
  const database = new BlockingConnection(address, POSTGRES_JOURNAL_SQL);
  // A database that is in use says so at the start, and not within a payment.
  database.askTime();
  const time = new DatabaseTime(database, moment);
  const transactions = new Transactions(database, () => undefined);
  return {
    database,
    transactions,
    locks: new LeaseLocks({ database, transactions, time, clock, holder: { host: hostname(), pid: process.pid } }),
    clock: { epochMs: () => time.epochMs(), random: () => clock.random() },
    hasOwnTime: true,
    journalId: textOf(database.prepare('SELECT id FROM identity').get(), 'id'),
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

/** The role that pays is not the owner of the tables, and moves no journal. */
const IS_MOVING = `coalesce(current_setting('pix.is_moving', true) = 'yes'
  AND pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE'), false)`;

const POSTGRES_RULES: readonly Rule<TableName>[] = [
  {
    ...PAYOUT_BEGINS_PLANNED,
    when: `NOT ${IS_MOVING} AND (${PAYOUT_BEGINS_PLANNED.when})`,
  },
  ...RULES,
  {
    name: 'worker_has_the_lease',
    table: 'payout',
    event: 'UPDATE OF state',
    changes: "NEW.state = 'sending'",
    when: `NOT EXISTS (SELECT 1 FROM lease JOIN run ON run.id = lease.run_id
      WHERE run.number = NEW.run AND lease.fence = NEW.fence AND lease.until > journal_now())`,
    refusal: 'another worker has this run',
  },
];

/** Every writer waits for the one before it, and a journal that was moved has none. */
const POSTGRES_ONLY = `
CREATE FUNCTION journal_now() RETURNS bigint LANGUAGE sql VOLATILE AS
  $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;
CREATE FUNCTION writer_lock() RETURNS bigint LANGUAGE sql STABLE AS
  $$ SELECT hashtextextended('pix payouts ' || current_schema(), 0) $$;
CREATE FUNCTION one_writer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_advisory_xact_lock(writer_lock());
  IF EXISTS (SELECT 1 FROM moved) THEN RAISE EXCEPTION 'this journal was moved'; END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION not_emptied() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'a journal is not emptied'; END $$;
${['run', 'payout', 'step', ...KEPT]
  .map((table) => `CREATE TRIGGER not_emptied BEFORE TRUNCATE ON ${table} EXECUTE FUNCTION not_emptied();`)
  .join('\n')}
${['run', 'payout']
  .map(
    (table) => `CREATE TRIGGER one_writer BEFORE INSERT OR UPDATE OR DELETE ON ${table} EXECUTE FUNCTION one_writer();`,
  )
  .join('\n')}
${KEPT.map((table) => `CREATE TRIGGER one_writer BEFORE INSERT ON ${table} EXECUTE FUNCTION one_writer();`).join('\n')}
CREATE FUNCTION step_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${STORE_STEP} RETURN NULL; END $$;
CREATE TRIGGER step_is_kept AFTER UPDATE OF state ON payout FOR EACH ROW EXECUTE FUNCTION step_is_kept();
INSERT INTO identity VALUES (replace(gen_random_uuid()::text, '-', ''), 0);
`;

/** SQL of the lock of its writers, and of its time. */
export const POSTGRES_JOURNAL_SQL = { lock: 'writer_lock()', now: 'journal_now()' };

/** The journal on PostgreSQL. A released step is never edited. */
const POSTGRES_JOURNAL: PostgresSchema = {
  program: 'pix payouts',
  steps: [
    printedSchema('postgres', { tables: TABLES, rules: POSTGRES_RULES }) +
      INSERT_TRANSITIONS +
      POSTGRES_ONLY +
      COMMIT_RECORDS,
  ],
};
