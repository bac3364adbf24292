import type * as z from 'zod';
import type { operations } from '../contract/operations.ts';
import type { PaymentStatus } from '../contract/payment.ts';
import type { received } from '../contract/received.ts';
import type { WithdrawalStatus } from '../contract/withdrawal.ts';
import { jsonReaisFromCentavos } from '../pix/amount-text.ts';
import type { Centavos } from '../pix/centavos.ts';
import type { PixKeyType } from '../pix/pix-key.ts';
import { parseBaseUrl } from './http/base-url.ts';
import { type Clock, systemClock } from './clock.ts';
import { answered, endpoint } from './http/endpoint.ts';
import { ConfigurationError, ContractError, PixError } from './errors.ts';
import type { ClientEvent } from './events.ts';
import type { KeyFacts, NamedKey } from './rate-limit/key-facts.ts';
import { listPages, type Page, type PageIterable, type PageRange } from './pages.ts';
import type { ProofOptions, ProvenList } from '../lists/proof.ts';
import { proveList } from '../lists/prove.ts';
import type { RawAnswer, RawRequest } from './http/raw-request.ts';
import type { RefusalForm } from './http/refusal-forms.ts';
import { createSession } from './http/session.ts';

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
  /** Asks instead of Node's own `fetch`, for instance through a proxy. */
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
   * when it reads and sent once when it does not. An answer that tells of no success is not thrown, but told in `error`.
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

const TIMEOUT_DEFAULT_MS = 30_000;
/** Node's timers fire at once when they are set for longer. */
const TIMER_MAXIMUM_MS = 2 ** 31 - 1;

/**
 * Opens a wallet with an API key, or with several. Make one client for them, and keep it: the pace of requests is counted
 * here.
 *
 * @example
 * ```ts
 * const client = createPixClient({ baseUrl: 'https://wallet.example', apiKey });
 * const { balance } = await client.balance();
 * for await (const payment of client.payments.list({ status: 'COMPLETED' })) console.log(payment.id, payment.value);
 * ```
 * @throws {ConfigurationError} `invalid_base_url`, `no_key`, `invalid_key` or `duplicate_key`
 */
