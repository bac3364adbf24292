import type { Journal } from '../journal/journal.ts';
import { isOpen } from '../payout-state.ts';
import type { Payout } from '../payout.ts';
import type { PayoutRecord } from '../journal/records.ts';

/** What the payout that holds a reference is to a row with the same reference: that very payment, or not. */
export type HolderKind = 'paid' | 'open' | 'other';

/** `other`: to another key, or of another amount. `open`: the same, with an unknown outcome. */
export function holderKind(
  payout: Pick<Payout, 'pixKey' | 'pixKeyType' | 'amountCentavos'>,
  holder: PayoutRecord,
): HolderKind {
  const { pixKey, pixKeyType, amountCentavos } = payout;
  const isSame =
    holder.pixKey === pixKey && holder.pixKeyType === pixKeyType && holder.amountCentavos === amountCentavos;
  if (!isSame) return 'other';
  return isOpen(holder) ? 'open' : 'paid';
}

/** Whether the payout that holds a reference may prove unpaid, so that others can be sent under it. */
export function mayFreeReference(holder: PayoutRecord): boolean {
  return holder.state === 'accepted' || isOpen(holder);
}

/** A row, and the payout that holds its reference. */
interface TakenRow {
  readonly payout: PayoutRecord;
  readonly holder: PayoutRecord;
}

export interface NotSentRows {
  readonly paid: number;
  readonly open: readonly TakenRow[];
  readonly other: readonly TakenRow[];
  /** Their reference has become free meanwhile. */
  readonly free: number;
}

/** The rows of a run that were not sent because of their reference, by what holds it. */
export function rowsTakenElsewhere(journal: Pick<Journal, 'payouts' | 'holderOfPayout'>, runId: string): NotSentRows {
  const [open, other]: [TakenRow[], TakenRow[]] = [[], []];
  let [paid, free] = [0, 0];
  for (const payout of journal.payouts(runId, { states: ['duplicate'] })) {
    const holder = journal.holderOfPayout(payout);
    if (holder === undefined) free += 1;
    else if (holderKind(payout, holder) === 'paid') paid += 1;
    else (holderKind(payout, holder) === 'open' ? open : other).push({ payout, holder });
  }
  return { paid, open, other, free };
}
