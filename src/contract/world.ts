import * as z from 'zod';
import { PIX_KEY_TYPES } from '../pix/pix-key.ts';
import { REFUSAL_CODES, type RefusalCode } from '../pix/refusal-codes.ts';
import { DISPUTE_STATUSES } from './account.ts';
import { reference, text, timestamp } from './field.ts';
import { PAYMENT_STATUSES } from './payment.ts';
import { PERMISSIONS } from './operation.ts';
import { WITHDRAWAL_STATUSES } from './withdrawal.ts';

/**
 * A world: everything that a local service starts with, as a file that people write and programs exchange. Amounts are
 * centavos. What is left out has a default, as the API would have set it.
 */

const centavosFrom = (least: number, description: string) =>
  z.int().min(least).describe(`${description}, in centavos (1/100 of a real)`);

export const refusalCode = z.enum(Object.keys(REFUSAL_CODES) as [RefusalCode, ...RefusalCode[]]);

/** How a withdrawal ends by itself. */
export const settlementOutcome = z.union([z.literal('COMPLETED'), refusalCode]);

/** The fields that payments and withdrawals share. */
const entry = {
  id: reference.optional().describe('Unique; by default as the service makes it'),
  correlationID: z.string().optional(),
  transactionId: z.string().optional(),
  value: centavosFrom(1, 'Total, fee included'),
  fee: centavosFrom(0, 'Part of the value; by default the fee of the plan').optional(),
  description: z.string().default(''),
  createdAt: timestamp,
  updatedAt: timestamp.optional().describe('When it reached its status; by default when it was created'),
};

const worldPayment = z.strictObject({
  ...entry,
  status: z.enum(PAYMENT_STATUSES).default('COMPLETED'),
  expiresAt: timestamp.optional().describe('By default a day after it was created'),
});

const worldWithdrawal = z.strictObject({
  ...entry,
  status: z.enum(WITHDRAWAL_STATUSES).default('COMPLETED'),
  pixKey: z.string().min(1),
  pixKeyType: z.enum(PIX_KEY_TYPES),
  failureReason: z.string().optional().describe('Of a FAILED one'),
  settlement: z
    .strictObject({ at: timestamp, as: settlementOutcome })
    .nullable()
    .default(null)
    .describe('When and how a PENDING one ends by itself; null: never'),
});

const worldAccount = z.strictObject({
  id: reference.describe('Controls that name no account are about "demo"'),
  name: text(z.string().min(1)),
  email: z.string().default('financeiro@conta.example'),
  taxId: z.string().default('98765432000198'),
  phone: z.string().nullable().default(null),
  city: text(z.string().min(1)).default('São Paulo'),
  pixKey: z.string().nullable().default(null).describe('Recipient of withdrawals that name none'),
  pixKeyType: z.enum(PIX_KEY_TYPES).nullable().default(null),
  chargeKey: z.string().optional().describe('The Pix key in its charges'),
  administrator: z.boolean().default(false),
  createdAt: timestamp.optional().describe('By default when its first row was created'),
  openingBalance: centavosFrom(0, 'What it had before all rows').default(0),
  correction: z
    .strictObject({ at: timestamp, amount: z.int().describe('Centavos; below zero: a debit') })
    .nullable()
    .default(null)
    .describe('A change of the balance that no row explains'),
  blocked: z.boolean().default(false),
  instant: z.boolean().default(true),
  settleAfterMs: z.int().min(0).nullable().default(null),
  settleAs: settlementOutcome.default('COMPLETED'),
  transferSecurity: z.boolean().default(false),
  oneAtATime: z.boolean().default(false),
  listCache: z.boolean().default(true).describe('List answers are repeated for a minute'),
  clockAheadMs: z.int().min(0).default(0).describe('How far its time is ahead of the service'),
  limits: z
    .strictObject({
      daily: centavosFrom(0, 'What may be withdrawn on a day'),
      monthly: centavosFrom(0, 'What may be withdrawn in a month'),
      perTransaction: centavosFrom(0, 'What one withdrawal may debit'),
    })
    .optional(),
  plan: z.strictObject({ name: z.string().min(1), transactionFee: centavosFrom(0, 'The fee of each') }).optional(),
  keys: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        permissions: z.array(z.enum(PERMISSIONS)).min(1),
        createdAt: timestamp.optional(),
      }),
    )
    .optional()
    .describe('The keys themselves follow from the seed and these names; by default one main key'),
  payments: z.array(worldPayment).default([]).describe('Oldest first: the order of the list'),
  withdrawals: z.array(worldWithdrawal).default([]).describe('Oldest first: the order of the list'),
});

/** Of the whole value of a COMPLETED payment. */
const worldDispute = z.strictObject({
  id: reference.optional(),
  paymentId: reference,
  status: z.enum(DISPUTE_STATUSES).default('OPEN'),
  createdAt: timestamp,
  updatedAt: timestamp.optional().describe('When it ended'),
});

export const world = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  seed: z.int().min(0).default(42).describe('Makes keys, and the ids of what comes later'),
  accounts: z.array(worldAccount).min(1),
  disputes: z.array(worldDispute).default([]).describe('Oldest first'),
});

/** A world as it is written. */
export type WorldFile = z.input<typeof world>;
/** With its defaults. */
export type World = z.output<typeof world>;
