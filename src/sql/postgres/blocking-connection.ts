import { randomUUID } from 'node:crypto';
import { BlockingThread, type BlockingResult, type BlockingStatement, type BlockingValue } from './blocking-thread.ts';
import { prepared } from './prepared.ts';
import { recordedTransaction, type CommitOutcome, type RecordedTransaction } from './commit-outcome.ts';
import { openErrorOf } from './connection.ts';
import { clientConfigOf, type ConnectionLimits, type PostgresAddress } from './database-url.ts';
import { ConnectionLostError, isSessionEnd, PostgresOpenError, StatementError } from './errors.ts';

type Row = Readonly<Record<string, unknown>>;
type Answered = Extract<BlockingResult, { readonly rows: unknown }>;
type FailedStatement = Exclude<BlockingResult, Answered>;
type Value = BlockingValue | Uint8Array;

/** When the database showed a time: between two moments of this machine. */
export interface TimeShown {
  readonly databaseMs: number;
  readonly askedAt: Moment;
}

/** By a steady clock, and by the time of day, which goes on while a machine sleeps. */
export interface Moment {
  readonly steadyMs: number;
  readonly epochMs: number;
}

export interface BlockingSettings {
  /** SQL of the number of an advisory lock that every transaction takes: one writer at a time. */
  readonly lock: string;
  /** SQL of the time, in milliseconds since the epoch. */
  readonly now: string;
}

/** A session whose machine is frozen in the middle of a transaction ends before others give up waiting for its locks. */
export const WRITER_LIMITS: ConnectionLimits = { connectMs: 10_000, lockMs: 20_000, idleMs: 10_000, answerMs: 30_000 };
/** With the start of the thread, which takes long on a busy machine. */
const CONNECT_TIMEOUT_MS = 30_000;
/** How long a lost COMMIT is asked about. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 100;
/** Statements end before this thread stops waiting, so that the database reports it. */
const SESSION = '-c statement_timeout=25s -c synchronous_commit=on -c client_min_messages=warning';

/**
 * A connection whose statements are answered when their functions return, as those of `node:sqlite` are: `SqlDatabase`
 * of `src/sql/sqlite/driver.ts` describes it, too. Parameters are `?`.
 *
 * After a loss, the next statement outside a transaction connects again. `BEGIN IMMEDIATE` takes the lock, and a COMMIT
 * that was not answered is looked up, in a table that `COMMIT_RECORDS` creates.
 */
export class BlockingConnection {
  readonly #address: PostgresAddress;
  readonly #settings: BlockingSettings;
  #thread: BlockingThread | undefined;
  #isOpen = false;
  #isClosed = false;
  /** In the table `commit_records`. */
  readonly #id = randomUUID();
  #transaction: RecordedTransaction | undefined;
  #shown: TimeShown | undefined;

  /** @throws {PostgresOpenError} `driver_missing`, `unreachable` or `refused` */
  constructor(address: PostgresAddress, settings: BlockingSettings) {
    this.#address = address;
    this.#settings = settings;
    this.#connect();
  }

  /** Whether the last statement found the connection intact. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The newest time that the database has shown; it is asked for the first. */
  get timeShown(): TimeShown {
    return this.#shown ?? this.askTime();
  }

  /** @throws {ConnectionLostError} */
  askTime(): TimeShown {
    const askedAt = moment();
    this.#showTime(this.#one(prepared(`SELECT ${this.#settings.now} AS now`)), askedAt);
    return this.#shown as TimeShown;
  }

  /** @throws {ConnectionLostError} when it is not known whether it was carried out; {StatementError} */
  exec(sql: string): void {
    switch (sql) {
      case 'BEGIN IMMEDIATE':
        this.#begin();
        return;
      case 'COMMIT':
        this.#commit();
        return;
      case 'ROLLBACK':
        this.#rollBack();
        return;
      default:
        this.#one({ text: sql });
    }
  }

