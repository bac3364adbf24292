import { setTimeout as sleep } from 'node:timers/promises';
import { PgConnection, type PgRow } from '../../../sql/postgres/connection.ts';
import { isDatabaseUrl, isSchemaName, shownUrl } from '../../../sql/postgres/database-url.ts';
import type { ConnectionLimits, PostgresAddress } from '../../../sql/postgres/database-url.ts';
import { openConnection, PgPool } from '../../../sql/postgres/pool.ts';
import type { ServiceClock } from '../../clock.ts';
import { ServiceStartError } from '../../start-error.ts';
import { ChangeFeed } from '../../wallet/change-feed.ts';
import { StoreReads } from '../reads.ts';
import type { FirstHistory, KeyReplacement, OnReplaced, RestoreOptions, ServiceStore, Work } from '../service-store.ts';
import { insertState, LATEST_AT, replaceKeysIn, storedStateOf } from '../whole-state.ts';
import { PostgresBatches, type AloneWork } from './batches.ts';
import { presentOf, PRESENT_COLUMNS, type Present, DatabaseClock } from './present.ts';
import { readingThrough } from './reads.ts';
import { SERVICE_POSTGRES_SCHEMA } from './schema.ts';
import { sharedAnswerCache, sharedFaultPlans, sharedRateWindow, sharedRequestLog } from './shared-state.ts';
import { readSnapshot, writeSnapshot, beginMoment, clearTables, continueClock, FORGET_SHARED } from './snapshot.ts';
import { available, storeConnections, type StoreConnections } from './store-connections.ts';
import { DECISION, EVERYTHING, READY_WITHIN_MS, START, STATEMENT } from './store-connections.ts';
import { PostgresOpenError, sqlStateOf, StatementError } from '../../../sql/postgres/errors.ts';
import { migrate } from '../../../sql/postgres/migrate.ts';
import type { Invariant } from '../../ledger/ledger.ts';
import { audit } from '../audit.ts';
import { TABLE_NAMES } from '../schema/tables.ts';

const POOL = { connections: 4, waitingMaximum: 10_000, limits: STATEMENT };

const TIME = 'SELECT service_now($1) AS now';
const PRESENT_STATE = `SELECT ${PRESENT_COLUMNS}, (${LATEST_AT}) AS latest_at FROM service_state`;

/** The wallet's durable store on PostgreSQL: any number of instances share it. */
class PostgresStore extends StoreReads implements ServiceStore {
  readonly changes = new ChangeFeed();
  readonly #address: PostgresAddress;
  readonly #clock: DatabaseClock;
  readonly #pool: PgPool;
  readonly #connections: StoreConnections;
  readonly #batches: PostgresBatches;
  /** When each decision began that a caller waits for, by the steady clock, oldest first. */
  readonly #begun = new Map<symbol, number>();
  #present: Pick<Present, 'epoch' | 'first'> | undefined;
  #onReplaced: (first: FirstHistory) => void = () => undefined;

