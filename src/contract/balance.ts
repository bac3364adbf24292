import * as z from 'zod';
import { amountCentavos, answerOf, count, valueCentavos } from './field.ts';
import type { Operation } from './operation.ts';

/** What an account holds, has received, and may still send. Amounts in centavos. */
export const balance = z.looseObject({
  balance: z.looseObject({
    total: valueCentavos,
    pendingPayments: amountCentavos('Value of the payments that are PENDING or ACTIVE'),
    totalWithPending: amountCentavos(),
    isNegative: z.boolean(),
  }),
  disputes: z.looseObject({
    total: count,
    pending: count,
    totalDisputedAmount: amountCentavos(),
    totalBlockedAmount: amountCentavos(),
  }),
  statistics: z.looseObject({
    totalReceived: amountCentavos('Net value of the COMPLETED payments'),
    totalFees: amountCentavos(),
    completedPayments: count,
    pendingPayments: count,
    totalPayments: count,
  }),
  limits: z.looseObject({
    daily: amountCentavos(),
    dailyUsed: amountCentavos(),
    dailyRemaining: amountCentavos(),
    monthly: amountCentavos(),
    monthlyUsed: amountCentavos(),
    monthlyRemaining: amountCentavos(),
    perTransaction: amountCentavos(),
  }),
  plan: z.looseObject({
    name: z.string(),
    transactionFee: amountCentavos(),
    transactionFeeInReais: z.string().meta({ description: 'Two decimals', examples: ['0.50'] }),
  }),
});

export const balanceOperations = {
  getBalance: {
    method: 'GET',
    path: '/api/v1/user/balance',
    summary: 'Balance, disputes, statistics, limits and plan',
    access: 'read:balance',
    rateLimit: 'standard',
    answer: answerOf(balance),
  },
} as const satisfies Record<string, Operation>;
