import * as z from 'zod';
import { PIX_KEY_CHARACTERS_MAXIMUM, PIX_KEY_TYPES } from '../pix/pix-key.ts';
import { amountInReaisOrZero, feeInReais } from './amount-in-reais.ts';
import {
  amountCentavos,
  answerOf,
  identifier,
  reference,
  text,
  timestamp,
  toldAnswerOf,
  valueCentavos,
} from './field.ts';
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

export const registrationAnswer = toldAnswerOf(
  z.looseObject({
    account,
    apiKey: z.looseObject({ id: identifier, key: z.string(), permissions: z.array(z.string()) }),
  }),
);

export const accountAnswer = answerOf(account);

const ACCOUNT_STATUSES = ['ACTIVE', 'BLOCKED'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export const accountQuery = pageQuery(ACCOUNT_STATUSES);

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

/** A payment or a withdrawal of any account. */
const transaction = z.looseObject({
  id: identifier,
  accountId: identifier,
  kind: z.enum(['PAYMENT', 'WITHDRAWAL']),
  value: valueCentavos,
  fee: amountCentavos(),
  status: z.string(),
  description: z.string(),
  createdAt: timestamp,
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

export const disputeAnswer = answerOf(dispute);

const BY_ADMINISTRATOR = { access: 'administrator', rateLimit: 'administration' } as const;

/** Operations of an administrator, on any account. */
export const administrationOperations = {
  listAccounts: {
    method: 'GET',
    path: '/api/v1/admin/account/list',
    summary: 'List accounts, newest first',
    ...BY_ADMINISTRATOR,
    query: accountQuery,
    answer: answerOf(z.looseObject({ accounts: z.array(account), pagination })),
  },
  getAccount: {
    method: 'GET',
    path: '/api/v1/admin/account/get/{id}',
    summary: 'Look up one account',
    ...BY_ADMINISTRATOR,
    answer: accountAnswer,
  },
  updateAccount: {
    method: 'PATCH',
    path: '/api/v1/admin/account/update/{id}',
    summary: 'Set limits, plan, transfer security, or block an account',
    ...BY_ADMINISTRATOR,
    body: accountUpdateRequest,
    answer: accountAnswer,
  },
  listTransactions: {
    method: 'GET',
    path: '/api/v1/admin/transaction/list',
    summary: 'Payments and withdrawals of any account, newest first',
    ...BY_ADMINISTRATOR,
    query: pageQuery(PAYMENT_STATUSES).extend({ accountId: text().optional() }),
    answer: answerOf(z.looseObject({ transactions: z.array(transaction), pagination })),
  },
  listDisputes: {
    method: 'GET',
    path: '/api/v1/admin/dispute/list',
    summary: 'List disputes, newest first',
    ...BY_ADMINISTRATOR,
    query: pageQuery(DISPUTE_STATUSES),
    answer: answerOf(z.looseObject({ disputes: z.array(dispute), pagination })),
  },
  openDispute: {
    method: 'POST',
    path: '/api/v1/admin/dispute/create',
    summary: 'Open a dispute on a completed payment: its amount is blocked',
    ...BY_ADMINISTRATOR,
    body: z.strictObject({ paymentId: reference }),
    answer: disputeAnswer,
  },
  acceptDispute: {
    method: 'POST',
    path: '/api/v1/admin/dispute/accept/{id}',
    summary: 'Accept a dispute: the amount leaves the balance',
    ...BY_ADMINISTRATOR,
    answer: disputeAnswer,
  },
  refuseDispute: {
    method: 'POST',
    path: '/api/v1/admin/dispute/refuse/{id}',
    summary: 'Refuse a dispute: the amount is released',
    ...BY_ADMINISTRATOR,
    answer: disputeAnswer,
  },
} as const satisfies Record<string, Operation>;
