import type { SqlDatabase, SqlStatement } from '../../../sqlite/driver.ts';
import { integerOf, nullableTextOf } from '../../../sqlite/row.ts';
import type { AccountStatus, DisputeStatus } from '../../../contract/account.ts';
import type { PaymentStatus } from '../../../contract/payment.ts';
import type { WithdrawalStatus } from '../../../contract/withdrawal.ts';
import type { ApiKey } from '../../wallet/api-key.ts';
import type { CalendarDay } from '../../wallet/sao-paulo-calendar.ts';
import type { PageRequest } from '../../wallet/wallet-store.ts';
import type { WalletTransaction } from '../../wallet/wallet-transaction.ts';
import { HistoryWriter } from '../history-writer.ts';
import type { FirstHistory, ServiceStore, StoredState } from '../service-store.ts';
import { AccountTable } from './account-table.ts';
import { audit } from './audit.ts';
import { CodeTable } from './code-table.ts';
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
import { readSnapshot, withNewFile, writeSnapshot } from './snapshot.ts';
import { StatusCounts } from './status-counts.ts';
import { WithdrawalTable } from './withdrawal-table.ts';

type Work<T> = (transaction: WalletTransaction) => Promise<T>;

/** The wallet's durable store, in an open database with the schema of `schema.ts`. */
export class SqliteStore implements ServiceStore {
  readonly #database: SqlDatabase;
  readonly #commits: GroupCommit;
  readonly #tables: ReturnType<typeof tablesOf>;
  readonly #transactions: MergedPages;
  readonly #insertState: SqlStatement;
  readonly #saveKeySecret: SqlStatement;
  readonly #state: SqlStatement;

  constructor(database: SqlDatabase, options: GroupCommitOptions = {}) {
    this.#database = database;
    this.#commits = new GroupCommit(database, options);
    this.#tables = tablesOf(database, this.#commits.pending);
    this.#transactions = new MergedPages(database);
    this.#state = database.prepare('SELECT * FROM service_state');
    this.#insertState = database.prepare(`
      INSERT INTO service_state (only, seed, history_payments, history_withdrawals, key_secret, latest_at)
      VALUES (1, ?, ?, ?, ?, 0)`);
    this.#saveKeySecret = database.prepare('UPDATE service_state SET key_secret = ?');
  }

  state(): Promise<StoredState | undefined> {
    const row = this.#state.get();
    if (row === undefined) return Promise.resolve(undefined);
    const [payments, withdrawals] = [integerOf(row, 'history_payments'), integerOf(row, 'history_withdrawals')];
    return Promise.resolve({
      first: {
        seed: integerOf(row, 'seed'),
        payments,
        withdrawals,
        keySecret: nullableTextOf(row, 'key_secret') ?? undefined,
      },
      latestAt: integerOf(row, 'latest_at'),
      clockAheadMs: integerOf(row, 'clock_ahead_ms'),
    });
  }

  initialise({ seed, payments, withdrawals, keySecret }: FirstHistory, work: Work<void>): Promise<void> {
    return this.#commits.run(() => {
      this.#commits.pending.writeThrough();
      this.#insertState.run(seed, payments, withdrawals, keySecret ?? null);
      return HistoryWriter.write(this.#tables, work);
    });
  }

  refill(first: FirstHistory, work: Work<void>): Promise<void> {
    return withNewFile(async (file, open) => {
      const fresh = new SqliteStore(await open());
      await fresh.initialise(first, work).finally(() => fresh.close());
      await this.#replaceBy(file);
    });
  }

  replaceKeys(keySecret: string, keys: readonly ApiKey[]): Promise<void> {
    return this.#commits.run(async () => {
      await this.#tables.keys.deleteAll();
      for (const key of keys) await this.#tables.keys.insert(key);
      this.#saveKeySecret.run(keySecret);
    });
  }

  snapshot(): Promise<ReadableStream<Uint8Array>> {
    return writeSnapshot((file) => this.#copyInto(file));
  }

  restore(snapshot: AsyncIterable<Uint8Array>): Promise<number> {
    return readSnapshot(snapshot, this.#database, (file) => this.#replaceBy(file));
  }

  transaction<T>(work: Work<T>): Promise<T> {
    return this.#commits.run(() => work(this.#tables));
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
    return this.#read(() => this.#transactions.page(page));
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

  audit() {
    return audit(this.#database, () => this.#commits.settled());
  }

  async close(): Promise<void> {
    try {
      await this.#commits.run(() => Promise.resolve());
    } finally {
      this.#database.close();
    }
  }

  /** Waits for open transactions: reads share their connection and would see uncommitted changes. */
  async #read<T>(query: (tables: ReturnType<typeof tablesOf>) => T): Promise<T> {
    await this.#commits.settled();
    return query(this.#tables);
  }

  /** Copies all committed data into a new, compact file. */
  async #copyInto(file: string): Promise<void> {
    await this.#commits.settled();
    this.#database.prepare('VACUUM INTO ?').run(file);
  }

  async #replaceBy(file: string): Promise<void> {
    await this.#commits.settled();
    this.#tables.keys.forget();
    replaceRows(this.#database, file);
  }
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
