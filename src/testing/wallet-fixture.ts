import { ControlClient } from '../client/controls.ts';
import type { Centavos } from '../pix/centavos.ts';
import { testControls } from './over-http.ts';
import { tenantOf, type TestTenant } from './test-tenant.ts';
import { openTestWallet, type TestWallet } from './test-wallet.ts';

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
 * its own.
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
    wallet: async ({}, use) => use(await openTestTenant(options)),
  };
}
