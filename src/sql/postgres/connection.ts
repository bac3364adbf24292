import type { Client } from 'pg';
import { isNotInstalled } from '../../files/system-error.ts';
import { clientConfigOf, shownUrl, type ConnectionLimits, type PostgresAddress } from './database-url.ts';
import { ConnectionLostError, isSessionEnd, PostgresOpenError, sqlStateOf, StatementError } from './errors.ts';

type PgCell = null | number | bigint | string | boolean | Uint8Array;
export type PgValue = PgCell | readonly PgCell[];

/** How long ending a connection in good order may take. */
const CLOSE_MS = 1_000;

/** A row as the driver returns it. */
export type PgRow = Readonly<Record<string, unknown>>;

/** A statement that each connection prepares once. */
export interface PgStatement {
  readonly name: string;
  readonly text: string;
}

export interface PgResult {
  readonly rows: readonly PgRow[];
  /** The command that was carried out: `ROLLBACK` is the answer to a COMMIT that failed. */
  readonly command: string;
  readonly changed: number;
}

/** PostgreSQL stores every character but this one. */
export function isStorable(value: PgValue): boolean {
  return typeof value !== 'string' || !value.includes('\0');
}

/** The text in a column of the first row; undefined when there is no row, or no text in it. */
export function textIn({ rows: [row] }: Pick<PgResult, 'rows'>, column: string): string | undefined {
  const value = row?.[column];
  return typeof value === 'string' ? value : undefined;
}

/** One connection. Statements are sent at once, and answered in order: several wait for one round trip together. */
export class PgConnection {
  readonly #client: Client;
  readonly #answerMs: number | undefined;
  readonly #ofServer: (error: unknown) => StatementError | undefined;
  #isOpen = true;
  #unanswered = 0;
  #silence: NodeJS.Timeout | undefined;

  /** @param ofServer what the server reports in an error of the driver */
  private constructor(
    client: Client,
    answerMs: number | undefined,
    ofServer: (error: unknown) => StatementError | undefined,
  ) {
    this.#client = client;
    this.#answerMs = answerMs;
    this.#ofServer = ofServer;
    const lost = () => {
      this.#isOpen = false;
    };
    client.on('error', lost);
    client.on('end', lost);
  }

  /** @throws {PostgresOpenError} `driver_missing`, `unreachable` or `refused` */
  static async open(address: PostgresAddress, limits?: ConnectionLimits): Promise<PgConnection> {
    const { Client, DatabaseError, types } = await loadDriver();
    const ofServer = (error: unknown) =>
      error instanceof DatabaseError && error.code !== undefined
        ? new StatementError(error.message, error.code, { cause: error })
        : undefined;
    const config = clientConfigOf(address, limits);
    try {
      // Reads the certificates that the address names.
      const client = new Client({
        ...config,
        types: {
          getTypeParser(type, format): unknown {
            return type === types.builtins.INT8 || type === types.builtins.NUMERIC
              ? wholeNumberOf
              : types.getTypeParser(type, format);
          },
        },
      });
      await client.connect();
      return new PgConnection(client, limits?.answerMs, ofServer);
    } catch (error) {
      throw openErrorOf(ofServer(error) ?? error, address);
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** @throws {ConnectionLostError} when the connection ends before the answer; {StatementError} */
  async query(statement: string | PgStatement, values: readonly PgValue[] = []): Promise<PgResult> {
    const config = typeof statement === 'string' ? { text: statement } : { ...statement };
    this.#unanswered += 1;
    if (this.#unanswered === 1) this.#listen();
    try {
      const { rows, command, rowCount } = await this.#client.query<Record<string, unknown>>({
        ...config,
        values: [...values],
      });
      return { rows, command, changed: rowCount ?? 0 };
    } catch (error) {
      const failure = this.#ofServer(error);
      if (failure !== undefined && !isSessionEnd(failure)) throw failure;
      this.#isOpen = false;
      throw new ConnectionLostError('the connection to the database was lost', { cause: error });
    } finally {
      this.#unanswered -= 1;
      this.#listen();
    }
  }

  /** Answers come in the order of the statements: each gives the next one its time. A frozen server gives none. */
  #listen(): void {
    clearTimeout(this.#silence);
    if (this.#answerMs === undefined || this.#unanswered === 0) return;
    this.#silence = setTimeout(() => {
      this.#client.connection.stream.destroy(new Error('the database did not answer in time'));
    }, this.#answerMs);
  }

  /** Several statements without parameters. */
  async run(sql: string): Promise<void> {
    await this.query(sql);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    // A connection that is lost, or whose server does not answer, can't be ended in good order.
    const impatience = setTimeout(() => this.#client.connection.stream.destroy(), CLOSE_MS);
    await this.#client.end().catch(() => undefined);
    clearTimeout(impatience);
  }
}

/** @throws {RangeError} for a number that JavaScript can't represent exactly */
function wholeNumberOf(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`the database holds a number that is too large: ${text}`);
  return number;
}

async function loadDriver() {
  try {
    const { default: driver } = await import('pg');
    return driver;
  } catch (error) {
    if (!isNotInstalled(error)) throw error;
    throw new PostgresOpenError('driver_missing', 'the package pg is not installed', { cause: error });
  }
}

/** A server knows this parameter. */
const POOLER = /unsupported startup parameter/;

/** Classes 28 (authorization) and 3D (no such database). The server's message contains no password. */
export function openErrorOf(cause: unknown, { url }: PostgresAddress): PostgresOpenError {
  const isRefused = /^(28|3D)/.test(sqlStateOf(cause) ?? '');
  const message = cause instanceof Error ? cause.message : String(cause);
  const failed = POOLER.test(message) ? 'pooled' : 'unreachable';
  return new PostgresOpenError(isRefused ? 'refused' : failed, `${shownUrl(url)}: ${message}`, { cause });
}
