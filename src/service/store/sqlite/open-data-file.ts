import { DatabaseOpenError, type DatabaseOpenReason } from '../../../sqlite/open-error.ts';
import { openDatabase } from '../../../sqlite/open.ts';
import { ServiceStartError, type ServiceStartCode } from '../../start-error.ts';
import type { ServiceStore } from '../service-store.ts';
import type { GroupCommitOptions } from './group-commit.ts';
import { SERVICE_SCHEMA } from './schema.ts';
import { SqliteStore } from './sqlite-store.ts';

const DATA_FILE_CODES = {
  locked: 'data_file_locked',
  newer: 'data_file_newer',
  foreign: 'data_file_foreign',
  unreadable: 'data_file_unreadable',
} as const satisfies Record<DatabaseOpenReason, ServiceStartCode>;

/** @throws {ServiceStartError} when the data file can't be used */
export async function openDataFile(dataFile: string | undefined, options: GroupCommitOptions): Promise<ServiceStore> {
  try {
    return new SqliteStore(await openDatabase(dataFile, SERVICE_SCHEMA), options);
  } catch (error) {
    if (dataFile === undefined || !(error instanceof DatabaseOpenError)) throw error;
    throw new ServiceStartError(DATA_FILE_CODES[error.reason], error.message, { dataFile }, { cause: error });
  }
}
