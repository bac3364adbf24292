import { randomBytes } from 'node:crypto';
import type { Permission } from '../contract/permission.ts';
import { movableClock, systemClock, type MovableClock, type ServiceClock } from './clock.ts';
import { createApp, type App } from './http/app.ts';
import type { FailedRequest } from './http/intake.ts';
import type { WholeState } from './http/outside.ts';
import { DEMO_ACCOUNTS } from './seed/demo-accounts.ts';
import { demoKeys, writeDemo } from './seed/write-demo.ts';
import { seededNames, type SeededNames } from './seeded-names.ts';
import { ServiceStartError } from './start-error.ts';
import type { FirstHistory, KeyReplacement, OnReplaced, ServiceStore, StoredState } from './store/service-store.ts';
import type { GroupCommitOptions } from './store/sqlite/group-commit.ts';
import { openDataFile } from './store/sqlite/open-data-file.ts';
import { LocalAnswerCache } from './http/answer-cache.ts';
import { LocalFaultPlans } from './http/fault-plans.ts';
import { SlidingRateWindow, unlimitedRateWindow } from './http/rate-window.ts';
import { LocalRequestLog } from './http/request-log.ts';
import type { SharedState } from './http/shared-state.ts';
import type { WalletTransaction } from './wallet/wallet-transaction.ts';
import type { Wallet } from './wallet/wallet.ts';
import { createOutside } from './outside.ts';

export interface ServiceSettings extends GroupCommitOptions {
  /** If omitted, everything is in memory. */
  readonly dataFile?: string | undefined;
  /** A PostgreSQL database instead of a data file, which any number of instances may share: `postgres://USER@HOST/DB`. */
  readonly database?: string | undefined;
  /** The schema in that database. Default `pix`. */
  readonly schema?: string | undefined;
  /** Determines the history, the ids and the keys. An existing data file keeps its own; the default is 42. */
  readonly seed?: number | undefined;
  /**
   * Number of payments in the history of the account `demo`; an existing data file keeps its own. Default 120, with 30
   * withdrawals.
   */
  readonly payments?: number | undefined;
  readonly withdraws?: number | undefined;
  readonly rateLimit?: boolean | undefined;
  /** Whether list answers are repeated for a minute. Default true. */
  readonly cache?: boolean | undefined;
  /** How long a balance answer is repeated. Default: not at all. */
  readonly balanceCacheSeconds?: number | undefined;
  readonly clock?: ServiceClock | undefined;
  /** The address to listen on. Loopback names are always accepted, too. */
  readonly host?: string | undefined;
  /** Allows other machines to reach it; otherwise only a loopback address is accepted. */
  readonly expose?: boolean | undefined;
  /** The certificates and the key of a service with TLS: PEM. */
  readonly tls?: string | undefined;
  /** Required from callers of the controls. Default: a new token on every start of an exposed service. */
  readonly controlToken?: string | undefined;
  /** Additional host names of the service. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins whose web pages may use it. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Called while the history of a new service is written. @param share of it that is written, from 0 to 1 */
  readonly onSeeding?: ((share: number) => void) | undefined;
  /** Called for every error behind an answer of 500. */
  readonly onError?: ((error: unknown, failed: FailedRequest) => void) | undefined;
}

export interface ServiceKey {
  readonly account: string;
  readonly name: string;
  readonly key: string;
  readonly permissions: readonly Permission[];
}

/** The whole service except its socket. */
export interface OpenService {
  readonly app: App;
  readonly seed: number;
  readonly keys: readonly ServiceKey[];
  close(): Promise<void>;
}

const DEFAULT_SEED = 42;
const DEFAULT_SCHEMA = 'pix';
const DEFAULT_PAYMENTS = 120;
const DEFAULT_WITHDRAWS = 30;

/** A store, and what depends on whether other instances share it. */
interface OpenStore {
  readonly store: ServiceStore;
  /** The time before anything is stored. */
  readonly now: () => number;
  readonly clockFrom: (stored: StoredState) => MovableClock;
  readonly sharedState: (clock: MovableClock, seed: number) => SharedState;
  /** Calls back when the state was replaced, possibly by another instance. */
  readonly watch: (onReplaced: (first: FirstHistory) => void) => void;
}

/** @throws {ServiceStartError} when the data file or the database can't be used */
export async function openService(settings: ServiceSettings): Promise<OpenService> {
  const open = await openStore(settings);
  const { store } = open;
  try {
    const keySecret = settings.expose === true ? randomBytes(32).toString('hex') : undefined;
    const first = { ...firstHistoryOf(settings), keySecret };
    const filled = (await store.state()) ?? (await fill(store, first, open.now(), settings.onSeeding));
    checkSeed(filled, settings);
    return serviceOf(open, await withSecretKeys(store, filled, keySecret), settings);
  } catch (error) {
    // An error of closing would have the same cause.
    await store.close().catch(() => undefined);
    throw error;
  }
}

