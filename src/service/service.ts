import { hash, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Permission } from '../contract/operation.ts';
import type { World } from '../contract/world.ts';
import { movableClock, systemClock, type MovableClock } from './clock.ts';
import { createApp, type App } from './http/app.ts';
import type { WholeState } from './http/controls.ts';
import { planWorld, readWorld, worldKey, WorldError } from './seed/plan-world.ts';
import { demoKeys, writeDemo } from './seed/write-demo.ts';
import { transfersOf } from './seed/world-ledger.ts';
import { writeWorld } from './seed/write-world.ts';
import { seededNames, type SeededNames } from './seeded-names.ts';
import { ServiceStartError } from './start-error.ts';
import type {
  FirstHistory,
  KeyReplacement,
  OnReplaced,
  ServiceStore,
  StoredState,
  Work,
} from './store/service-store.ts';
import { openDataFile } from './store/sqlite/sqlite-store.ts';
import { LocalAnswerCache, LocalRequestLog } from './http/local-state.ts';
import { LocalFaultPlans } from './http/fault-plans.ts';
import { SlidingRateWindow, unlimitedRateWindow } from './http/rate-window.ts';
import type { RequestLog, SharedState } from './http/shared-state.ts';
import { digestOfKey, type ApiKey } from './wallet/account.ts';
import { Refusal } from './wallet/refusal.ts';
import type { Wallet } from './wallet/wallet.ts';
import { createOutside } from './outside.ts';
import type { ServiceSettings } from './service-settings.ts';
import { Webhooks, type RegisteredWebhook } from './webhooks/webhooks.ts';

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
  /** The addresses of the start. */
  readonly webhooks: readonly RegisteredWebhook[];
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
  const keySecret = settings.expose === true ? randomBytes(32).toString('hex') : undefined;
  const beginning = beginningOf(settings, keySecret);
  const open = await openStore(settings);
  const { store } = open;
  try {
    if ((await store.state()) === undefined) {
      await store.initialise(beginning.first, fillingOf(beginning, open.now(), settings.onSeeding));
    }
    const filled = await stateOf(store);
    checkSeed(filled, settings, beginning.first);
    // An exposed service must not use keys that follow from a seed, because anyone may know that.
    if (keySecret !== undefined && filled.first.keySecret === undefined) {
      await store.replaceKeys(secretKeys(filled, keySecret));
    }
    return await serviceOf(open, await stateOf(store), settings, beginning);
  } catch (error) {
    // An error of closing would have the same cause.
    await store.close().catch(() => undefined);
    throw error;
  }
}

