import type { WalletTransaction } from '../../wallet/wallet-transaction.ts';
import { draftAccounts, draftKeys } from './account-records.ts';
import { draftCodes } from './code-records.ts';
import { DueEvents } from './due-events.ts';
import { draftDisputes, draftPayments, draftWithdrawals } from './entry-records.ts';
import { draftLedger } from './ledger-records.ts';
import { draftLimits } from './limit-records.ts';
import { Unit } from './unit.ts';

/** A piece of work, and the promise that it settles. */
export interface Piece<T> {
  readonly work: (unit: UnitOfWork) => Promise<T>;
  readonly resolve: (outcome: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** A unit, and the records that its decisions read and write. */
export class UnitOfWork extends Unit {
  readonly schedule = new DueEvents(this);
  readonly records: WalletTransaction = {
    accounts: draftAccounts(this),
    keys: draftKeys(this),
    payments: draftPayments(this, this.schedule),
    withdrawals: draftWithdrawals(this, this.schedule),
    limits: draftLimits(this),
    disputes: draftDisputes(this),
    codes: draftCodes(this),
    ledger: draftLedger(this),
    schedule: this.schedule,
  };

  /**
   * Does a piece of work, or undoes it.
   *
   * @param check throws when nothing of the unit can be committed any more
   * @returns what settles the promise of its caller
   */
  async perform<T>(
    { work, resolve, reject }: Piece<T>,
    check: (error?: unknown) => void = () => undefined,
  ): Promise<() => void> {
    let outcome: T;
    try {
      outcome = await work(this);
    } catch (error) {
      if (this.isAlone) throw error;
      check(error);
      this.drafts.log.undo();
      return () => {
        reject(error);
      };
    }
    check();
    this.drafts.log.accept();
    return () => {
      resolve(outcome);
    };
  }
}
