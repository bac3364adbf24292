import type { ClientSettings, PixClient } from '../client/client.ts';
import { ControlClient } from '../client/controls.ts';
import { createPixClient } from '../client/create-client.ts';
import type { Permission } from '../contract/operation.ts';
import type { Centavos } from '../pix/centavos.ts';
import type { ServiceClock } from '../service/clock.ts';
import { openService } from '../service/service.ts';
import { startService } from '../service/start.ts';
import type { WebhookSignature } from '../service/webhooks/signature.ts';
import type { TestControls, AccountBehaviour, AccountChanges, FaultPlan, FaultReceipt } from './test-controls.ts';
import type { InboxMessage, LoggedRequest, MovedPayment, RegisteredWebhook, StatusChange } from './test-controls.ts';
import type { WebhookDelivery, WebhookOptions } from './test-controls.ts';
import { controls } from '../contract/control.ts';

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

function testWallet({ url, keys, fetch, close }: Pick<TestWallet, 'url' | 'keys' | 'fetch' | 'close'>): TestWallet {
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

/** @param opened receives the keys of accounts that are opened, by their ids */
function testControls(client: ControlClient, opened = new Map<string, string>()): TestControls {
  return {
    activatePayment: (id) => client.use(controls.activatePayment, { id }),
    payPayment: (id) => client.use(controls.payPayment, { id }),
    expirePayment: (id) => client.use(controls.expirePayment, { id }),
    settleWithdrawal: (id) => client.use(controls.settleWithdrawal, { id }),
    failWithdrawal: (id, reason) => client.use(controls.failWithdrawal, { id, reason }),
    deposit: (amountCentavos, account) => client.use(controls.deposit, { account, amountCentavos }),
    openDispute: (paymentId) => client.use(controls.openDispute, { paymentId }),
    acceptDispute: (paymentId) => client.use(controls.acceptDispute, { paymentId }),
    refuseDispute: (paymentId) => client.use(controls.refuseDispute, { paymentId }),
    async openAccount(balanceCentavos) {
      const account = await client.use(controls.openAccount, { balanceCentavos });
      opened.set(account.id, account.key);
      return account;
    },
    account: (account = 'demo') => client.use(controls.showAccount, { account }),
    setAccount: (changes) => client.use(controls.setAccount, changes),
    inbox: async () => (await client.use(controls.inbox, {})).messages,
    advance: async (durationMs, account) => (await client.use(controls.advanceClock, { durationMs, account })).now,
    addFault: (plan) => client.use(controls.addFault, plan),
    faults: async () => (await client.use(controls.listFaults, {})).faults,
    async clearFaults(account) {
      if (account === undefined) return (await client.use(controls.clearFaults, {})).faults;
      return (await client.use(controls.clearFaultsOf, { account })).faults;
    },
    requests: async (after = 0) => (await client.use(controls.listRequests, { after: String(after) })).requests,
    changes: async (after = 0, id) => (await client.use(controls.listChanges, { after: String(after), id })).changes,
    addWebhook: (url, options = {}) => client.use(controls.addWebhook, { ...options, url }),
    async removeWebhook(id) {
      await client.use(controls.removeWebhook, { id });
    },
    deliveries: async (after = 0, id) =>
      (await client.use(controls.listDeliveries, { after: String(after), id })).deliveries,
    resendWebhook: async (id) => (await client.use(controls.resendWebhook, { id })).deliveries,
    verify: () => client.use(controls.verify, {}),
    async reset() {
      await client.use(controls.reset, {});
    },
  };
}

/** Where a tenant is opened, and with how much. */
export interface TenantOptions {
  /** A local service. Default: `PIX_BASE_URL` of the environment; without it, a wallet in this process that its tests share. */
  readonly baseUrl?: string | undefined;
  /** Its token, if it is exposed. Default: `PIX_MOCK_TOKEN` of the environment. */
  readonly controlToken?: string | undefined;
  /** Default R$ 5.000,00. */
  readonly balanceCentavos?: Centavos | undefined;
}

let shared: Promise<TestWallet> | undefined;

/**
 * Opens an account for one test: on the service that `pix serve --mock -- COMMAND` has started for the command, or in
 * this process.
 */
export async function openTestTenant(options: TenantOptions = {}): Promise<TestTenant> {
  const { env } = process;
  const { baseUrl = env['PIX_BASE_URL'], controlToken = env['PIX_MOCK_TOKEN'], balanceCentavos } = options;
  if (baseUrl === undefined) return (await (shared ??= openTestWallet())).openTenant(balanceCentavos);
  const controls = testControls(new ControlClient({ baseUrl, token: () => Promise.resolve(controlToken) }));
  return tenantOf({ url: baseUrl, fetch, controls }, balanceCentavos);
}

/** A fixture of a test runner: it passes a value to the test. */
export type Fixture<Value> = (context: object, use: (value: Value) => Promise<void>) => Promise<void>;

/** What `test.extend` takes. */
export interface WalletFixture {
  /** A new account for each test. */
  readonly wallet: Fixture<TestTenant>;
}

/**
 * A fixture for Vitest, and for runners with the same `test.extend`: each test that takes `wallet` gets an account of
 * its own, whose faults and webhooks end with the test.
 *
 * @example
 * ```ts
 * import { test as base } from 'vitest';
 * import { walletFixture } from 'pix-wallet/testing';
 * export const test = base.extend(walletFixture());
 * ```
 */
export function walletFixture(options: TenantOptions = {}): WalletFixture {
  return {
    // The runner reads from the source which fixtures this one takes: none.
    wallet: async ({}, use) => {
      const wallet = await openTestTenant(options);
      const { controls } = wallet;
      const webhooks: string[] = [];
      const addWebhook: typeof controls.addWebhook = async (...given) => {
        const webhook = await controls.addWebhook(...given);
        webhooks.push(webhook.id);
        return webhook;
      };
      await use({ ...wallet, controls: { ...controls, addWebhook } });
      // A service has room for a few, which later tests need. The test may have removed its own, or ended the service.
      await Promise.allSettled([controls.clearFaults(), ...webhooks.map((id) => controls.removeWebhook(id))]);
    },
  };
}

/** The controls that act by the id of a payment or a withdrawal, or only read. */
type ControlsById =
  | 'activatePayment'
  | 'payPayment'
  | 'expirePayment'
  | 'settleWithdrawal'
  | 'failWithdrawal'
  | 'openDispute'
  | 'acceptDispute'
  | 'refuseDispute'
  | 'removeWebhook'
  | 'resendWebhook'
  | 'verify';

/** The controls of one account: what they do is seen by no other. */
export interface TenantControls extends Pick<TestControls, ControlsById> {
  /** Puts money into the account. */
  deposit(amountCentavos: Centavos): Promise<MovedPayment>;
  /** How the account behaves. */
  account(): Promise<AccountBehaviour>;
  /** Changes how the account behaves. */
  setAccount(changes: Omit<AccountChanges, 'account'>): Promise<AccountBehaviour>;
  /** The messages with verification codes of the account, newest first. */
  inbox(): Promise<readonly InboxMessage[]>;
  /** Lets time pass on the account; what is due happens. @returns its new time: ISO 8601, UTC */
  advance(durationMs: number): Promise<string>;
  /** Plans a fault of requests with the keys of the account. */
  addFault(plan: Omit<FaultPlan, 'account'>): Promise<FaultReceipt>;
  /** The planned faults of the account, and how often each has fired. */
  faults(): Promise<readonly FaultReceipt[]>;
  /** Removes the faults of the account. @returns them, and how often each has fired */
  clearFaults(): Promise<readonly FaultReceipt[]>;
  /** The requests with a key of the account. @param after only those with a greater number */
  requests(after?: number): Promise<readonly LoggedRequest[]>;
  /** Posts every change of status of the account to an address. */
  addWebhook(url: string, options?: Pick<WebhookOptions, 'secret'>): Promise<RegisteredWebhook>;
  /** The attempts to post events of the account. @param after only those with a greater number @param id only of this event, payment or withdrawal */
  deliveries(after?: number, id?: string): Promise<readonly WebhookDelivery[]>;
  /** The changes of status on the account. @param after only those with a greater number @param id only of this id */
  changes(after?: number, id?: string): Promise<readonly StatusChange[]>;
}

/** An account for one test, in a wallet that others use, too. */
export interface TestTenant {
  /** The id of the account. */
  readonly account: string;
  /** Its main key. */
  readonly apiKey: string;
  /** The base URL of the wallet. Without a service, only `fetch` reaches it. */
  readonly url: string;
  /** Sends a request to the wallet. Pass it to code that takes a `fetch`. */
  readonly fetch: typeof fetch;
  /** Simulates what happens outside the account. */
  readonly controls: TenantControls;
  /** A client with its main key. */
  client(options?: Partial<ClientSettings>): PixClient;
}

/** @param balanceCentavos default R$ 5.000,00 */
async function tenantOf(
  { url, fetch, controls }: Pick<TestTenant, 'url' | 'fetch'> & { readonly controls: TestControls },
  balanceCentavos?: Centavos,
): Promise<TestTenant> {
  const { id: account, key: apiKey } = await controls.openAccount(balanceCentavos);
  const ofAccount = <Item extends { readonly account?: string | null | undefined }>(items: readonly Item[]) =>
    items.filter((item) => item.account === account);
  return {
    account,
    apiKey,
    url,
    fetch,
    controls: {
      ...controls,
      deposit: (amountCentavos) => controls.deposit(amountCentavos, account),
      account: () => controls.account(account),
      setAccount: (changes) => controls.setAccount({ ...changes, account }),
      inbox: async () => ofAccount(await controls.inbox()),
      advance: (durationMs) => controls.advance(durationMs, account),
      addFault: (plan) => controls.addFault({ ...plan, account }),
      faults: async () => ofAccount(await controls.faults()),
      clearFaults: () => controls.clearFaults(account),
      addWebhook: (webhook, options) => controls.addWebhook(webhook, { ...options, account }),
      deliveries: async (after, id) => ofAccount(await controls.deliveries(after, id)),
      requests: async (after) => ofAccount(await controls.requests(after)),
      changes: async (after, id) => ofAccount(await controls.changes(after, id)),
    },
    client: (options = {}) => createPixClient({ fetch, ...options, baseUrl: url, apiKey }),
  };
}
