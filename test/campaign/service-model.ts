import assert from 'node:assert/strict';

/** The expected state of the service, by a plain implementation of its rules. Times are epoch milliseconds. */
export interface ModelPayment {
  readonly id: string;
  readonly account: ModelAccount;
  readonly value: number;
  readonly fee: number;
  readonly expiresAt: number;
  status: 'PENDING' | 'ACTIVE' | 'COMPLETED' | 'FAILED';
  dispute: { readonly id: string; status: 'OPEN' | 'ACCEPTED' | 'REFUSED' } | undefined;
}

export interface ModelWithdrawal {
  readonly id: string;
  readonly account: ModelAccount;
  readonly value: number;
  readonly createdAt: number;
  readonly due: { readonly at: number; readonly as: string } | undefined;
  status: 'PENDING' | 'COMPLETED' | 'FAILED';
  completedAt: number | undefined;
  failedAt: number | undefined;
}

interface ModelCode {
  readonly code: string;
  readonly amount: number;
  readonly coverFee: boolean;
  readonly expiresAt: number;
  /** Three when another code was requested for the same amount. */
  wrong: number;
  isUsed: boolean;
}

/** The control's name for it. */
export interface Behaviour {
  instant: boolean;
  settleAfterMs: number | null;
  settleAs: string;
  transferSecurity: boolean;
  oneAtATime: boolean;
  blocked: boolean;
  dailyLimitCentavos: number;
  monthlyLimitCentavos: number;
  perTransactionLimitCentavos: number;
  feeCentavos: number;
}

export interface ModelAccount {
  readonly id: string;
  readonly key: string;
  readonly behaviour: Behaviour;
  readonly used: Map<string, number>;
  readonly codes: ModelCode[];
  available: number;
  inTransit: number;
  blocked: number;
}

export interface Model {
  now: number;
  readonly accounts: readonly ModelAccount[];
  readonly payments: ModelPayment[];
  readonly withdrawals: ModelWithdrawal[];
}

export interface WithdrawalOrder {
  /** Centavos, in the fields of the body. */
  readonly amount: number;
  readonly coverFee: boolean;
  readonly code: string | undefined;
}

const DAY_MS = 86_400_000;
/** Brazil's offset from UTC since 2019. */
const SAO_PAULO_MS = 3 * 3_600_000;

export function valueOf({ amount, coverFee }: WithdrawalOrder, { behaviour }: ModelAccount): number {
  return coverFee ? amount + behaviour.feeCentavos : amount;
}

export function openCodes({ codes }: ModelAccount, now: number): ModelCode[] {
  return codes.filter(({ isUsed, wrong, expiresAt }) => !isUsed && wrong < 3 && expiresAt > now);
}

/** Why a withdrawal is refused now, or undefined when it is not. */
export function withdrawalRefusal(model: Model, account: ModelAccount, order: WithdrawalOrder): string | undefined {
  const { behaviour } = account;
  const value = valueOf(order, account);
  if (order.amount < 500 || value - behaviour.feeCentavos <= 0) return 'below_minimum';
  if (behaviour.blocked) return 'account_blocked';
  const isPending = model.withdrawals.some((other) => other.account === account && other.status === 'PENDING');
  if (behaviour.oneAtATime && isPending) return 'withdrawal_in_progress';
  if (behaviour.transferSecurity) {
    if (order.code === undefined) return 'verification_required';
    if (redeemable(model, account, order) === undefined) return 'verification_invalid';
  }
  const [day, month] = periodsOf(model.now);
  if (value > behaviour.perTransactionLimitCentavos) return 'limit_exceeded';
  if (usedIn(account, day) + value > behaviour.dailyLimitCentavos) return 'limit_exceeded';
  if (usedIn(account, month) + value > behaviour.monthlyLimitCentavos) return 'limit_exceeded';
  return value > account.available ? 'insufficient_balance' : undefined;
}

function redeemable(model: Model, account: ModelAccount, { amount, coverFee, code }: WithdrawalOrder) {
  return openCodes(account, model.now).find(
    (open) => open.code === code && open.amount === amount && open.coverFee === coverFee,
  );
}

/** A wrong code was tried. */
export function countWrongCode(model: Model, account: ModelAccount): void {
  for (const code of openCodes(account, model.now)) code.wrong += 1;
}

export function withdraw(model: Model, account: ModelAccount, id: string, order: WithdrawalOrder): ModelWithdrawal {
  const { behaviour } = account;
  const value = valueOf(order, account);
  if (behaviour.transferSecurity) {
    const code = redeemable(model, account, order);
    assert.ok(code, 'a withdrawal was accepted without a code that is good');
    code.isUsed = true;
  }
  account.available -= value;
  for (const period of periodsOf(model.now)) account.used.set(period, usedIn(account, period) + value);
  const isDue = !behaviour.instant && behaviour.settleAfterMs !== null;
  const withdrawal: ModelWithdrawal = {
    id,
    account,
    value,
    createdAt: model.now,
    due: isDue ? { at: model.now + (behaviour.settleAfterMs ?? 0), as: behaviour.settleAs } : undefined,
    status: behaviour.instant ? 'COMPLETED' : 'PENDING',
    completedAt: behaviour.instant ? model.now : undefined,
    failedAt: undefined,
  };
  if (!behaviour.instant) account.inTransit += value;
  model.withdrawals.push(withdrawal);
  return withdrawal;
}

