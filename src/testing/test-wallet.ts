import type { ClientSettings, PixClient } from '../client/client.ts';
import { ControlClient } from '../client/controls.ts';
import { createPixClient } from '../client/create-client.ts';
import type { Permission } from '../contract/permission.ts';
import type { Centavos } from '../pix/centavos.ts';
import type { ServiceClock } from '../service/clock.ts';
import { openService, type ServiceKey } from '../service/service.ts';
import { startService } from '../service/start.ts';
import type { WebhookSignature } from '../service/webhooks/signature.ts';
import { testControls } from './over-http.ts';
import type { TestControls } from './test-controls.ts';
import { tenantOf, type TestTenant } from './test-tenant.ts';

export type { WebhookMessage, WebhookSignature } from '../service/webhooks/signature.ts';

/** How a test wallet is opened. */
export interface TestWalletOptions {
  /** Determines the history, the ids and the keys: the same on every run. Default 42. */
  readonly seed?: number | undefined;
  /** Number of payments in the history of the account `demo`. Default 0. */
  readonly payments?: number | undefined;
  /** Number of withdrawals in the history of the account `demo`. Default 0. */
  readonly withdraws?: number | undefined;
  /** The service refuses the eleventh request in a second, as a real one does. Default false. */
  readonly rateLimit?: boolean | undefined;
  /** Lists are repeated for a minute, as by a real service. Default false. */
  readonly cache?: boolean | undefined;
  /** The time of the service, which then moves only by `controls.advance()`. Default: this machine's time. */
  readonly startAt?: Date | undefined;
  /** How webhooks are signed: a function returns the headers. Default `standard`, as Standard Webhooks has it. */
  readonly webhookSignature?: 'standard' | 'stripe' | 'none' | WebhookSignature | undefined;
  /** A port of this machine; 0 chooses a free one. Default: none, requests go through `fetch` in this process. */
  readonly port?: number | undefined;
}

/** A key of an account of the test wallet. */
export interface TestKey {
  /** The id of the account, such as `demo`. */
  readonly account: string;
  /** Its name, such as `main`. */
  readonly name: string;
  /** The key itself. */
  readonly key: string;
  /** What it may do. */
  readonly permissions: readonly Permission[];
}

/** How a client of a test wallet differs from the defaults. */
export interface TestClientOptions extends Partial<ClientSettings> {
  /** The account whose main key it uses: one of `keys`, or one that `controls.openAccount()` opened. Default `demo`. */
  readonly account?: string | undefined;
}

/** A wallet service of its own, in memory. */
export interface TestWallet {
  /** Its base URL. Without a port, only this wallet's `fetch` reaches it. */
  readonly url: string;
  /** Sends a request to it. Pass it to code that takes a `fetch`. */
  readonly fetch: typeof fetch;
  /** The main key of the account `demo`. */
  readonly apiKey: string;
  /** All keys at the start. */
  readonly keys: readonly TestKey[];
  /** Simulates what happens outside a wallet. */
  readonly controls: TestControls;
  /** A client with the main key of an account, by default `demo`. */
  client(options?: TestClientOptions): PixClient;
  /** Opens an account for one test, which tests beside it do not touch. Default balance R$ 5.000,00. */
  openTenant(balanceCentavos?: Centavos): Promise<TestTenant>;
  /** Closes it, and discards its data. */
  close(): Promise<void>;
  /** The same, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The base URL of a wallet without a port. Nothing listens there. */
const URL_WITHOUT_PORT = 'http://127.0.0.1:4010';

/**
 * Opens a wallet service in this process: the one of `pix serve --mock`, with its rules, in memory. It listens on a
 * port only if one is given.
 *
 * @example
 * ```ts
 * import { openTestWallet } from 'pix-wallet/testing';
 *
 * const wallet = await openTestWallet();
 * const client = wallet.client();
 * await wallet.close();
 * ```
 */
export async function openTestWallet(options: TestWalletOptions = {}): Promise<TestWallet> {
  const { seed, payments = 0, withdraws = 0, rateLimit = false, cache = false } = options;
  const { startAt, port, webhookSignature } = options;
  const clock: ServiceClock | undefined = startAt && { now: () => startAt.getTime() };
  const settings = { seed, payments, withdraws, rateLimit, cache, clock, webhookSignature };
  if (port !== undefined) {
    const service = await startService({ ...settings, port });
    return testWallet({ ...service, fetch: (input, init) => fetch(input, init), close: () => service.stop() });
  }
  const service = await openService(settings);
  const { app, keys } = service;
  return testWallet({
    url: URL_WITHOUT_PORT,
    keys,
    fetch: async (input, init) => app.fetch(new Request(input, init)),
    async close() {
      app.endWaits();
      await service.close();
    },
  });
}

interface OpenWallet extends Pick<TestWallet, 'url' | 'fetch'> {
  readonly close: () => Promise<void>;
  readonly keys: readonly ServiceKey[];
}

function testWallet({ url, keys, fetch, close }: OpenWallet): TestWallet {
  const opened = new Map<string, string>();
  const keyOf = (account: string) => {
    const key = opened.get(account) ?? keys.find((one) => one.account === account && one.name === 'main')?.key;
    if (key === undefined) throw new RangeError(`the test wallet has no account "${account}"`);
    return key;
  };
  const controls = testControls(new ControlClient({ baseUrl: url, fetch }), opened);
  let closing: Promise<void> | undefined;
  const closeOnce = () => (closing ??= close());
  return {
    url,
    fetch,
    apiKey: keyOf('demo'),
    keys,
    controls,
    openTenant: (balanceCentavos) => tenantOf({ url, fetch, controls }, balanceCentavos),
    client({ account = 'demo', ...options } = {}) {
      return createPixClient({ fetch, ...options, baseUrl: url, apiKey: keyOf(account) });
    },
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}
