import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { damageIn, isDamage, isDiskFailure, isDiskFull, isMalformed } from '../../../sql/sqlite/damage.ts';
import { DatabaseOpenError, type SqlDatabase, type SqlRow, type SqlValue } from '../../../sql/sqlite/driver.ts';
import { openDatabase } from '../../../sql/sqlite/open.ts';
import type { Invariant } from '../../ledger/ledger.ts';
import { ServiceStartError } from '../../start-error.ts';
import { StoreReads } from '../reads.ts';
import { ChangeFeed } from '../../wallet/change-feed.ts';
import { StoreUnavailable } from '../../wallet/refusal.ts';
import { audit, VIOLATIONS_SHOWN, type AuditedState } from '../audit.ts';
import type { FirstHistory, KeyReplacement, OnReplaced, RestoreOptions, ServiceStore, Work } from '../service-store.ts';
import { snapshotStream, withNewFile, insertState, replaceKeysIn, STATE, storedStateOf } from '../whole-state.ts';
import { GroupCommit } from './group-commit.ts';
import { SERVICE_SCHEMA } from '../schema/tables.ts';
import { readSnapshot, replaceRows } from './snapshot.ts';
import type { Read, Reading } from '../statement.ts';

/** The wallet's durable store, in an open database. */
export class SqliteStore extends StoreReads implements ServiceStore {
  readonly changes: ChangeFeed;
  readonly #commits: GroupCommit;
  readonly #database: SqlDatabase;
  #isClosed = false;

  constructor(database: SqlDatabase) {
    const changes = new ChangeFeed();
    const commits = new GroupCommit(database, (moved) => changes.announce(moved));
    super(readingBetween(commits));
    this.changes = changes;
    this.#commits = commits;
    this.#database = database;
  }

  state() {
    return Promise.resolve(this.#state());
  }

  #state() {
    const [row] = this.#commits.statements.all(STATE);
    return row && storedStateOf(row);
  }

