import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SqlDatabase, SqlRow } from '../../../sqlite/driver.ts';
import { openDatabase } from '../../../sqlite/open.ts';
import { ReadingThread } from '../../../sqlite/reading-thread.ts';
import type { Invariant } from '../../ledger/invariants.ts';
import { integerOf, nullableTextOf } from '../../../sqlite/row.ts';
import type { AccountStatus, DisputeStatus } from '../../../contract/account.ts';
import type { PaymentStatus } from '../../../contract/payment.ts';
import type { WithdrawalStatus } from '../../../contract/withdrawal.ts';
import type { CalendarDay } from '../../wallet/sao-paulo-calendar.ts';
import type { PageRequest } from '../../wallet/wallet-store.ts';
import type { WalletTransaction } from '../../wallet/wallet-transaction.ts';
import { HistoryWriter } from '../history-writer.ts';
import type {
  FirstHistory,
  KeyReplacement,
  OnReplaced,
  RestoreOptions,
  ServiceStore,
  StoredState,
} from '../service-store.ts';
import { AccountTable } from './account-table.ts';
import { audit } from './audit.ts';
import { CodeTable } from './code-table.ts';
import { syncToDisk, type DataFile } from './data-file.ts';
import { DisputeTable } from './dispute-table.ts';
import { GroupCommit, type GroupCommitOptions } from './group-commit.ts';
import { KeyTable } from './key-table.ts';
import { LedgerTables } from './ledger-tables.ts';
import { LimitTable } from './limit-table.ts';
import { MergedPages, type EntryPageRequest } from './merged-pages.ts';
import { PaymentTable } from './payment-table.ts';
import type { PendingChanges } from './pending-changes.ts';
import { owned } from '../rows.ts';
import { SqliteSchedule } from './schedule.ts';
import { replaceRows } from './replace-rows.ts';
import { SERVICE_SCHEMA } from './schema.ts';
import { readSnapshot, withNewFile } from './snapshot.ts';
import { snapshotStream } from '../snapshot-file.ts';
import { StatusCounts } from './status-counts.ts';
import { WithdrawalTable } from './withdrawal-table.ts';
import { withRoom } from './with-room.ts';

type Work<T> = (transaction: WalletTransaction) => Promise<T>;

/** The wallet's durable store, in an open database with the schema of `schema.ts`. */
export class SqliteStore implements ServiceStore {
  readonly #commits: GroupCommit;
  readonly #dataFile: DataFile | undefined;
  #open: ReturnType<typeof openTables>;
  #audits: Promise<unknown> = Promise.resolve();
  /** How often everything was replaced, or was about to be. */
  #replaced = 0;

  /** @param dataFile the file of the database, unless it is in memory */
  constructor(database: SqlDatabase, options: GroupCommitOptions = {}, dataFile?: DataFile) {
    this.#commits = new GroupCommit(database, options);
    this.#dataFile = dataFile;
    this.#open = openTables(database, this.#commits.pending);
  }

  state(): Promise<StoredState | undefined> {
    const row = this.#open.state.get();
    return Promise.resolve(row && storedState(row));
  }

