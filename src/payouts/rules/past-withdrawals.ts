import type { Withdrawal } from '../../client/answers.ts';
import type { Payout } from '../payout.ts';
import { USUAL_PAYMENTS, type PaymentHistory } from './payment-warnings.ts';
import { compareKeys } from './same-key.ts';

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
