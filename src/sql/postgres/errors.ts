/**
 * Why a database can't be used. `driver_missing`: the package `pg` is not installed. `unreachable`: no connection.
 * `refused`: the server refuses the user, the password or the database. `foreign`: the schema belongs to another program.
 * `newer`: a newer version of this program made it. `too_old`: the server is older than PostgreSQL 14. `not_utf8`: the
 * database cannot store every text. `pooled`: a pooler is in between, and the settings of our sessions do not arrive.
 */
export type PostgresOpenReason =
  'driver_missing' | 'unreachable' | 'refused' | 'foreign' | 'newer' | 'too_old' | 'not_utf8' | 'pooled';

export class PostgresOpenError extends Error {
  override readonly name = 'PostgresOpenError';
  readonly reason: PostgresOpenReason;

  constructor(reason: PostgresOpenReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** The database can't be asked now: no connection, or too much is waiting for it. Nothing has happened. */
export class PostgresUnavailableError extends Error {
  override readonly name = 'PostgresUnavailableError';
}

/** A connection was lost after a statement was sent: whether it was carried out is not known here. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

/**
 * The server reports an error of a statement, such as a rule that it breaks. Errors of the socket never have this class,
 * although some of their codes, such as `EPIPE`, look like an SQLSTATE.
 */
export class StatementError extends Error {
  override readonly name = 'StatementError';
  /** Source: PostgreSQL documentation, appendix A. */
  readonly sqlState: string;

  constructor(message: string, sqlState: string, options?: ErrorOptions) {
    super(message, options);
    this.sqlState = sqlState;
  }
}

/** The SQLSTATE of an error of the server. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof StatementError ? error.sqlState : undefined;
}

/**
 * The server ends this session: it shuts down, crashed, or an administrator ended it (class 57P), or a transaction waited
 * too long for its next statement (25P03).
 */
export function isSessionEnd(error: StatementError): boolean {
  return error.sqlState.startsWith('57P') || error.sqlState === '25P03';
}

/** `insufficient_privilege`: the role may not do this. */
export function isDenied(error: unknown): error is Error {
  return sqlStateOf(error) === '42501';
}
