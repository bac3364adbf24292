import type { PaymentStatus } from '../contract/payment.ts';
import type { WithdrawalStatus } from '../contract/withdrawal.ts';
import type { Centavos } from '../pix/centavos.ts';
import type { RefusalCode } from '../pix/refusal-codes.ts';

/*
 * What the controls take and return. It is written out for the docs of the library; the compiler compares it with
 * `src/contract/control.ts`.
 */

/** A payment that a control has moved. */
export interface MovedPayment {
  /** Its id. */
  readonly id: string;
  /** Its status now. */
  readonly status: PaymentStatus;
  /** Its value, in centavos. */
  readonly value: Centavos;
}

/** A withdrawal that a control has moved. */
export interface MovedWithdrawal {
  /** Its id. */
  readonly id: string;
  /** Its status now. */
  readonly status: WithdrawalStatus;
  /** Its value, in centavos. */
  readonly value: Centavos;
  /** Why it failed; null when it did not. */
  readonly failureReason: string | null;
}

/** A dispute that a control has opened or decided. */
export interface MovedDispute {
  /** Its id. */
  readonly id: string;
  /** The payment that it is about. */
  readonly paymentId: string;
  /** The disputed amount, in centavos. */
  readonly amount: Centavos;
  /** OPEN: the money is blocked. ACCEPTED: it left the balance. REFUSED: it was released. */
  readonly status: 'OPEN' | 'ACCEPTED' | 'REFUSED';
}

/** How an account behaves, as far as a test can change it. */
export interface AccountRules {
  /** Withdrawals are COMPLETED at once. */
  readonly instant: boolean;
  /** After how many milliseconds a withdrawal ends that is not instant; null: never. */
  readonly settleAfterMs: number | null;
  /** A withdrawal requires a verification code. */
  readonly transferSecurity: boolean;
  /** A withdrawal is refused while another is PENDING. */
  readonly oneAtATime: boolean;
  /** The account may not send. */
  readonly blocked: boolean;
  /** Its lists are repeated for a minute, if those of the wallet are. */
  readonly cache: boolean;
  /** Limit of a day, in centavos. */
  readonly dailyLimitCentavos: number;
  /** Limit of a month, in centavos. */
  readonly monthlyLimitCentavos: number;
  /** Limit of one withdrawal, in centavos. */
  readonly perTransactionLimitCentavos: number;
  /** The fee of a transaction, in centavos. */
  readonly feeCentavos: number;
}

/** How an account behaves, and what it has. */
export interface AccountBehaviour extends AccountRules {
  /** Its id, such as `demo`. */
  readonly id: string;
  /** The name of its holder. */
  readonly name: string;
  /** How withdrawals end by themselves: `COMPLETED`, or a refusal code. */
  readonly settleAs: string;
  /** What can be sent now, in centavos. */
  readonly availableCentavos: number;
  /** Debited and not settled, in centavos. */
  readonly inTransitCentavos: number;
  /** Blocked by disputes, in centavos. */
  readonly blockedCentavos: number;
  /** How far its time is ahead of the wallet's, in milliseconds. */
  readonly clockAheadMs: number;
}

/** An account that a test has opened for itself. */
export interface OpenedAccount {
  /** Its id. */
  readonly id: string;
  /** Its main key. */
  readonly key: string;
  /** What can be sent now, in centavos. */
  readonly availableCentavos: number;
}

/** Each field may be left out. */
type Changes<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined };

/** Changes to how an account behaves; what is left out stays as it is. */
export interface AccountChanges extends Changes<AccountRules> {
  /** The id of the account. Default `demo`. */
  readonly account?: string | undefined;
  /** How withdrawals end by themselves. */
  readonly settleAs?: 'COMPLETED' | RefusalCode | undefined;
}

/** A message to the holder of an account, with a verification code. */
export interface InboxMessage {
  /** When it was sent: ISO 8601, UTC. */
  readonly at: string;
  /** The id of the account. */
  readonly account: string;
  /** The address that it was sent to. */
  readonly email: string;
  /** The code: six digits. */
  readonly code: string;
  /** The amount of the withdrawal that it is for, in centavos. */
  readonly amount: Centavos | null;
  /** Until when it can be used: ISO 8601, UTC. */
  readonly expiresAt: string;
  /** It has been used. */
  readonly used: boolean;
}

