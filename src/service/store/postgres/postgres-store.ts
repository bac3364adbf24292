import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountStatus, DisputeStatus } from '../../../contract/account.ts';
import type { PaymentStatus } from '../../../contract/payment.ts';
import type { WithdrawalStatus } from '../../../contract/withdrawal.ts';
import type { PgRow } from '../../../postgres/connection.ts';
import type { ConnectionLimits, PostgresAddress } from '../../../postgres/database-url.ts';
import type { PgPool } from '../../../postgres/pool.ts';
import { bytesOf, integerOf, textOf } from '../../../sqlite/row.ts';
import type { SharedState } from '../../http/shared-state.ts';
import type { ApiKey } from '../../wallet/api-key.ts';
import type { CalendarDay } from '../../wallet/sao-paulo-calendar.ts';
import type { PageRequest } from '../../wallet/wallet-store.ts';
import type { WalletTransaction } from '../../wallet/wallet-transaction.ts';
import { digestPrefix, keyOf } from '../account-rows.ts';
import { HistoryWriter } from '../history-writer.ts';
import type {
  FirstHistory,
  KeyReplacement,
  OnReplaced,
  RestoreOptions,
  ServiceStore,
  StoredState,
} from '../service-store.ts';
import { audit } from './audit.ts';
import type { Batch } from './batch.ts';
import { PostgresBatches, type AloneWork } from './batches.ts';
import { NEW_KEYS } from './batch-writes.ts';
import type { DatabaseClock } from './database-clock.ts';
import { presentOf, PRESENT_COLUMNS, type Present } from './present.ts';
import { PostgresReads, type EntryPageRequest } from './reads.ts';
import { clearTables, continueClock, FORGET_SHARED, insertState } from './replace-state.ts';
import { DUE_ACCOUNTS } from './schedule.ts';
import { SharedAnswerCache } from './shared-cache.ts';
import { SharedFaultPlans } from './shared-faults.ts';
import { SharedRequestLog } from './shared-log.ts';
import { SharedRateWindow } from './shared-window.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { available, StoreConnections } from './store-connections.ts';
import { TurnBatch } from './turn-batch.ts';
import { Undecided } from './undecided.ts';
import { DECISION, EVERYTHING, READY_WITHIN_MS, START } from './waits.ts';

type Work<T> = (transaction: WalletTransaction) => Promise<T>;

export interface PostgresStoreOptions {
  readonly address: PostgresAddress;
  readonly pool: PgPool;
  readonly clock: DatabaseClock;
  readonly commitsEach?: boolean | undefined;
}

const KEYS_LIKE = {
  name: 'keys like',
  text: 'SELECT * FROM api_keys WHERE digest_prefix = ANY($1)',
};
const KEYS_OF = { name: 'keys of account', text: 'SELECT * FROM api_keys WHERE account = $1 ORDER BY created_at, id' };
const STATE = {
  name: 'state',
  text: `SELECT ${PRESENT_COLUMNS}, (SELECT coalesce(max(latest_at), 0) FROM account_state) AS latest_at
    FROM service_state`,
};
const TIME = { name: 'time', text: 'SELECT service_now($1) AS now' };
const REPLACE_SECRET = {
  name: 'replace secret',
  text: `UPDATE service_state SET key_secret = $1, epoch = epoch + 1 WHERE key_secret IS NOT DISTINCT FROM $2
    RETURNING epoch`,
};
const DELETE_KEYS = { name: 'delete all keys', text: 'DELETE FROM api_keys' };
/** Connections that decide at the same time when every decision commits by itself. */
const CONNECTIONS_FOR_EACH = 30;

/** The wallet's durable store on PostgreSQL: any number of instances share it. */
export class PostgresStore implements ServiceStore {
  readonly #options: PostgresStoreOptions;
  readonly #connections: StoreConnections;
  readonly #batches: PostgresBatches;
  readonly #reads: PostgresReads;
  readonly #keys: TurnBatch<Uint8Array, readonly ApiKey[]>;
  readonly #due: TurnBatch<number, readonly string[]>;
  readonly #decisions = new Undecided();
  #present: Pick<Present, 'epoch' | 'first'> | undefined;
  #onReplaced: (first: FirstHistory) => void = () => undefined;

