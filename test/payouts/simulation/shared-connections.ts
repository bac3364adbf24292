import type { SqlDatabase, SqlStatement } from '../../../src/sqlite/driver.ts';

interface Driver {
  readonly DatabaseSync: new (location: string) => SqlDatabase;
}

const connections = new Map<string, SharedConnection>();

/**
 * All processes of a simulation open the journal of payouts on one connection, which keeps its prepared statements:
 * opening it and preparing them takes longer than most lives. A transaction never waits for anything, so that none is
 * open when another process has its turn. Every other file is opened as it is.
 *
 * What ends a process rolls back first what it has not committed.
 */
export function sharingConnections({ DatabaseSync }: Driver): (location: string) => SqlDatabase {
  return (location) => {
    if (!location.endsWith('payouts.sqlite')) return new DatabaseSync(location);
    let connection = connections.get(location);
    if (connection === undefined) {
      connection = new SharedConnection(new DatabaseSync(location));
      connections.set(location, connection);
    }
    return connection;
  };
}

/** Call it before the files are removed or replaced: SQLite removes a log by its name. */
export function closeConnections(folder: string): void {
  for (const [location, connection] of connections) {
    if (!location.startsWith(folder)) continue;
    connection.end();
    connections.delete(location);
  }
}

class SharedConnection implements SqlDatabase {
  readonly #database: SqlDatabase;
  readonly #statements = new Map<string, SqlStatement>();

  constructor(database: SqlDatabase) {
    this.#database = database;
    // No other connection has to be kept out with locks of the operating system.
    database.exec('PRAGMA locking_mode = EXCLUSIVE;');
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  prepare(sql: string): SqlStatement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** It stays open for the next process. */
  close(): void {
    return;
  }

  end(): void {
    this.#database.close();
  }
}