  initialise(first: FirstHistory, work: Work<void>): Promise<void> {
    return this.#commits.run(
      async (unit) => {
        await insertState(unit.ask, first, 1);
        unit.beginHistory();
        await work(unit.records);
      },
      { isAlone: true },
    );
  }

  refill(first: FirstHistory, work: Work<void>, onReplaced: OnReplaced): Promise<void> {
    return withRoom(() =>
      withNewFile(async (file) => {
        const database = await openDatabase(file, SERVICE_SCHEMA);
        // Only its rows are used, and only when it is complete: a crash may damage it.
        database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;');
        const fresh = new SqliteStore(database);
        await fresh.initialise(first, work).finally(() => fresh.close());
        await this.#replaceBy(file, onReplaced);
      }),
    );
  }

  replaceKeys(replacement: KeyReplacement): Promise<void> {
    return this.#commits.run((unit) => replaceKeysIn(unit, replacement), { isAlone: true });
  }

  snapshot(): Promise<ReadableStream<Uint8Array>> {
    return withRoom(() => snapshotStream((file) => this.#copyInto(file)));
  }

  restore(snapshot: AsyncIterable<Uint8Array>, { onReplaced, keysFor }: RestoreOptions): Promise<number> {
    return withRoom(() =>
      withNewFile(async (file) => {
        const { size, database } = await readSnapshot(file, snapshot, this.#database);
        const restored = new SqliteStore(database);
        try {
          const state = await restored.state();
          const replacement = state && keysFor(state);
          if (replacement !== undefined) await restored.replaceKeys(replacement);
        } finally {
          await restored.close();
        }
        await this.#replaceBy(file, onReplaced);
        return size;
      }),
    );
  }

  transaction<T>(work: Work<T>): Promise<T> {
    return withRoom(() => this.#commits.run((unit) => work(unit.records)));
  }

  moveClock<T>(work: Work<T>): Promise<T> {
    return withRoom(() => this.#commits.run((unit) => work(unit.records), { isAlone: true }));
  }

  /** Each query sees one moment. There is one connection: other work goes on between two of them. */
  audit(): Promise<Invariant[]> {
    return audit(
      auditedState(async (sql) => {
        await nextTurn();
        await this.#commits.settled();
        return this.#database.prepare(sql).all();
      }),
    );
  }

  async isReady(): Promise<boolean> {
    return (await this.state()) !== undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    try {
      await this.#commits.run(() => Promise.resolve());
    } finally {
      this.#database.close();
    }
  }

  /** Copies all committed data into a new, compact file. */
  async #copyInto(file: string): Promise<void> {
    await this.#commits.settled();
    this.#database.prepare('VACUUM INTO ?').run(file);
  }

  /** In one turn: what runs later has the clock and the names of the new state. */
  async #replaceBy(file: string, onReplaced: OnReplaced): Promise<void> {
    await this.#commits.settled();
    if (this.#isClosed) throw new StoreUnavailable('the service stops');
    this.changes.clear();
    replaceRows(this.#database, file);
    const present = this.#state();
    if (present !== undefined) onReplaced(present);
  }
}

/** @throws {ServiceStartError} when the data file can't be used */
export async function openDataFile(dataFile: string | undefined): Promise<ServiceStore> {
  if (dataFile === undefined) return new SqliteStore(await openDatabase(undefined, SERVICE_SCHEMA));
  let damage: string | undefined;
  try {
    const database = await openDatabase(dataFile, SERVICE_SCHEMA, async (found) => {
      if (statSync(dataFile).size > CHECKED_BYTES) return;
      // On a damaged file, requests would fail one by one, or compute with missing data.
      [damage] = await damageIn((sql) => found.prepare(sql).all(), 1);
      if (damage !== undefined) throw new DatabaseOpenError('unreadable', damage);
    });
    return new SqliteStore(database);
  } catch (error) {
    if (!(error instanceof DatabaseOpenError) || isDiskFailure(error)) throw error;
    if (damage !== undefined) throw damaged(dataFile, damage, error);
    if (isMalformed(error.cause)) throw damaged(dataFile, error.cause.message, error);
    throw new ServiceStartError(`data_file_${error.reason}`, error.message, { dataFile }, { cause: error });
  }
}

/** A larger file is checked by `verify`: a start takes the same time whatever the file contains. */
const CHECKED_BYTES = 16 * 1024 * 1024;

function damaged(dataFile: string, damage: string, cause: unknown): ServiceStartError {
  return new ServiceStartError(
    'data_file_damaged',
    `${dataFile} is damaged: ${damage}`,
    { dataFile, damage },
    { cause },
  );
}

/** Runs work that writes. @throws {StoreUnavailable} when the disk has no room for it: then nothing was done */
async function withRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDiskFull(error)) throw new StoreUnavailable('the disk is full', { cause: error });
    throw error;
  }
}

/** Reads several queries in one turn, between two groups: they see one moment. */
function readingBetween(commits: GroupCommit): Read {
  return async <Part extends string>(reading: Reading<Part>, values: readonly SqlValue[]) => {
    await commits.settled();
    const rows = Object.entries<string>(reading).map(([part, text]): [string, SqlRow[]] => {
      const used = values.slice(0, parametersOf(text));
      return [part, commits.statements.all(text, used)];
    });
    return Object.fromEntries(rows) as Record<Part, SqlRow[]>;
  };
}

const PARAMETERS = new Map<string, number>();

/** The highest number of a parameter. */
function parametersOf(text: string): number {
  const known = PARAMETERS.get(text);
  if (known !== undefined) return known;
  const number = Math.max(0, ...[...text.matchAll(/\$(\d)/g)].map(([, digit]) => Number(digit)));
  PARAMETERS.set(text, number);
  return number;
}

/** @param all answers a query about the state */
export function auditedState(all: (sql: string) => Promise<readonly SqlRow[]>): AuditedState {
  return { all, isDamage, damage: () => damageIn(all, VIOLATIONS_SHOWN) };
}