  constructor(options: PostgresStoreOptions) {
    this.#options = options;
    const { address, clock, commitsEach, pool } = options;
    this.#connections = new StoreConnections(pool);
    this.#batches = new PostgresBatches({
      address,
      clock,
      commitsEach,
      connections: commitsEach === true ? CONNECTIONS_FOR_EACH : 1,
      onPresent: (present) => {
        this.#see(present);
      },
    });
    this.#reads = new PostgresReads((statement, values) => this.#connections.read(statement, values));
    this.#keys = new TurnBatch((digests) => this.#keysLikeAll(digests));
    this.#due = new TurnBatch((times) => this.#dueBy(times));
  }

  /** What the instances share apart from the wallet. */
  shared(): Omit<SharedState, 'window'> & { readonly window: () => SharedRateWindow } {
    const { clock } = this.#options;
    return {
      window: () => new SharedRateWindow(this.#connections, clock),
      cache: new SharedAnswerCache(this.#connections, clock),
      plans: new SharedFaultPlans(this.#connections, clock, (present) => {
        this.#see(present);
      }),
      log: new SharedRequestLog(this.#connections),
    };
  }

  watch(onReplaced: (first: FirstHistory) => void): void {
    this.#onReplaced = onReplaced;
  }

  async state(): Promise<StoredState | undefined> {
    const { clock } = this.#options;
    const [row] = await this.#connections.read(STATE, [clock.base()]);
    const stored = row && storedStateOf(row);
    if (stored === undefined) return undefined;
    clock.synchronise(stored.present, false);
    this.#see(stored.present);
    return stored.state;
  }

  /** Takes the time from the database, before anything is stored. */
  async begin(): Promise<void> {
    const { clock } = this.#options;
    const [row] = await this.#connections.read(TIME, [clock.base()]);
    const now = row?.['now'];
    if (typeof now === 'number') clock.synchronise({ now, clockAheadMs: clock.aheadMs() }, true);
    await this.#alone((_, batch) => continueClock(batch, clock.base()), START);
  }

  /** Another instance that starts at the same time may have filled it already. */
  initialise(first: FirstHistory, work: Work<void>): Promise<void> {
    return this.#alone(async (transaction, batch, present) => {
      if (present !== undefined) return;
      await insertState(batch, first, 1);
      await HistoryWriter.write(transaction, work);
    }, START);
  }

  async refill(first: FirstHistory, work: Work<void>, onReplaced: OnReplaced): Promise<void> {
    await this.#alone(async (transaction, batch, present) => {
      await clearTables(batch);
      await insertState(batch, first, (present?.epoch ?? 0) + 1);
      await HistoryWriter.write(transaction, work);
      await batch.ask(FORGET_SHARED);
    });
    await this.#announce(onReplaced);
  }

  replaceKeys(replacement: KeyReplacement): Promise<void> {
    return this.#alone((_, batch) => replaceKeysIn(batch, replacement));
  }

  snapshot(): Promise<ReadableStream<Uint8Array>> {
    return available(() => writeSnapshot(this.#options.address));
  }

  async restore(snapshot: AsyncIterable<Uint8Array>, { onReplaced, keysFor }: RestoreOptions): Promise<number> {
    const { clock } = this.#options;
    const size = await readSnapshot(snapshot, (load) =>
      this.#alone(async (_, batch, present) => {
        await clearTables(batch);
        await load(batch, (present?.epoch ?? 0) + 1);
        await continueClock(batch, clock.base());
        const [row] = await batch.ask(STATE, [clock.base()]);
        const restored = row && storedStateOf(row);
        const replacement = restored && keysFor(restored.state);
        if (replacement !== undefined) await replaceKeysIn(batch, replacement);
        await batch.ask(FORGET_SHARED);
      }),
    );
    await this.#announce(onReplaced);
    return size;
  }

  transaction<T>(work: Work<T>, accounts: readonly string[] | 'due'): Promise<T> {
    return this.#decisions.await(async () => {
      const known = accounts === 'due' ? await this.#due.run(this.#options.clock.now()) : accounts;
      return available(() => this.#batches.run(known, work));
    });
  }

  moveClock<T>(work: Work<T>): Promise<T> {
    return this.#decisions.await(() => this.#alone((transaction) => work(transaction), DECISION));
  }

  /** Also while its database does not answer: what asks this has no patience of its own. */
  async isReady(): Promise<boolean> {
    if (this.#decisions.oldestMs() > READY_WITHIN_MS) return false;
    const late = sleep(READY_WITHIN_MS, false, { ref: false });
    return Promise.race([late, this.state().then((state) => state !== undefined)]);
  }

  keysLike(digest: Uint8Array) {
    return this.#keys.run(digest);
  }

  async keysOf(accountId: string) {
    return (await this.#connections.read(KEYS_OF, [accountId])).map(keyOf);
  }

  async account(id: string) {
    return (await this.#reads.holding(id))?.account;
  }

  holding(accountId: string) {
    return this.#reads.holding(accountId);
  }

  payment(accountId: string, id: string) {
    return this.#reads.payment(accountId, id);
  }

  withdrawal(accountId: string, id: string) {
    return this.#reads.withdrawal(accountId, id);
  }

  paymentPage(accountId: string, page: PageRequest<PaymentStatus>) {
    return this.#reads.paymentPage(accountId, page);
  }

  withdrawalPage(accountId: string, page: PageRequest<WithdrawalStatus>) {
    return this.#reads.withdrawalPage(accountId, page);
  }

  overview(accountId: string, calendarDay: CalendarDay) {
    return this.#reads.overview(accountId, calendarDay);
  }

  accountPage(page: PageRequest<AccountStatus>) {
    return this.#reads.accountPage(page);
  }

  entryPage(page: EntryPageRequest) {
    return this.#reads.entryPage(page);
  }

  disputePage(page: PageRequest<DisputeStatus>) {
    return this.#reads.disputePage(page);
  }

  codeMessages() {
    return this.#reads.codeMessages();
  }

  async isDue(now: number): Promise<boolean> {
    return (await this.#due.run(now)).length > 0;
  }

  audit() {
    return available(() => audit(this.#options.address));
  }

  async close(): Promise<void> {
    await this.#batches.close();
    await this.#options.pool.close();
  }

  async #announce(onReplaced: OnReplaced): Promise<void> {
    const state = await this.state();
    if (state !== undefined) onReplaced(state);
  }

  #alone<T>(work: AloneWork<T>, limits: ConnectionLimits = EVERYTHING): Promise<T> {
    return available(() => this.#batches.runAlone(work, limits));
  }

  /** Everything that this instance remembers of the state follows from what it was filled with. */
  #see({ epoch, first }: Present): void {
    if (this.#present?.epoch === epoch) return;
    this.#present = { epoch, first };
    this.#onReplaced(first);
  }

  async #keysLikeAll(digests: readonly Uint8Array[]): Promise<(readonly ApiKey[])[]> {
    const prefixes = digests.map(digestPrefix);
    const rows = await this.#connections.read(KEYS_LIKE, [[...new Set(prefixes)]]);
    const found = rows.map((row) => ({ prefix: digestPrefix(bytesOf(row, 'digest')), key: keyOf(row) }));
    return prefixes.map((prefix) => found.filter((candidate) => candidate.prefix === prefix).map(({ key }) => key));
  }

  async #dueBy(times: readonly number[]): Promise<(readonly string[])[]> {
    const rows: readonly PgRow[] = await this.#connections.read(DUE_ACCOUNTS, [Math.floor(Math.max(...times))]);
    const accounts = rows.map((row) => textOf(row, 'account'));
    return times.map(() => accounts);
  }
}

function storedStateOf(row: PgRow): { readonly present: Present; readonly state: StoredState } | undefined {
  const present = presentOf(row);
  if (present === undefined) return undefined;
  const { first, clockAheadMs } = present;
  return { present, state: { first, clockAheadMs, latestAt: integerOf(row, 'latest_at') } };
}

async function replaceKeysIn(batch: Batch, { keySecret, replaced, keys }: KeyReplacement): Promise<void> {
  const changed = await batch.ask(REPLACE_SECRET, [keySecret, replaced ?? null]);
  if (changed.length === 0) return;
  await batch.ask(DELETE_KEYS);
  await batch.ask(NEW_KEYS.statement, NEW_KEYS.valuesOf(keys));
}
