import { qrCodeDataUri } from '../../src/pix/qr-code.ts';

/* Answers as the specification documents them, typed by hand. */

export const balance = {
  balance: { total: 123456, pendingPayments: 2500, totalWithPending: 125956, isNegative: false },
  disputes: { total: 0, pending: 0, totalDisputedAmount: 0, totalBlockedAmount: 0 },
  statistics: { totalReceived: 200000, totalFees: 350, completedPayments: 7, pendingPayments: 1, totalPayments: 9 },
  limits: {
    daily: 1000000,
    dailyUsed: 250000,
    dailyRemaining: 750000,
    monthly: 5000000,
    monthlyUsed: 250000,
    monthlyRemaining: 4750000,
    perTransaction: 200000,
  },
  plan: { name: 'Padrão', transactionFee: 50, transactionFeeInReais: '0.50' },
};

export const payments = [
  {
    id: 'pay-3',
    correlationID: 'corr-3',
    value: 1050,
    netValue: 1000,
    fee: 50,
    status: 'PENDING',
    description: 'Café, "quente"',
    createdAt: '2026-07-14T12:00:00.000Z',
    updatedAt: '2026-07-14T12:00:00.000Z',
  },
  {
    id: 'pay-2',
    correlationID: 'corr-2',
    value: 123456,
    netValue: 123406,
    fee: 50,
    status: 'COMPLETED',
    description: 'Pedido 2',
    createdAt: '2026-07-13T02:30:00.000Z',
    updatedAt: '2026-07-13T02:31:00.000Z',
  },
  {
    id: 'pay-1',
    correlationID: 'corr-1',
    value: 500,
    netValue: 450,
    fee: 50,
    status: 'FAILED',
    description: '',
    createdAt: '2026-07-01T15:00:00.000Z',
    updatedAt: '2026-07-02T15:00:00.000Z',
  },
];

export const paymentStatistics = { total: 3, completed: 1, pending: 1, totalValue: 125006, totalNetValue: 124856 };

/** A page of a list; by default the whole list. */
export function paymentPage(rows: readonly object[] = payments, place: object = {}) {
  return {
    success: true,
    data: {
      payments: rows,
      pagination: { total: rows.length, limit: 50, offset: 0, hasMore: false, ...place },
      statistics: paymentStatistics,
    },
  };
}

export const createdWithdrawal = {
  id: 'wd-1',
  correlationID: 'corr-wd-1',
  transactionId: 'E0000000020260714150000000000001',
  value: 2500,
  fee: 50,
  sent: 2450,
  status: 'COMPLETED',
  pixKey: 'maria@example.com',
  completedAt: '2026-07-14T15:00:00.000Z',
  failedAt: null,
  failureReason: null,
  createdAt: '2026-07-14T15:00:00.000Z',
};

export const withdrawalDetails = { ...createdWithdrawal, pixKeyType: 'EMAIL', updatedAt: '2026-07-14T15:00:00.000Z' };

/** The service's own error body. */
export function refusal(error: string, code: string, more: object = {}) {
  return { success: false, error, message: `Words of the service about ${code}`, code, ...more };
}

/** A page of withdrawals without any. */
export const noWithdrawals = {
  success: true,
  data: {
    withdraws: [],
    pagination: { total: 0, limit: 50, offset: 0, hasMore: false },
    statistics: { total: 0, completed: 0, pending: 0, failed: 0, totalValue: 0 },
  },
};

/** Printed in the Central Bank's manual. */
export const BR_CODE =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';

/** A withdrawal that is under way. */
export const pendingWithdrawal = {
  id: 'wd-1',
  correlationID: 'c',
  transactionId: 't',
  value: 1234,
  fee: 50,
  sent: 1184,
  status: 'PENDING',
  pixKey: 'a@example.com',
  pixKeyType: 'EMAIL',
  completedAt: null,
  failedAt: null,
  failureReason: null,
  createdAt: '2026-07-01T12:00:00.000Z',
  updatedAt: '2026-07-01T12:00:00.000Z',
};

/** A charge that waits for its payment, as a look-up answers. */
export const activeCharge = {
  id: 'pay-1',
  transactionId: 'tx-1',
  correlationID: 'corr-1',
  value: 1050,
  netValue: 1000,
  fee: 50,
  status: 'ACTIVE',
  qrCode: qrCodeDataUri(BR_CODE),
  description: 'Order 17',
  createdAt: '2026-07-14T12:00:00.000Z',
  updatedAt: '2026-07-14T12:00:00.000Z',
};

export const createdCharge = { ...activeCharge, status: 'PENDING', valueInReais: '10.50', copyPaste: BR_CODE };

export const listedWithdrawal = {
  id: 'wd-1',
  correlationID: 'corr-wd-1',
  value: 2500,
  status: 'COMPLETED',
  pixKey: 'maria@example.com',
  description: 'Aluguel',
  metadata: { fee: 50, sent: 2450 },
  createdAt: '2026-07-14T15:00:00.000Z',
  updatedAt: '2026-07-14T15:00:00.000Z',
};
