/**
 * A wallet service for tests, in process: the one of `pix serve --mock`, with its rules, its faults and its clock.
 *
 * @example
 * ```ts
 * import { openTestWallet } from 'pix-wallet/testing';
 *
 * const wallet = await openTestWallet();
 * await wallet.controls.deposit(centavos(100_00));
 * const { balance } = await wallet.client().balance();
 * await wallet.close();
 * ```
 * @module
 */
export {
  openTestTenant,
  openTestWallet,
  walletFixture,
  type Fixture,
  type TenantControls,
  type TenantOptions,
  type TestClientOptions,
  type TestKey,
  type TestTenant,
  type TestWallet,
  type TestWalletOptions,
  type WalletFixture,
  type WebhookMessage,
  type WebhookSignature,
} from './test-wallet.ts';
export { verifyWebhook } from './verify-webhook.ts';
export type {
  AccountBehaviour,
  AccountChanges,
  AccountRules,
  BooksCheck,
  FaultKind,
  FaultPlan,
  FaultReceipt,
  InboxMessage,
  LoggedRequest,
  MovedDispute,
  MovedPayment,
  MovedWithdrawal,
  OpenedAccount,
  RegisteredWebhook,
  RuleCheck,
  StatusChange,
  TestControls,
  WebhookDelivery,
  WebhookOptions,
} from './test-controls.ts';
