import type { AccountStatus, DisputeStatus } from '../../contract/account.ts';
import type { PaymentStatus } from '../../contract/payment.ts';
import type { WithdrawalStatus } from '../../contract/withdrawal.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { Invariant } from '../ledger/ledger.ts';
import type { AccountHolding, LimitUse } from './account.ts';
import type { ApiKey, CallerKey } from './account.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { CalendarDay } from './sao-paulo-calendar.ts';
import type { EntryKind } from './identifiers.ts';
import type { CodeMessage, Dispute, ListedPayment, ListedWithdrawal, Payment } from './wallet-entries.ts';
import type { StatusTotals, Withdrawal } from './wallet-entries.ts';
import type { WalletTransaction } from './wallet-transaction.ts';

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
