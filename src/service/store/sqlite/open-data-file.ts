import { statSync } from 'node:fs';
import { damageIn, isDiskFailure, isMalformed } from '../../../sql/sqlite/damage.ts';
import { DatabaseOpenError, type SqlDatabase } from '../../../sql/sqlite/driver.ts';
import { openDatabase } from '../../../sql/sqlite/open.ts';
import { ServiceStartError } from '../../start-error.ts';
import type { ServiceStore } from '../service-store.ts';
import { SERVICE_SCHEMA } from './schema.ts';
import { SqliteStore } from './sqlite-store.ts';

/** @throws {ServiceStartError} when the data file can't be used */
export async function openDataFile(dataFile: string | undefined): Promise<ServiceStore> {
  if (dataFile === undefined) return new SqliteStore(await openDatabase(undefined, SERVICE_SCHEMA));
  let damage: string | undefined;
  try {
    const database = await openDatabase(dataFile, SERVICE_SCHEMA, (found) => {
      damage = damageAtStart(found, dataFile);
      if (damage !== undefined) throw new DatabaseOpenError('unreadable', damage);
    });
    return new SqliteStore(database);
  } catch (error) {
    if (!(error instanceof DatabaseOpenError) || isDiskFailure(error)) throw error;
    if (damage !== undefined) throw damaged(dataFile, damage, error);
    if (isMalformed(error.cause)) throw damaged(dataFile, error.cause.message, error);
    throw new ServiceStartError(`data_file_${error.reason}`, error.message, { dataFile }, { cause: error });
  }
}

/** A larger file is checked by `verify`: a start takes the same time whatever the file contains. */
const CHECKED_BYTES = 16 * 1024 * 1024;

/** On a damaged file, requests would fail one by one, or compute with missing data. */
function damageAtStart(database: SqlDatabase, dataFile: string): string | undefined {
  if (statSync(dataFile).size > CHECKED_BYTES) return undefined;
  return damageIn(database, 1)[0];
}

function damaged(dataFile: string, damage: string, cause: unknown): ServiceStartError {
  return new ServiceStartError(
    'data_file_damaged',
    `${dataFile} is damaged: ${damage}`,
    { dataFile, damage },
    { cause },
  );
}
