import type { AccountStatus, DisputeStatus } from '../../contract/account.ts';
import type { Permission } from '../../contract/permission.ts';
import type { PaymentStatus } from '../../contract/payment.ts';
import type { WithdrawalStatus } from '../../contract/withdrawal.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { CustomerPart } from '../ledger/accounts.ts';
import type { Invariant } from '../ledger/invariants.ts';
import type { Transfer } from '../ledger/transfer.ts';
import type { Account } from './account.ts';
import type { Dispute } from './dispute.ts';
import type { DueEvent } from './due-event.ts';
import type { CalendarDay } from './sao-paulo-calendar.ts';
import type { TransactionKind } from './identifiers.ts';
import type { ListedPayment, ListedWithdrawal, Payment, StatusTotals, Withdrawal } from './transactions.ts';
import type { CodeMessage, VerificationCode } from './verification-code.ts';

/** A key as it is kept: the digest tells a right key from a wrong one, but the key can't be had from it. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** SHA-256 of the key. */
  readonly digest: Uint8Array;
  /** As it may be shown. */
  readonly masked: string;
  readonly permissions: readonly Permission[];
  readonly createdAt: number;
}

export interface PageRequest<Status> {
  readonly status?: Status | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface TransactionPage<Transaction, Status> {
  /** Newest first. */
  readonly items: readonly Transaction[];
  /** Of all transactions of that kind on the account, whatever the page. */
  readonly totals: readonly StatusTotals<Status>[];
}

export interface Page<Item> {
  /** Newest first. */
  readonly items: readonly Item[];
  /** How many there are, whatever the page. */
  readonly total: number;
}

/** A payment or a withdrawal, as an administrator sees it among all. */
export interface AnyTransaction {
  readonly kind: TransactionKind;
  readonly id: string;
  readonly accountId: string;
  readonly valueCentavos: Centavos;
  readonly feeCentavos: Centavos;
  readonly status: PaymentStatus | WithdrawalStatus;
  readonly description: string;
  readonly createdAt: number;
}

/** What an account has withdrawn against its limits, in centavos. */
export interface LimitUse {
  readonly dayCentavos: Centavos;
  readonly monthCentavos: Centavos;
}

export interface AccountHolding {
  readonly account: Account;
  readonly ledger: Readonly<Record<CustomerPart, Centavos>>;
}

export interface AccountOverview extends AccountHolding {
  readonly disputes: readonly StatusTotals<DisputeStatus>[];
  readonly payments: readonly StatusTotals<PaymentStatus>[];
  readonly limitUse: LimitUse;
}

/** How a payment goes on, from one of the states `from`. */
interface PaymentMove {
  readonly from: readonly ['PENDING', 'ACTIVE'?];
  readonly to: Exclude<PaymentStatus, 'PENDING'>;
  readonly at: number;
}

/** How a PENDING withdrawal ends. */
type WithdrawalMove = { readonly at: number } & (
  { readonly to: 'COMPLETED' } | { readonly to: 'FAILED'; readonly failureReason: string }
);

/** The writes of one decision, and what they have to see: all of them take effect, or none. */
export interface WalletTransaction {
  account(id: string): Promise<Account | undefined>;
  holding(accountId: string): Promise<AccountHolding | undefined>;
  /** Opens an account with empty ledger accounts. */
  insertAccount(account: Account): Promise<void>;
  /** Writes how the account behaves: its limits, its plan and its switches. Who it is stays. */
  updateAccount(account: Account): Promise<void>;
  /** Numbers the next account that is registered. */
  takeAccountNumber(): Promise<number>;
  insertKey(key: ApiKey): Promise<void>;
  /** Numbers the next key that is issued to an account. */
  takeKeyNumber(accountId: string): Promise<number>;
  key(accountId: string, id: string): Promise<ApiKey | undefined>;
  deleteKey(id: string): Promise<void>;
  /** Numbers the next transaction of that kind on an account. Until the end of this transaction nobody else gets one. */
  takeSequence(accountId: string, kind: TransactionKind): Promise<number>;
  insertPayment(payment: Payment): Promise<void>;
  /** Of any account. */
  findPayment(id: string): Promise<Payment | undefined>;
  /** @returns the payment in its new state, or undefined when it is in none of the states that lead there */
  movePayment(accountId: string, id: string, move: PaymentMove): Promise<Payment | undefined>;
  insertWithdrawal(withdrawal: Withdrawal): Promise<void>;
  /** Of any account. */
  findWithdrawal(id: string): Promise<Withdrawal | undefined>;
  hasPendingWithdrawal(accountId: string): Promise<boolean>;
  /** @returns the withdrawal in its final state, or undefined when it was not PENDING */
  moveWithdrawal(accountId: string, id: string, move: WithdrawalMove): Promise<Withdrawal | undefined>;
  /**
   * Uses up a limit, if what is used stays within `maximumCentavos`.
   * @param period a day or a month, as {@link CalendarDay} names it
   * @returns whether it did
   */
  useLimit(accountId: string, period: string, valueCentavos: Centavos, maximumCentavos: Centavos): Promise<boolean>;
  giveBackLimit(accountId: string, period: string, valueCentavos: Centavos): Promise<void>;
  limitUse(accountId: string, calendarDay: CalendarDay): Promise<LimitUse>;
  insertDispute(dispute: Dispute): Promise<void>;
  dispute(id: string): Promise<Dispute | undefined>;
  disputeOfPayment(paymentId: string): Promise<Dispute | undefined>;
  /** @returns the dispute in its final state, or undefined when it was not OPEN */
  moveDispute(id: string, to: Exclude<DisputeStatus, 'OPEN'>, at: number): Promise<Dispute | undefined>;
  /** Numbers the next verification code. */
  takeCodeNumber(): Promise<number>;
  insertVerificationCode(code: VerificationCode, message: Pick<CodeMessage, 'email' | 'code'>): Promise<void>;
  /** Those that can still be redeemed, newest first. */
  openVerificationCodes(accountId: string, at: number): Promise<readonly VerificationCode[]>;
  useVerificationCode(number: number, at: number): Promise<void>;
  countWrongCode(number: number): Promise<void>;
  /** @throws {FloorReachedError} when a ledger account would be left with less than it must hold */
  post(transfer: Transfer, at: number): Promise<void>;
  /** The first that has not happened of all that was due by `now`. */
  nextDue(now: number): Promise<DueEvent | undefined>;
  /** Remembers how far the service's clock has been moved on. */
  saveClock(aheadMs: number): Promise<void>;
}

/** What the wallet asks of the place where it is durable. Every answer is from after all that was acknowledged before. */
export interface WalletStore {
  /**
   * Runs a decision. Its promise settles only once the outcome is durable; when the work throws, nothing has changed.
   * Decisions take effect one after the other, as they were asked for.
   */
  transaction<T>(work: (transaction: WalletTransaction) => Promise<T>): Promise<T>;
  /** Keys that could be the one with this digest: those that share its beginning. */
  keysLike(digest: Uint8Array): Promise<readonly ApiKey[]>;
  /** The keys of an account, oldest first. */
  keysOf(accountId: string): Promise<readonly ApiKey[]>;
  account(id: string): Promise<Account | undefined>;
  holding(accountId: string): Promise<AccountHolding | undefined>;
  payment(accountId: string, id: string): Promise<Payment | undefined>;
  withdrawal(accountId: string, id: string): Promise<Withdrawal | undefined>;
  paymentPage(
    accountId: string,
    page: PageRequest<PaymentStatus>,
  ): Promise<TransactionPage<ListedPayment, PaymentStatus>>;
  withdrawalPage(
    accountId: string,
    page: PageRequest<WithdrawalStatus>,
  ): Promise<TransactionPage<ListedWithdrawal, WithdrawalStatus>>;
  overview(accountId: string, calendarDay: CalendarDay): Promise<AccountOverview | undefined>;
  accountPage(page: PageRequest<AccountStatus>): Promise<Page<AccountHolding>>;
  transactionPage(
    page: PageRequest<PaymentStatus> & { readonly accountId?: string | undefined },
  ): Promise<Page<AnyTransaction>>;
  disputePage(page: PageRequest<DisputeStatus>): Promise<Page<Dispute>>;
  /** Every code that was sent, newest first. */
  codeMessages(): Promise<readonly CodeMessage[]>;
  /** Whether something was due by `now` that has not happened. */
  isDue(now: number): Promise<boolean>;
  /** Counts everything anew. */
  audit(): Promise<readonly Invariant[]>;
}
