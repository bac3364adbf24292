import type { SqlDatabase } from '../../sqlite/driver.ts';
import { integerOf } from '../../sqlite/row.ts';
import type { ClockState } from '../clock.ts';
import type { ApiKey, WalletStore, WalletTransaction } from '../wallet/wallet-store.ts';
import { groupCommit, type GroupCommitOptions } from './group-commit.ts';
import { historyWriter } from './history-writer.ts';
import { copyInto, damageOf, replaceRows } from './replace-state.ts';
import { digestPrefix } from './rows.ts';
import { sqliteReader, type SqliteReader } from './sqlite-reader.ts';
import { sqliteWriter } from './sqlite-writer.ts';

/** The history that a data file was filled with when it was new. */
export interface FirstHistory {
  readonly seed: number;
  readonly payments: number;
  readonly withdrawals: number;
}

/** What a data file knows of itself. */
export interface StoredState extends ClockState {
  readonly first: FirstHistory;
}

export interface SqliteStore extends WalletStore {
  /** Undefined when the data file is new. */
  state(): StoredState | undefined;
  /** Fills a new data file: with all of it, or with nothing. */
  initialise(first: FirstHistory, work: (transaction: WalletTransaction) => Promise<void>): Promise<void>;
  /** Writes all that is committed into a new file. */
  copyInto(file: string): Promise<void>;
  /** @returns what is wrong with a database that is to replace this one; nothing, usually */
  damageOf(replacement: SqlDatabase): string | undefined;
  /** Puts what another file holds in the place of everything. It has to be undamaged. */
  replaceWith(file: string): Promise<void>;
  /** Waits for what was asked for, then closes the database. */
  close(): Promise<void>;
}

/** The wallet's durable home in an open database that has the schema of `schema.ts`. */
export function sqliteStore(database: SqlDatabase, options: GroupCommitOptions = {}): SqliteStore {
  const commits = groupCommit(database, options);
  const reader = sqliteReader(database);
  const keysByPrefix = new Map<number, readonly ApiKey[]>();
  const writer = sqliteWriter(database, reader, { held: commits.held, keysChanged: forgetKeys });
  const insertState = database.prepare(`
    INSERT INTO service_state (only, seed, history_payments, history_withdrawals, latest_at) VALUES (1, ?, ?, ?, 0)`);
  const state = database.prepare('SELECT * FROM service_state');

  // There is one connection: in the middle of a transaction it would see what may yet be undone.
  async function read<T>(query: (reader: SqliteReader) => T): Promise<T> {
    await commits.settled();
    return query(reader);
  }

  /** Every request shows one: those that exist are kept until any of them changes. */
  function keysLike(digest: Uint8Array): Promise<readonly ApiKey[]> {
    return read((present) => {
      const prefix = digestPrefix(digest);
      const known = keysByPrefix.get(prefix);
      if (known !== undefined) return known;
      const keys = present.keysLike(digest);
      if (keys.length > 0) keysByPrefix.set(prefix, keys);
      return keys;
    });
  }

  function forgetKeys(): void {
    keysByPrefix.clear();
  }

  return {
    state() {
      const row = state.get();
      if (row === undefined) return undefined;
      const [payments, withdrawals] = [integerOf(row, 'history_payments'), integerOf(row, 'history_withdrawals')];
      return {
        first: { seed: integerOf(row, 'seed'), payments, withdrawals },
        latestAt: integerOf(row, 'latest_at'),
        clockAheadMs: integerOf(row, 'clock_ahead_ms'),
      };
    },
    initialise: ({ seed, payments, withdrawals }, work) =>
      commits.run(async () => {
        commits.held.writeThrough();
        insertState.run(seed, payments, withdrawals);
        const history = historyWriter(writer);
        await work(history.transaction);
        await history.finish();
      }),
    async copyInto(file) {
      await commits.settled();
      copyInto(database, file);
    },
    damageOf: (replacement) => damageOf(database, replacement),
    async replaceWith(file) {
      await commits.settled();
      forgetKeys();
      replaceRows(database, file);
    },
    transaction: (work) => commits.run(() => work(writer)),
    keysLike,
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
