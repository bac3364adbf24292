import { PgConnection, type PgResult, type PgStatement, type PgValue } from './connection.ts';
import type { ConnectionLimits, PostgresAddress } from './database-url.ts';
import { ConnectionLostError, PostgresOpenError, PostgresUnavailableError } from './errors.ts';

interface PoolLimits {
  readonly connections: number;
  /** Statements that may wait for an answer; further ones are refused. */
  readonly waitingMaximum: number;
  readonly limits: ConnectionLimits;
}

/** What is lost later than this is not asked again: the caller has waited for long enough. */
const AGAIN_WITHIN_MS = 4_000;

/**
 * Connections for statements that stand alone. Each is opened when it is needed, and again after it was lost. Statements
 * share connections: none of them may begin a transaction.
 */
export class PgPool {
  readonly #address: PostgresAddress;
  readonly #limits: PoolLimits;
  readonly #connections: (Promise<PgConnection> | undefined)[] = [];
  #next = 0;
  #waiting = 0;

  constructor(address: PostgresAddress, limits: PoolLimits) {
    this.#address = address;
    this.#limits = limits;
  }

  /** A read. It is asked once more when the connection soon turns out to be lost. */
  async read(statement: PgStatement, values: readonly PgValue[] = []): Promise<PgResult> {
    const until = performance.now() + AGAIN_WITHIN_MS;
    try {
      return await this.query(statement, values);
    } catch (error) {
      if (!(error instanceof ConnectionLostError) || performance.now() > until) throw error;
      return this.query(statement, values);
    }
  }

  /**
   * @throws {PostgresUnavailableError} when there is no connection, or too many statements wait
   * @throws {ConnectionLostError} when it is not known whether the statement was carried out
   */
  async query(statement: PgStatement, values: readonly PgValue[] = []): Promise<PgResult> {
    if (this.#waiting >= this.#limits.waitingMaximum) {
      throw new PostgresUnavailableError('too many statements wait for the database');
    }
    this.#waiting += 1;
    try {
      return await (await this.#connection()).query(statement, values);
    } finally {
      this.#waiting -= 1;
    }
  }

  async close(): Promise<void> {
    for (const opening of this.#connections) {
      const [found] = await Promise.allSettled([opening]);
      if (found.status === 'fulfilled') await found.value?.close();
    }
  }

  async #connection(): Promise<PgConnection> {
    const index = this.#next % this.#limits.connections;
    this.#next += 1;
    const known = this.#connections[index];
    if (known !== undefined) {
      const connection = await known;
      if (connection.isOpen) return connection;
      if (this.#connections[index] !== known) return this.#connection();
    }
    const opening = openConnection(this.#address, this.#limits.limits);
    this.#connections[index] = opening;
    try {
      return await opening;
    } catch (error) {
      if (this.#connections[index] === opening) this.#connections[index] = undefined;
      throw error;
    }
  }
}

/** @throws {PostgresUnavailableError} when there is no connection now */
export async function openConnection(address: PostgresAddress, limits: ConnectionLimits): Promise<PgConnection> {
  try {
    return await PgConnection.open(address, limits);
  } catch (error) {
    if (!(error instanceof PostgresOpenError)) throw error;
    throw new PostgresUnavailableError(error.message, { cause: error });
  }
}
