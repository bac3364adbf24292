import { type Clock, systemClock } from './clock.ts';
import type { PixClient, PixClientOptions } from './client.ts';
import { ConfigurationError } from './errors.ts';
import { parseBaseUrl } from './http/addresses.ts';
import { endpoint } from './http/endpoint.ts';
import { proxiesOf } from './http/proxy.ts';
import { Session } from './http/session.ts';
import { paymentsOver, withdrawalsOver } from './resources.ts';
import type { NamedKey } from './rate-limit/key-pool.ts';

/** Of a request. */
export const TIMEOUT_DEFAULT_MS = 30_000;

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
    const { balanceOperations } = await import('../contract/balance-operations.ts');
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
