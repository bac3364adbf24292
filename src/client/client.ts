import type { PaymentStatus } from '../contract/payment.ts';
import type { WithdrawalStatus } from '../contract/withdrawal.ts';
import type { ProofOptions, ProvenList } from '../lists/proof.ts';
import type { Centavos } from '../pix/centavos.ts';
import type { PixKeyType } from '../pix/pix-key.ts';
import type {
  Balance,
  CreatedPayment,
  CreatedWithdrawal,
  OpenWord,
  Payment,
  PaymentDetails,
  PaymentStatistics,
  RequestedTransferCode,
  Withdrawal,
  WithdrawalDetails,
  WithdrawalStatistics,
} from './answers.ts';
import type { ClientEvent } from './events.ts';
import type { ProxyEnvironment } from './http/proxy.ts';
import type { RawAnswer, RawRequest } from './http/addresses.ts';
import type { RefusalForm } from './http/refusal-forms.ts';
import type { Page, PageIterable, PageRange } from './pages.ts';
import type { KeyFacts, NamedKey } from './rate-limit/key-pool.ts';

/** How a wallet is opened: its address, its key or keys, and what differs from the defaults. */
export type PixClientOptions = ClientSettings & (OneKey | SeveralKeys);

/** The key of an account. */
export interface OneKey {
  /** The API key. */
  readonly apiKey: string;
  /** More keys of the same account. */
  readonly apiKeys?: readonly NamedKey[] | undefined;
}

/**
 * Several keys of one account: each request uses the key that has the permission and is free first, so the speed grows
 * with the number of keys. A key that the service refuses is dropped, and work continues.
 */
export interface SeveralKeys {
  /** One more key, named `main`. */
  readonly apiKey?: string | undefined;
  /** The API keys, each with a name. */
  readonly apiKeys: readonly NamedKey[];
}

/** The settings of a client, except its keys. */
export interface ClientSettings {
  /** `https://…` or `http://…`; may have a path prefix. */
  readonly baseUrl: string;
  /** Milliseconds for one request, from the first packet to the last byte of the answer. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Names of request fields that the specification does not contain. */
  readonly requestFieldNames?: RequestFieldNames | undefined;
  /** The form of the service's refusals, if it differs from the document. Default `strict`. */
  readonly refusalForm?: RefusalForm | undefined;
  /** Allows only reads: requests that move money or create something fail with `read_only` before anything is sent. */
  readonly readOnly?: boolean | undefined;
  /** Receives requests, answers, retries and waits, for logs and progress. No event carries the key. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  /** Interrupts all open requests. */
  readonly signal?: AbortSignal | undefined;
  /**
   * How many requests may start on each key before an answer has shown whether others use it, too. Default 1, which is
   * the safest; 2 allows two simultaneous requests at the start.
   */
  readonly firstRequests?: number | undefined;
  /**
   * The environment whose `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` name the proxies to go through: `process.env`.
   * Without it, none is used.
   */
  readonly proxies?: ProxyEnvironment | undefined;
  /** Asks in place of `node:http`. */
  readonly fetch?: typeof fetch | undefined;
}

/** Names of request fields which the specification does not show. */
export interface RequestFieldNames {
  /** The fee is added on top. Default `coverFee`. */
  readonly coverFee?: string | undefined;
  /** The code of an account with transfer security. Default `verificationCode`. */
  readonly verificationCode?: string | undefined;
}

/** Options of one call, in addition to the settings of the client. */
export interface CallOptions {
  /** Interrupts this call: `InterruptedError`. The client's own signal does so, too. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each request of this call, in place of the client's `timeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /**
   * Called when a request of this call is about to leave, after all waiting; again where that took so long that it leaves
   * on another connection. If it throws, nothing leaves: the call ends with an `InterruptedError` whose outcome is
   * `not-sent`, and whose `cause` is what was thrown.
   */
  readonly beforeSending?: (() => void) | undefined;
  /** Ahead of the calls of this client that wait for the rate limit. Default false. */
  readonly goesFirst?: boolean | undefined;
}

/** Which rows of a list are read. */
export interface ListOptions<Status extends string> extends PageRange, CallOptions {
  /** Only rows with this status, filtered by the service; default all. */
  readonly status?: OpenWord<Status> | undefined;
}

/** How a list is read and proven complete. */
export interface ProvenListOptions extends ProofOptions, Pick<CallOptions, 'timeoutMs'> {}

/** Which page of a list is read. */
export interface PageQuery<Status extends string> {
  /** Only rows with this status, filtered by the service; default all. */
  readonly status?: OpenWord<Status> | undefined;
  /** Rows on the page: 1 to 100. Default 50. */
  readonly limit?: number | undefined;
  /** Rows to skip, from the newest. Default 0. */
  readonly offset?: number | undefined;
  /** Rows of the last minute count: the page is requested past the service's cache, with a limit of its own. Default false. */
  readonly fresh?: boolean | undefined;
}

