import * as z from 'zod';
import { PIX_KEY_CHARACTERS_MAXIMUM, PIX_KEY_TYPES } from '../pix/pix-key.ts';
import { amountInReaisOrZero, feeInReais } from './amount-in-reais.ts';
import { amountCentavos, identifier, reference, text, timestamp, valueCentavos } from './field.ts';
import { pageQuery, pagination } from './page.ts';
import { PAYMENT_STATUSES } from './payment.ts';
import type { Operation } from './operation.ts';

/** An account as its holder and an administrator see it. Limits and the fee are centavos. */
export const account = z.looseObject({
  id: identifier,
  name: z.string(),
  email: z.string(),
  taxId: z.string(),
  phone: z.string().nullable(),
  pixKey: z.string().nullable(),
  pixKeyType: z.enum(PIX_KEY_TYPES).nullable(),
  blocked: z.boolean(),
  transferSecurity: z.boolean(),
  balance: valueCentavos,
  limits: z.looseObject({ daily: amountCentavos(), monthly: amountCentavos(), perTransaction: amountCentavos() }),
  plan: z.looseObject({ name: z.string(), transactionFee: amountCentavos() }),
  createdAt: timestamp,
});

export const registrationRequest = z
  .strictObject({
    name: text().trim().min(1).max(100),
    email: z.email().max(PIX_KEY_CHARACTERS_MAXIMUM),
    taxId: text(z.string().min(11).max(18)).describe('CPF or CNPJ'),
    phone: text(z.string().min(8).max(20)).optional(),
    pixKey: text(z.string().min(1).max(PIX_KEY_CHARACTERS_MAXIMUM)).optional(),
    pixKeyType: z.enum(PIX_KEY_TYPES).optional(),
  })
  .refine((body) => (body.pixKey === undefined) === (body.pixKeyType === undefined), {
    message: 'pixKey and pixKeyType go together',
    path: ['pixKeyType'],
  })
  .meta({ dependentRequired: { pixKey: ['pixKeyType'], pixKeyType: ['pixKey'] } });

export const registrationAnswer = z.looseObject({
  success: z.boolean(),
  message: z.string(),
  data: z.looseObject({
    account,
    apiKey: z.looseObject({ id: identifier, key: z.string(), permissions: z.array(z.string()) }),
  }),
});

export const accountAnswer = z.looseObject({ success: z.boolean(), data: account });

const ACCOUNT_STATUSES = ['ACTIVE', 'BLOCKED'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export const accountQuery = pageQuery(ACCOUNT_STATUSES);

const accountListAnswer = z.looseObject({
  success: z.boolean(),
  data: z.looseObject({ accounts: z.array(account), pagination }),
});

/** What an administrator may change; fields that are left out stay as they are. Amounts in reais. */
export const accountUpdateRequest = z.strictObject({
  limits: z
    .strictObject({
      daily: amountInReaisOrZero.optional(),
      monthly: amountInReaisOrZero.optional(),
      perTransaction: amountInReaisOrZero.optional(),
    })
    .optional(),
  plan: z.strictObject({ name: text(z.string().min(1).max(60)), transactionFee: feeInReais }).optional(),
  transferSecurity: z.boolean().optional(),
  blocked: z.boolean().optional(),
});

const TRANSACTION_KINDS = ['PAYMENT', 'WITHDRAWAL'] as const;

const transactionQuery = pageQuery(PAYMENT_STATUSES).extend({
  accountId: text().optional(),
});

/** Payments and withdrawals of any account, newest first. */
export const transactionListAnswer = z.looseObject({
  success: z.boolean(),
  data: z.looseObject({
    transactions: z.array(
      z.looseObject({
        id: identifier,
        accountId: identifier,
        kind: z.enum(TRANSACTION_KINDS),
        value: valueCentavos,
        fee: amountCentavos(),
        status: z.string(),
        description: z.string(),
        createdAt: timestamp,
      }),
    ),
    pagination,
  }),
});

/** OPEN: the money is blocked. ACCEPTED: it left the balance. REFUSED: it was released. */
export const DISPUTE_STATUSES = ['OPEN', 'ACCEPTED', 'REFUSED'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** A MED case (Mecanismo Especial de Devolução) on a COMPLETED payment. */
export const dispute = z.looseObject({
  id: identifier,
  accountId: identifier,
  paymentId: identifier,
  amount: valueCentavos,
  status: z.enum(DISPUTE_STATUSES),
  createdAt: timestamp,
  resolvedAt: timestamp.nullable(),
});

const disputeQuery = pageQuery(DISPUTE_STATUSES);
const disputeCreateRequest = z.strictObject({ paymentId: reference });
export const disputeAnswer = z.looseObject({ success: z.boolean(), data: dispute });
const disputeListAnswer = z.looseObject({
  success: z.boolean(),
  data: z.looseObject({ disputes: z.array(dispute), pagination }),
});

/** Operations of an administrator, on any account. */
export const administrationOperations = {
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
