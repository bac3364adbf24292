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
  /** The amount of its order, where the service charges the fee otherwise than it was asked to. */
  readonly orderedCentavos: number | undefined;
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
  /** Whether the fee is charged as asked, always put on top, or always taken from the amount. */
  readonly charging: 'as asked' | 'on top' | 'inside';
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

const MINIMUM_CENTAVOS = 500;

interface WalletSettings {
  readonly traits: WalletTraits;
  readonly time: WalletTime;
  readonly random: () => number;
  readonly onCreated: (withdrawal: BookedWithdrawal) => void;
  /** The start of ids. */
  readonly prefix: string;
}

/** An account and its books, updated at once and without interruption. Returned money counts as never spent. */
export class SimulatedWallet {
  readonly traits: WalletTraits;
  readonly #withdrawals: BookedWithdrawal[] = [];
  readonly #settings: WalletSettings;

  constructor(settings: WalletSettings) {
    this.traits = settings.traits;
    this.#settings = settings;
  }

  /** Oldest first. */
  get withdrawals(): readonly BookedWithdrawal[] {
    return this.#withdrawals;
  }

  balanceCentavos(): number {
    return this.traits.balance - this.usedTodayCentavos();
  }

  usedTodayCentavos(): number {
    return this.#withdrawals
      .filter(({ status }) => status !== 'FAILED')
      .reduce((sum, { valueCentavos }) => sum + valueCentavos, 0);
  }

  create(order: WithdrawalOrder, by: BookedWithdrawal['by'], copyOf?: string): BookedWithdrawal | WalletRefusal {
    const { amountCentavos, coverFee, pixKey, pixKeyType, description } = order;
    const { time, random, onCreated, prefix } = this.#settings;
    const { fee, charging, nodeSkewsMs } = this.traits;
    const isOnTop = charging === 'as asked' ? coverFee : charging === 'on top';
    const valueCentavos = isOnTop ? amountCentavos + fee : amountCentavos;
    const refusal = this.#refusalOf(order, valueCentavos);
    if (refusal !== undefined) return refusal;
    const bookedAtMs = time.nowMs();
    const node = nodeSkewsMs.length > 1 ? Math.floor(random() * nodeSkewsMs.length) : 0;
    const withdrawal: BookedWithdrawal = {
      id: `${prefix}${this.#withdrawals.length + 1}`,
      by,
      pixKey,
      pixKeyType,
      valueCentavos,
      feeCentavos: fee,
      sentCentavos: valueCentavos - fee,
      description,
      orderedCentavos: charging === 'as asked' ? undefined : amountCentavos,
      createdAtMs: bookedAtMs + (nodeSkewsMs[node] ?? 0),
      bookedAtMs,
      copyOf,
      status: 'PENDING',
      updatedAtMs: bookedAtMs,
      failureReason: null,
    };
    this.#withdrawals.push(withdrawal);
    this.#settleInTime(withdrawal);
    onCreated(withdrawal);
    return withdrawal;
  }

  #refusalOf({ pixKey, amountCentavos }: WithdrawalOrder, valueCentavos: number): WalletRefusal | undefined {
    const { unknownKeys, isOneAtATime, perTransactionLimit, dailyLimit } = this.traits;
    if (unknownKeys.has(pixKey)) return { status: 400, code: 'validation_failed' };
    if (amountCentavos < MINIMUM_CENTAVOS) return { status: 400, code: 'below_minimum' };
    if (isOneAtATime && this.#withdrawals.some(({ status }) => status === 'PENDING')) {
      return { status: 400, code: 'withdrawal_in_progress' };
    }
    if (valueCentavos > perTransactionLimit) return limitRefusal('transaction', perTransactionLimit);
    const leftToday = dailyLimit - this.usedTodayCentavos();
    if (valueCentavos > leftToday) return limitRefusal('day', dailyLimit, leftToday);
    const balance = this.balanceCentavos();
    if (valueCentavos <= balance) return undefined;
    return { status: 400, code: 'insufficient_balance', facts: { balance, required: valueCentavos } };
  }

  #settleInTime(withdrawal: BookedWithdrawal): void {
    const { time, random } = this.#settings;
    const { instantProbability, settlesWithinMs } = this.traits;
    if (random() < instantProbability) this.#settle(withdrawal);
    else if (Number.isFinite(settlesWithinMs)) {
      time.schedule(settlesWithinMs * random(), () => this.#settle(withdrawal));
    }
  }

  #settle(withdrawal: BookedWithdrawal): void {
    const { time, random } = this.#settings;
    const isFailing = random() < this.traits.failProbability;
    withdrawal.status = isFailing ? 'FAILED' : 'COMPLETED';
    withdrawal.failureReason = isFailing ? 'AC03: the account does not exist' : null;
    withdrawal.updatedAtMs = time.nowMs();
  }
}

function limitRefusal(period: string, limit: number, remaining = limit): WalletRefusal {
  return { status: 400, code: 'limit_exceeded', facts: { limit, remaining, period } };
}
