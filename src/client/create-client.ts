import { type Clock, systemClock } from './clock.ts';
import type {
  PixClient,
  PixClientOptions,
  RequestFieldNames,
  CallOptions,
  PageQuery,
  Payments,
  Withdraws,
} from './client.ts';
import { ConfigurationError, ContractError, PixError, errorAbout, ofSameRequest } from './errors.ts';
import { parseBaseUrl } from './http/addresses.ts';
import { proxiesOf } from './http/proxy.ts';
import { Session, type OperationRequest } from './http/session.ts';
import type { NamedKey } from './rate-limit/key-pool.ts';
import { jsonReaisFromCentavos } from '../pix/amount-text.ts';
import type { Centavos } from '../pix/centavos.ts';
import type { PaymentStatus } from '../contract/payment.ts';
import type { WithdrawalStatus } from '../contract/withdrawal.ts';
import { listsOver } from './list-source.ts';
import type * as z from 'zod';
import type { Operation } from '../contract/operation.ts';

/** Of a request. */
const TIMEOUT_DEFAULT_MS = 30_000;

/**
 * Opens a wallet with an API key, or with several. Make one client for them and use it everywhere: it counts the
 * requests.
 *
 * @example
 * ```ts
 * const client = createPixClient({ baseUrl: 'https://wallet.example', apiKey });
 * const { balance } = await client.balance();
 * for await (const payment of client.payments.list({ status: 'COMPLETED' })) console.log(payment.id, payment.value);
 * ```
 * @throws {ConfigurationError} `invalid_base_url`, `no_key`, `invalid_key`, `duplicate_key` or `invalid_proxy`
 */
export function createPixClient(options: PixClientOptions, clock: Clock = systemClock): PixClient {
  const keys = checkedKeys(options);
  const session = new Session({
    baseUrl: parseBaseUrl(options.baseUrl),
    keys,
    timeoutMs: options.timeoutMs ?? TIMEOUT_DEFAULT_MS,
    onEvent: options.onEvent ?? (() => undefined),
    // By name: what a caller's class defines, or inherits, counts as well.
    signal: options.signal,
    fetch: options.fetch,
    findProxy: options.proxies && proxiesOf(options.proxies),
    readOnly: options.readOnly,
    refusalForm: options.refusalForm,
    firstRequests: options.firstRequests,
    clock,
  });
  const { coverFee = 'coverFee', verificationCode = 'verificationCode' } = options.requestFieldNames ?? {};
  const connection = { session, clock, keys: keys.length, fieldNames: { coverFee, verificationCode } };
  const getBalance = endpoint(session, async ({ answered }) => {
    const { balanceOperations } = await import('../contract/balance.ts');
    return answered(balanceOperations.getBalance);
  });
  return {
    keys: () => session.keys(),
    request: (request, options) => session.request(request, options),
    balance: async (options) => (await getBalance({ ...options })).data,
    payments: paymentsOver(connection),
    withdraws: withdrawalsOver(connection),
  };
}

/** A key with a space or a line break would fail deep in the HTTP client, and be shown in the error. */
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

/** What the resources of a wallet use to send requests. */
interface Connection {
  readonly session: Session;
  readonly clock: Clock;
  /** How many keys share the requests. */
  readonly keys: number;
  readonly fieldNames: { readonly [Field in keyof RequestFieldNames]-?: string };
}

/** Another payment's or withdrawal's state must not be accepted as this one's. @throws {ContractError} */
function assertSameId(answer: { readonly data: { readonly id: string } }, asked: string): void {
  if (answer.data.id === asked) return;
  throw errorAbout(answer, new ContractError({ path: 'data.id', expected: 'expected the id that was asked for' }));
}

/** @throws {PixError} `invalid_amount` when no JSON number represents it: nothing was sent */
function jsonReais(amountCentavos: Centavos): number {
  try {
    return jsonReaisFromCentavos(amountCentavos);
  } catch (cause) {
    throw new PixError(`no amount that can be sent: ${amountCentavos} centavos`, {
      code: 'invalid_amount',
      outcome: 'not-sent',
      cause,
    });
  }
}

/** Loaded on demand: creating the schemas of all resources takes milliseconds of every command. */
const paymentContract = async () => (await import('../contract/payment.ts')).paymentOperations;
const withdrawalContract = async () => (await import('../contract/withdrawal.ts')).withdrawalOperations;