export function createPixClient(options: PixClientOptions, clock: Clock = systemClock): PixClient {
  const { requestFieldNames = {}, onEvent = () => undefined } = options;
  const keys = checkedKeys(options);
  const session = createSession({
    baseUrl: parseBaseUrl(options.baseUrl),
    keys,
    timeoutMs: Math.min(options.timeoutMs ?? TIMEOUT_DEFAULT_MS, TIMER_MAXIMUM_MS),
    onEvent,
    signal: options.signal,
    fetch: options.fetch,
    readOnly: options.readOnly,
    refusalForm: options.refusalForm,
    firstRequests: options.firstRequests,
    clock,
  });
  const coverFeeField = requestFieldNames.coverFee ?? 'coverFee';
  const verificationCodeField = requestFieldNames.verificationCode ?? 'verificationCode';

  const getBalance = endpoint(session, async () => answered((await balanceContract()).getBalance));
  const getPayment = endpoint(session, async () => answered((await paymentContract()).getPayment));
  const createPayment = endpoint(session, async () => answered((await paymentContract()).createPayment));
  const askPayments = endpoint(session, async () => answered((await paymentContract()).listPayments));
  const getWithdrawal = endpoint(session, async () => answered((await withdrawalContract()).getWithdrawal));
  const createWithdrawal = endpoint(session, async () => answered((await withdrawalContract()).createWithdrawal));
  const askWithdrawals = endpoint(session, async () => answered((await withdrawalContract()).listWithdrawals));
  const requestTransferCode = endpoint(session, async () => {
    const { operation, makeParser } = answered((await withdrawalContract()).requestTransferCode);
    return { operation, makeParser: () => makeParser().partial({ data: true }) };
  });

  async function paymentPage(query: PageQuery<PaymentStatus>, signal?: AbortSignal) {
    const { payments: items, pagination, statistics } = (await askPayments({ query: { ...query }, signal })).data;
    return { items, pagination, statistics };
  }
  async function withdrawalPage(query: PageQuery<WithdrawalStatus>, signal?: AbortSignal) {
    const { withdraws: items, pagination, statistics } = (await askWithdrawals({ query: { ...query }, signal })).data;
    return { items, pagination, statistics };
  }

  return {
    keys: () => session.keys(),
    request: (request) => session.request(request),
    async balance() {
      return (await getBalance()).data;
    },
    payments: {
      list: ({ status, ...range } = {}) =>
        listPages((request, signal) => paymentPage({ status, ...request }, signal), range, keys.length),
      proven: (options) => proveList({ fetchPage: paymentPage, clock, keys: keys.length }, options),
      page: (query = {}) => paymentPage(query),
      async get(id) {
        const { data: payment, statusUpdated } = await getPayment({ id });
        assertSameId(payment.id, id);
        return { payment, statusUpdated: statusUpdated ?? false };
      },
      async create({ valueCentavos, description, coverFee = false }) {
        const json = {
          value: jsonReais(valueCentavos),
          description,
          ...(coverFee && { [coverFeeField]: true }),
        };
        return (await createPayment({ json })).data;
      },
    },
    withdraws: {
      list: ({ status, ...range } = {}) =>
        listPages((request, signal) => withdrawalPage({ status, ...request }, signal), range, keys.length),
      proven: (options) => proveList({ fetchPage: withdrawalPage, clock, keys: keys.length }, options),
      page: (query = {}) => withdrawalPage(query),
      async get(id) {
        const { data: withdrawal } = await getWithdrawal({ id });
        assertSameId(withdrawal.id, id);
        return withdrawal;
      },
      async create({ amountCentavos, pixKey, pixKeyType, description, coverFee = false, verificationCode }) {
        const json = {
          amount: jsonReais(amountCentavos),
          pixKey,
          pixKeyType,
          description,
          ...(coverFee && { [coverFeeField]: true }),
          [verificationCodeField]: verificationCode,
        };
        return (await createWithdrawal({ json })).data;
      },
      async requestTransferCode({ amountCentavos, coverFee = false }) {
        const json = { amount: jsonReais(amountCentavos), ...(coverFee && { [coverFeeField]: true }) };
        return (await requestTransferCode({ json })).data ?? {};
      },
    },
  };
}

/** Each resource is loaded when it is asked for: to make the schemas of all takes milliseconds of every command. */
async function balanceContract() {
  return (await import('../contract/balance-operations.ts')).balanceOperations;
}

async function paymentContract() {
  return (await import('../contract/payment-operations.ts')).paymentOperations;
}

async function withdrawalContract() {
  return (await import('../contract/withdrawal-operations.ts')).withdrawalOperations;
}

/** The state of another transaction must not pass for that of this one. */
function assertSameId(received: string, asked: string): void {
  if (received !== asked) throw new ContractError({ path: 'data.id', expected: 'expected the id that was asked for' });
}

/** @throws {PixError} `invalid_amount` when no JSON number stands for it: nothing was sent */
function jsonReais(amountCentavos: Centavos): number {
  try {
    return jsonReaisFromCentavos(amountCentavos);
  } catch (cause) {
    throw new PixError('the amount is too large', { code: 'invalid_amount', outcome: 'not-sent', cause });
  }
}

/** A key with a space or a line break in it would fail deep in the HTTP client, and be shown there. */
function checkedKeys({ apiKey, apiKeys = [] }: PixClientOptions): readonly NamedKey[] {
  const keys = apiKey === undefined ? apiKeys : [{ name: 'main', key: apiKey }, ...apiKeys];
  if (keys.length === 0 || keys.some(({ key }) => key === '')) {
    throw new ConfigurationError('there is no API key', { code: 'no_key' });
  }
  if (!keys.every(({ key }) => /^[\x21-\x7e]{1,1024}$/.test(key))) {
    throw new ConfigurationError('the API key holds characters that no key has', { code: 'invalid_key' });
  }
  if (new Set(keys.map(({ key }) => key)).size < keys.length) {
    throw new ConfigurationError('an API key is given twice', { code: 'duplicate_key' });
  }
  return keys;
}