  initialise({ seed, payments, withdrawals, keySecret }: FirstHistory, work: Work<void>): Promise<void> {
    return this.#commits.run(() => {
      this.#commits.pending.writeThrough();
      this.#open.insertState.run(seed, payments, withdrawals, keySecret ?? null);
      return HistoryWriter.write(this.#open.tables, work);
    });
  }

  refill(first: FirstHistory, work: Work<void>, onReplaced: OnReplaced): Promise<void> {
    return withRoom(() => this.#refill(first, work, onReplaced));
  }

  async #refill(first: FirstHistory, work: Work<void>, onReplaced: OnReplaced): Promise<void> {
    if (this.#dataFile !== undefined) {
      await this.#withNewFile(async (file) => {
        const database = await openDatabase(file, SERVICE_SCHEMA);
        // Until it is complete, a crash may damage it: otherwise, its commit would take as long as copying all rows.
        database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;');
        const fresh = new SqliteStore(database);
        await fresh.initialise(first, work).finally(() => fresh.close());
        await this.#replaceBy(file, onReplaced);
      });
      return;
    }
    const database = await openDatabase(undefined, SERVICE_SCHEMA);
    await new SqliteStore(database).initialise(first, work);
    await this.#commits.runAlone(() => {
      this.#replaced += 1;
      this.#open.database.close();
      this.#continueWith(database);
      return this.#announce(onReplaced);
    });
  }

  replaceKeys({ keySecret, keys }: KeyReplacement): Promise<void> {
    return this.#commits.run(async () => {
      const { tables, saveKeySecret } = this.#open;
      await tables.keys.deleteAll();
      for (const key of keys) await tables.keys.insert(key);
      saveKeySecret.run(keySecret);
    });
  }

  snapshot(): Promise<ReadableStream<Uint8Array>> {
    return withRoom(() => snapshotStream((file) => this.#copyInto(file)));
  }

  restore(snapshot: AsyncIterable<Uint8Array>, options: RestoreOptions): Promise<number> {
    return withRoom(() => this.#restore(snapshot, options));
  }

  #restore(snapshot: AsyncIterable<Uint8Array>, { onReplaced, keysFor }: RestoreOptions): Promise<number> {
    return this.#withNewFile(async (file) => {
      const { size, database } = await readSnapshot(file, snapshot, this.#open.database);
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
    });
  }

  transaction<T>(work: Work<T>): Promise<T> {
    return withRoom(() => this.#commits.run(() => work(this.#open.tables)));
  }

  moveClock<T>(work: Work<T>): Promise<T> {
    return this.transaction(work);
  }

  keysLike(digest: Uint8Array) {
    return this.#read(({ keys }) => keys.readLike(digest));
  }

  keysOf(accountId: string) {
    return this.#read(({ keys }) => keys.readAll(accountId));
  }

  account(id: string) {
    return this.#read(({ accounts }) => accounts.read(id));
  }

  holding(accountId: string) {
    return this.#read(({ accounts }) => accounts.readHolding(accountId));
  }

  payment(accountId: string, id: string) {
    return this.#read(({ payments }) => owned(accountId, payments.read(id)));
  }

  withdrawal(accountId: string, id: string) {
    return this.#read(({ withdrawals }) => owned(accountId, withdrawals.read(id)));
  }

  paymentPage(accountId: string, page: PageRequest<PaymentStatus>) {
    return this.#read(({ payments }) => payments.page(accountId, page));
  }

  withdrawalPage(accountId: string, page: PageRequest<WithdrawalStatus>) {
    return this.#read(({ withdrawals }) => withdrawals.page(accountId, page));
  }

  overview(accountId: string, calendarDay: CalendarDay) {
    return this.#read(({ accounts, disputes, payments, limits }) => {
      const holding = accounts.readHolding(accountId);
      return (
        holding && {
          ...holding,
          disputes: disputes.readTotals(accountId),
          payments: payments.readTotals(accountId),
          limitUse: limits.readUse(accountId, calendarDay),
        }
      );
    });
  }

  accountPage(page: PageRequest<AccountStatus>) {
    return this.#read(({ accounts }) => accounts.page(page));
  }

  entryPage(page: EntryPageRequest) {
    return this.#read(() => this.#open.pages.page(page));
  }

  disputePage(page: PageRequest<DisputeStatus>) {
    return this.#read(({ disputes }) => disputes.page(page));
  }

  codeMessages() {
    return this.#read(({ codes }) => codes.readMessages());
  }

  isDue(now: number) {
    return this.#read(({ schedule }) => schedule.isDue(now));
  }

  /** One after the other: each sees everything that was stored before it was asked for. */
  audit(): Promise<Invariant[]> {
    const found = this.#audits.then(() => withRoom(() => this.#audit()));
    this.#audits = found.catch(() => undefined);
    return found;
  }

  async isReady(): Promise<boolean> {
    return (await this.state()) !== undefined;
  }

  async close(): Promise<void> {
    try {
      await this.#commits.run(() => Promise.resolve());
    } finally {
      this.#open.database.close();
      await this.#dataFile?.close();
    }
  }

  /** Waits for open transactions: reads share their connection and would see uncommitted changes. */
  async #read<T>(query: (tables: ReturnType<typeof tablesOf>) => T): Promise<T> {
    await this.#commits.settled();
    return query(this.#open.tables);
  }

  /** Begins again when everything is replaced meanwhile. */
  async #audit(): Promise<Invariant[]> {
    for (;;) {
      const began = this.#replaced;
      try {
        const invariants = await (this.#dataFile === undefined ? this.#auditHere() : this.#auditCopyOf(this.#dataFile));
        if (began === this.#replaced) return invariants;
      } catch (error) {
        if (began === this.#replaced) throw error;
      }
    }
  }

  /** In a thread, because counting a million payments takes seconds. */
  #auditCopyOf(dataFile: DataFile): Promise<Invariant[]> {
    return withNewFile(async (copy) => {
      await dataFile.copyTo(copy, this.#open.database, () => this.#commits.settled());
      const thread = new ReadingThread(copy);
      try {
        return await audit((sql, ...values) => thread.all(sql, ...values));
      } finally {
        await thread.end();
      }
    });
  }

  /** A database in memory has one connection: other work goes on between two queries. */
  #auditHere(): Promise<Invariant[]> {
    const { database } = this.#open;
    return audit(async (sql, ...values) => {
      await nextTurn();
      await this.#commits.settled();
      return database.prepare(sql).all(...values);
    });
  }

  /** Copies all committed data into a new, compact file. */
  async #copyInto(file: string): Promise<void> {
    await this.#commits.settled();
    this.#open.database.prepare('VACUUM INTO ?').run(file);
  }

  /** With a file that can take the place of this one. */
  #withNewFile<T>(work: (file: string) => Promise<T>): Promise<T> {
    const dataFile = this.#dataFile;
    return withNewFile(work, dataFile && (() => dataFile.newFolder()));
  }

  async #replaceBy(file: string, onReplaced: OnReplaced): Promise<void> {
    await syncToDisk(file);
    await this.#commits.runAlone(async () => {
      this.#replaced += 1;
      const { database, tables } = this.#open;
      const moved = await this.#dataFile?.replaceBy(file, database);
      if (moved === undefined) {
        tables.keys.forget();
        replaceRows(database, file);
      } else {
        this.#continueWith(moved);
      }
      await this.#announce(onReplaced);
    });
  }

  #continueWith(database: SqlDatabase): void {
    this.#commits.moveTo(database);
    this.#open = openTables(database, this.#commits.pending);
  }

  /** Before any other work: it would run with the clock and the names of the earlier state. */
  async #announce(onReplaced: OnReplaced): Promise<void> {
    const present = await this.state();
    if (present !== undefined) onReplaced(present);
  }
}

