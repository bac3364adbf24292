import { AsyncLocalStorage } from 'node:async_hooks';
import { loadDriver, type SqlDatabase, type SqlValue } from '../../../src/sql/sqlite/driver.ts';
import { sharingConnections } from './shared-connections.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** Faults of the writes of one process. */
export interface DiskTraits {
  /** The probability per commit. */
  readonly faultProbability: number;
  readonly random: () => number;
  /** Every process gets lock files of its own. */
  readonly hasNoLocks: boolean;
}

interface Owner {
  readonly process: SimulatedProcess;
  readonly disk: DiskTraits;
}

const owner = new AsyncLocalStorage<Owner>();

/** Everything that `work` opens belongs to a process: it ends with it, and uncommitted changes are gone. */
export function onDiskOf<Result>(process: SimulatedProcess, disk: DiskTraits, work: () => Result): Result {
  return owner.run({ process, disk }, work);
}

/** What the simulation must know of a statement; texts recur in every life. */
interface Nature {
  readonly isExclusive: boolean;
  readonly begins: boolean;
  readonly commits: boolean;
  readonly rollsBack: boolean;
  readonly writes: boolean;
  readonly hurried: string;
}

const WRITES = /^\s*(INSERT|UPDATE|DELETE|REPLACE|WITH\b[\s\S]*\b(INSERT|UPDATE|DELETE)\b)/i;
const ENDS = /^\s*COMMIT\b|;\s*COMMIT\s*;?\s*$/i;
const EXCLUSIVE = /\bEXCLUSIVE\b/i;
/** Result codes of SQLite, https://sqlite.org/rescode.html */
const SQLITE_FULL = 13;
const SQLITE_IOERR = 10;

/**
 * Puts a failing disk, and processes that stop before or after any commit, between the program and the real SQLite on
 * real files. It replaces the driver when that is loaded, so the program does not notice.
 *
 * @returns a function that restores the real driver
 */
export async function simulateDisk(): Promise<() => void> {
  const open = sharingConnections(await loadDriver());
  const original = process.getBuiltinModule.bind(process);

  /** A function, not a class: its instances are wrappers. */
  function SimulatedDatabase(location: string): SqlDatabase {
    const owned = owner.getStore();
    const isOwnLock = owned?.disk.hasNoLocks === true && location.endsWith('.lock');
    return disturbed(open(isOwnLock ? `${location} of ${owned.process.name}` : location));
  }

  const getBuiltinModule: typeof process.getBuiltinModule = (id: string) =>
    id === 'node:sqlite' ? { DatabaseSync: SimulatedDatabase } : original(id);
  process.getBuiltinModule = getBuiltinModule;
  return () => {
    process.getBuiltinModule = original;
  };
}

/** Whatever the process of these lines opens ends with it. */
export function disturbed(database: SqlDatabase): SqlDatabase {
  const owned = owner.getStore();
  return owned === undefined ? database : new DisturbedDatabase(database, owned);
}

/** A database that ends with its process, and whose writes may fail. */
class DisturbedDatabase implements SqlDatabase {
  readonly #database: SqlDatabase;
  readonly #process: SimulatedProcess;
  readonly #disk: DiskTraits;
  #isInTransaction = false;
  #isExclusive = false;
  #isClosed = false;

  constructor(database: SqlDatabase, { process, disk }: Owner) {
    this.#database = database;
    this.#process = process;
    this.#disk = disk;
    process.onStop(() => this.#end());
  }

  exec(sql: string): void {
    this.#assertAlive();
    const { isExclusive, begins, commits, rollsBack, hurried } = natureOf(sql);
    if (isExclusive) this.#isExclusive = true;
    if (commits) {
      this.#commit(() => this.#database.exec(hurried));
      return;
    }
    this.#database.exec(hurried);
    if (begins) this.#isInTransaction = true;
    if (rollsBack) this.#isInTransaction = false;
  }

  prepare(sql: string): ReturnType<SqlDatabase['prepare']> {
    this.#assertAlive();
    const statement = this.#database.prepare(sql);
    const { writes } = natureOf(sql);
    return {
      run: (...parameters: SqlValue[]) => this.#through(writes, () => statement.run(...parameters)),
      get: (...parameters: SqlValue[]) => this.#through(writes, () => statement.get(...parameters)),
      all: (...parameters: SqlValue[]) => this.#through(writes, () => statement.all(...parameters)),
    };
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#database.close();
  }

  /** With its process. */
  #end(): void {
    if (this.#isClosed) return;
    this.#attempt('ROLLBACK');
    // The operating system releases the locks of an ended process; here the process continues.
    if (this.#isExclusive)
      this.#attempt('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_schema;');
    this.close();
  }

  #attempt(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch {
      // There was no transaction.
    }
  }

  #through<Result>(writes: boolean, run: () => Result): Result {
    this.#assertAlive();
    return writes && !this.#isInTransaction ? this.#commit(run) : run();
  }

  #assertAlive(): void {
    if (this.#process.isStopped()) this.#process.pass('before-commit');
  }

  /** A write that is durable when it returns. */
  #commit<Result>(write: () => Result): Result {
    const { random, faultProbability } = this.#disk;
    this.#process.pass('before-commit');
    if (random() < faultProbability) {
      this.#attempt('ROLLBACK');
      this.#isInTransaction = false;
      throw diskError(random() < 0.5 ? SQLITE_FULL : SQLITE_IOERR);
    }
    const result = write();
    this.#isInTransaction = false;
    this.#process.pass('after-commit');
    return result;
  }
}

const natures = new Map<string, Nature>();

function natureOf(sql: string): Nature {
  let nature = natures.get(sql);
  if (nature === undefined) {
    const isExclusive = EXCLUSIVE.test(sql);
    nature = {
      isExclusive,
      begins: /^\s*BEGIN\b/i.test(sql) && !ENDS.test(sql),
      commits: ENDS.test(sql) && !isExclusive,
      rollsBack: /\bROLLBACK\b(?!\s+TO)/i.test(sql),
      writes: WRITES.test(sql),
      // Data given to the operating system survives here, so synchronising would only take time. And no test can end a
      // write while this process waits for it.
      hurried: sql
        .replace(/synchronous\s*=\s*\w+/i, 'synchronous = OFF')
        .replace(/busy_timeout\s*=\s*\d+/i, 'busy_timeout = 0'),
    };
    natures.set(sql, nature);
  }
  return nature;
}

function diskError(errcode: number): Error {
  const errstr = errcode === SQLITE_FULL ? 'database or disk is full' : 'disk I/O error';
  return Object.assign(new Error(errstr), { code: 'ERR_SQLITE_ERROR', errcode, errstr });
}
