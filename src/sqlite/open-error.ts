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