/**
 * What a fault does. `reset-after`, `truncate`, `malformed` and `hang` carry the request out before they spoil the
 * answer.
 */
export type FaultKind =
  | 'latency'
  | 'status-500'
  | 'status-502-html'
  | 'status-503'
  | 'rate-limit'
  | 'rate-limit-bare'
  | 'reset-before'
  | 'reset-after'
  | 'truncate'
  | 'malformed'
  | 'hang';

/** Which requests a fault spoils, how, and how often. */
export interface FaultPlan {
  /** A method and a path, such as `POST /api/v1/withdraw/create`; `{id}` stands for one segment, `*` for anything. */
  readonly on: string;
  /** Only requests with a key of this account. Default: of any. */
  readonly account?: string | undefined;
  /** What it does. */
  readonly fault: FaultKind;
  /** How often it fires. Default without end. */
  readonly times?: number | undefined;
  /** How many matching requests pass first. Default 0. */
  readonly after?: number | undefined;
  /** From 0 to 1, drawn from the seed: the same on every run. Default 1. */
  readonly probability?: number | undefined;
  /** Milliseconds of real time before the answer. Default 0; `latency` requires it. */
  readonly delayMs?: number | undefined;
}

/** A planned fault, and how often it has fired. */
export interface FaultReceipt {
  /** Its id. */
  readonly id: string;
  /** A method and a path, as planned. */
  readonly on: string;
  /** The account whose requests it affects; undefined: those of any. */
  readonly account?: string | undefined;
  /** What it does. */
  readonly fault: FaultKind;
  /** How often it fires; undefined: without end. */
  readonly times?: number | undefined;
  /** How many matching requests pass first. */
  readonly after: number;
  /** From 0 to 1. */
  readonly probability: number;
  /** Milliseconds before the answer. */
  readonly delayMs: number;
  /** Number of requests that matched it. */
  readonly matched: number;
  /** Number of requests that it has affected. */
  readonly fired: number;
}

/** A request that the service has answered. */
export interface LoggedRequest {
  /** Counts the requests in the order in which they ended. */
  readonly number: number;
  /** When it arrived: ISO 8601, UTC. */
  readonly at: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** The id of the account; null without a known key. */
  readonly account: string | null;
  /** The key, masked. */
  readonly key: string | null;
  /** The HTTP status; null when no whole answer was sent. */
  readonly status: number | null;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
  /** The fault that affected it. */
  readonly fault: string | null;
  /** The first 4,000 characters of what was sent, keys and codes masked; null where there is none, and for old entries. */
  readonly requestBody?: string | null | undefined;
  /** The same of the answer. */
  readonly answerBody?: string | null | undefined;
  /** The error inside the service, if it could not answer. */
  readonly error?: string | null | undefined;
}

/** A change of status of a payment, a withdrawal or a dispute. */
export interface StatusChange {
  /** Counts the changes in the order in which they were committed. */
  readonly number: number;
  /** What has changed. */
  readonly kind: 'payment' | 'withdrawal' | 'dispute';
  /** Its id. */
  readonly id: string;
  /** The id of its account. */
  readonly account: string;
  /** Its new status. */
  readonly status: PaymentStatus | MovedDispute['status'];
  /** When it happened: ISO 8601, UTC. */
  readonly at: string;
}

/** An address to which webhooks are posted. */
export interface RegisteredWebhook {
  /** Its id. */
  readonly id: string;
  /** Where events are posted. */
  readonly url: string;
  /** Only changes of this account; null: of every account. */
  readonly account: string | null;
  /** It signs them: see `verifyWebhook`. */
  readonly secret: string;
}

/** How an address is registered. */
export interface WebhookOptions {
  /** `whsec_` and base64 of 24 to 64 bytes. */
  readonly secret?: string | undefined;
  /** Only changes of this account. */
  readonly account?: string | undefined;
}

/** An attempt to post an event. */
export interface WebhookDelivery {
  /** Counts the attempts in the order in which they ended. */
  readonly number: number;
  /** When it was sent: ISO 8601, UTC. */
  readonly at: string;
  /** The id of the event. */
  readonly id: string;
  /** Such as `payment.completed`. */
  readonly type: string;
  /** The id of the account. */
  readonly account: string;
  /** The payment or withdrawal; for a dispute, the disputed payment. */
  readonly transaction: string;
  /** The id of the address. */
  readonly webhook: string;
  /** Where it was posted. */
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** The answer was 2xx. */
  readonly delivered: boolean;
  /** The status of the answer; null when there was none. */
  readonly status: number | null;
  /** Why there was no answer. */
  readonly error: string | null;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
  /** When it is sent again, in milliseconds; null: not at all. */
  readonly retryAfterMs: number | null;
  /** What was posted. */
  readonly body: string;
}

