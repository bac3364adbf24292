import { PgConnection } from '../../../sql/postgres/connection.ts';
import { isDatabaseUrl, isSchemaName, shownUrl, type PostgresAddress } from '../../../sql/postgres/database-url.ts';
import { PostgresOpenError } from '../../../sql/postgres/errors.ts';
import { migrate } from '../../../sql/postgres/migrate.ts';
import { PgPool } from '../../../sql/postgres/pool.ts';
import type { ServiceClock } from '../../clock.ts';
import { ServiceStartError } from '../../start-error.ts';
import { DatabaseClock } from './database-clock.ts';
import { PostgresStore } from './postgres-store.ts';
import { SERVICE_POSTGRES_SCHEMA } from './schema.ts';
import { STATEMENT } from './store-connections.ts';

export interface DatabaseOptions {
  readonly url: string;
  readonly schema: string;
  /** Another clock than the database's, for tests. */
  readonly clock: ServiceClock | undefined;
}

const POOL = { connections: 4, waitingMaximum: 10_000, limits: STATEMENT };

/** @throws {ServiceStartError} when the database can't be used */
export async function openServiceDatabase({ url, schema, clock: base }: DatabaseOptions) {
  const database = shownUrl(url);
  if (!isDatabaseUrl(url)) {
    throw new ServiceStartError('database_unreachable', `${database} is no address of a database`, { database });
  }
  if (!isSchemaName(schema)) {
    throw new ServiceStartError('database_refused', `${schema} is no name of a schema`, { database });
  }
  const address: PostgresAddress = { url, schema };
  try {
    const connection = await PgConnection.open(address);
    try {
      await migrate(connection, schema, SERVICE_POSTGRES_SCHEMA);
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (!(error instanceof PostgresOpenError)) throw error;
    throw new ServiceStartError(`database_${error.reason}`, error.message, { database }, { cause: error });
  }
  const clock = new DatabaseClock(base);
  const store = new PostgresStore({ address, pool: new PgPool(address, POOL), clock });
  await store.begin();
  return { store, clock };
}
