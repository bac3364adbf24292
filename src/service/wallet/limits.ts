import { centavos, subtractCentavos, type Centavos } from '../../pix/centavos.ts';
import type { Account } from './account.ts';
import { Refusal } from './refusal.ts';
import { calendarDayOf } from './sao-paulo-calendar.ts';
import type { WalletTransaction } from './wallet-store.ts';

const PERIOD_NAMES = { transaction: 'per-transaction', day: 'daily', month: 'monthly' } as const;
type LimitPeriod = keyof typeof PERIOD_NAMES;

/** The rest of a limit. Zero, never less, when the limit was lowered below its use. */
export function remainingOf(limit: Centavos, used: Centavos): Centavos {
  return centavos(Math.max(0, subtractCentavos(limit, used)));
}

/**
 * Counts a withdrawal against the limits of its account.
 *
 * @throws {Refusal} `limit_exceeded` for the first limit that it exceeds
 */
export async function takeLimits(
  transaction: WalletTransaction,
  { id, limits }: Account,
  valueCentavos: Centavos,
  at: number,
): Promise<void> {
  if (valueCentavos > limits.perTransaction) {
    throw limitExceeded('transaction', limits.perTransaction, limits.perTransaction);
  }
  const today = calendarDayOf(at);
  for (const period of ['day', 'month'] as const) {
    const limit = period === 'day' ? limits.daily : limits.monthly;
    if (await transaction.limits.use(id, today[period], valueCentavos, limit)) continue;
    throw limitExceeded(period, limit, remainingOf(limit, await transaction.limits.useIn(id, today[period])));
  }
}

/** Returns to the limits the part that a withdrawal, created at `createdAt`, used. */
export async function giveBackLimits(
  transaction: WalletTransaction,
  accountId: string,
  valueCentavos: Centavos,
  createdAt: number,
): Promise<void> {
  const { day, month } = calendarDayOf(createdAt);
  await transaction.limits.giveBack(accountId, day, valueCentavos);
  await transaction.limits.giveBack(accountId, month, valueCentavos);
}

function limitExceeded(period: LimitPeriod, limit: Centavos, remaining: Centavos): Refusal {
  return new Refusal('limit_exceeded', `The withdrawal exceeds the ${PERIOD_NAMES[period]} limit of the account`, {
    limit,
    remaining,
    period,
  });
}
