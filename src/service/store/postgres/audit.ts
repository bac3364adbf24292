import type { PgConnection, PgRow } from '../../../sql/postgres/connection.ts';
import type { PostgresAddress } from '../../../sql/postgres/database-url.ts';
import { sqlStateOf } from '../../../sql/postgres/errors.ts';
import { openConnection } from '../../../sql/postgres/pool.ts';
import type { Invariant } from '../../ledger/invariants.ts';
import { audit } from '../audit.ts';
import { TABLE_NAMES } from '../schema/tables.ts';
import { beginMoment } from './snapshot.ts';
import { EVERYTHING } from './waits.ts';

/** Checks every invariant of one moment, while other instances go on. */
export async function auditMoment(address: PostgresAddress): Promise<Invariant[]> {
  const connection = await openConnection(address, EVERYTHING);
  try {
    await beginMoment(connection);
    return await audit({
      all: (sql) => query(connection, sql),
      damage: () => damageIn(connection),
      isDamage,
      slices: () => ['true'],
    });
  } finally {
    await connection.close();
  }
}

/** After a query that fails, others can still be asked. */
async function query(connection: PgConnection, sql: string): Promise<readonly PgRow[]> {
  await connection.run('SAVEPOINT reading');
  try {
    return (await connection.query(sql)).rows;
  } catch (error) {
    if (isDamage(error)) await connection.run('ROLLBACK TO reading');
    throw error;
  }
}

/** Class XX: internal errors, of which damaged data is one. */
function isDamage(error: unknown): error is Error {
  return error instanceof Error && sqlStateOf(error)?.startsWith('XX') === true;
}

/** Reads every row as a whole: with data checksums, the server finds what the disk has changed. */
async function damageIn(connection: PgConnection): Promise<string[]> {
  const damage: string[] = [];
  for (const table of TABLE_NAMES) {
    try {
      await query(connection, `SELECT count(hashtext(t::text)) FROM ${table} AS t`);
    } catch (error) {
      if (!isDamage(error)) throw error;
      damage.push(`${table}: ${error.message}`);
    }
  }
  return damage;
}