export function endWithdrawal(withdrawal: ModelWithdrawal, outcome: string, at: number): void {
  const { account, value, createdAt } = withdrawal;
  assert.equal(withdrawal.status, 'PENDING', 'a withdrawal that had ended was ended again');
  account.inTransit -= value;
  if (outcome === 'COMPLETED') {
    withdrawal.status = 'COMPLETED';
    withdrawal.completedAt = at;
    return;
  }
  withdrawal.status = 'FAILED';
  withdrawal.failedAt = at;
  account.available += value;
  for (const period of periodsOf(createdAt)) account.used.set(period, usedIn(account, period) - value);
}

export function createPayment(model: Model, account: ModelAccount, id: string, value: number): ModelPayment {
  const { feeCentavos: fee } = account.behaviour;
  const payment: ModelPayment = {
    id,
    account,
    value,
    fee,
    expiresAt: model.now + DAY_MS,
    status: 'PENDING',
    dispute: undefined,
  };
  model.payments.push(payment);
  return payment;
}

export function isOpen({ status }: ModelPayment): boolean {
  return status === 'PENDING' || status === 'ACTIVE';
}

export function movePayment(payment: ModelPayment, to: 'ACTIVE' | 'COMPLETED' | 'FAILED'): void {
  assert.ok(to === 'ACTIVE' ? payment.status === 'PENDING' : isOpen(payment), `${payment.status} became ${to}`);
  payment.status = to;
  if (to === 'COMPLETED') payment.account.available += payment.value - payment.fee;
}

export function openDispute(payment: ModelPayment, id: string): void {
  assert.equal(payment.status, 'COMPLETED');
  assert.equal(payment.dispute, undefined, 'a payment was disputed twice');
  payment.dispute = { id, status: 'OPEN' };
  payment.account.available -= payment.value;
  payment.account.blocked += payment.value;
}

export function endDispute({ account, value, dispute }: ModelPayment, status: 'ACCEPTED' | 'REFUSED'): void {
  assert.equal(dispute?.status, 'OPEN', 'a dispute that had ended was ended again');
  dispute.status = status;
  account.blocked -= value;
  if (status === 'REFUSED') account.available += value;
}

/** Time passes, and due events happen in order. */
export function advance(model: Model, durationMs: number): void {
  const now = model.now + durationMs;
  const due = [
    ...model.payments
      .filter(isOpen)
      .map((payment) => ({ at: payment.expiresAt, happen: () => movePayment(payment, 'FAILED') })),
    ...model.withdrawals.flatMap((withdrawal) =>
      withdrawal.status === 'PENDING' && withdrawal.due !== undefined
        ? [
            {
              at: withdrawal.due.at,
              happen: () => endWithdrawal(withdrawal, withdrawal.due?.as ?? '', withdrawal.due?.at ?? 0),
            },
          ]
        : [],
    ),
  ];
  for (const { happen } of due.filter(({ at }) => at <= now)) happen();
  model.now = now;
}

function periodsOf(at: number): readonly [string, string] {
  const local = new Date(at - SAO_PAULO_MS).toISOString();
  return [local.slice(0, 10), local.slice(0, 7)];
}

function usedIn({ used }: ModelAccount, period: string): number {
  return used.get(period) ?? 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The expected `data` of the balance. */
export function expectedBalance(model: Model, account: ModelAccount) {
  const { behaviour, available, blocked } = account;
  const payments = model.payments.filter((payment) => payment.account === account);
  const open = payments.filter(isOpen);
  const completed = payments.filter(({ status }) => status === 'COMPLETED');
  const disputed = payments.filter(({ dispute }) => dispute !== undefined);
  const pendingPayments = sum(open.map(({ value }) => value));
  const [dailyUsed, monthlyUsed] = [usedIn(account, periodsOf(model.now)[0]), usedIn(account, periodsOf(model.now)[1])];
  const { dailyLimitCentavos: daily, monthlyLimitCentavos: monthly, feeCentavos } = behaviour;
  return {
    balance: {
      total: available + blocked,
      pendingPayments,
      totalWithPending: available + blocked + pendingPayments,
      isNegative: available + blocked < 0,
    },
    disputes: {
      total: disputed.length,
      pending: disputed.filter(({ dispute }) => dispute?.status === 'OPEN').length,
      totalDisputedAmount: sum(disputed.map(({ value }) => value)),
      totalBlockedAmount: blocked,
    },
    statistics: {
      totalReceived: sum(completed.map(({ value, fee }) => value - fee)),
      totalFees: sum(completed.map(({ fee }) => fee)),
      completedPayments: completed.length,
      pendingPayments: open.length,
      totalPayments: payments.length,
    },
    limits: {
      daily,
      dailyUsed,
      dailyRemaining: Math.max(0, daily - dailyUsed),
      monthly,
      monthlyUsed,
      monthlyRemaining: Math.max(0, monthly - monthlyUsed),
      perTransaction: behaviour.perTransactionLimitCentavos,
    },
    plan: { name: 'Padrão', transactionFee: feeCentavos, transactionFeeInReais: (feeCentavos / 100).toFixed(2) },
  };
}
