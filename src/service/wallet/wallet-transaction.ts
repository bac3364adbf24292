import type { DisputeStatus } from '../../contract/account.ts';
import type { PaymentStatus } from '../../contract/payment.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { Transfer } from '../ledger/ledger.ts';
import type { Account, SettlementOutcome, AccountHolding } from './account.ts';
import type { ApiKey } from './account.ts';
import type { EntryKind } from './identifiers.ts';
import type { Payment, Withdrawal, Dispute, CodeMessage, VerificationCode } from './wallet-entries.ts';
import type { OrderedAmount } from './fees.ts';

/** The records that one decision reads and writes: all of its writes are committed, or none. */
export interface WalletTransaction {
  readonly accounts: AccountRecords;
  readonly keys: KeyRecords;
  readonly payments: PaymentRecords;
  readonly withdrawals: WithdrawalRecords;
  readonly limits: LimitRecords;
  readonly disputes: DisputeRecords;
  readonly codes: CodeRecords;
  readonly ledger: Ledger;
  readonly schedule: Schedule;
}

interface AccountRecords {
  find(id: string): Promise<Account | undefined>;
  holding(id: string): Promise<AccountHolding | undefined>;
  /** Opens an account with empty ledger accounts. */
  insert(account: Account): void;
  /** Updates the settings of an account: limits, plan and switches. Its identity does not change. */
  update(account: Account): Promise<void>;
  takeNumber(): Promise<number>;
  /**
   * The sequence number for the next payment or withdrawal of an account. No other transaction gets one before this
   * ends.
   */
  takeSequence(id: string, kind: EntryKind): number;
}

interface KeyRecords {
  insert(key: ApiKey): void;
  takeNumber(accountId: string): Promise<number>;
  find(accountId: string, id: string): Promise<ApiKey | undefined>;
  delete(id: string): void;
}

/** The next status of a payment, allowed from one of the statuses `from`. */
interface PaymentMove {
  readonly from: readonly ['PENDING', 'ACTIVE'?];
  readonly to: Exclude<PaymentStatus, 'PENDING'>;
  readonly at: number;
}

export interface PaymentRecords {
  insert(payment: Payment): Promise<void>;
  /** On any account. */
  find(id: string): Promise<Payment | undefined>;
  /** @returns the payment in its new status, or undefined when its status does not allow the change */
  move(accountId: string, id: string, move: PaymentMove): Promise<Payment | undefined>;
}

/** The end of a PENDING withdrawal. */
type WithdrawalMove = { readonly at: number } & (
  { readonly to: 'COMPLETED' } | { readonly to: 'FAILED'; readonly failureReason: string }
);

export interface WithdrawalRecords {
  insert(withdrawal: Withdrawal): Promise<void>;
  /** On any account. */
  find(id: string): Promise<Withdrawal | undefined>;
  hasPending(accountId: string): Promise<boolean>;
  /** @returns the withdrawal in its final status, or undefined when it was not PENDING */
  move(accountId: string, id: string, move: WithdrawalMove): Promise<Withdrawal | undefined>;
}

/** What accounts have withdrawn in a period: a day or a month, named as in `CalendarDay`. */
interface LimitRecords {
  /** Uses a part of a limit, if the total stays within `maximumCentavos`. @returns whether it did */
  use(accountId: string, period: string, valueCentavos: Centavos, maximumCentavos: Centavos): Promise<boolean>;
  giveBack(accountId: string, period: string, valueCentavos: Centavos): Promise<void>;
  useIn(accountId: string, period: string): Promise<Centavos>;
}

export interface DisputeRecords {
  insert(dispute: Dispute): Promise<void>;
  find(id: string): Promise<Dispute | undefined>;
  findByPayment(paymentId: string): Promise<Dispute | undefined>;
  /** @returns the dispute in its final status, or undefined when it was not OPEN */
  move(id: string, to: Exclude<DisputeStatus, 'OPEN'>, at: number): Promise<Dispute | undefined>;
}

interface CodeRecords {
  takeNumber(): Promise<number>;
  insert(code: VerificationCode, message: Pick<CodeMessage, 'email' | 'code'>): void;
  /** Codes that can still be redeemed, newest first. */
  open(accountId: string, at: number): Promise<readonly VerificationCode[]>;
  use(number: number, at: number): void;
  /** Counts a wrong attempt against all codes of an account that can still be redeemed. */
  countWrong(accountId: string): Promise<void>;
  /** Invalidates the codes for a withdrawal of this amount. */
  retire(accountId: string, amount: OrderedAmount): Promise<void>;
}

interface Ledger {
  /** @throws {FloorReachedError} when a ledger account would fall below its floor */
  post(transfer: Transfer, at: number): Promise<void>;
}

/** An event that is due at a time of its account. */
export type DueEvent = { readonly at: number; readonly accountId: string; readonly id: string } & (
  { readonly kind: 'expiry' } | { readonly kind: 'settlement'; readonly as: SettlementOutcome }
);

export interface Schedule {
  /** The first event that was due by `now` of the service's time, and has not been processed. */
  next(now: number): Promise<DueEvent | undefined>;
  /** How far the account is ahead that is furthest. */
  furthestAheadMs(): Promise<number>;
  /** Stores how far the service's clock has been advanced. */
  saveClock(aheadMs: number): Promise<void>;
}
