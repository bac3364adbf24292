import { RecordedTransaction } from '../../../postgres/commit-outcome.ts';
import { isStorable } from '../../../postgres/connection.ts';
import type { PgConnection, PgResult, PgRow, PgStatement, PgValue } from '../../../postgres/connection.ts';
import { integerOf, textOf } from '../../../sqlite/row.ts';
import type { Account } from '../../wallet/account.ts';
import { calendarDayOf } from '../../wallet/sao-paulo-calendar.ts';
import type { WalletTransaction } from '../../wallet/wallet-transaction.ts';
import { accountOf } from '../account-rows.ts';
import { countersOf, COUNTERS, PostgresAccounts, PostgresKeys } from './account-records.ts';
import type { BatchContext } from './batch-context.ts';
import { writeDrafts } from './batch-writes.ts';
import { PostgresCodes } from './code-records.ts';
import type { DatabaseClock } from './database-clock.ts';
import { Drafts, type AccountState, type Counters } from './drafts.ts';
import { PostgresDisputes, PostgresPayments, PostgresWithdrawals } from './entry-records.ts';
import { LedgerRecords, stateOf } from './ledger-records.ts';
import { limitKey, PostgresLimits } from './limit-records.ts';
import { presentOf, PRESENT, type Present } from './present.ts';
import { AHEAD_MS, DUE_OF_ACCOUNTS, PostgresSchedule } from './schedule.ts';

/** A piece of work needs an account that its batch has not locked: the batch begins again, with it. */
export class AccountNeeded extends Error {
  override readonly name = 'AccountNeeded';
  readonly account: string;

  constructor(account: string) {
    super(`account ${account} is not locked`);
    this.account = account;
  }
}

/** A statement of a batch failed: nothing of it can be committed. */
export class BatchError extends Error {
  override readonly name = 'BatchError';
}

const SERVICE_LOCK = "hashtextextended(current_schema() || ' service', 0)";
const SHARE = { name: 'share service', text: `SELECT pg_advisory_xact_lock_shared(${SERVICE_LOCK})` };
const HAVE_ALONE = { name: 'have service alone', text: `SELECT pg_advisory_xact_lock(${SERVICE_LOCK})` };
const LOCK_ACCOUNTS = {
  name: 'lock accounts',
  text: 'SELECT * FROM account_state WHERE account = ANY($1) ORDER BY account FOR NO KEY UPDATE',
};
const ACCOUNTS = { name: 'accounts', text: 'SELECT * FROM accounts WHERE id = ANY($1)' };
const STATES = { name: 'states', text: 'SELECT * FROM account_state WHERE account = ANY($1)' };
const LIMIT_USE = {
  name: 'limit use',
  text: 'SELECT account, period, used FROM limit_use WHERE account = ANY($1) AND period = ANY($2)',
};

/** A long history is written in parts of this many rows. */
const ROWS_AT_ONCE = 4_000;

export interface BatchOptions {
  readonly connection: PgConnection;
  readonly clock: DatabaseClock;
  readonly accounts: ReadonlySet<string>;
  /** No other batch of any instance is under way: for what changes everything. */
  readonly isAlone: boolean;
}

/**
 * One transaction. It locks the accounts of its work in the order of their ids, reads what is known to be needed in one
 * round trip, decides in memory, and writes everything in a second one, together with the COMMIT.
 */
export class Batch implements BatchContext {
  readonly drafts = new Drafts();
  readonly schedule: PostgresSchedule;
  readonly records: WalletTransaction;
  /** What it is for the database. */
  readonly transaction = new RecordedTransaction();
  readonly isAlone: boolean;
  readonly #connection: PgConnection;
  readonly #clock: DatabaseClock;
  readonly #covered: Set<string>;
  #failure: BatchError | undefined;
  #hasEnded = false;

  constructor({ connection, clock, accounts, isAlone }: BatchOptions) {
    this.#connection = connection;
    this.#clock = clock;
    this.#covered = new Set(accounts);
    this.isAlone = isAlone;
    this.schedule = new PostgresSchedule(this);
    this.records = {
      accounts: new PostgresAccounts(this),
      keys: new PostgresKeys(this),
      payments: new PostgresPayments(this),
      withdrawals: new PostgresWithdrawals(this),
      limits: new PostgresLimits(this),
      disputes: new PostgresDisputes(this),
      codes: new PostgresCodes(this),
      ledger: new LedgerRecords(this),
      schedule: this.schedule,
    };
  }

  /** Whether its COMMIT was answered, or its connection is lost. */
  get hasEnded(): boolean {
    return this.#hasEnded || !this.#connection.isOpen;
  }

  /** Why nothing can be committed. */
  get failure(): BatchError | undefined {
    return this.#failure;
  }