/** Whether the books of the service balance. */
export interface BooksCheck {
  /** Whether no rule is broken. */
  readonly holds: boolean;
  /** Each rule, with what violates it. */
  readonly invariants: readonly RuleCheck[];
}

/** A rule of the books. */
export interface RuleCheck {
  /** Its name. */
  readonly name: string;
  /** Whether it is satisfied. */
  readonly holds: boolean;
  /** What violates it. */
  readonly violations: readonly string[];
}

/** Simulates what happens outside a wallet: payers pay, banks settle, responses get lost, time passes. */
export interface TestControls {
  /** Makes a PENDING payment ACTIVE: its QR code can be paid. */
  activatePayment(id: string): Promise<MovedPayment>;
  /** Pays a payment: COMPLETED. */
  payPayment(id: string): Promise<MovedPayment>;
  /** Lets a payment expire: FAILED. */
  expirePayment(id: string): Promise<MovedPayment>;
  /** Settles a withdrawal: COMPLETED. */
  settleWithdrawal(id: string): Promise<MovedWithdrawal>;
  /** Fails a withdrawal: the money goes back to the balance. Default reason `AC03`. */
  failWithdrawal(id: string, reason?: RefusalCode): Promise<MovedWithdrawal>;
  /** Puts money into an account, by default `demo`. */
  deposit(amountCentavos: Centavos, account?: string): Promise<MovedPayment>;
  /** Opens a dispute on a COMPLETED payment: its amount is blocked. */
  openDispute(paymentId: string): Promise<MovedDispute>;
  /** Decides the dispute for the payer: the amount leaves the balance. */
  acceptDispute(paymentId: string): Promise<MovedDispute>;
  /** Decides the dispute for the account: the amount is released. */
  refuseDispute(paymentId: string): Promise<MovedDispute>;
  /** Opens an account with a main key of its own. Default balance R$ 5.000,00. */
  openAccount(balanceCentavos?: Centavos): Promise<OpenedAccount>;
  /** How an account behaves, by default `demo`. */
  account(account?: string): Promise<AccountBehaviour>;
  /** Changes how an account behaves. */
  setAccount(changes: AccountChanges): Promise<AccountBehaviour>;
  /** The messages with verification codes, newest first. */
  inbox(): Promise<readonly InboxMessage[]>;
  /** Lets time pass, everywhere or on one account; what is due happens. @returns the new time: ISO 8601, UTC */
  advance(durationMs: number, account?: string): Promise<string>;
  /** Plans a fault. */
  addFault(plan: FaultPlan): Promise<FaultReceipt>;
  /** The planned faults, and how often each has fired. */
  faults(): Promise<readonly FaultReceipt[]>;
  /** Removes all faults, or those of an account. @returns them, and how often each has fired */
  clearFaults(account?: string): Promise<readonly FaultReceipt[]>;
  /** The requests so far. @param after only those with a greater number */
  requests(after?: number): Promise<readonly LoggedRequest[]>;
  /** The changes of status since the start. @param after only those with a greater number @param id only of this id */
  changes(after?: number, id?: string): Promise<readonly StatusChange[]>;
  /** Posts every change of status to an address. Default: with a secret of the service, and of every account. */
  addWebhook(url: string, options?: WebhookOptions): Promise<RegisteredWebhook>;
  /** Posts nothing more to an address. @param id that of the address */
  removeWebhook(id: string): Promise<void>;
  /** The attempts to post events. @param after only those with a greater number @param id only of this event, payment or withdrawal */
  deliveries(after?: number, id?: string): Promise<readonly WebhookDelivery[]>;
  /** Posts an event once more, at once. @param id that of the event */
  resendWebhook(id: string): Promise<readonly WebhookDelivery[]>;
  /** Checks the books: no money appears or disappears. */
  verify(): Promise<BooksCheck>;
  /** Restores the state at the start. */
  reset(): Promise<void>;
}
