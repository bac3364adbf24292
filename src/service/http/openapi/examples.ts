import type * as z from 'zod';
import type { account, dispute } from '../../../contract/account.ts';
import type { operations, OperationName } from '../../../contract/operations.ts';
import { writeBrCode } from '../../../pix/br-code.ts';
import { centavos } from '../../../pix/centavos.ts';

type Examples = {
  readonly [Name in OperationName]: {
    readonly answer: z.input<(typeof operations)[Name]['answer']>;
  } & ((typeof operations)[Name] extends { readonly body: infer Body extends z.ZodType }
    ? { readonly body: z.input<Body> }
    : { readonly body?: never });
};

const CREATED_AT = '2026-07-14T15:00:00.000Z';
const COMPLETED_AT = '2026-07-14T15:00:02.000Z';
const PIX_KEY = 'maria.silva@example.com';
const TXID = 'q7mPzJ0bW3nVxY5cK8dRt2aLs';

export const EXAMPLE_ID = '00000000-0078-8d3f-9a41-5f7d2c60e1b8';
const PAYMENT_ID = '00000000-0078-8a52-b3c9-0e4d7f15a826';
const CORRELATION_ID = '5b0c7a3e-91d4-8f26-a8e7-42c9d1f03b65';
const API_KEY_ID = 'c1d9e204-7b3a-8e58-9f06-3d2a81b7c4e5';
const END_TO_END_ID = 'E99999004202607141500aB3dE6gH9jK';

const BR_CODE = writeBrCode({
  key: '7c4d1f0e-52a9-8b36-8e1d-90f3a6b5c2d4',
  merchantName: 'Padaria Aurora',
  merchantCity: 'São Paulo',
  amountCentavos: centavos(1050),
  transactionId: TXID,
});
/** A short example: a real picture would fill pages of the document. */
const QR_CODE = 'data:image/png;base64,iVBORw0KGgo=';

const LISTED_PAYMENT = {
  id: PAYMENT_ID,
  correlationID: CORRELATION_ID,
  value: 1050,
  netValue: 1000,
  fee: 50,
  status: 'PENDING',
  description: 'Pedido 1042',
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
} as const;

const NEW_WITHDRAWAL = {
  id: EXAMPLE_ID,
  correlationID: CORRELATION_ID,
  transactionId: END_TO_END_ID,
  value: 1284,
  fee: 50,
  sent: 1234,
  status: 'COMPLETED',
  pixKey: PIX_KEY,
  completedAt: COMPLETED_AT,
  failedAt: null,
  failureReason: null,
  createdAt: CREATED_AT,
} as const;

const ACCOUNT: z.input<typeof account> = {
  id: 'demo',
  name: 'Padaria Aurora',
  email: 'financeiro@demo.example',
  taxId: '11222333000181',
  phone: null,
  pixKey: '11222333000181',
  pixKeyType: 'CNPJ',
  blocked: false,
  transferSecurity: false,
  balance: 512_345,
  limits: { daily: 10_000_000, monthly: 100_000_000, perTransaction: 2_000_000 },
  plan: { name: 'Padrão', transactionFee: 50 },
  createdAt: CREATED_AT,
};

const DISPUTE: z.input<typeof dispute> = {
  id: EXAMPLE_ID,
  accountId: 'demo',
  paymentId: PAYMENT_ID,
  amount: 1000,
  status: 'OPEN',
  createdAt: CREATED_AT,
  resolvedAt: null,
};

const ONE_ROW = { total: 1, limit: 50, offset: 0, hasMore: false };

const done = <Data>(data: Data) => ({ success: true, data });
const told = <Data>(message: string, data: Data) => ({ success: true, message, data });