  /** Takes the locks and reads. @returns what the service is now, undefined when nothing is stored yet */
  async begin(): Promise<Present | undefined> {
    const accounts = [...this.#covered].filter(isStorable).sort();
    const soon = Math.ceil(this.#clock.now()) + AHEAD_MS;
    const { day, month } = calendarDayOf(this.#clock.now());
    const base = this.#clock.base();
    const send = (statement: string | PgStatement, values?: readonly PgValue[]) =>
      this.#connection.query(statement, values);
    const sent = [
      send('BEGIN'),
      send(this.isAlone ? HAVE_ALONE : SHARE),
      send(LOCK_ACCOUNTS, [accounts]),
      send(ACCOUNTS, [accounts]),
      send(LIMIT_USE, [accounts, [day, month]]),
      send(DUE_OF_ACCOUNTS, [soon, accounts]),
      send(PRESENT, [base]),
    ];
    const [, , states, found, uses, due, present] = await allOf(sent);
    for (const row of states?.rows ?? []) this.drafts.states.load(textOf(row, 'account'), stateOf(row));
    for (const row of found?.rows ?? []) this.drafts.accounts.load(textOf(row, 'id'), accountOf(row));
    for (const account of accounts) {
      for (const period of [day, month]) {
        const row = uses?.rows.find((use) => use['account'] === account && use['period'] === period);
        const used = row === undefined ? 0 : integerOf(row, 'used');
        this.drafts.limitUse.load(limitKey({ account, period }), { account, period, used });
      }
    }
    if (!this.isAlone) this.schedule.load(due?.rows ?? [], soon);
    const [row] = present?.rows ?? [];
    if (row === undefined) throw new Error('the database does not answer');
    this.transaction.runsIn(integerOf(row, 'backend'), textOf(row, 'transaction_id'));
    return presentOf(row);
  }

  /** Reads inside the transaction. @throws {BatchError} */
  async ask(statement: string | PgStatement, values: readonly PgValue[] = []): Promise<readonly PgRow[]> {
    if (this.#failure !== undefined) throw this.#failure;
    if (!values.every(isStorable)) return [];
    try {
      return (await this.#connection.query(statement, values)).rows;
    } catch (cause) {
      this.#failure = new BatchError('a statement failed', { cause });
      throw this.#failure;
    }
  }

  /** @throws {AccountNeeded} */
  requireCovered(account: string): void {
    if (!this.isAlone && !this.#covered.has(account)) throw new AccountNeeded(account);
  }

  cover(account: string): void {
    this.#covered.add(account);
  }

  /** The settings of an account, whose state is locked. */
  async account(id: string): Promise<Account | undefined> {
    const known = this.drafts.accounts.get(id);
    if (known !== undefined) return known;
    this.requireCovered(id);
    if (!this.isAlone) return undefined;
    const [[row], [state]] = await Promise.all([this.ask(ACCOUNTS, [[id]]), this.ask(STATES, [[id]])]);
    if (row === undefined || state === undefined) return undefined;
    this.drafts.states.load(id, stateOf(state));
    return this.drafts.accounts.load(id, accountOf(row));
  }

  /** Call it for accounts that were found. */
  stateOf(account: string): AccountState {
    const state = this.drafts.states.get(account);
    if (state === undefined) throw new Error(`there is no account ${account}`);
    return state;
  }

  async noteTime(account: string, at: number): Promise<void> {
    await this.account(account);
    const state = this.drafts.states.get(account);
    if (state !== undefined && state.latestAt < at) this.drafts.states.change(account, { ...state, latestAt: at });
  }

  async counters(): Promise<Counters> {
    const known = this.drafts.counters.get('');
    if (known !== undefined) return known;
    const [row] = await this.ask(COUNTERS);
    if (row === undefined) throw new Error('nothing is stored');
    return this.drafts.counters.load('', countersOf(row));
  }

  async writeIfLarge(): Promise<void> {
    if (this.isAlone && this.drafts.insertedCount >= ROWS_AT_ONCE) await this.write();
  }

  /** Writes what is drafted, and waits for it. */
  async write(): Promise<void> {
    await allOf(writeDrafts(this.#connection, this.drafts));
    this.drafts.clear();
  }

  /**
   * Writes and commits in one round trip.
   *
   * @throws {ConnectionLostError} when it is not known whether it was committed
   */
  async commit(): Promise<void> {
    const written = allOf([...writeDrafts(this.#connection, this.drafts), this.transaction.record(this.#connection)]);
    const committed = this.#connection.query('COMMIT');
    await Promise.allSettled([written, committed]);
    // A failed statement makes a ROLLBACK of the COMMIT; a lost connection says nothing about either.
    const { command } = await committed;
    this.#hasEnded = true;
    await written;
    if (command !== 'COMMIT') throw new BatchError(`the database answered ${command} to COMMIT`);
  }

  async rollBack(): Promise<void> {
    if (this.hasEnded) return;
    await this.#connection.query('ROLLBACK');
    this.#hasEnded = true;
  }
}

/** Waits for every answer, so that none is left over, and throws the first error. */
async function allOf(sent: readonly Promise<PgResult>[]): Promise<PgResult[]> {
  await Promise.allSettled(sent);
  return Promise.all(sent);
}
