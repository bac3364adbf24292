import type { ClientSettings, PixClient } from '../client/client.ts';
import { createPixClient } from '../client/create-client.ts';
import type { Centavos } from '../pix/centavos.ts';
import type {
  AccountBehaviour,
  AccountChanges,
  FaultPlan,
  FaultReceipt,
  InboxMessage,
  LoggedRequest,
  MovedPayment,
  RegisteredWebhook,
  StatusChange,
  TestControls,
  WebhookDelivery,
  WebhookOptions,
} from './test-controls.ts';

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
export async function tenantOf(
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
