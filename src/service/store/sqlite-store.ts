import type { SqlDatabase } from '../../sqlite/driver.ts';
import { integerOf } from '../../sqlite/row.ts';
import type { WalletStore, WalletTransaction } from '../wallet/wallet-store.ts';
import { groupCommit } from './group-commit.ts';
import { sqliteReader, type SqliteReader } from './sqlite-reader.ts';
import { sqliteWriter } from './sqlite-writer.ts';

/** What a data file knows of itself. */
interface StoredState {
  readonly seed: number;
  /** The latest time of anything in it, epoch milliseconds. */
  readonly latestAt: number;
  /** How far the clock has been moved on, milliseconds. */
  readonly clockAheadMs: number;
}

export interface SqliteStore extends WalletStore {
  /** Undefined when the data file is new. */
  readonly state: StoredState | undefined;
  /** Fills a new data file: with all of it, or with nothing. */
  initialise(seed: number, work: (transaction: WalletTransaction) => Promise<void>): Promise<void>;
  /** Waits for what was asked for, then closes the database. */
  close(): Promise<void>;
}

/** The wallet's durable home in an open database that has the schema of `schema.ts`. */
export function sqliteStore(database: SqlDatabase): SqliteStore {
  const commits = groupCommit(database);
  const reader = sqliteReader(database);
  const writer = sqliteWriter(database, reader);
  const insertState = database.prepare('INSERT INTO service_state (only, seed, latest_at) VALUES (1, ?, 0)');
  const state = database.prepare('SELECT seed, latest_at, clock_ahead_ms FROM service_state').get();

  // There is one connection: in the middle of a transaction it would see what may yet be undone.
  async function read<T>(query: (reader: SqliteReader) => T): Promise<T> {
    await commits.settled();
    return query(reader);
  }

  return {
    state: state && {
      seed: integerOf(state, 'seed'),
      latestAt: integerOf(state, 'latest_at'),
      clockAheadMs: integerOf(state, 'clock_ahead_ms'),
    },
    initialise: (seed, work) =>
      commits.run(async () => {
        insertState.run(seed);
        await work(writer);
      }),
    transaction: (work) => commits.run(() => work(writer)),
    keysLike: (digest) => read(({ keysLike }) => keysLike(digest)),
    keysOf: (accountId) => read(({ keysOf }) => keysOf(accountId)),
    account: (id) => read(({ account }) => account(id)),
    holding: (accountId) => read(({ holding }) => holding(accountId)),
    payment: (accountId, id) => read(({ payment }) => payment(accountId, id)),
    withdrawal: (accountId, id) => read(({ withdrawal }) => withdrawal(accountId, id)),
    paymentPage: (accountId, page) => read(({ paymentPage }) => paymentPage(accountId, page)),
    withdrawalPage: (accountId, page) => read(({ withdrawalPage }) => withdrawalPage(accountId, page)),
    overview: (accountId, calendarDay) => read(({ overview }) => overview(accountId, calendarDay)),
    accountPage: (page) => read(({ accountPage }) => accountPage(page)),
    transactionPage: (page) => read(({ transactionPage }) => transactionPage(page)),
    disputePage: (page) => read(({ disputePage }) => disputePage(page)),
    codeMessages: () => read(({ codeMessages }) => codeMessages()),
    isDue: (now) => read(({ isDue }) => isDue(now)),
    audit: () => read(({ audit }) => audit()),
    async close() {
      await commits.run(() => Promise.resolve());
      database.close();
    },
  };
}
