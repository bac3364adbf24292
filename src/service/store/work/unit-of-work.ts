import type { WalletTransaction } from '../../wallet/wallet-transaction.ts';
import { draftAccounts, draftKeys } from './account-records.ts';
import { draftCodes } from './code-records.ts';
import { DueEvents } from './due-events.ts';
import { draftDisputes, draftPayments, draftWithdrawals } from './entry-records.ts';
import { draftLedger } from './ledger-records.ts';
import { draftLimits } from './limit-records.ts';
import { Unit } from './unit.ts';

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
}
