/** Answers as the specification documents them, typed by hand from its text. */

const times = { createdAt: '2026-03-01T12:00:00.000Z', updatedAt: '2026-03-01T12:00:05.000Z' };
const pagination = { total: 1, limit: 50, offset: 0, hasMore: false };

export const paymentList = {
  success: true,
  data: {
    payments: [
      {
        id: 'pay_1',
        correlationID: 'corr_1',
        value: 1050,
        netValue: 1000,
        fee: 50,
        status: 'COMPLETED',
        description: 'Mensalidade',
        ...times,
      },
    ],
    pagination,
    statistics: { total: 1, completed: 1, pending: 0, totalValue: 1050, totalNetValue: 1000 },
  },
};

export const singlePayment = {
  success: true,
  statusUpdated: false,
  data: {
    id: 'pay_1',
    transactionId: 'txn_1',
    correlationID: 'corr_1',
    value: 1050,
    netValue: 1000,
    fee: 50,
    status: 'ACTIVE',
    qrCode: 'data:image/png;base64,iVBORw0KGgo=',
    description: 'Mensalidade',
    ...times,
  },
};

export const createdPayment = {
  success: true,
  message: 'Payment created',
  data: {
    id: 'pay_1',
    correlationID: 'corr_1',
    transactionId: 'txn_1',
    value: 1050,
    valueInReais: '10.50',
    netValue: 1000,
    fee: 50,
    status: 'PENDING',
    qrCode: 'data:image/png;base64,iVBORw0KGgo=',
    copyPaste: '00020126580014br.gov.bcb.pix',
    description: 'Mensalidade',
    ...times,
  },
};

export const withdrawalList = {
  success: true,
  data: {
    withdraws: [
      {
        id: 'wd_1',
        correlationID: 'corr_2',
        value: 1050,
        status: 'PENDING',
        pixKey: 'fulano@example.com',
        description: 'Aluguel',
        metadata: { fee: 50, sent: 1000 },
        ...times,
      },
    ],
    pagination,
    statistics: { total: 1, completed: 0, pending: 1, failed: 0, totalValue: 1050 },
  },
};

export const singleWithdrawal = {
  success: true,
  message: 'Withdrawal found',
  data: {
    id: 'wd_1',
    correlationID: 'corr_2',
    transactionId: 'txn_2',
    value: 1050,
    fee: 50,
    sent: 1000,
    status: 'FAILED',
    pixKey: 'fulano@example.com',
    pixKeyType: 'EMAIL',
    completedAt: null,
    failedAt: '2026-03-01T12:00:05.000Z',
    failureReason: 'AC03: The account of the recipient does not exist',
    ...times,
  },
};

export const createdWithdrawal = {
  success: true,
  message: 'Withdrawal created',
  data: {
    id: 'wd_1',
    correlationID: 'corr_2',
    transactionId: 'txn_2',
    value: 1050,
    fee: 50,
    sent: 1000,
    status: 'COMPLETED',
    pixKey: 'fulano@example.com',
    completedAt: '2026-03-01T12:00:00.000Z',
    failedAt: null,
    failureReason: null,
    createdAt: '2026-03-01T12:00:00.000Z',
  },
};

export const balance = {
  success: true,
  data: {
    balance: { total: -500, pendingPayments: 1050, totalWithPending: 550, isNegative: true },
    disputes: { total: 2, pending: 1, totalDisputedAmount: 2000, totalBlockedAmount: 1000 },
    statistics: {
      totalReceived: 100_000,
      totalFees: 500,
      completedPayments: 10,
      pendingPayments: 1,
      totalPayments: 12,
    },
    limits: {
      daily: 500_000,
      dailyUsed: 1050,
      dailyRemaining: 498_950,
      monthly: 5_000_000,
      monthlyUsed: 1050,
      monthlyRemaining: 4_998_950,
      perTransaction: 100_000,
    },
    plan: { name: 'Padrão', transactionFee: 50, transactionFeeInReais: '0.50' },
  },
};
