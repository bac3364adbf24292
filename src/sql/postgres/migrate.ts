import { textIn, type PgConnection } from './connection.ts';
import { CANARY } from './database-url.ts';
import { PostgresOpenError } from './errors.ts';

/** The tables of a schema, and the steps that create them. */
export interface PostgresSchema {
  /** Identifies a schema as ours. */
  readonly program: string;
  /** SQL from version n to n + 1. A released step is never edited. */
  readonly steps: readonly string[];
}

const OLDEST_SERVER = 140_000;
/** They store every text. A database in another encoding refuses what a service answers after a payment has left. */
const ENCODINGS = ['UTF8', 'SQL_ASCII'];

/** "pix" and a number for migrations, so that no other use of advisory locks meets it by chance. */
const MIGRATION_LOCK = 0x7069_7801;

/**
 * Creates a schema, or brings it to the newest version: all missing steps, or none. Instances that start together wait
 * for each other.
 *
 * @throws {PostgresOpenError} `pooled`, `too_old`, `not_utf8`, `foreign` or `newer`
 */
export async function migrate(connection: PgConnection, name: string, { program, steps }: PostgresSchema) {
  const server = await connection.query(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding,
      current_setting('${CANARY}', true) AS canary`,
  );
  // Without them the tables would be made in another schema, and a machine that is frozen would keep its locks.
  if (textIn(server, 'canary') !== 'own') {
    throw new PostgresOpenError('pooled', 'the settings of a session do not arrive at the server');
  }
  if (Number(textIn(server, 'version')) < OLDEST_SERVER) {
    throw new PostgresOpenError('too_old', 'PostgreSQL 14 or newer is required');
  }
  const encoding = textIn(server, 'encoding') ?? '';
  if (!ENCODINGS.includes(encoding)) {
    throw new PostgresOpenError('not_utf8', `the encoding of the database is ${encoding}: UTF8 is required`);
  }
  await connection.run('BEGIN');
  try {
    await connection.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const version = await versionOf(connection, name, program, steps.length);
    if (version === undefined) {
      await connection.run(`CREATE SCHEMA IF NOT EXISTS ${name}`);
      await connection.run(`CREATE TABLE ${name}.pix_schema (
        one_row boolean PRIMARY KEY DEFAULT true CHECK (one_row), program text NOT NULL, version int NOT NULL)`);
      await connection.query(`INSERT INTO ${name}.pix_schema (program, version) VALUES ($1, 0)`, [program]);
    }
    for (const step of steps.slice(version ?? 0)) await connection.run(step);
    if (version !== steps.length) {
      await connection.query(`UPDATE ${name}.pix_schema SET version = $1`, [steps.length]);
    }
    await connection.run('COMMIT');
  } catch (error) {
    if (connection.isOpen) await connection.run('ROLLBACK');
    throw error;
  }
}

/** @returns undefined when the schema is new or empty */
async function versionOf(connection: PgConnection, name: string, program: string, newest: number) {
  const tables = await connection.query(
    `SELECT count(*)::text AS number, coalesce(bool_or(tablename = 'pix_schema'), false)::text AS is_ours
     FROM pg_tables WHERE schemaname = $1`,
    [name],
  );
  if (textIn(tables, 'number') === '0') return undefined;
  const isOurs = textIn(tables, 'is_ours') === 'true';
  const found = isOurs
    ? await connection.query(`SELECT program, version::text AS version FROM ${name}.pix_schema`)
    : { rows: [] };
  if (textIn(found, 'program') !== program) {
    throw new PostgresOpenError('foreign', `the schema ${name} holds tables of another program`);
  }
  const version = Number(textIn(found, 'version'));
  if (version > newest) {
    throw new PostgresOpenError('newer', `the schema ${name} has version ${version}; this program knows ${newest}`);
  }
  return version;
}
