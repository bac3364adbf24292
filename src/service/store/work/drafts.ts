import type { Amounts, TransferKind } from '../../ledger/ledger.ts';
import type { VerificationCode } from '../../wallet/verification-code.ts';
import type { Account } from '../../wallet/account.ts';
import type { Moved } from '../../wallet/change-feed.ts';
import type { ApiKey } from '../../wallet/api-key.ts';
import type { Dispute, Payment, Withdrawal } from '../../wallet/wallet-entries.ts';
import { DraftList, DraftRows, UndoLog } from './draft-rows.ts';

/** The row that an instance locks before it decides about an account. */
export interface AccountState extends Amounts {
  readonly account: string;
  /** By how much disputes took the available balance below zero. */
  readonly debt: number;
  readonly paymentCount: number;
  readonly withdrawalCount: number;
  readonly keyCount: number;
  readonly latestAt: number;
}

export interface TransferRow extends Amounts {
  readonly kind: TransferKind;
  readonly reference: string;
  readonly account: string;
  readonly createdAt: number;
}

export interface LimitUseRow {
  readonly account: string;
  readonly period: string;
  readonly used: number;
}

/** A verification code, what has become of it, and the e-mail that contained it. */
export interface StoredCode extends VerificationCode {
  readonly wrongAttempts: number;
  readonly usedAt: number | null;
  readonly email: string;
  readonly code: string;
}

/** The numbers that the next account and the next verification code get. */
export interface Counters {
  readonly accounts: number;
  readonly codes: number;
}

/** Everything that a batch has read and changed. */
export class Drafts {
  readonly log = new UndoLog();
  readonly accounts = new DraftRows<Account>(this.log);
  readonly states = new DraftRows<AccountState>(this.log);
  readonly payments = new DraftRows<Payment>(this.log);
  readonly withdrawals = new DraftRows<Withdrawal>(this.log);
  readonly disputes = new DraftRows<Dispute>(this.log);
  readonly codes = new DraftRows<StoredCode>(this.log);
  readonly limitUse = new DraftRows<LimitUseRow>(this.log);
  readonly counters = new DraftRows<Counters>(this.log);
  readonly newKeys = new DraftRows<ApiKey>(this.log);
  readonly deletedKeys = new DraftList<string>(this.log);
  readonly transfers = new DraftList<TransferRow>(this.log);
  /** Every step: a payment may be created and paid in one batch. */
  readonly moved = new DraftList<Moved>(this.log);

  clear(): void {
    const { accounts, states, payments, withdrawals, disputes, codes, limitUse, counters, newKeys } = this;
    const { deletedKeys, transfers, moved } = this;
    const all = [accounts, states, payments, withdrawals, disputes, codes, limitUse, counters, newKeys, deletedKeys];
    for (const rows of [...all, transfers, moved]) rows.clear();
    this.log.accept();
  }
}
