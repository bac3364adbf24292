import { statSync } from 'node:fs';
import type { SqlDatabase, SqlStatement } from '../../../src/sqlite/driver.ts';

interface Driver {
  readonly DatabaseSync: new (location: string) => SqlDatabase;
}

interface Connection {
  readonly database: SqlDatabase;
  readonly statements: Map<string, SqlStatement>;
  /** Of the file that it was opened on. */
  readonly inode: number;
}

const idle = new Map<string, Connection[]>();

/**
 * Opens the journal of payouts on a connection that an ended process has left, with its statements: opening one and
 * preparing them takes longer than most lives. Every other file is opened as it is.
 *
 * Whoever ends a process rolls back first what it has not committed.
 */
export function reusingConnections({ DatabaseSync }: Driver): (location: string) => SqlDatabase {
  return (location) => {
    if (!location.endsWith('payouts.sqlite')) return new DatabaseSync(location);
    const inode = statSync(location, { throwIfNoEntry: false })?.ino ?? 0;
    const left = idle.get(location)?.pop();
    const connection =
      left?.inode === inode ? left : { database: new DatabaseSync(location), statements: new Map(), inode };
    return new LentConnection(location, connection);
  };
}

/** Call it before the files are removed or replaced: SQLite removes a log by its name. */
export function closeIdleConnections(folder: string): void {
  for (const [location, connections] of idle) {
    if (!location.startsWith(folder)) continue;
    for (const { database } of connections) database.close();
    idle.delete(location);
  }
}

class LentConnection implements SqlDatabase {
  readonly #location: string;
  readonly #connection: Connection;

  constructor(location: string, connection: Connection) {
    this.#location = location;
    this.#connection = connection;
  }

  exec(sql: string): void {
    this.#connection.database.exec(sql);
  }

  prepare(sql: string): SqlStatement {
    const { database, statements } = this.#connection;
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  }

  close(): void {
    const others = idle.get(this.#location);
    if (others === undefined) idle.set(this.#location, [this.#connection]);
    else others.push(this.#connection);
  }
}
