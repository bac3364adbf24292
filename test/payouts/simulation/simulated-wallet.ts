import type { WithdrawalStatus } from '../../../src/contract/withdrawal.ts';

/** The service's books: the truth about payments. */
export interface BookedWithdrawal {
  readonly id: string;
  /** Whether the program under test requested it, its user by hand, or another user of the account. */
  readonly by: 'program' | 'hand' | 'others';
  readonly pixKey: string;
  readonly pixKeyType: string;
  readonly valueCentavos: number;
  readonly feeCentavos: number;
  readonly sentCentavos: number;
  readonly description: string;
  /** The date assigned by a server of the service. */
  readonly createdAtMs: number;
  /** When it was really created, by the service's time. */
  readonly bookedAtMs: number;
  /** The earlier withdrawal of the same request, which a gateway has sent twice. */
  readonly copyOf: string | undefined;
  status: WithdrawalStatus;
  updatedAtMs: number;
  failureReason: string | null;
}

export interface WithdrawalOrder {
  readonly amountCentavos: number;
  readonly pixKey: string;
  readonly pixKeyType: string;
  readonly description: string;
  readonly coverFee: boolean;
}

/** What the account allows, and how its withdrawals end. Amounts in centavos. */
export interface WalletTraits {
  readonly balance: number;
  readonly fee: number;
  readonly perTransactionLimit: number;
  readonly dailyLimit: number;
  readonly isOneAtATime: boolean;
  /** The part of withdrawals that are final at once. */
  readonly instantProbability: number;
  /** The longest time until others are final; Infinity: they stay PENDING. */
  readonly settlesWithinMs: number;
  readonly failProbability: number;
  /** The errors of the clocks of the service's servers. */
  readonly nodeSkewsMs: readonly number[];
  /** Keys that the service always refuses. */
  readonly unknownKeys: ReadonlySet<string>;
}

/** A refusal in the error body. */
export interface WalletRefusal {
  readonly status: number;
  readonly code: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** The service's own time of day. */
export interface WalletTime {
  nowMs(): number;
  schedule(delayMs: number, wake: () => void): void;
}

export interface SimulatedWallet {
  /** Oldest first. */
  readonly withdrawals: readonly BookedWithdrawal[];
  balanceCentavos(): number;
  usedTodayCentavos(): number;
  readonly traits: WalletTraits;
  create(order: WithdrawalOrder, by: BookedWithdrawal['by'], copyOf?: string): BookedWithdrawal | WalletRefusal;
}

const MINIMUM_CENTAVOS = 500;

/** An account and its books, updated at once and without interruption. Returned money counts as never spent. */
export function simulatedWallet(
  traits: WalletTraits,
  time: WalletTime,
  random: () => number,
  onCreated: (withdrawal: BookedWithdrawal) => void,
  prefix = 'wd-',
): SimulatedWallet {
  const withdrawals: BookedWithdrawal[] = [];
  const spentCentavos = () =>
    withdrawals.filter(({ status }) => status !== 'FAILED').reduce((sum, { valueCentavos }) => sum + valueCentavos, 0);

  function refusalOf({ pixKey, amountCentavos }: WithdrawalOrder, valueCentavos: number): WalletRefusal | undefined {
    if (traits.unknownKeys.has(pixKey)) return { status: 400, code: 'validation_failed' };
    if (amountCentavos < MINIMUM_CENTAVOS) return { status: 400, code: 'below_minimum' };
    if (traits.isOneAtATime && withdrawals.some(({ status }) => status === 'PENDING')) {
      return { status: 400, code: 'withdrawal_in_progress' };
    }
    if (valueCentavos > traits.perTransactionLimit) return limitRefusal('transaction', traits.perTransactionLimit);
    const leftToday = traits.dailyLimit - spentCentavos();
    if (valueCentavos > leftToday) return limitRefusal('day', traits.dailyLimit, leftToday);
    const balance = traits.balance - spentCentavos();
    if (valueCentavos <= balance) return undefined;
    return { status: 400, code: 'insufficient_balance', facts: { balance, required: valueCentavos } };
  }

  function settle(withdrawal: BookedWithdrawal): void {
    const isFailing = random() < traits.failProbability;
    withdrawal.status = isFailing ? 'FAILED' : 'COMPLETED';
    withdrawal.failureReason = isFailing ? 'AC03: the account does not exist' : null;
    withdrawal.updatedAtMs = time.nowMs();
  }

  return {
    withdrawals,
    traits,
    balanceCentavos: () => traits.balance - spentCentavos(),
    usedTodayCentavos: spentCentavos,
    create(order, by, copyOf) {
      const { amountCentavos, coverFee, pixKey, pixKeyType, description } = order;
      const valueCentavos = coverFee ? amountCentavos + traits.fee : amountCentavos;
      const refusal = refusalOf(order, valueCentavos);
      if (refusal !== undefined) return refusal;
      const bookedAtMs = time.nowMs();
      const { nodeSkewsMs } = traits;
      const node = nodeSkewsMs.length > 1 ? Math.floor(random() * nodeSkewsMs.length) : 0;
      const withdrawal: BookedWithdrawal = {
        id: `${prefix}${withdrawals.length + 1}`,
        by,
        pixKey,
        pixKeyType,
        valueCentavos,
        feeCentavos: traits.fee,
        sentCentavos: valueCentavos - traits.fee,
        description,
        createdAtMs: bookedAtMs + (nodeSkewsMs[node] ?? 0),
        bookedAtMs,
        copyOf,
        status: 'PENDING',
        updatedAtMs: bookedAtMs,
        failureReason: null,
      };
      withdrawals.push(withdrawal);
      if (random() < traits.instantProbability) settle(withdrawal);
      else if (Number.isFinite(traits.settlesWithinMs)) {
        time.schedule(traits.settlesWithinMs * random(), () => {
          settle(withdrawal);
        });
      }
      onCreated(withdrawal);
      return withdrawal;
    },
  };
}

function limitRefusal(period: string, limit: number, remaining = limit): WalletRefusal {
  return { status: 400, code: 'limit_exceeded', facts: { limit, remaining, period } };
}