/** A request and an answer for every operation. The compiler checks that they match the contract. */
export const EXAMPLES: Examples = {
  listPayments: {
    answer: done({
      payments: [LISTED_PAYMENT],
      pagination: ONE_ROW,
      statistics: { total: 1, completed: 0, pending: 1, totalValue: 1050, totalNetValue: 1000 },
    }),
  },
  getPayment: {
    answer: {
      success: true,
      statusUpdated: true,
      data: { ...LISTED_PAYMENT, status: 'ACTIVE', transactionId: TXID, qrCode: QR_CODE, updatedAt: COMPLETED_AT },
    },
  },
  createPayment: {
    body: { value: 10.5, description: 'Pedido 1042' },
    answer: told('Payment created', {
      ...LISTED_PAYMENT,
      transactionId: TXID,
      valueInReais: '10.50',
      qrCode: QR_CODE,
      copyPaste: BR_CODE,
    }),
  },
  listWithdrawals: {
    answer: done({
      withdraws: [
        {
          id: EXAMPLE_ID,
          correlationID: CORRELATION_ID,
          value: 1284,
          status: 'COMPLETED',
          pixKey: PIX_KEY,
          description: 'Fornecedor',
          metadata: { fee: 50, sent: 1234 },
          createdAt: CREATED_AT,
          updatedAt: COMPLETED_AT,
        },
      ],
      pagination: ONE_ROW,
      statistics: { total: 1, completed: 1, pending: 0, failed: 0, totalValue: 1284 },
    }),
  },
  getWithdrawal: {
    answer: done({ ...NEW_WITHDRAWAL, pixKeyType: 'EMAIL', updatedAt: COMPLETED_AT }),
  },
  createWithdrawal: {
    body: { amount: 12.34, pixKey: PIX_KEY, pixKeyType: 'EMAIL', description: 'Fornecedor', coverFee: true },
    answer: told('Withdrawal completed', NEW_WITHDRAWAL),
  },
  getBalance: {
    answer: done({
      balance: { total: 512_345, pendingPayments: 1050, totalWithPending: 513_395, isNegative: false },
      disputes: { total: 1, pending: 1, totalDisputedAmount: 1000, totalBlockedAmount: 1000 },
      statistics: {
        totalReceived: 600_000,
        totalFees: 1500,
        completedPayments: 30,
        pendingPayments: 1,
        totalPayments: 31,
      },
      limits: {
        daily: 10_000_000,
        dailyUsed: 1284,
        dailyRemaining: 9_998_716,
        monthly: 100_000_000,
        monthlyUsed: 1284,
        monthlyRemaining: 99_998_716,
        perTransaction: 2_000_000,
      },
      plan: { name: 'Padrão', transactionFee: 50, transactionFeeInReais: '0.50' },
    }),
  },
  requestTransferCode: {
    body: { amount: 12.34, coverFee: true },
    answer: told('The code was sent to the e-mail address of the account', { expiresAt: '2026-07-14T15:10:00.000Z' }),
  },
  registerAccount: {
    body: { name: 'Padaria Aurora', email: 'financeiro@demo.example', taxId: '11222333000181' },
    answer: told('Account opened', {
      account: { ...ACCOUNT, balance: 0, pixKey: null, pixKeyType: null },
      apiKey: { id: API_KEY_ID, key: 'pk_7Yh2Kx…', permissions: ['admin:all'] },
    }),
  },
  createApiKey: {
    body: { name: 'relatórios', permissions: ['read:payments', 'read:balance'] },
    answer: told('API key created: it is shown this once', {
      id: API_KEY_ID,
      name: 'relatórios',
      key: 'pk_7Yh2Kx…',
      permissions: ['read:payments', 'read:balance'],
      createdAt: CREATED_AT,
    }),
  },
  listApiKeys: {
    answer: done({
      keys: [
        {
          id: API_KEY_ID,
          name: 'main',
          key: 'pk_…a1b2',
          permissions: ['admin:all'],
          isMain: true,
          createdAt: CREATED_AT,
        },
      ],
    }),
  },
  deleteApiKey: { answer: told('API key revoked', { id: API_KEY_ID }) },
  listPermissions: {
    answer: done({ permissions: [{ name: 'read:balance', description: 'Read balance, limits and plan' }] }),
  },
  listAccounts: { answer: done({ accounts: [ACCOUNT], pagination: ONE_ROW }) },
  getAccount: { answer: done(ACCOUNT) },
  updateAccount: {
    body: { limits: { daily: 50_000 }, transferSecurity: true },
    answer: done({ ...ACCOUNT, transferSecurity: true, limits: { ...ACCOUNT.limits, daily: 5_000_000 } }),
  },
  listTransactions: {
    answer: done({
      transactions: [
        {
          id: PAYMENT_ID,
          accountId: 'demo',
          kind: 'PAYMENT',
          value: 1050,
          fee: 50,
          status: 'PENDING',
          description: 'Pedido 1042',
          createdAt: CREATED_AT,
        },
      ],
      pagination: ONE_ROW,
    }),
  },
  listDisputes: { answer: done({ disputes: [DISPUTE], pagination: ONE_ROW }) },
  openDispute: { body: { paymentId: PAYMENT_ID }, answer: done(DISPUTE) },
  acceptDispute: { answer: done({ ...DISPUTE, status: 'ACCEPTED', resolvedAt: COMPLETED_AT }) },
  refuseDispute: { answer: done({ ...DISPUTE, status: 'REFUSED', resolvedAt: COMPLETED_AT }) },
};