  constructor(address: PostgresAddress, clock: DatabaseClock) {
    const pool = new PgPool(address, POOL);
    const connections = storeConnections(pool);
    super(readingThrough(connections.read));
    this.#address = address;
    this.#clock = clock;
    this.#pool = pool;
    this.#connections = connections;
    this.#batches = new PostgresBatches({
      address,
      clock,
      changes: this.changes,
      onPresent: (present) => this.#see(present),
    });
  }

  /** What the instances share apart from the wallet. */
  shared() {
    return {
      window: () => sharedRateWindow(this.#connections, this.#clock),
      cache: sharedAnswerCache(this.#connections, this.#clock),
      plans: sharedFaultPlans(this.#connections, this.#clock, (present) => this.#see(present)),
      log: sharedRequestLog(this.#connections),
    };
  }

  watch(onReplaced: (first: FirstHistory) => void): void {
    this.#onReplaced = onReplaced;
  }

  async state() {
    const [row] = await this.#connections.read(PRESENT_STATE, [this.#clock.base()]);
    const stored = row && presentStateOf(row);
    if (stored === undefined) return undefined;
    this.#clock.synchronise(stored.present, false);
    this.#see(stored.present);
    return stored.state;
  }

  /** Takes the time from the database, before anything is stored. */
  async begin(): Promise<void> {
    const [row] = await this.#connections.read(TIME, [this.#clock.base()]);
    const now = row?.['now'];
    if (typeof now === 'number') this.#clock.synchronise({ now, clockAheadMs: this.#clock.aheadMs() }, true);
    await this.#alone((_, batch) => continueClock(batch, this.#clock.base()), START);
  }

  /** Another instance that starts at the same time may have filled it already. */
  initialise(first: FirstHistory, work: Work<void>): Promise<void> {
    return this.#alone(async (_, batch, present) => {
      if (present !== undefined) return;
      await insertState(batch.unit.ask, first, 1);
      batch.unit.beginHistory();
      await work(batch.unit.records);
    }, START);
  }

  async refill(first: FirstHistory, work: Work<void>, onReplaced: OnReplaced): Promise<void> {
    await this.#alone(async (_, batch, present) => {
      await clearTables(batch);
      await insertState(batch.unit.ask, first, (present?.epoch ?? 0) + 1);
      batch.unit.beginHistory();
      await work(batch.unit.records);
      await batch.ask(FORGET_SHARED);
    });
    await this.#announce(onReplaced);
  }

  replaceKeys(replacement: KeyReplacement): Promise<void> {
    return this.#alone((_, batch) => replaceKeysIn(batch.unit, replacement));
  }

  async #announce(onReplaced: OnReplaced): Promise<void> {
    const present = await this.state();
    if (present !== undefined) onReplaced(present);
  }

  snapshot(): Promise<ReadableStream<Uint8Array>> {
    return available(() => writeSnapshot(this.#address));
  }

  async restore(snapshot: AsyncIterable<Uint8Array>, { onReplaced, keysFor }: RestoreOptions): Promise<number> {
    const size = await readSnapshot(snapshot, (load) =>
      this.#alone(async (_, batch, present) => {
        await clearTables(batch);
        await load(batch, (present?.epoch ?? 0) + 1);
        await continueClock(batch, this.#clock.base());
        const [row] = await batch.ask(PRESENT_STATE, [this.#clock.base()]);
        const restored = row && presentStateOf(row);
        const replacement = restored && keysFor(restored.state);
        if (replacement !== undefined) await replaceKeysIn(batch.unit, replacement);
        await batch.ask(FORGET_SHARED);
      }),
    );
    await this.#announce(onReplaced);
    return size;
  }

  transaction<T>(work: Work<T>, accounts: readonly string[] | 'due'): Promise<T> {
    return this.#awaited(async () => {
      const known = accounts === 'due' ? await this.accountsDue(this.#clock.now()) : accounts;
      return available(() => this.#batches.run(known, work));
    });
  }

  moveClock<T>(work: Work<T>): Promise<T> {
    return this.#awaited(() => this.#alone((transaction) => work(transaction), DECISION));
  }

  /** Also while its database does not answer: what asks this has no patience of its own. */
  async isReady(): Promise<boolean> {
    const [oldest = Infinity] = this.#begun.values();
    if (performance.now() - oldest > READY_WITHIN_MS) return false;
    const late = sleep(READY_WITHIN_MS, false, { ref: false });
    return Promise.race([late, this.state().then((state) => state !== undefined)]);
  }

  audit() {
    return available(() => auditMoment(this.#address));
  }

  async close(): Promise<void> {
    await this.#batches.close();
    await this.#pool.close();
  }

  async #awaited<T>(decision: () => Promise<T>): Promise<T> {
    const id = Symbol();
    this.#begun.set(id, performance.now());
    try {
      return await decision();
    } finally {
      this.#begun.delete(id);
    }
  }

  #alone<T>(work: AloneWork<T>, limits: ConnectionLimits = EVERYTHING): Promise<T> {
    return available(() => this.#batches.runAlone(work, limits));
  }

  /** Everything that this instance remembers of the state follows from what it was filled with. */
  #see({ epoch, first }: Present): void {
    if (this.#present?.epoch === epoch) return;
    this.#present = { epoch, first };
    this.changes.clear();
    this.#onReplaced(first);
  }
}

/** @param base another clock than the database's, for tests @throws {ServiceStartError} when the database can't be used */
export async function openServiceDatabase(url: string, schema: string, base: ServiceClock | undefined) {
  const database = shownUrl(url);
  if (!isDatabaseUrl(url)) {
    throw new ServiceStartError('database_unreachable', `${database} is no address of a database`, {
      database,
      reason: 'no address',
    });
  }
  if (!isSchemaName(schema)) {
    throw new ServiceStartError('database_refused', `${schema} is no name of a schema`, {
      database,
      reason: 'no name of a schema',
    });
  }
  const address: PostgresAddress = { url, schema };
  try {
    const connection = await PgConnection.open(address);
    try {
      await migrate(connection, schema, SERVICE_POSTGRES_SCHEMA);
    } finally {
      await connection.close();
    }
    const clock = new DatabaseClock(base);
    const store = new PostgresStore(address, clock);
    await store.begin();
    return { store, clock };
  } catch (error) {
    const isKnown = error instanceof PostgresOpenError || error instanceof StatementError;
    if (!isKnown) throw error;
    const reason = error instanceof PostgresOpenError ? error.reason : 'failed';
    throw new ServiceStartError(`database_${reason}`, error.message, { database }, { cause: error });
  }
}

function presentStateOf(row: PgRow) {
  const present = presentOf(row);
  return present && { present, state: storedStateOf(row) };
}

/** Checks every invariant of one moment, while other instances go on. */
async function auditMoment(address: PostgresAddress): Promise<Invariant[]> {
  const connection = await openConnection(address, EVERYTHING);
  try {
    await beginMoment(connection);
    return await audit({
      all: (sql) => query(connection, sql),
      damage: () => damageIn(connection),
      isDamage,
    });
  } finally {
    await connection.close();
  }
}

/** After a query that fails, others can still be asked. */
async function query(connection: PgConnection, sql: string): Promise<readonly PgRow[]> {
  await connection.run('SAVEPOINT reading');
  try {
    return (await connection.query(sql)).rows;
  } catch (error) {
    if (isDamage(error)) await connection.run('ROLLBACK TO reading');
    throw error;
  }
}

/** Class XX: internal errors, of which damaged data is one. */
function isDamage(error: unknown): error is Error {
  return error instanceof Error && sqlStateOf(error)?.startsWith('XX') === true;
}

/** Reads every row as a whole: with data checksums, the server finds what the disk has changed. */
async function damageIn(connection: PgConnection): Promise<string[]> {
  const damage: string[] = [];
  for (const table of TABLE_NAMES) {
    try {
      await query(connection, `SELECT count(hashtext(t::text)) FROM ${table} AS t`);
    } catch (error) {
      if (!isDamage(error)) throw error;
      damage.push(`${table}: ${error.message}`);
    }
  }
  return damage;
}
