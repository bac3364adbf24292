import * as z from 'zod';
import { formatReaisPlain } from '../pix/amount-text.ts';
import { PIX_KEY_CHARACTERS_MAXIMUM, PIX_KEY_TYPES } from '../pix/pix-key.ts';
import { amountInReais } from './amount-in-reais.ts';
import {
  amountCentavos,
  answerOf,
  count,
  description,
  identifier,
  text,
  timestamp,
  toldAnswerOf,
  undocumented,
  valueCentavos,
} from './field.ts';
import { WITHDRAWAL_MINIMUM, LIST_CACHE_SECONDS } from './limits.ts';
import { pageQuery, pagination } from './page.ts';
import type { Operation } from './operation.ts';

/** PENDING: debited, awaiting settlement. COMPLETED: paid out. FAILED: the money was returned to the balance. */
export const WITHDRAWAL_STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const;
/** PENDING: debited, awaiting settlement. COMPLETED: paid out. FAILED: the money was returned to the balance. */
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

const status = z.enum(WITHDRAWAL_STATUSES);
const pixKeyType = z.enum(PIX_KEY_TYPES);

const metadataAmount = undocumented(amountCentavos().optional());

/** A row of the withdrawal list. */
export const withdrawal = z.looseObject({
  id: identifier,
  correlationID: z.string(),
  value: valueCentavos,
  status,
  pixKey: z.string(),
  description: z.string(),
  metadata: undocumented(z.looseObject({ fee: metadataAmount, sent: metadataAmount }).optional()),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** One withdrawal, looked up by its id. `sent` is `value` minus `fee`. */
export const withdrawalDetails = z.looseObject({
  id: identifier,
  correlationID: z.string(),
  transactionId: z.string(),
  value: valueCentavos,
  fee: amountCentavos(),
  sent: amountCentavos(),
  status,
  pixKey: z.string(),
  pixKeyType,
  completedAt: timestamp.nullable(),
  failedAt: timestamp.nullable(),
  failureReason: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** The answer to a creation: the balance has been debited. */
export const createdWithdrawal = withdrawalDetails.omit({ pixKeyType: true, updatedAt: true });

/** Follows the status filter of the list, like `pagination.total`. */
export const withdrawalStatistics = z.looseObject({
  total: count,
  completed: count,
  pending: count,
  failed: count,
  totalValue: amountCentavos(),
});

const withdrawalAnswer = z.looseObject({
  success: z.boolean(),
  message: z.string().optional(),
  data: withdrawalDetails,
});

const withdrawalCreateRequest = z
  .strictObject({
    amount: amountInReais.meta({
      description: `Reais; at least ${formatReaisPlain(WITHDRAWAL_MINIMUM)}`,
      examples: [12.34],
    }),
    pixKey: text(z.string().min(1).max(PIX_KEY_CHARACTERS_MAXIMUM))
      .optional()
      .describe('Recipient; by default the key of the account'),
    pixKeyType: pixKeyType.optional(),
    description: description.optional(),
    coverFee: z.boolean().optional().describe('`amount` is what is sent, and the fee is debited on top of it'),
    verificationCode: z
      .string()
      .regex(/^\d{6}$/, 'must be six digits')
      .optional()
      .describe('Wanted when transfer security is enabled on the account'),
  })
  .refine((body) => (body.pixKey === undefined) === (body.pixKeyType === undefined), {
    message: 'pixKey and pixKeyType go together',
    path: ['pixKeyType'],
  })
  .meta({ dependentRequired: { pixKey: ['pixKeyType'], pixKeyType: ['pixKey'] } });

/** Requests the code that a withdrawal of exactly this amount requires when transfer security is enabled. */
const transferCodeRequest = z.strictObject({
  amount: amountInReais.meta({ description: 'Reais, as the withdrawal will name it', examples: [12.34] }),
  coverFee: z.boolean().optional(),
});

export const transferCodeAnswer = toldAnswerOf(z.looseObject({ expiresAt: timestamp }));

/** Operations on withdrawals, and on the verification code that one may require. */
export const withdrawalOperations = {
  listWithdrawals: {
    method: 'GET',
    path: '/api/v1/withdraw/list',
    summary: 'List withdrawals, newest first',
    access: 'read:withdraws',
    rateLimit: 'standard',
    cacheSeconds: LIST_CACHE_SECONDS,
    query: pageQuery(WITHDRAWAL_STATUSES),
    answer: answerOf(z.looseObject({ withdraws: z.array(withdrawal), pagination, statistics: withdrawalStatistics })),
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
    answer: toldAnswerOf(createdWithdrawal),
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
