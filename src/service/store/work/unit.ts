import { integerOf } from '../../../sql/row.ts';
import type { SqlRow } from '../../../sql/sqlite/driver.ts';
import type { Account } from '../../wallet/account.ts';
import type { Moved } from '../../wallet/change-feed.ts';
import { ACCOUNT, ACCOUNT_STATE } from '../records.ts';
import type { Ask } from '../statement.ts';
import { Drafts, type AccountState, type Counters } from './drafts.ts';

/** What a unit of work needs of its database, in an open transaction. */
export interface UnitDatabase {
  readonly ask: Ask;
  /** Whether accounts were loaded when they were locked: one that is not known then did not exist. */
  readonly hasLoadedAccounts: boolean;
  /** Throws unless no other unit of work can decide about an account. */
  requireLocked(account: string): void;
  /** Call it for a new account. */
  addLocked(account: string): void;
  /** Events that are due by a time, in their order; undefined: no more than were given at the beginning. */
  dueBy(time: number): Promise<readonly SqlRow[] | undefined>;
  /** Writes everything that is drafted, and waits for it. */
  write(drafts: Drafts): Promise<void>;
}

const STORED_ACCOUNT = 'SELECT * FROM accounts WHERE id = $1';
const STORED_STATE = 'SELECT * FROM account_state WHERE account = $1';
/** Changes nothing, but no other unit of work gets the same numbers. */
const COUNTERS = 'UPDATE service_state SET code_count = code_count RETURNING account_count, code_count';

/** A long history is written in parts of this many steps. */
const STEPS_AT_ONCE = 4_000;

/** So many changes are announced of work that is written in parts: an advance of the clock may make a million. */
const ANNOUNCED_MAXIMUM = 10_000;

/**
 * What the records of one transaction share. Its decisions run one after the other: they read what they need once, decide
 * in memory, and what they have drafted is written at the end.
 */
export class Unit {
  readonly drafts = new Drafts();
  readonly database: UnitDatabase;
  /** One piece of work that has the whole store: it is undone with the transaction, and written in parts. */
  readonly isAlone: boolean;
  readonly ask: Ask;
  #written: readonly Moved[] = [];
  #isHistory = false;

  constructor(database: UnitDatabase, isAlone: boolean) {
    this.database = database;
    this.isAlone = isAlone;
    this.ask = (statement, values) => database.ask(statement, values);
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

  /** The settings of an account, whose state is loaded, too. */
  async account(id: string): Promise<Account | undefined> {
    const known = this.drafts.accounts.get(id);
    if (known !== undefined) return known;
    this.database.requireLocked(id);
    if (this.database.hasLoadedAccounts) return undefined;
    const [[row], [state]] = await Promise.all([this.ask(STORED_ACCOUNT, [id]), this.ask(STORED_STATE, [id])]);
    if (row === undefined || state === undefined) return undefined;
    this.drafts.states.load(id, ACCOUNT_STATE.read(state));
    return this.drafts.accounts.load(id, ACCOUNT.read(row));
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

  /** The next number of a counter that all accounts share. */
  async takeNumber(counter: keyof Counters): Promise<number> {
    const counters = this.drafts.counters.get('') ?? (await this.#counters());
    const taken = counters[counter] + 1;
    this.drafts.counters.change('', { ...counters, [counter]: taken });
    return taken;
  }

  /** Writes a part of a long history. */
  async writeIfLarge(): Promise<void> {
    const { moved, transfers } = this.drafts;
    if (this.isAlone && moved.rows.length + transfers.rows.length >= STEPS_AT_ONCE) await this.write();
  }

  async write(): Promise<void> {
    await this.database.write(this.drafts);
    this.#written = this.moved;
    this.drafts.clear();
  }

  async #counters(): Promise<Counters> {
    const [row] = await this.ask(COUNTERS);
    const counters = { accounts: integerOf(row, 'account_count'), codes: integerOf(row, 'code_count') };
    return this.drafts.counters.load('', counters);
  }
}
