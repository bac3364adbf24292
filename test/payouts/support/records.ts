import type { Withdrawal } from '../../../src/client/answers.ts';
import type { PayoutRecord } from '../../../src/payouts/journal/records.ts';
import { centavos } from '../../../src/pix/centavos.ts';
import { payout } from './journals.ts';

/** When the request of {@link record} was about to be sent. */
export const SENT_AT = Date.UTC(2026, 10, 21, 12);
export const SECOND = 1_000;
export const ABSENT_FROM = SENT_AT + 185 * SECOND;

/** A payout whose answer was lost. */
export function record(some: Partial<PayoutRecord> = {}): PayoutRecord {
  return {
    ...payout(1),
    runId: 'r',
    state: 'unknown',
    attempt: 1,
    mark: null,
    intendedAt: SENT_AT,
    endedAt: SENT_AT + SECOND,
    refusedAt: null,
    servedBefore: SENT_AT - 3_600 * SECOND,
    answeredId: null,
    withdrawal: null,
    secondWithdrawalId: null,
    soughtAt: null,
    code: null,
    reason: null,
    resolvedBy: null,
    changedAt: SENT_AT,
    ...some,
  };
}

/** Its withdrawal. */
export function row(id: string, some: Partial<Withdrawal> = {}): Withdrawal {
  return {
    id,
    value: centavos(1_001),
    status: 'COMPLETED',
    pixKey: 'payee-1@example.com',
    description: '',
    createdAt: new Date(SENT_AT).toISOString(),
    ...some,
  };
}

/** One page of a list, as the service answers it. */
export function pageOf(items: readonly Withdrawal[], total = items.length, offset = 0) {
  return Promise.resolve({ items, pagination: { total, limit: 1, offset }, statistics: { totalValue: null } });
}

/** A payment with the key and amount of `payout(1)`, which was paid so long before {@link SENT_AT}. */
export function paid(msAgo: number, some: Partial<PayoutRecord> = {}): PayoutRecord {
  const at = SENT_AT - msAgo;
  return record({ row: 2, state: 'paid', servedBefore: null, intendedAt: at, changedAt: at, ...some });
}

/** A withdrawal of the same, which the journal has not made. */
export function byHand(msAgo: number, some: Partial<Withdrawal> = {}): Withdrawal {
  return row('w', { createdAt: new Date(SENT_AT - msAgo).toISOString(), ...some });
}