/** What is asked for with a charge. */
export interface NewPayment {
  /** What is charged, in centavos; at least R$ 1,00. */
  readonly valueCentavos: Centavos;
  /** Free text, at most 140 characters. */
  readonly description?: string | undefined;
  /** The payer pays the fee in addition to the value. */
  readonly coverFee?: boolean | undefined;
}

/** Money that is sent to a Pix key. */
export interface NewWithdrawal {
  /** In centavos; at least R$ 5,00. */
  readonly amountCentavos: Centavos;
  /** The Pix key of the recipient, in its canonical form: see `parsePixKey` in `pix-wallet/pix`. */
  readonly pixKey: string;
  /** The type of that key. */
  readonly pixKeyType: PixKeyType;
  /** Free text, at most 140 characters. */
  readonly description?: string | undefined;
  /** The recipient receives the whole amount, and the fee is added on top. */
  readonly coverFee?: boolean | undefined;
  /** Six digits; required when transfer security is enabled on the account. */
  readonly verificationCode?: string | undefined;
}

/** A verification code is valid for a withdrawal of this very amount. */
export interface TransferCodeRequest {
  /** Of the withdrawal, in centavos. */
  readonly amountCentavos: Centavos;
  /** As in the withdrawal. */
  readonly coverFee?: boolean | undefined;
}

/**
 * A wallet at a service. Reads wait for the rate limit and are retried on temporary failures. Requests that create
 * something are sent once; the `outcome` of an error shows whether it may have happened.
 *
 * Every method throws a `PixError`: `ApiError`, `TransportError`, `ContractError` or `InterruptedError`.
 */
export interface PixClient {
  /** What has been seen of the keys by now: which permissions they have, and whether they are still accepted. */
  keys(): readonly KeyFacts[];
  /**
   * A request to any route of the service, known to this library or not, with the unchanged answer. It is authenticated
   * and waits for the rate limit; reads are retried, other requests are sent once. A response without success is not
   * thrown, but returned in `error`.
   */
  request(request: RawRequest, options?: CallOptions): Promise<RawAnswer>;
  /** Balance, disputes, statistics, limits and plan. */
  balance(options?: CallOptions): Promise<Balance>;
  /** Charges, and what was received with them. */
  readonly payments: Payments;
  /** Money sent from the balance. */
  readonly withdraws: Withdraws;
}

/** The payments of a wallet. */
export interface Payments {
  /** All payments, newest first, fetched while they are read. */
  list(options?: ListOptions<PaymentStatus>): PageIterable<Payment, PaymentStatistics>;
  /** All payments, oldest first by default, with a proof that none is missing. Filter by status afterwards. */
  proven(options?: ProvenListOptions): ProvenList<Payment>;
  /** One page. */
  page(query?: PageQuery<PaymentStatus>, options?: CallOptions): Promise<Page<Payment, PaymentStatistics>>;
  /** One of them. */
  get(id: string, options?: CallOptions): Promise<LookedUpPayment>;
  /** Creates a charge, with its copy-and-paste code. */
  create(payment: NewPayment, options?: CallOptions): Promise<CreatedPayment>;
}

/** A payment, and whether the look-up has changed it. */
export interface LookedUpPayment {
  /** As it is now. */
  readonly payment: PaymentDetails;
  /** This very look-up moved the payment to a new status. */
  readonly statusUpdated: boolean;
}

/** The withdrawals of a wallet. */
export interface Withdraws {
  /** All withdrawals, newest first, fetched while they are read. */
  list(options?: ListOptions<WithdrawalStatus>): PageIterable<Withdrawal, WithdrawalStatistics>;
  /** All withdrawals, oldest first by default, with a proof that none is missing. Filter by status afterwards. */
  proven(options?: ProvenListOptions): ProvenList<Withdrawal>;
  /** One page. */
  page(query?: PageQuery<WithdrawalStatus>, options?: CallOptions): Promise<Page<Withdrawal, WithdrawalStatistics>>;
  /** One of them. */
  get(id: string, options?: CallOptions): Promise<WithdrawalDetails>;
  /** Moves money. An error whose `outcome` is `unknown` has to be looked up before it is sent again. */
  create(withdrawal: NewWithdrawal, options?: CallOptions): Promise<CreatedWithdrawal>;
  /** Requests that the service sends a verification code to the account holder. No money moves. */
  requestTransferCode(request: TransferCodeRequest, options?: CallOptions): Promise<RequestedTransferCode>;
}
