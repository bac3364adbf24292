import type { SqlRow } from '../../../sql/sqlite/driver.ts';
import { integerOf } from '../../../sql/row.ts';
import type { Account } from '../../wallet/account.ts';
import type { Moved } from '../../wallet/change-feed.ts';
import type { WalletTransaction } from '../../wallet/wallet-transaction.ts';
import { accountOf } from '../account-rows.ts';
import type { Ask } from '../statement.ts';
import { DraftAccounts, DraftKeys } from './account-records.ts';
import { DraftCodes } from './code-records.ts';
import { Drafts, type AccountState, type Counters } from './drafts.ts';
import { DueEvents } from './due-events.ts';
import { DraftDisputes, DraftPayments, DraftWithdrawals } from './entry-records.ts';
import { DraftLedger, stateOf } from './ledger-records.ts';
import { DraftLimits } from './limit-records.ts';
import type { Unit } from './unit.ts';

/** What a unit of work needs of its database, in an open transaction. */
export interface UnitDatabase extends Pick<Unit, 'ask' | 'requireLocked' | 'addLocked' | 'dueBy'> {
  /** Whether accounts were loaded when they were locked: one that is not known then did not exist. */
  readonly hasLoadedAccounts: boolean;
  /** Writes everything that is drafted, and waits for it. */
  write(drafts: Drafts): Promise<void>;
}

const ACCOUNT = { name: 'account', text: 'SELECT * FROM accounts WHERE id = $1' };
const STATE = { name: 'account state', text: 'SELECT * FROM account_state WHERE account = $1' };
/** Changes nothing, but no other unit of work gets the same numbers. */
const COUNTERS = {
  name: 'lock counters',
  text: 'UPDATE service_state SET code_count = code_count RETURNING account_count, code_count',
};

/** A long history is written in parts of this many rows. */
const ROWS_AT_ONCE = 4_000;

/** So many changes are announced of work that is written in parts: an advance of the clock may make a million. */
const ANNOUNCED_MAXIMUM = 10_000;

/**
 * Decisions of one transaction, one after the other. They read what they need once, decide in memory, and what they have
 * drafted is written at the end.
 */
export class UnitOfWork implements Unit {
  readonly drafts = new Drafts();
  readonly schedule: DueEvents;
  readonly records: WalletTransaction;
  readonly ask: Ask;
  readonly isAlone: boolean;
  readonly #database: UnitDatabase;
  #written: readonly Moved[] = [];
  #isHistory = false;

  constructor(database: UnitDatabase, isAlone: boolean) {
    this.#database = database;
    this.isAlone = isAlone;
    this.ask = (statement, values) => database.ask(statement, values);
    this.schedule = new DueEvents(this);
    this.records = {
      accounts: new DraftAccounts(this),
      keys: new DraftKeys(this),
      payments: new DraftPayments(this),
      withdrawals: new DraftWithdrawals(this),
      limits: new DraftLimits(this),
      disputes: new DraftDisputes(this),
      codes: new DraftCodes(this),
      ledger: new DraftLedger(this),
      schedule: this.schedule,
    };
  }

  /** What to announce once it is committed: the latest changes of status. */
  get moved(): readonly Moved[] {
    const moved = this.#isHistory ? [] : [...this.#written, ...this.drafts.moved.rows];
    return moved.slice(-ANNOUNCED_MAXIMUM);
  }

  /** What is written from now on has happened before: it is not announced. */
  beginHistory(): void {
    this.#isHistory = true;
  }

  requireLocked(account: string): void {
    this.#database.requireLocked(account);
  }

  addLocked(account: string): void {
    this.#database.addLocked(account);
  }

  dueBy(time: number): Promise<readonly SqlRow[] | undefined> {
    return this.#database.dueBy(time);
  }

  async account(id: string): Promise<Account | undefined> {
    const known = this.drafts.accounts.get(id);
    if (known !== undefined) return known;
    this.requireLocked(id);
    if (this.#database.hasLoadedAccounts) return undefined;
    const [[row], [state]] = await Promise.all([this.ask(ACCOUNT, [id]), this.ask(STATE, [id])]);
    if (row === undefined || state === undefined) return undefined;
    this.drafts.states.load(id, stateOf(state));
    return this.drafts.accounts.load(id, accountOf(row));
  }

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
    const counters = { accounts: integerOf(row, 'account_count'), codes: integerOf(row, 'code_count') };
    return this.drafts.counters.load('', counters);
  }

  async writeIfLarge(): Promise<void> {
    if (this.isAlone && this.drafts.insertedCount >= ROWS_AT_ONCE) await this.write();
  }

  async write(): Promise<void> {
    await this.#database.write(this.drafts);
    this.#written = this.moved;
    this.drafts.clear();
  }
}
