import {
  paymentAnswer,
  paymentCreateAnswer,
  paymentCreateRequest,
  paymentListAnswer,
  paymentQuery,
} from './payment.ts';
import type { Operation } from './operation.ts';
import { LIST_CACHE_SECONDS } from './limits.ts';

/** Operations on charges. */
export const paymentOperations = {
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
} as const satisfies Record<string, Operation>;
