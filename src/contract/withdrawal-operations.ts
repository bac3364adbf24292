import {
  transferCodeAnswer,
  transferCodeRequest,
  withdrawalAnswer,
  withdrawalCreateAnswer,
  withdrawalCreateRequest,
  withdrawalListAnswer,
  withdrawalQuery,
} from './withdrawal.ts';
import type { Operation } from './operation.ts';
import { LIST_CACHE_SECONDS } from './limits.ts';

/** Operations on withdrawals, and on the verification code that one may require. */
export const withdrawalOperations = {
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
  requestTransferCode: {
    method: 'POST',
    path: '/api/v1/user/security/request-transfer-code',
    summary: 'Ask for the verification code of a withdrawal',
    access: 'write:withdraw:create',
    rateLimit: 'standard',
    body: transferCodeRequest,
    answer: transferCodeAnswer,
  },
} as const satisfies Record<string, Operation>;
