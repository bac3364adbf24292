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
  | 'database_foreign'
  | 'database_newer'
  | 'database_too_old';

interface ServiceStartFacts {
  readonly host?: string;
  readonly port?: number;
  readonly dataFile?: string;
  readonly damage?: string;
  readonly database?: string;
  readonly storedSeed?: number;
  readonly requestedSeed?: number;
  readonly path?: string;
  readonly reason?: string;
}

/**
 * Why the service could not start. Facts depend on the code: `host` and `port` of an address, `dataFile` of a data
 * file, and both seeds when they differ.
 */
export class ServiceStartError extends Error {
  override readonly name = 'ServiceStartError';
  readonly code: ServiceStartCode;
  readonly host: string | undefined;
  readonly port: number | undefined;
  readonly dataFile: string | undefined;
  /** The first problem found, in SQLite's words. */
  readonly damage: string | undefined;
  /** The address of a database, without its password. */
  readonly database: string | undefined;
  readonly storedSeed: number | undefined;
  readonly requestedSeed: number | undefined;
  /** The part of a world that cannot be, and why. */
  readonly path: string | undefined;
  readonly reason: string | undefined;

  constructor(code: ServiceStartCode, message: string, facts: ServiceStartFacts, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.host = facts.host;
    this.port = facts.port;
    this.dataFile = facts.dataFile;
    this.damage = facts.damage;
    this.database = facts.database;
    this.storedSeed = facts.storedSeed;
    this.requestedSeed = facts.requestedSeed;
    this.path = facts.path;
    this.reason = facts.reason;
  }
}
