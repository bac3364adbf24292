import type { Balance } from '../../client/client.ts';
import { subtractCentavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import { CommandError } from '../../cli/errors/command-error.ts';
import { EXIT } from '../../cli/errors/exit-code.ts';
import { formatReais } from '../../cli/output/money.ts';
import type { Catalogue } from '../../cli/text/translate.ts';

/** What a withdrawal will do, as far as the balance tells. Amounts in centavos; undefined where nobody knows. */
export interface WithdrawalPlan {
  readonly fee: Centavos | undefined;
  /** What leaves the balance. */
  readonly value: Centavos | undefined;
  /** What the recipient gets. */
  readonly sent: Centavos | undefined;
  readonly balance: Centavos | undefined;
  readonly balanceAfter: Centavos | undefined;
}

/** The fee is taken from the amount, or, with `coverFee`, from the balance on top of it. */
export function planWithdrawal(amount: Centavos, coverFee: boolean, balance: Balance | undefined): WithdrawalPlan {
  const fee = balance?.plan.transactionFee ?? undefined;
  const total = balance?.balance.total;
  const feeOnTop = fee === undefined ? undefined : sumCentavos(amount, fee);
  const feeTakenOff = fee === undefined ? undefined : subtractCentavos(amount, fee);
  const value = coverFee ? feeOnTop : amount;
  return {
    fee,
    value,
    sent: coverFee ? amount : feeTakenOff,
    balance: total,
    balanceAfter: total === undefined || value === undefined ? undefined : subtractCentavos(total, value),
  };
}

/**
 * Why the service would surely refuse: then it need not be asked.
 *
 * @throws CommandError with the code that the service would give; nothing was sent
 */
export function assertPossible(plan: WithdrawalPlan, balance: Balance | undefined, text: Catalogue): void {
  const refuse = (code: string, complaint: { message: string; hint?: string }, details: object): never => {
    throw new CommandError({ ...complaint, code, details, exitCode: EXIT.failed });
  };
  const { fee, sent, value, balanceAfter } = plan;
  if (fee !== undefined && sent !== undefined && sent <= 0) {
    refuse('below_minimum', text.withdraw.feeEatsAmount(formatReais(fee)), { fee });
  }
  if (balance === undefined || value === undefined) return;
  if (balanceAfter !== undefined && balanceAfter < 0) {
    const total = balance.balance.total;
    refuse(
      'insufficient_balance',
      text.refusals.insufficient_balance({ balance: formatReais(total), required: formatReais(value) }),
      { balance: total, required: value },
    );
  }
  for (const { period, limit, remaining } of limitsOf(balance)) {
    // A limit of nothing may mean that there is none: the service decides.
    if (typeof limit !== 'number' || typeof remaining !== 'number' || limit === 0 || value <= remaining) continue;
    refuse(
      'limit_exceeded',
      text.refusals.limit_exceeded({ limit: formatReais(limit), remaining: formatReais(remaining), period }),
      { limit, remaining, period },
    );
  }
}

function limitsOf({ limits }: Balance) {
  return [
    { period: 'transaction', limit: limits.perTransaction, remaining: limits.perTransaction },
    { period: 'day', limit: limits.daily, remaining: limits.dailyRemaining },
    { period: 'month', limit: limits.monthly, remaining: limits.monthlyRemaining },
  ];
}