  prepare(sql: string) {
    const isRead = /^\s*SELECT\b/i.test(sql);
    const named = prepared(numbered(sql));
    const ask = (values: readonly Value[]) => {
      const statement = { ...named, values: values.map(plain) };
      if (this.#transaction !== undefined) return this.#one(statement);
      return isRead ? this.#read(statement) : this.#alone(statement);
    };
    return {
      run: (...values: Value[]) => ({ changes: ask(values).changed, lastInsertRowid: 0 }),
      get: (...values: Value[]): Row | undefined => ask(values).rows[0],
      all: (...values: Value[]): Row[] => [...ask(values).rows],
    };
  }

  /** The same statement many times, in one round trip. Within a transaction only. */
  runMany(sql: string, rows: readonly (readonly Value[])[]): void {
    const statement = prepared(numbered(sql));
    this.#ask(rows.map((values) => ({ ...statement, values: values.map(plain) })));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      if (this.#isOpen) this.#thread?.ask({ type: 'close' }, PATIENCE_MS);
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) throw error;
    } finally {
      this.#thread?.end();
    }
  }

  /** A connection that was lost in between shows now: nothing has begun, so another one is as good. */
  #begin(): void {
    try {
      this.#beginOnce();
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) throw error;
      this.#beginOnce();
    }
  }

  #beginOnce(): void {
    this.#reconnect();
    const askedAt = moment();
    const { lock: writerLock, now } = this.#settings;
    const session = 'pg_backend_pid() AS backend, pg_current_xact_id()::text AS id';
    const lock = `SELECT ${session}, ${now} AS now FROM pg_advisory_xact_lock(${writerLock})`;
    const begun = [{ text: 'BEGIN' }, prepared(lock)];
    try {
      const [, found] = this.#ask(begun);
      const { backend, id } = found?.rows[0] ?? {};
      this.#transaction = recordedTransaction(Number(backend), String(id));
      this.#showTime(found, askedAt);
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #read(statement: BlockingStatement): Answered {
    try {
      return this.#one(statement);
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) throw error;
      return this.#one(statement);
    }
  }

  /** One statement as a transaction of its own, with the lock. */
  #alone(statement: BlockingStatement): Answered {
    this.#begin();
    try {
      const answer = this.#one(statement);
      this.#commit();
      return answer;
    } catch (error) {
      if (this.#transaction !== undefined) this.#rollBack();
      throw error;
    }
  }

  #commit(): void {
    const transaction = this.#transaction;
    try {
      const record = transaction === undefined ? [] : [withName(transaction.recordOf(this.#id))];
      const command = this.#ask([...record, { text: 'COMMIT' }]).at(-1)?.command;
      if (command === 'ROLLBACK') throw new StatementError('the transaction had failed', '25P02');
    } catch (error) {
      if (!(error instanceof ConnectionLostError) || transaction === undefined) throw error;
      this.#transaction = undefined;
      if (this.#outcomeOf(transaction) !== 'committed') throw error;
    } finally {
      this.#transaction = undefined;
    }
  }

  #rollBack(): void {
    this.#transaction = undefined;
    if (this.#isOpen) this.#one({ text: 'ROLLBACK' });
  }

  /**
   * Asks the server what became of it, until that is decided: a server that has just lost a client may still be at work
   * on it, and a server that restarts can't be reached for a while.
   *
   * @returns undefined when it is not known in time
   */
  #outcomeOf({ endSession, isCommitted }: RecordedTransaction): CommitOutcome | undefined {
    const until = performance.now() + PATIENCE_MS;
    do {
      try {
        this.#reconnect();
        if (this.#one(withName(endSession)).rows.length === 0) {
          return this.#one(withName(isCommitted)).rows.length > 0 ? 'committed' : 'aborted';
        }
      } catch (error) {
        if (!(error instanceof ConnectionLostError)) throw error;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    } while (performance.now() < until);
    return undefined;
  }

  #one(statement: BlockingStatement): Answered {
    if (this.#transaction === undefined) this.#reconnect();
    const [answer] = this.#ask([statement]);
    if (answer === undefined) throw new TypeError('a statement has an answer');
    return answer;
  }

  #ask(statements: readonly BlockingStatement[], timeoutMs = WRITER_LIMITS.answerMs): Answered[] {
    if (!this.#isOpen || this.#thread === undefined)
      throw new ConnectionLostError('the connection to the database was lost');
    let results: readonly BlockingResult[];
    try {
      results = this.#thread.ask({ type: 'query', statements }, timeoutMs);
    } catch (error) {
      this.#isOpen = false;
      throw error;
    }
    // After a failure the others only say that there was one.
    const failed = results.find((result) => 'error' in result);
    if (failed !== undefined) throw this.#failure(failed);
    return results.filter((result) => 'rows' in result);
  }

  #failure(failed: FailedStatement): Error {
    const failure = errorOf(failed);
    if (failure instanceof StatementError && !isSessionEnd(failure)) return failure;
    this.#isOpen = false;
    return new ConnectionLostError('the connection to the database was lost', { cause: failure });
  }

  /** @throws {ConnectionLostError} */
  #reconnect(): void {
    if (this.#isOpen) return;
    if (this.#isClosed) throw new ConnectionLostError('the connection to the database was closed');
    try {
      this.#connect();
    } catch (error) {
      if (!(error instanceof PostgresOpenError)) throw error;
      throw new ConnectionLostError('the database cannot be reached', { cause: error });
    }
  }

  #connect(): void {
    this.#thread?.end();
    this.#thread = new BlockingThread();
    const config = clientConfigOf(this.#address, WRITER_LIMITS);
    const options = `${config.options ?? ''} ${SESSION}`;
    const [result] = this.#thread.ask({ type: 'open', config: { ...config, options } }, CONNECT_TIMEOUT_MS);
    if (result !== undefined && 'error' in result) {
      this.#thread.end();
      throw openErrorOf(errorOf(result), this.#address);
    }
    this.#isOpen = true;
  }

  #showTime(answer: Answered | undefined, askedAt: Moment): void {
    const databaseMs = answer?.rows[0]?.['now'];
    if (typeof databaseMs !== 'number') throw new TypeError('the database shows no time');
    this.#shown = { databaseMs, askedAt };
  }
}

function withName(statement: BlockingStatement): BlockingStatement {
  return { ...statement, name: prepared(statement.text).name };
}

/** Changes the `?` of a statement into `$1`, `$2` and so on. Those in quotes are text. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll(/'(?:[^']|'')*'|"[^"]*"|\?/g, (found) => {
    if (found !== '?') return found;
    count += 1;
    return `$${count}`;
  });
}

function errorOf({ error, sqlState }: FailedStatement): Error {
  return sqlState === undefined ? new Error(error) : new StatementError(error, sqlState);
}

export function moment(): Moment {
  return { steadyMs: performance.now(), epochMs: Date.now() };
}

/** A text of a service may contain U+0000, which PostgreSQL refuses. What has left must be written down nevertheless. */
function plain(value: Value): BlockingValue {
  if (value instanceof Uint8Array) throw new TypeError('bytes are not stored here');
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}
