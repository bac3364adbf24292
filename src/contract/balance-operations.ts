import { balanceAnswer } from './balance.ts';
import type { Operation } from './operation.ts';

export const balanceOperations = {
  getBalance: {
    method: 'GET',
    path: '/api/v1/user/balance',
    summary: 'Balance, disputes, statistics, limits and plan',
    access: 'read:balance',
    rateLimit: 'standard',
    answer: balanceAnswer,
  },
} as const satisfies Record<string, Operation>;
