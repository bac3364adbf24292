export type ServiceStartCode =
  | 'port_in_use'
  | 'address_unavailable'
  | 'not_exposed'
  | 'data_file_locked'
  | 'data_file_newer'
  | 'data_file_foreign'
  | 'data_file_unreadable'
  | 'data_file_damaged'
  | 'seed_differs'
  | 'world_invalid'
  | 'world_differs'
  | 'database_driver_missing'
  | 'database_unreachable'
  | 'database_refused'
  | 'database_failed'
  | 'database_pooled'
  | 'database_foreign'
  | 'database_newer'
  | 'database_too_old'
  | 'database_not_utf8';

/**
 * Why the service could not start. Facts depend on the code: `host` and `port` of an address, `dataFile` of a data
 * file, and both seeds when they differ.
 */
export class ServiceStartError extends Error {
  override readonly name = 'ServiceStartError';
  readonly code: ServiceStartCode;
  declare readonly host?: string;
  declare readonly port?: number;
  declare readonly dataFile?: string;
  /** The first problem found, in SQLite's words. */
  declare readonly damage?: string;
  /** The address of a database, without its password. */
  declare readonly database?: string;
  declare readonly storedSeed?: number;
  declare readonly requestedSeed?: number;
  /** The part of a world that cannot be, and why; or why a database cannot be used. */
  declare readonly path?: string;
  declare readonly reason?: string;

  constructor(
    code: ServiceStartCode,
    message: string,
    facts: Omit<ServiceStartError, keyof Error | 'code'>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    Object.assign(this, facts);
  }
}
