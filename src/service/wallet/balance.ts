import type * as z from 'zod';
import type { balance } from '../../contract/balance.ts';
import { formatReaisPlain } from '../../pix/amount-text.ts';
import { sumCentavos, type Centavos } from '../../pix/centavos.ts';
import { remainingOf } from './limits.ts';
import { OPEN_STATUSES } from './payments.ts';
import { addTotals } from './wallet-entries.ts';
import type { AccountOverview } from './wallet-store.ts';
import type { AccountHolding } from './account.ts';

/** The money of an account. Blocked money still belongs to it. */
export function totalOf({ available, blocked }: AccountHolding['ledger']): Centavos {
  return sumCentavos(available, blocked);
}

/**
 * The balance and the remaining limits of an account. The statistics count payments: `totalReceived` and `totalFees`
 * add up to the value of the COMPLETED ones.
 */
export function balanceOf({ account, ledger, payments, disputes, limitUse }: AccountOverview): z.input<typeof balance> {
  const { limits, plan } = account;
  const total = totalOf(ledger);
  const open = addTotals(payments, ...OPEN_STATUSES);
  const disputed = addTotals(disputes);
  const completed = addTotals(payments, 'COMPLETED');
  return {
    balance: {
      total,
      pendingPayments: open.valueCentavos,
      totalWithPending: sumCentavos(total, open.valueCentavos),
      isNegative: total < 0,
    },
    disputes: {
      total: disputed.count,
      pending: addTotals(disputes, 'OPEN').count,
      totalDisputedAmount: disputed.valueCentavos,
      totalBlockedAmount: ledger.blocked,
    },
    statistics: {
      totalReceived: completed.netCentavos,
      totalFees: completed.feeCentavos,
      completedPayments: completed.count,
      pendingPayments: open.count,
      totalPayments: addTotals(payments).count,
    },
    limits: {
      daily: limits.daily,
      dailyUsed: limitUse.dayCentavos,
      dailyRemaining: remainingOf(limits.daily, limitUse.dayCentavos),
      monthly: limits.monthly,
      monthlyUsed: limitUse.monthCentavos,
      monthlyRemaining: remainingOf(limits.monthly, limitUse.monthCentavos),
      perTransaction: limits.perTransaction,
    },
    plan: {
      name: plan.name,
      transactionFee: plan.transactionFee,
      transactionFeeInReais: formatReaisPlain(plan.transactionFee),
    },
  };
}
