import { isNotInstalled } from '../../files/system-error.ts';

/** A parameter of a statement. `node:sqlite` refuses booleans: bind 0 or 1. */
export type SqlValue = null | number | bigint | string | Uint8Array;

/** A row as the driver returns it: read its columns with the functions of `row.ts`. */
export type SqlRow = Readonly<Record<string, unknown>>;

export interface SqlStatement {
  run(...parameters: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...parameters: SqlValue[]): SqlRow | undefined;
  all(...parameters: SqlValue[]): SqlRow[];
}

/** The part of `node:sqlite`'s `DatabaseSync` that is used here. */
export interface SqlDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  /** The same statement many times, where each would cost a round trip. */
  runMany?(sql: string, rows: readonly (readonly SqlValue[])[]): void;
  close(): void;
}

/** Runs a statement once for each row of parameters, within a transaction. */
export function runMany(database: SqlDatabase, sql: string, rows: readonly (readonly SqlValue[])[]): void {
  if (database.runMany !== undefined) {
    database.runMany(sql, rows);
    return;
  }
  const statement = database.prepare(sql);
  for (const row of rows) statement.run(...row);
}

export interface SqlDriver {
  DatabaseSync: new (location: string) => SqlDatabase;
}

function isDriver(module: object | undefined): module is SqlDriver {
  return module !== undefined && 'DatabaseSync' in module && typeof module.DatabaseSync === 'function';
}

/** Node 22 warns that its SQLite is experimental, which users cannot change. Every other warning passes. */
function withoutSqliteWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).includes('SQLite is an experimental feature')) {
      Reflect.apply(emitWarning, undefined, [warning, ...rest]);
    }
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * Node's own SQLite (from 22.13 on), otherwise the same API from a package with prebuilt binaries.
 *
 * @throws {SqliteMissingError}
 */
export async function loadDriver(): Promise<SqlDriver> {
  const builtin = withoutSqliteWarning(() => process.getBuiltinModule('node:sqlite'));
  if (isDriver(builtin)) return builtin;
  try {
    return await import('@photostructure/sqlite');
  } catch (error) {
    if (!isNotInstalled(error)) throw error;
    throw new SqliteMissingError(process.version, { cause: error });
  }
}

/**
 * Why a database file can't be used.
 * `locked`: another process has it open. `unreadable`: no such folder, no permission, or not a database.
 * `foreign`: a database, but of another program. `newer`: written by a newer version of this program.
 */
export type DatabaseOpenReason = 'locked' | 'unreadable' | 'foreign' | 'newer';

export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError';
  readonly reason: DatabaseOpenReason;

  constructor(reason: DatabaseOpenReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** This Node has no SQLite of its own (20, 22 before 22.13), and the package that replaces it is not installed. */
export class SqliteMissingError extends Error {
  override readonly name = 'SqliteMissingError';

  constructor(nodeVersion: string, options?: ErrorOptions) {
    super(
      `Node ${nodeVersion} has no SQLite of its own: use Node 22.13 or newer, or install @photostructure/sqlite`,
      options,
    );
  }
}

/**
 * Runs all of the work in one transaction, or none of it. It is committed on return, as durably as the database was
 * opened.
 *
 * @throws what the work or the disk throws
 */
export function inTransaction<Result>(database: SqlDatabase, work: () => Result): Result {
  // IMMEDIATE, because a transaction that begins by reading cannot wait for another process's write.
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

export function rollBack(database: SqlDatabase): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // A full disk or an I/O error has already rolled the transaction back.
  }
}
