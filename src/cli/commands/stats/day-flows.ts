import type { Payment, Withdrawal } from '../../../client/answers.ts';
import { grouped } from '../../../pix/grouped.ts';
import { NOTHING, subtractCentavos, sumCentavos, sumOf, type Centavos } from '../../../pix/centavos.ts';
import { paymentSettledAt, withdrawalSettledAt } from '../../../account/entry.ts';
import { formatDay } from '../../output/dates.ts';

export interface Flow {
  readonly kind: 'payments' | 'withdraws';
  /** RFC 3339: of its creation, or when it changed the balance. */
  readonly at: string;
  /** The amount paid before fees, or the amount that a recipient received. */
  readonly amount: Centavos;
  /** Undefined when the service does not report it. */
  readonly fee: Centavos | undefined;
}

/** Money in and out of one or more local days. Amounts are centavos; null if a list could not be read. */
export type FlowSum = ReturnType<typeof sumFlows>;

export interface DayFlow extends FlowSum {
  /** `2026-07-14` */
  readonly day: string;
}

/** @returns undefined while the payment is not completed */
export function paymentFlow(payment: Payment, basis: 'created' | 'settled'): Flow | undefined {
  const { status, createdAt, value, fee, netValue } = payment;
  const at = basis === 'settled' ? paymentSettledAt(payment) : createdAt;
  if (status !== 'COMPLETED' || typeof at !== 'string') return undefined;
  const feeByNet = netValue === null ? undefined : subtractCentavos(value, netValue);
  return { kind: 'payments', at, amount: value, fee: fee ?? feeByNet };
}

/** @returns undefined while the withdrawal is not completed */
export function withdrawalFlow(withdrawal: Withdrawal): Flow | undefined {
  const { status, value, metadata } = withdrawal;
  const at = withdrawalSettledAt(withdrawal);
  if (status !== 'COMPLETED' || at === undefined) return undefined;
  const sent = metadata?.sent ?? undefined;
  const fee = metadata?.fee ?? (sent === undefined ? undefined : subtractCentavos(value, sent));
  return { kind: 'withdraws', at, amount: sent ?? subtractCentavos(value, fee ?? NOTHING), fee };
}

/** The beginning of the local day that is this many days before a moment. */
export function startOfDay(now: number, daysBefore: number): Date {
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysBefore);
}

/** @param isRead which lists could be read */
export function sumFlows(flows: readonly Flow[], isRead: Readonly<Record<Flow['kind'], boolean>>) {
  const of = (kind: Flow['kind']) => flows.filter((flow) => flow.kind === kind);
  const total = (kind: Flow['kind']) => sumOf(of(kind).map(({ amount }) => amount));
  const fees = sumOf(flows.map(({ fee }) => fee ?? NOTHING));
  const received = isRead.payments ? total('payments') : null;
  const sent = isRead.withdraws ? total('withdraws') : null;
  return {
    received,
    sent,
    fees,
    // No list contains the disputes that were accepted.
    net: received === null || sent === null ? null : subtractCentavos(subtractCentavos(received, sent), fees),
    payments: isRead.payments ? of('payments').length : null,
    withdraws: isRead.withdraws ? of('withdraws').length : null,
  };
}

/** How many local days there are from the beginning of one up to a moment. */
export function daysBetween(from: Date, before: number): number {
  let days = 1;
  while (laterDay(from, days).getTime() < before) days += 1;
  return days;
}

function laterDay(day: Date, days: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);
}

/** A sum for every local day from one on, oldest first, including days without any. */
export function flowsByDay(
  flows: readonly Flow[],
  { from, days, isRead }: { from: Date; days: number; isRead: Readonly<Record<Flow['kind'], boolean>> },
): DayFlow[] {
  const byDay = grouped(flows, ({ at }) => formatDay(new Date(at), 'en'));
  return Array.from({ length: days }, (_, index) => {
    const day = formatDay(laterDay(from, index), 'en');
    return { day, ...sumFlows(byDay.get(day) ?? [], isRead) };
  });
}

/** A day, or a week, as a chart shows it. */
export type ChartedFlow = Pick<DayFlow, 'day' | 'received' | 'sent'>;

/** The sums of calendar weeks, from Monday on; each is named by its first day in the period. */
export function byWeek(days: readonly DayFlow[]): ChartedFlow[] {
  const sum = (first: Centavos | null, second: Centavos | null) =>
    first === null || second === null ? null : sumCentavos(first, second);
  const weeks: ChartedFlow[] = [];
  for (const day of days) {
    const week = weeks.at(-1);
    if (week === undefined || new Date(`${day.day}T12:00:00`).getDay() === 1) weeks.push(day);
    else weeks.splice(-1, 1, { ...week, received: sum(week.received, day.received), sent: sum(week.sent, day.sent) });
  }
  return weeks;
}
