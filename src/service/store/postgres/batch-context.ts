import type { PgRow, PgStatement, PgValue } from '../../../sql/postgres/connection.ts';
import type { Account } from '../../wallet/account.ts';
import type { Payment, Withdrawal } from '../../wallet/wallet-entries.ts';
import type { AccountState, Counters, Drafts } from './drafts.ts';

/** What the records of a decision need of the batch that it runs in. */
export interface BatchContext {
  readonly drafts: Drafts;
  /** No other batch of any instance is under way. */
  readonly isAlone: boolean;
  readonly schedule: {
    addExpiry(payment: Payment): void;
    addSettlement(withdrawal: Withdrawal): void;
  };
  /** Reads inside the transaction. @throws {BatchError} */
  ask(statement: string | PgStatement, values?: readonly PgValue[]): Promise<readonly PgRow[]>;
  /** @throws {AccountNeeded} unless the account is locked */
  requireCovered(account: string): void;
  /** Call it for a new account. */
  cover(account: string): void;
  /** The settings of an account, whose state is locked. */
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