/** An open database with its statements. */
function openTables(database: SqlDatabase, pending: PendingChanges) {
  return {
    database,
    tables: tablesOf(database, pending),
    pages: new MergedPages(database),
    state: database.prepare('SELECT * FROM service_state'),
    insertState: database.prepare(`
      INSERT INTO service_state (only, seed, history_payments, history_withdrawals, key_secret, latest_at)
      VALUES (1, ?, ?, ?, ?, 0)`),
    saveKeySecret: database.prepare('UPDATE service_state SET key_secret = ?'),
  };
}

function storedState(row: SqlRow): StoredState {
  const [payments, withdrawals] = [integerOf(row, 'history_payments'), integerOf(row, 'history_withdrawals')];
  const keySecret = nullableTextOf(row, 'key_secret') ?? undefined;
  return {
    first: { seed: integerOf(row, 'seed'), payments, withdrawals, keySecret },
    latestAt: integerOf(row, 'latest_at'),
    clockAheadMs: integerOf(row, 'clock_ahead_ms'),
  };
}

function tablesOf(database: SqlDatabase, pending: PendingChanges) {
  const counts = new StatusCounts(database, pending);
  const ledger = new LedgerTables(database, pending);
  return {
    accounts: new AccountTable(database, pending, ledger),
    keys: new KeyTable(database, pending),
    payments: new PaymentTable(database, pending, counts),
    withdrawals: new WithdrawalTable(database, pending, counts),
    limits: new LimitTable(database, pending),
    disputes: new DisputeTable(database, pending, counts),
    codes: new CodeTable(database, pending),
    ledger,
    schedule: new SqliteSchedule(database, pending),
  };
}