function paymentsOver(connection: Connection): Payments {
  const { session, fieldNames } = connection;
  const get = endpoint(session, async ({ answered }) => answered((await paymentContract()).getPayment));
  const create = endpoint(session, async ({ answered }) => answered((await paymentContract()).createPayment));
  const ask = endpoint(session, async ({ answered }) => answered((await paymentContract()).listPayments));

  async function fetchPage(query: Omit<PageQuery<PaymentStatus>, 'fresh'>, options?: CallOptions) {
    const answer = await ask({ query: { ...query }, ...options });
    const { payments: items, pagination, statistics } = answer.data;
    return ofSameRequest(answer, { items, pagination, statistics });
  }

  return {
    ...listsOver(fetchPage, connection),
    async get(id, options) {
      const answer = await get({ id, ...options });
      assertSameId(answer, id);
      return { payment: answer.data, statusUpdated: answer.statusUpdated ?? false };
    },
    async create({ valueCentavos, description, coverFee = false }, options) {
      const value = jsonReais(valueCentavos);
      const json = { value, description, ...(coverFee && { [fieldNames.coverFee]: coverFee }) };
      return (await create({ json, ...options })).data;
    },
  };
}

function withdrawalsOver(connection: Connection): Withdraws {
  const { session, fieldNames } = connection;
  const get = endpoint(session, async ({ answered }) => answered((await withdrawalContract()).getWithdrawal));
  const create = endpoint(session, async ({ answered }) => answered((await withdrawalContract()).createWithdrawal));
  const ask = endpoint(session, async ({ answered }) => answered((await withdrawalContract()).listWithdrawals));
  const requestTransferCode = endpoint(session, async ({ answered }) => {
    const { operation, makeParser } = answered((await withdrawalContract()).requestTransferCode);
    return { operation, makeParser: () => makeParser().partial({ data: true }) };
  });

  async function fetchPage(query: Omit<PageQuery<WithdrawalStatus>, 'fresh'>, options?: CallOptions) {
    const answer = await ask({ query: { ...query }, ...options });
    const { withdraws: items, pagination, statistics } = answer.data;
    return ofSameRequest(answer, { items, pagination, statistics });
  }

  return {
    ...listsOver(fetchPage, connection),
    async get(id, options) {
      const answer = await get({ id, ...options });
      assertSameId(answer, id);
      return answer.data;
    },
    async create({ amountCentavos, pixKey, pixKeyType, description, coverFee = false, verificationCode }, options) {
      const json = {
        amount: jsonReais(amountCentavos),
        pixKey,
        pixKeyType,
        description,
        ...(coverFee && { [fieldNames.coverFee]: coverFee }),
        [fieldNames.verificationCode]: verificationCode,
      };
      return (await create({ json, ...options })).data;
    },
    async requestTransferCode({ amountCentavos, coverFee = false }, options) {
      const json = { amount: jsonReais(amountCentavos), ...(coverFee && { [fieldNames.coverFee]: coverFee }) };
      return (await requestTransferCode({ json, ...options })).data ?? {};
    },
  };
}

interface Endpoint<Parser> {
  readonly operation: Operation;
  /** Called once, when the first answer arrives. */
  readonly makeParser: () => Parser;
}

/** Loaded with the first request: zod takes most of the time that importing the library would take. */
const loadParsing = () => import('./http/parse-answer.ts');
type Parsing = Awaited<ReturnType<typeof loadParsing>>;

/** An operation as a function from request to parsed answer. @param load called once, on first use */
function endpoint<Parser extends z.ZodType>(session: Session, load: (parsing: Parsing) => Promise<Endpoint<Parser>>) {
  const open = async () => {
    const parsing = await loadParsing();
    return { ...(await load(parsing)), parseAnswer: parsing.parseAnswer };
  };
  let opening: ReturnType<typeof open> | undefined;
  let parser: Parser | undefined;
  return async (request: OperationRequest = {}): Promise<z.output<Parser>> => {
    const { operation, makeParser, parseAnswer } = await (opening ??= open());
    return session.ask(operation, request, (body) => {
      // A command mostly asks once. Who asks again is worth a compiled parser.
      const isFirst = parser === undefined;
      return parseAnswer((parser ??= makeParser()), body, isFirst);
    });
  };
}
