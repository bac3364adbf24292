import type { Permission } from '../contract/permission.ts';
import type { SqlDatabase } from '../sqlite/driver.ts';
import { DatabaseOpenError, type DatabaseOpenReason } from '../sqlite/open-error.ts';
import { openDatabase } from '../sqlite/open.ts';
import { movableClock, systemClock, type ServiceClock } from './clock.ts';
import { createApp, type App } from './http/app.ts';
import { DEMO_ACCOUNTS } from './seed/demo-accounts.ts';
import { writeDemo } from './seed/write-demo.ts';
import { seededNames, type SeededNames } from './seeded-names.ts';
import { ServiceStartError, type ServiceStartCode } from './start-error.ts';
import type { GroupCommitOptions } from './store/group-commit.ts';
import { SERVICE_SCHEMA } from './store/schema.ts';
import { sqliteStore, type FirstHistory, type SqliteStore, type StoredState } from './store/sqlite-store.ts';
import type { Wallet } from './wallet/wallet.ts';
import { wholeState } from './whole-state.ts';
import { createWorld } from './world.ts';

export interface ServiceSettings extends GroupCommitOptions {
  /** Everything lives in memory without one. */
  readonly dataFile?: string | undefined;
  /** Of the history, the ids and the keys. An existing data file keeps its own; without either it is 42. */
  readonly seed?: number | undefined;
  /** How much history the account `demo` gets; an existing data file has its own. By default 120 and 30. */
  readonly payments?: number | undefined;
  readonly withdraws?: number | undefined;
  readonly rateLimit?: boolean | undefined;
  /** Whether list answers are repeated for a minute, as they are by default. */
  readonly cache?: boolean | undefined;
  /** How long a balance answer is repeated: by default not at all. */
  readonly balanceCacheSeconds?: number | undefined;
  readonly clock?: ServiceClock | undefined;
  /** The address by which the service is reached, beside those of this machine. */
  readonly host?: string | undefined;
  /** Lets other machines reach it: without this, it is served on a loopback address only. */
  readonly expose?: boolean | undefined;
  /** Wanted of whoever pulls a lever. By default a new one on every start that exposes the service. */
  readonly leverToken?: string | undefined;
  /** Told of every failure behind an answer of 500. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface ServiceKey {
  readonly account: string;
  readonly name: string;
  readonly key: string;
  readonly permissions: readonly Permission[];
}

/** The whole service but for its socket. */
export interface OpenService {
  readonly app: App;
  readonly seed: number;
  readonly keys: readonly ServiceKey[];
  close(): Promise<void>;
}

const DEFAULT_SEED = 42;
const DEFAULT_PAYMENTS = 120;
const DEFAULT_WITHDRAWS = 30;

/** @throws {ServiceStartError} when the data file can't be used */
export async function openService(settings: ServiceSettings): Promise<OpenService> {
  const database = await openDataFile(settings.dataFile);
  try {
    const store = sqliteStore(database, settings);
    const machineClock = settings.clock ?? systemClock;
    if (store.state() === undefined) await fill(store, firstHistoryOf(settings), machineClock.now());
    checkSeed(store, settings);

    let names = namesOf(store);
    const clock = movableClock(machineClock, stateOf(store));
    const wallet: Wallet = { store, circumstances: () => ({ ...names, at: Math.floor(clock.now()) }) };
    const state = wholeState({
      store,
      fill: (fresh) => fill(fresh, stateOf(store).first, machineClock.now()),
      onReplaced() {
        names = namesOf(store);
        clock.continueFrom(stateOf(store));
      },
    });
    const world = createWorld(wallet, clock);
    const { rateLimit = true, cache = true, host: boundHost, expose: isExposed = false } = settings;
    const { leverToken, onError, balanceCacheSeconds = 0 } = settings;
    const { seed } = stateOf(store).first;
    return {
      app: createApp({
        wallet,
        world,
        state,
        clock,
        seed,
        rateLimit,
        cache,
        balanceCacheSeconds,
        boundHost,
        isExposed,
        leverToken,
        onError,
      }),
      seed,
      keys: keysOf(names),
      close: () => store.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function firstHistoryOf({ seed = DEFAULT_SEED, payments = DEFAULT_PAYMENTS, withdraws = DEFAULT_WITHDRAWS }) {
  return { seed, payments, withdrawals: withdraws };
}

/** @returns the seed */
async function fill(store: SqliteStore, history: FirstHistory, now: number): Promise<number> {
  const names = seededNames(history.seed);
  await store.initialise(history, (transaction) => writeDemo(transaction, names, { ...history, now }));
  return history.seed;
}

function stateOf(store: SqliteStore): StoredState {
  const state = store.state();
  if (state === undefined) throw new Error('the store is empty');
  return state;
}

function namesOf(store: SqliteStore): SeededNames {
  return seededNames(stateOf(store).first.seed);
}

/** @throws {ServiceStartError} `seed_differs` */
function checkSeed(store: SqliteStore, { seed, dataFile = '' }: ServiceSettings): void {
  const storedSeed = stateOf(store).first.seed;
  if (seed === undefined || seed === storedSeed) return;
  const facts = { dataFile, storedSeed, requestedSeed: seed };
  throw new ServiceStartError('seed_differs', `${dataFile} was made with seed ${storedSeed}, not ${seed}`, facts);
}

function keysOf(names: SeededNames): ServiceKey[] {
  return DEMO_ACCOUNTS.flatMap(({ id, keys }) =>
    keys.map(({ name, permissions }) => ({ account: id, name, key: names.apiKey(id, name), permissions })),
  );
}

const DATA_FILE_CODES = {
  locked: 'data_file_locked',
  newer: 'data_file_newer',
  foreign: 'data_file_foreign',
  unreadable: 'data_file_unreadable',
} as const satisfies Record<DatabaseOpenReason, ServiceStartCode>;

async function openDataFile(dataFile: string | undefined): Promise<SqlDatabase> {
  try {
    return await openDatabase(dataFile, SERVICE_SCHEMA);
  } catch (error) {
    if (dataFile === undefined || !(error instanceof DatabaseOpenError)) throw error;
    throw new ServiceStartError(DATA_FILE_CODES[error.reason], error.message, { dataFile }, { cause: error });
  }
}
