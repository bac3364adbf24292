import { accountOperations } from './api-key.ts';
import { administrationOperations } from './account.ts';
import { balanceOperations } from './balance.ts';
import type { Operation } from './operation.ts';
import { paymentOperations } from './payment.ts';
import { withdrawalOperations } from './withdrawal.ts';

/**
 * Every operation of the API. Clients load operations one resource at a time: creating all schemas takes milliseconds,
 * and a client uses only a few.
 */
export const operations = {
  ...paymentOperations,
  ...withdrawalOperations,
  ...balanceOperations,
  ...accountOperations,
  ...administrationOperations,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
