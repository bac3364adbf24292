import type * as z from 'zod';
import type { operations } from '../contract/operations.ts';
import type { PaymentStatus } from '../contract/payment.ts';
import type { received } from '../contract/received.ts';
import type { WithdrawalStatus } from '../contract/withdrawal.ts';
import type { ProofOptions, ProvenList } from '../lists/proof.ts';
import type { Centavos } from '../pix/centavos.ts';
import type { PixKeyType } from '../pix/pix-key.ts';
import type { ClientEvent } from './events.ts';
import type { ProxyEnvironment } from './http/proxy.ts';
import type { RawAnswer, RawRequest } from './http/raw-request.ts';
import type { RefusalForm } from './http/refusal-forms.ts';
import type { Page, PageIterable, PageRange } from './pages.ts';
import type { KeyFacts, NamedKey } from './rate-limit/key-facts.ts';

export interface PixClientOptions {
  /** `https://…` or `http://…`; a path prefix is kept. */
  readonly baseUrl: string;
  /** The key of the account: this, or several. */
  readonly apiKey?: string | undefined;
  /**
   * Several keys of one account: requests go to the key that may do them and is free first, so that as many keys are as
   * many times faster. One that the service refuses drops out, and the work goes on.
   */
  readonly apiKeys?: readonly NamedKey[] | undefined;
  /** For one request, from the first packet to the last byte of the answer. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Names of request fields which the specification does not show. */
  readonly requestFieldNames?: RequestFieldNames | undefined;
  /** What the refusals of the service look like, for one whose document is another. Default `strict`. */
  readonly refusalForm?: RefusalForm | undefined;
  /** Lets reads pass alone: what moves money or creates something fails with `read_only` before anything is sent. */
  readonly readOnly?: boolean | undefined;
  /** Told of requests, answers, retries and waits, for logs and progress. No event carries the key. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  /** Interrupts everything that is under way. */
  readonly signal?: AbortSignal | undefined;
  /**
   * How many requests may start on each key before an answer has told whether others use it, too. Default 1, which is the
   * politest; 2 lets two things be asked for at once from the start.
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

export interface RequestFieldNames {
  /** Default `coverFee`. */
  readonly coverFee?: string | undefined;
  /** Default `verificationCode`. */
  readonly verificationCode?: string | undefined;
}

type AnswerOf<Name extends keyof typeof operations> = z.output<
  ReturnType<typeof received<(typeof operations)[Name]['answer']>>
>;

/*
 * Every resource is as the service told it: unknown fields and statuses stay, and what another service may leave out is
 * optional. Amounts are centavos; an id and the amount a resource is about are always there.
 */
export type Balance = AnswerOf<'getBalance'>['data'];
export type Payment = AnswerOf<'listPayments'>['data']['payments'][number];
export type PaymentStatistics = AnswerOf<'listPayments'>['data']['statistics'];
export type PaymentDetails = AnswerOf<'getPayment'>['data'];
export type CreatedPayment = AnswerOf<'createPayment'>['data'];
export type Withdrawal = AnswerOf<'listWithdrawals'>['data']['withdraws'][number];
export type WithdrawalStatistics = AnswerOf<'listWithdrawals'>['data']['statistics'];
export type WithdrawalDetails = AnswerOf<'getWithdrawal'>['data'];
export type CreatedWithdrawal = AnswerOf<'createWithdrawal'>['data'];
export type RequestedTransferCode = Partial<AnswerOf<'requestTransferCode'>['data']>;

/** A status of the specification, or one that a newer service knows. */
type OpenStatus<Status extends string> = Status | (string & {});

export interface ListOptions<Status extends string> extends PageRange {
  readonly status?: OpenStatus<Status> | undefined;
}

export interface PageQuery<Status extends string> {
  readonly status?: OpenStatus<Status> | undefined;
  /** Rows on the page: 1 to 100. */
  readonly limit?: number | undefined;
  /** Rows to skip, from the newest. */
  readonly offset?: number | undefined;
}

export interface NewPayment {
  /** What is charged, at least R$ 1,00. */
  readonly valueCentavos: Centavos;
  readonly description?: string | undefined;
  /** The payer pays the fee on top of the value. */
  readonly coverFee?: boolean | undefined;
}

export interface NewWithdrawal {
  /** At least R$ 5,00. */
  readonly amountCentavos: Centavos;
  readonly pixKey: string;
  readonly pixKeyType: PixKeyType;
  readonly description?: string | undefined;
  /** The amount is what arrives, and the fee leaves the balance on top of it. */
  readonly coverFee?: boolean | undefined;
  /** Wanted when transfer security is enabled on the account. */
  readonly verificationCode?: string | undefined;
}

/** A verification code holds for a withdrawal of this very amount. */
export interface TransferCodeRequest {
  readonly amountCentavos: Centavos;
  /** As the withdrawal will say it. */
  readonly coverFee?: boolean | undefined;
}

/**
 * A wallet at a service. Reads wait for the rate limit and are repeated on passing failures; what creates something is
 * sent once, and an error tells by its `outcome` whether it may have happened.
 *
 * Every method throws a `PixError`: `ApiError`, `TransportError`, `ContractError` or `InterruptedError`.
 */
export interface PixClient {
  /** What has been seen of the keys by now: which permissions they have, and whether they still hold. */
  keys(): readonly KeyFacts[];
  /**
   * Any route of the service, known to this library or not, with the answer as it came: authenticated, paced, repeated
   * when it reads and sent once when it does not. A response that reports no success is not thrown, but returned in `error`.
   */
  request(request: RawRequest): Promise<RawAnswer>;
  /** Balance, disputes, statistics, limits and plan. */
  balance(): Promise<Balance>;
  readonly payments: {
    /** All payments, newest first, fetched while they are read. */
    list(options?: ListOptions<PaymentStatus>): PageIterable<Payment, PaymentStatistics>;
    /** All payments, oldest first by default, and whether that proves to be all of them. Filter by status what comes. */
    proven(options?: ProofOptions): ProvenList<Payment>;
    /** One page of them. */
    page(query?: PageQuery<PaymentStatus>): Promise<Page<Payment, PaymentStatistics>>;
    /** `statusUpdated`: this very look-up moved the payment to a new state. */
    get(id: string): Promise<{ payment: PaymentDetails; statusUpdated: boolean }>;
    /** A charge, with its copy-and-paste code. */
    create(payment: NewPayment): Promise<CreatedPayment>;
  };
  readonly withdraws: {
    /** All withdrawals, newest first, fetched while they are read. */
    list(options?: ListOptions<WithdrawalStatus>): PageIterable<Withdrawal, WithdrawalStatistics>;
    /** All withdrawals, oldest first by default, and whether that proves to be all of them. Filter by status what comes. */
    proven(options?: ProofOptions): ProvenList<Withdrawal>;
    /** One page of them. */
    page(query?: PageQuery<WithdrawalStatus>): Promise<Page<Withdrawal, WithdrawalStatistics>>;
    get(id: string): Promise<WithdrawalDetails>;
    /** Moves money. */
    create(withdrawal: NewWithdrawal): Promise<CreatedWithdrawal>;
    /** Has the service send a verification code to the holder of the account. No money moves. */
    requestTransferCode(request: TransferCodeRequest): Promise<RequestedTransferCode>;
  };
}
