import * as z from 'zod';
import { formatReaisPlain } from '../pix/amount-text.ts';
import { amountInReais } from './amount-in-reais.ts';
import { amountCentavos, answerOf, count, description, identifier, timestamp, toldAnswerOf } from './field.ts';
import { undocumented, valueCentavos } from './field.ts';
import { PAYMENT_MINIMUM, LIST_CACHE_SECONDS } from './limits.ts';
import { pageQuery, pagination } from './page.ts';
import type { Operation } from './operation.ts';

/** PENDING: created. ACTIVE: its QR code can be paid. COMPLETED: paid. FAILED: expired or refused. */
export const PAYMENT_STATUSES = ['PENDING', 'ACTIVE', 'COMPLETED', 'FAILED'] as const;
/** PENDING: created. ACTIVE: its QR code can be paid. COMPLETED: paid. FAILED: expired or refused. */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

const status = z.enum(PAYMENT_STATUSES);

/** A row of the payment list. */
export const payment = z.looseObject({
  id: identifier,
  correlationID: z.string(),
  value: valueCentavos,
  netValue: amountCentavos(),
  fee: amountCentavos(),
  status,
  description: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** One payment, looked up by its id. */
export const paymentDetails = z.looseObject({
  id: identifier,
  transactionId: z.string(),
  correlationID: z.string(),
  value: valueCentavos,
  netValue: amountCentavos(),
  fee: amountCentavos(),
  status,
  qrCode: z.string().nullable().describe('PNG image as a data URI; null once it can no longer be paid'),
  description: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** A payment just created: only this answer contains the total in reais and the copy-and-paste code. */
export const createdPayment = z.looseObject({
  id: identifier,
  correlationID: z.string(),
  transactionId: z.string(),
  value: valueCentavos,
  valueInReais: undocumented(z.string().meta({ description: 'Total in reais, two decimals', examples: ['10.50'] })),
  netValue: amountCentavos(),
  fee: amountCentavos(),
  status,
  qrCode: z.string().nullable().describe('PNG image as a data URI'),
  copyPaste: z.string().describe('BR Code, the text behind the QR code'),
  description: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** Follows the status filter of the list, like `pagination.total`. */
export const paymentStatistics = z.looseObject({
  total: count,
  completed: count,
  pending: count,
  totalValue: amountCentavos(),
  totalNetValue: amountCentavos(),
});

const paymentAnswer = z.looseObject({
  success: z.boolean(),
  statusUpdated: z.boolean().describe('This very look-up moved the payment to a new state'),
  data: paymentDetails,
});

const paymentCreateRequest = z.strictObject({
  value: amountInReais.meta({ description: `Reais; at least ${formatReaisPlain(PAYMENT_MINIMUM)}`, examples: [10.5] }),
  description: description.optional(),
  coverFee: z.boolean().optional().describe('The payer pays the fee on top of the value'),
});

/** Operations on charges. */
export const paymentOperations = {
  listPayments: {
    method: 'GET',
    path: '/api/v1/payment/list',
    summary: 'List payments, newest first',
    access: 'read:payments',
    rateLimit: 'standard',
    cacheSeconds: LIST_CACHE_SECONDS,
    query: pageQuery(PAYMENT_STATUSES),
    answer: answerOf(z.looseObject({ payments: z.array(payment), pagination, statistics: paymentStatistics })),
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
    answer: toldAnswerOf(createdPayment),
  },
} as const satisfies Record<string, Operation>;
