import type { AccountStatus, DisputeStatus } from '../../contract/account.ts';
import type { PaymentStatus } from '../../contract/payment.ts';
import type { WithdrawalStatus } from '../../contract/withdrawal.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { Invariant, Transfer } from '../ledger/ledger.ts';
import type { AccountHolding, LimitUse, ApiKey, CallerKey, Account, SettlementOutcome } from './account.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { CalendarDay } from './sao-paulo-calendar.ts';
import type { CodeMessage, Dispute, EntryKind, ListedPayment, ListedWithdrawal, Payment } from './wallet-entries.ts';
import type { StatusTotals, VerificationCode, Withdrawal } from './wallet-entries.ts';
import type { OrderedAmount } from './fees.ts';

export interface PageRequest<Status> {
  readonly status?: Status | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Of the payments and withdrawals of one account, or of all. */
export type EntryPageRequest = PageRequest<PaymentStatus> & { readonly accountId?: string | undefined };

interface EntryPage<Transaction, Status> {
  /** Newest first. */
  readonly items: readonly Transaction[];
  /** For all entries of that kind on the account, whatever the page. */
  readonly totals: readonly StatusTotals<Status>[];
}

export interface Page<Item> {
  /** Newest first. */
  readonly items: readonly Item[];
  /** The total number, whatever the page. */
  readonly total: number;
}

/** A payment or a withdrawal in an administrator's list of all accounts. */
export interface ListedEntry extends Omit<ListedPayment, 'correlationId' | 'netCentavos' | 'updatedAt'> {
  readonly kind: EntryKind;
  readonly accountId: string;
}

/** A transfer of the ledger as it is stored: one row, whose parts sum to zero. */
export interface StoredTransfer {
  readonly at: number;
  readonly kind: string;
  readonly availableCentavos: Centavos;
  readonly inTransitCentavos: Centavos;
  readonly blockedCentavos: Centavos;
  readonly settlementCentavos: Centavos;
  readonly feesCentavos: Centavos;
}

/** A payment or a withdrawal, and everything that moved money for it, oldest first. */
export type EntryHistory = { readonly dispute: Dispute | null; readonly transfers: readonly StoredTransfer[] } & (
  { readonly payment: Payment; readonly withdrawal: null } | { readonly payment: null; readonly withdrawal: Withdrawal }
);

export interface AccountOverview extends AccountHolding {
  readonly disputes: readonly StatusTotals<DisputeStatus>[];
  readonly payments: readonly StatusTotals<PaymentStatus>[];
  readonly limitUse: LimitUse;
}

/** What the wallet requires of its durable store. Answers include everything that was acknowledged before. */
export interface WalletStore {
  /** What this process commits. It is empty again when everything was replaced. */
  readonly changes: ChangeFeed;
  /**
   * Runs a decision. The promise settles once the outcome is durable; when the work throws, nothing has changed.
   * Decisions run one after the other, in the order of the calls. A store may begin one again before it settles.
   *
   * @param accounts those that the decision is known to need, or all that have an event that is due. A decision may
   *   need others, too.
   */
  transaction<T>(work: (transaction: WalletTransaction) => Promise<T>, accounts: readonly string[] | 'due'): Promise<T>;
  /** Runs work that moves the clock, while nothing else is under way. */
  moveClock<T>(work: (transaction: WalletTransaction) => Promise<T>): Promise<T>;
  callerOf(digest: Uint8Array): Promise<CallerKey | undefined>;
  /** The keys of an account, oldest first. */
  keysOf(accountId: string): Promise<readonly ApiKey[]>;
  holding(accountId: string): Promise<AccountHolding | undefined>;
  payment(accountId: string, id: string): Promise<Payment | undefined>;
  withdrawal(accountId: string, id: string): Promise<Withdrawal | undefined>;
  /** On any account. */
  entry(id: string): Promise<EntryHistory | undefined>;
  paymentPage(accountId: string, page: PageRequest<PaymentStatus>): Promise<EntryPage<ListedPayment, PaymentStatus>>;
  withdrawalPage(
    accountId: string,
    page: PageRequest<WithdrawalStatus>,
  ): Promise<EntryPage<ListedWithdrawal, WithdrawalStatus>>;
  overview(accountId: string, calendarDay: CalendarDay): Promise<AccountOverview | undefined>;
  accountPage(page: PageRequest<AccountStatus>): Promise<Page<AccountHolding>>;
  entryPage(page: EntryPageRequest): Promise<Page<ListedEntry>>;
  disputePage(page: PageRequest<DisputeStatus>): Promise<Page<Dispute>>;
  /** Every verification code that was sent, newest first. */
  codeMessages(): Promise<readonly CodeMessage[]>;
  /** Whether an event was due by `now` and has not been processed. */
  isDue(now: number): Promise<boolean>;
  /** Whether the store can be used, and decides without delay. */
  isReady(): Promise<boolean>;
  /** Checks all invariants by recounting. */
  audit(): Promise<readonly Invariant[]>;
}

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
