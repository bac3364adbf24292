import type { SqlRow } from '../../../sql/sqlite/driver.ts';
import type { Account } from '../../wallet/account.ts';
import type { Payment, Withdrawal } from '../../wallet/wallet-entries.ts';
import type { Ask } from '../statement.ts';
import type { AccountState, Counters, Drafts } from './drafts.ts';

/** What the records of a decision need of the unit of work that it runs in. */
export interface Unit {
  readonly drafts: Drafts;
  readonly ask: Ask;
  /** One piece of work that has the whole store: it is undone with the transaction, and written in parts. */
  readonly isAlone: boolean;
  readonly schedule: {
    addExpiry(payment: Payment): void;
    addSettlement(withdrawal: Withdrawal): void;
  };
  /** Throws unless no other unit of work can decide about an account. */
  requireLocked(account: string): void;
  /** Call it for a new account. */
  addLocked(account: string): void;
  /** Events that are due by a time, in their order; undefined: no more than were given at the beginning. */
  dueBy(time: number): Promise<readonly SqlRow[] | undefined>;
  /** The settings of an account, whose state is loaded, too. */
  account(id: string): Promise<Account | undefined>;
  /** Call it for accounts that were found. */
  stateOf(account: string): AccountState;
  noteTime(account: string, at: number): Promise<void>;
  counters(): Promise<Counters>;
  /** Writes a part of a long history. */
  writeIfLarge(): Promise<void>;
  /** Writes what is drafted, and waits for it. */
  write(): Promise<void>;
}
