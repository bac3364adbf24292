import type { PayoutRecord } from '../../../src/payouts/journal/records.ts';
import type { IntendedPayout } from './draw-files.ts';

/**
 * Reads rows like a file without a permission: of rows with one key and amount, the first; others of its
 * reference.
 */
export function withoutDuplicates(payouts: readonly PayoutRecord[]): readonly IntendedPayout[] {
  const first = new Map<string, string | undefined>();
  return payouts.flatMap(({ reference, pixKey, amountCentavos, coverFee, description, runId, row }) => {
    const payment = `${pixKey} ${amountCentavos}`;
    const isDuplicate = first.has(payment) && (reference === undefined || first.get(payment) !== reference);
    if (isDuplicate) return [];
    first.set(payment, reference);
    return [{ payout: `${runId} ${row}`, reference, pixKey, amountCentavos, coverFee, description }];
  });
}
