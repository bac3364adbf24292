import { centavos, type Centavos } from '../../pix/centavos.ts';
import type { Payout } from '../payout.ts';
import { startOfDay } from '../policy-day.ts';
import type { Withdrawal } from '../../client/answers.ts';
import { compareKeys } from '../../pix/pix-key.ts';

/** How many times the usual amount is remarkable. */
const REMARKABLE_TIMES = 10;

/** How many of the newest payments to a key say what is usual. */
export const USUAL_PAYMENTS = 12;

/**
 * What deserves a second look about a payment. Nothing is refused for it.
 *
 * - `first_payment`: its key was never paid
 * - `name_with_new_key`: its key was never paid, and its recipient's name was, with another key
 * - `unusual_amount`: ten times the usual amount of its key, or more
 * - `paid_today`: the same amount goes to the same key today in another run
 */
export type PaymentWarning =
  | { readonly code: 'first_payment' }
  | { readonly code: 'name_with_new_key'; readonly earlier: KeyOfName }
  | { readonly code: 'unusual_amount'; readonly usualCentavos: Centavos; readonly payments: number }
  | { readonly code: 'paid_today'; readonly earlier: SameToday; readonly payments: number };

export type WarningCode = PaymentWarning['code'];

/** In the order in which they are shown. */
export const WARNING_CODES = ['name_with_new_key', 'unusual_amount', 'paid_today', 'first_payment'] as const;

/** A key that was paid under a name. */
export interface KeyOfName {
  readonly pixKey: string;
  /** When it was paid last. Milliseconds since the epoch. */
  readonly paidAt: number;
}

/** A payment of today with the same key and amount, or one that a run has yet to send. */
export interface SameToday {
  readonly runId: string;
  readonly row: number;
  readonly sentAt: number | null;
}

/** Which payments are those of today. */
export interface HistoryScope {
  /** The start of the day. Milliseconds since the epoch. */
  readonly todaySinceMs: number;
  /** A run that is not compared with itself. */
  readonly except?: string;
  /** Whether payments count that wait for approval. */
  readonly withSubmitted?: boolean;
}

type Judged = Pick<Payout, 'name' | 'pixKey' | 'pixKeyType' | 'amountCentavos'>;

/** What is known of earlier payments, from any account. */
export interface PaymentHistory {
  /** The newest payments to a key, at most {@link USUAL_PAYMENTS}. */
  amountsTo(key: Pick<Judged, 'pixKey' | 'pixKeyType'>): readonly Centavos[];
  /** The keys that were paid under a name, the newest last. */
  keysOf(name: string): readonly KeyOfName[];
  /** The payments of today, and those to come, with the same key and amount; the newest last. */
  sameToday(payment: Omit<Judged, 'name'>): readonly SameToday[];
}

interface KnownHistory {
  readonly history: { of(scope: HistoryScope): PaymentHistory };
}

/** What a run of the journal is compared with. */
export function historyFor({ history }: KnownHistory, runId: string, nowMs: number): PaymentHistory {
  return history.of({ todaySinceMs: startOfDay(nowMs), except: runId, withSubmitted: true });
}

export function warningsOf(payment: Judged, history: PaymentHistory): readonly PaymentWarning[] {
  const { name, pixKey } = payment;
  const amounts = history.amountsTo(payment);
  const today = history.sameToday(payment);
  const newest = today.at(-1);
  const usual = usualAmount(amounts);
  const isNew = usual === undefined;
  const named =
    isNew && name !== undefined ? history.keysOf(name).findLast((known) => known.pixKey !== pixKey) : undefined;
  return [
    ...(isNew ? [{ code: 'first_payment' } as const] : []),
    ...(named === undefined ? [] : [{ code: 'name_with_new_key', earlier: named } as const]),
    ...(isNew || payment.amountCentavos < usual * REMARKABLE_TIMES
      ? []
      : [{ code: 'unusual_amount', usualCentavos: usual, payments: amounts.length } as const]),
    ...(newest === undefined ? [] : [{ code: 'paid_today', earlier: newest, payments: today.length } as const]),
  ];
}

/** The median, in whole centavos. Undefined without any. */
export function usualAmount(amounts: readonly Centavos[]): Centavos | undefined {
  const sorted = amounts.toSorted((one, other) => one - other);
  const [lower, upper] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  if (lower === undefined || upper === undefined) return undefined;
  return centavos(Math.floor((lower + upper) / 2));
}

/** The same for names that differ in accents, case, punctuation or spaces. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export interface WarnedPayment<Warning extends PaymentWarning = PaymentWarning> {
  readonly payout: Payout;
  readonly warning: Warning;
}

/** The payments of a file with the same kind of warning. */
export interface WarningGroup {
  readonly code: WarningCode;
  readonly payouts: number;
  /** In the order of their rows, up to the maximum. */
  readonly first: readonly WarnedPayment[];
}

type Key = Pick<Payout, 'pixKey' | 'pixKeyType'>;

/** Withdrawals that may have been made without the journal. */
export interface PastWithdrawals {
  /** Those that may be to a key, newest first. */
  mayBeTo(key: Key): Iterable<Pick<Withdrawal, 'pixKey' | 'status' | 'value'>>;
}

/** A page is short enough to compare each key with all of it. */
export function withdrawalsOfPage(rows: readonly Withdrawal[]): PastWithdrawals {
  return { mayBeTo: () => rows };
}

/** What the journal does not know of a key is looked for in withdrawals. */
export function withWithdrawals(history: PaymentHistory, sources: readonly PastWithdrawals[]): PaymentHistory {
  return {
    amountsTo(key) {
      const known = history.amountsTo(key);
      if (known.length > 0) return known;
      for (const source of sources) {
        const amounts = [];
        for (const { pixKey, status, value } of source.mayBeTo(key)) {
          if (status !== 'FAILED' && compareKeys(pixKey, key) === 'same') amounts.push(value);
          if (amounts.length === USUAL_PAYMENTS) break;
        }
        if (amounts.length > 0) return amounts;
      }
      return known;
    },
    keysOf: (name) => history.keysOf(name),
    sameToday: (payment) => history.sameToday(payment),
  };
}
