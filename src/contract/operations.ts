import type * as z from 'zod';
import {
  accountAnswer,
  accountListAnswer,
  accountQuery,
  accountUpdateRequest,
  disputeAnswer,
  disputeCreateRequest,
  disputeListAnswer,
  disputeQuery,
  registrationAnswer,
  registrationRequest,
  transactionListAnswer,
  transactionQuery,
} from './account.ts';
import {
  apiKeyCreateAnswer,
  apiKeyCreateRequest,
  apiKeyDeleteAnswer,
  apiKeyListAnswer,
  permissionListAnswer,
  type Permission,
} from './api-key.ts';
import { balanceAnswer } from './balance.ts';
import {
  paymentAnswer,
  paymentCreateAnswer,
  paymentCreateRequest,
  paymentListAnswer,
  paymentQuery,
} from './payment.ts';
import type { RateLimitName } from './rate-limit.ts';
import {
  transferCodeAnswer,
  transferCodeRequest,
  withdrawalAnswer,
  withdrawalCreateAnswer,
  withdrawalCreateRequest,
  withdrawalListAnswer,
  withdrawalQuery,
} from './withdrawal.ts';

/** One operation of the API: all that a client, a server, a document or a test needs to know of it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{id}` where the id of a resource goes. */
  readonly path: string;
  readonly summary: string;
  /** `main-key`: a key that holds `admin:all`. `anyone`: no key is asked for. */
  readonly access: Permission | 'main-key' | 'administrator' | 'anyone';
  readonly rateLimit: RateLimitName;
  /** How long a list answer may be repeated. */
  readonly cacheSeconds?: number;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}

const LIST_CACHE_SECONDS = 60;

export const operations = {
  listPayments: {
    method: 'GET',
    path: '/api/v1/payment/list',
    summary: 'List payments, newest first',
    access: 'read:payments',
    rateLimit: 'standard',
    cacheSeconds: LIST_CACHE_SECONDS,
    query: paymentQuery,
    answer: paymentListAnswer,
  },
  getPayment: {
    method: 'GET',
    path: '/api/v1/payment/get/{id}',
    summary: 'Look up one payment',
    access: 'read:payments',
    rateLimit: 'standard',
    answer: paymentAnswer,
  },
  createPayment: {
    method: 'POST',
    path: '/api/v1/payment/create',
    summary: 'Create a payment to be received, with its QR code',
    access: 'write:payment:create',
    rateLimit: 'standard',
    body: paymentCreateRequest,
    answer: paymentCreateAnswer,
  },
  listWithdrawals: {
    method: 'GET',
    path: '/api/v1/withdraw/list',
    summary: 'List withdrawals, newest first',
    access: 'read:withdraws',
    rateLimit: 'standard',
    cacheSeconds: LIST_CACHE_SECONDS,
    query: withdrawalQuery,
    answer: withdrawalListAnswer,
  },
  getWithdrawal: {
    method: 'GET',
    path: '/api/v1/withdraw/get/{id}',
    summary: 'Look up one withdrawal',
    access: 'read:withdraws',
    rateLimit: 'standard',
    answer: withdrawalAnswer,
  },
  createWithdrawal: {
    method: 'POST',
    path: '/api/v1/withdraw/create',
    summary: 'Send money from the balance to a Pix key',
    access: 'write:withdraw:create',
    rateLimit: 'standard',
    body: withdrawalCreateRequest,
    answer: withdrawalCreateAnswer,
  },
  getBalance: {
    method: 'GET',
    path: '/api/v1/user/balance',
    summary: 'Balance, disputes, statistics, limits and plan',
    access: 'read:balance',
    rateLimit: 'standard',
    answer: balanceAnswer,
  },
  requestTransferCode: {
    method: 'POST',
    path: '/api/v1/user/security/request-transfer-code',
    summary: 'Ask for the verification code of a withdrawal',
    access: 'write:withdraw:create',
    rateLimit: 'standard',
    body: transferCodeRequest,
    answer: transferCodeAnswer,
  },
  registerAccount: {
    method: 'POST',
    path: '/api/v1/user/register',
    summary: 'Open an account and get its main key',
    access: 'anyone',
    rateLimit: 'registration',
    body: registrationRequest,
    answer: registrationAnswer,
  },
  createApiKey: {
    method: 'POST',
    path: '/api/v1/user/api-key/create',
    summary: 'Create a secondary key; it is shown once',
    access: 'main-key',
    rateLimit: 'standard',
    body: apiKeyCreateRequest,
    answer: apiKeyCreateAnswer,
  },
  listApiKeys: {
    method: 'GET',
    path: '/api/v1/user/api-key/list',
    summary: 'List the keys of the account, masked',
    access: 'main-key',
    rateLimit: 'standard',
    answer: apiKeyListAnswer,
  },
  deleteApiKey: {
    method: 'DELETE',
    path: '/api/v1/user/api-key/{id}',
    summary: 'Revoke a secondary key',
    access: 'main-key',
    rateLimit: 'standard',
    answer: apiKeyDeleteAnswer,
  },
  listPermissions: {
    method: 'GET',
    path: '/api/v1/user/api-key/permissions',
    summary: 'The permissions that exist',
    access: 'anyone',
    rateLimit: 'standard',
    answer: permissionListAnswer,
  },
  listAccounts: {
    method: 'GET',
    path: '/api/v1/admin/account/list',
    summary: 'List accounts, newest first',
    access: 'administrator',
    rateLimit: 'administration',
    query: accountQuery,
    answer: accountListAnswer,
  },
  getAccount: {
    method: 'GET',
    path: '/api/v1/admin/account/get/{id}',
    summary: 'Look up one account',
    access: 'administrator',
    rateLimit: 'administration',
    answer: accountAnswer,
  },
  updateAccount: {
    method: 'PATCH',
    path: '/api/v1/admin/account/update/{id}',
    summary: 'Set limits, plan, transfer security, or block an account',
    access: 'administrator',
    rateLimit: 'administration',
    body: accountUpdateRequest,
    answer: accountAnswer,
  },
  listTransactions: {
    method: 'GET',
    path: '/api/v1/admin/transaction/list',
    summary: 'Payments and withdrawals of any account, newest first',
    access: 'administrator',
    rateLimit: 'administration',
    query: transactionQuery,
    answer: transactionListAnswer,
  },
  listDisputes: {
    method: 'GET',
    path: '/api/v1/admin/dispute/list',
    summary: 'List disputes, newest first',
    access: 'administrator',
    rateLimit: 'administration',
    query: disputeQuery,
    answer: disputeListAnswer,
  },
  openDispute: {
    method: 'POST',
    path: '/api/v1/admin/dispute/create',
    summary: 'Open a dispute on a completed payment: its amount is blocked',
    access: 'administrator',
    rateLimit: 'administration',
    body: disputeCreateRequest,
    answer: disputeAnswer,
  },
  acceptDispute: {
    method: 'POST',
    path: '/api/v1/admin/dispute/accept/{id}',
    summary: 'Accept a dispute: the amount leaves the balance',
    access: 'administrator',
    rateLimit: 'administration',
    answer: disputeAnswer,
  },
  refuseDispute: {
    method: 'POST',
    path: '/api/v1/admin/dispute/refuse/{id}',
    summary: 'Refuse a dispute: the amount is released',
    access: 'administrator',
    rateLimit: 'administration',
    answer: disputeAnswer,
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