async function openStore(settings: ServiceSettings): Promise<OpenStore> {
  const { database, schema = DEFAULT_SCHEMA, dataFile, clock: givenClock, commitsEach, rateLimit = true } = settings;
  if (database !== undefined) {
    const { openServiceDatabase } = await import('./store/postgres/open-database.ts');
    const { store, clock } = await openServiceDatabase({ url: database, schema, clock: givenClock, commitsEach });
    const { window, ...shared } = store.shared();
    return {
      store,
      now: () => clock.now() - clock.aheadMs(),
      clockFrom: () => clock,
      sharedState: () => ({ ...shared, window: rateLimit ? window() : unlimitedRateWindow(clock) }),
      watch: (onReplaced) => {
        store.watch(onReplaced);
      },
    };
  }
  const machineClock = givenClock ?? systemClock;
  return {
    store: await openDataFile(dataFile, settings),
    now: () => machineClock.now(),
    clockFrom: (stored) => movableClock(machineClock, stored),
    sharedState: (clock, seed) => ({
      window: rateLimit ? new SlidingRateWindow(clock) : unlimitedRateWindow(clock),
      cache: new LocalAnswerCache(clock),
      plans: new LocalFaultPlans(seed),
      log: new LocalRequestLog(),
    }),
    watch: () => undefined,
  };
}

function serviceOf(open: OpenStore, stored: StoredState, settings: ServiceSettings): OpenService {
  const { store } = open;
  const { cache = true, host: boundHost, expose: isExposed = false, tls } = settings;
  let names = namesOf(stored);
  const clock = open.clockFrom(stored);
  open.watch((first) => {
    names = namesOf({ first });
  });
  const wallet: Wallet = { store, circumstances: () => ({ ...names, at: Math.floor(clock.now()) }) };
  const ownSecret = isExposed ? stored.first.keySecret : undefined;
  const state = wholeState(open, ownSecret, (present) => {
    names = namesOf(present);
    clock.continueFrom(present);
  });
  const { controlToken, onError, balanceCacheSeconds = 0, allowedHosts = [], allowedOrigins = [] } = settings;
  const { seed } = stored.first;
  const address = {
    boundHost,
    isExposed,
    allowedHosts,
    allowedOrigins,
    scheme: tls === undefined ? 'http' : 'https',
  } as const;
  const shared = open.sharedState(clock, seed);
  const rules = { ...address, isReady: () => store.isReady(), cache, balanceCacheSeconds, controlToken, onError };
  const app = createApp({ wallet, outside: createOutside(wallet, clock), state, clock, shared, ...rules });
  return { app, seed, keys: keysOf(names), close: () => store.close() };
}

/** Snapshots and resets of the complete state. */
function wholeState({ store, now }: OpenStore, ownSecret: string | undefined, onReplaced: OnReplaced): WholeState {
  return {
    snapshot: () => store.snapshot(),
    restore: (snapshot) =>
      store.restore(snapshot, {
        onReplaced,
        keysFor: (restored) =>
          ownSecret === undefined || restored.first.keySecret === ownSecret
            ? undefined
            : secretKeys(restored, ownSecret),
      }),
    async reset() {
      const { first } = await stateOf(store);
      await store.refill(first, demo(first, now()), onReplaced);
      return first.seed;
    },
  };
}

function firstHistoryOf({ seed = DEFAULT_SEED, payments = DEFAULT_PAYMENTS, withdraws = DEFAULT_WITHDRAWS }) {
  return { seed, payments, withdrawals: withdraws };
}

async function fill(
  store: ServiceStore,
  first: FirstHistory,
  now: number,
  onProgress: ServiceSettings['onSeeding'],
): Promise<StoredState> {
  await store.initialise(first, demo(first, now, onProgress));
  return stateOf(store);
}

/** An exposed service must not use keys that follow from a seed, because anyone may know that. */
async function withSecretKeys(
  store: ServiceStore,
  stored: StoredState,
  keySecret: string | undefined,
): Promise<StoredState> {
  if (keySecret === undefined || stored.first.keySecret !== undefined) return stored;
  await store.replaceKeys(secretKeys(stored, keySecret));
  return stateOf(store);
}

/** They replace keys issued by request, too, which follow from the same seed. */
function secretKeys({ first, latestAt }: StoredState, keySecret: string): KeyReplacement {
  return { keySecret, replaced: first.keySecret, keys: demoKeys(seededNames(first.seed, keySecret), latestAt) };
}

function namesOf({ first }: Pick<StoredState, 'first'>): SeededNames {
  return seededNames(first.seed, first.keySecret);
}

function demo(
  first: FirstHistory,
  now: number,
  onProgress?: ServiceSettings['onSeeding'],
): (transaction: WalletTransaction) => Promise<void> {
  return (transaction) =>
    writeDemo(transaction, seededNames(first.seed, first.keySecret), { ...first, now, onProgress });
}

async function stateOf(store: ServiceStore): Promise<StoredState> {
  const state = await store.state();
  if (state === undefined) throw new Error('the store is empty');
  return state;
}

/** @throws {ServiceStartError} `seed_differs` */
function checkSeed({ first }: StoredState, { seed, dataFile = '' }: ServiceSettings): void {
  const storedSeed = first.seed;
  if (seed === undefined || seed === storedSeed) return;
  const facts = { dataFile, storedSeed, requestedSeed: seed };
  throw new ServiceStartError('seed_differs', `${dataFile} was made with seed ${storedSeed}, not ${seed}`, facts);
}

function keysOf(names: SeededNames): ServiceKey[] {
  return DEMO_ACCOUNTS.flatMap(({ id, keys }) =>
    keys.map(({ name, permissions }) => ({ account: id, name, key: names.apiKey(id, name), permissions })),
  );
}