async function openStore(settings: ServiceSettings): Promise<OpenStore> {
  const { database, schema = DEFAULT_SCHEMA, dataFile, clock: givenClock, rateLimit = true } = settings;
  if (database !== undefined) {
    const { openServiceDatabase } = await import('./store/postgres/postgres-store.ts');
    const { store, clock } = await openServiceDatabase(database, schema, givenClock);
    const { window, ...shared } = store.shared();
    return {
      store,
      now: () => clock.now() - clock.aheadMs(),
      clockFrom: () => clock,
      sharedState: () => ({ ...shared, window: rateLimit ? window() : unlimitedRateWindow(clock) }),
      watch: (onReplaced) => store.watch(onReplaced),
    };
  }
  const machineClock = givenClock ?? systemClock;
  return {
    store: await openDataFile(dataFile),
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

async function serviceOf(
  open: OpenStore,
  stored: StoredState,
  settings: ServiceSettings,
  beginning: Beginning,
): Promise<OpenService> {
  const { store } = open;
  const isExposed = settings.expose === true;
  let names = namesOf(stored);
  const clock = open.clockFrom(stored);
  open.watch((first) => {
    names = namesOf({ first });
  });
  const wallet: Wallet = { store, circumstances: () => ({ ...names, at: Math.floor(clock.now()) }) };
  const ownSecret = isExposed ? stored.first.keySecret : undefined;
  const state = wholeState(open, beginning, ownSecret, (present) => {
    names = namesOf(present);
    clock.continueFrom?.(present);
    settings.onReplaced?.();
  });
  const { seed } = stored.first;
  const shared = open.sharedState(clock, seed);
  // A key that was issued by request cannot be told: only its digest is stored.
  const known =
    stored.first.world === undefined ? demoKeys(names, 0) : (await store.allKeys()).filter(followsFrom(names));
  const { webhooks: addresses = [], webhookSignature: signature = 'standard', onWebhooksDropped } = settings;
  const activity = new EventEmitter<{ change: [] }>();
  const log: RequestLog = {
    async record(entry) {
      await shared.log.record(entry);
      activity.emit('change');
    },
    after: (number) => shared.log.after(number),
  };
  const webhooks = new Webhooks({ wallet, clock, log, signature, isExposed });
  const registered = addresses.map((one) => webhooks.add(one, true));
  const outside = createOutside(wallet, clock);
  const parts = { wallet, outside, state, clock, shared: { ...shared, log }, webhooks, activity };
  const app = createApp(settings, parts);
  return {
    app,
    seed,
    keys: keysOf(known, names),
    webhooks: registered,
    close() {
      const dropped = webhooks.stop();
      if (dropped > 0) onWebhooksDropped?.(dropped);
      return store.close();
    },
  };
}

/** Snapshots and resets of the complete state. */
function wholeState(
  { store, now }: OpenStore,
  beginning: Beginning,
  ownSecret: string | undefined,
  onReplaced: OnReplaced,
): WholeState {
  return {
    world: async () => store.world((await stateOf(store)).first.seed),
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
      await store.refill(first, fillingOf({ ...beginning, first }, now()), onReplaced);
      return first.seed;
    },
  };
}

/** What a new service begins with. */
interface Beginning {
  readonly first: FirstHistory;
  readonly world: World | undefined;
}

/** @throws {ServiceStartError} `world_invalid`, before anything is stored */
function beginningOf(settings: ServiceSettings, keySecret: string | undefined): Beginning {
  if (settings.world === undefined) {
    const { seed = DEFAULT_SEED, payments = DEFAULT_PAYMENTS, withdraws: withdrawals = DEFAULT_WITHDRAWS } = settings;
    return { first: { seed, payments, withdrawals, keySecret }, world: undefined };
  }
  try {
    const world = readWorld(settings.world);
    const planned = planWorld(world, seededNames(world.seed, keySecret), 0);
    for (const account of planned.accounts) transfersOf(account, planned);
    // As many digits as a number represents exactly.
    const digest = Number.parseInt(hash('sha256', JSON.stringify(world)).slice(0, 13), 16);
    return { first: { seed: world.seed, payments: 0, withdrawals: 0, world: digest, keySecret }, world };
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    const { path, message: reason } = error;
    throw new ServiceStartError('world_invalid', `${path}: ${reason}`, { path, reason }, { cause: error });
  }
}

/** They replace keys issued by request, too, which follow from the same seed. */
function secretKeys({ first, latestAt }: StoredState, keySecret: string): KeyReplacement {
  const names = seededNames(first.seed, keySecret);
  const keysFrom = (stored: readonly ApiKey[]) =>
    first.world === undefined
      ? demoKeys(names, latestAt)
      : stored.filter(followsFrom(namesOf({ first }))).map((key) => worldKey(names, key));
  return { keySecret, replaced: first.keySecret, keysFrom };
}

function namesOf({ first }: Pick<StoredState, 'first'>): SeededNames {
  return seededNames(first.seed, first.keySecret);
}

/** @throws {Refusal} `invalid_transition` for a world that is not at hand */
function fillingOf({ first, world }: Beginning, now: number, onProgress?: ServiceSettings['onSeeding']): Work<void> {
  const names = namesOf({ first });
  if (first.world === undefined) {
    return (transaction) => writeDemo(transaction, names, { ...first, now, onProgress });
  }
  if (world === undefined) {
    throw new Refusal('invalid_transition', 'It began with a world: start it with the file of that to reset it');
  }
  const planned = planWorld(world, names, Math.floor(now));
  return (transaction) => writeWorld(transaction, planned, onProgress);
}

async function stateOf(store: ServiceStore): Promise<StoredState> {
  const state = await store.state();
  if (state === undefined) throw new Error('the store is empty');
  return state;
}

/** @throws {ServiceStartError} `seed_differs`, `world_differs` */
function checkSeed({ first }: StoredState, settings: ServiceSettings, requested: FirstHistory): void {
  const { seed, dataFile = settings.database ?? '' } = settings;
  if (requested.world !== undefined && requested.world !== first.world) {
    throw new ServiceStartError('world_differs', `${dataFile} was filled with something else`, { dataFile });
  }
  const storedSeed = first.seed;
  if (seed === undefined || seed === storedSeed) return;
  const facts = { dataFile, storedSeed, requestedSeed: seed };
  throw new ServiceStartError('seed_differs', `${dataFile} was made with seed ${storedSeed}, not ${seed}`, facts);
}

function followsFrom(names: SeededNames): (key: ApiKey) => boolean {
  return ({ accountId, name, digest }) => digestOfKey(names.apiKey(accountId, name)).equals(digest);
}

function keysOf(keys: readonly ApiKey[], names: SeededNames): ServiceKey[] {
  return keys.map(({ accountId: account, name, permissions }) => {
    return { account, name, key: names.apiKey(account, name), permissions };
  });
}
