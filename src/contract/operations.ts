import { accountOperations } from './account-operations.ts';
import { administrationOperations } from './administration-operations.ts';
import { balanceOperations } from './balance-operations.ts';
import type { Operation } from './operation.ts';
import { paymentOperations } from './payment-operations.ts';
import { withdrawalOperations } from './withdrawal-operations.ts';

/**
 * Every operation of the API. A client asks for few of them, and to make all their schemas takes milliseconds: it loads
 * them one resource at a time.
 */
export const operations = {
  ...paymentOperations,
  ...withdrawalOperations,
  ...balanceOperations,
  ...accountOperations,
  ...administrationOperations,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
