import { hasOtherMark, type PayoutRecord } from '../../journal/records.ts';
import { isOpen } from '../../payout-state.ts';
import type { Payout } from '../../payout.ts';
import { isUnsettled, type SentPayment } from './sent-payment.ts';
import { nameOfPayout, type JournalReads, type RowOfRun } from '../../journal/journal-reads.ts';

/** Whether a payment was made before, by all that is known. Nothing: it is new. */
export interface Verdict {
  /** The payout of the account that has its reference. */
  readonly holder?: PayoutRecord | undefined;
  /** A payment that it may repeat although no reference says so. */
  readonly earlier?: EarlierPayment | undefined;
  /** The payout of another account of the journal with its reference, key and amount. */
  readonly elsewhere?: PayoutRecord | undefined;
}

/**
 * Why a payment may have been made before, and by which one.
 *
 * - `rewritten`: its reference is new, and may be that payment's as a spreadsheet has saved it
 * - `repeated`: that payment has the same key and amount, and one of the two has no reference, or its outcome is unknown
 * - `lately`: its reference is new, and that payment has the same key and amount under another one
 */
export interface EarlierPayment {
  readonly kind: 'rewritten' | 'repeated' | 'lately';
  readonly earlier: SentPayment;
}

/** What to do with rows that may have been paid before. */
export interface EarlierRules {
  readonly onlyValid?: boolean | undefined;
  /** Treat references that look rewritten as new. */
  readonly newReferences?: boolean | undefined;
  /** Pay rows again where no reference distinguishes them from an earlier payment. */
  readonly payAgain?: boolean | undefined;
  /** Pay the whole file once more. */
  readonly again?: boolean | undefined;
}

/**
 * Whether a row may be paid despite an earlier payment: because of an option, or because it is only reported. While the
 * earlier one may still be sent, no option allows another.
 */
export function isAllowed(
  { kind, earlier }: EarlierPayment,
  { newReferences, payAgain, again }: EarlierRules,
): boolean {
  if (kind === 'lately') return true;
  if (kind === 'rewritten') return newReferences === true;
  return !isUnsettled(earlier) && isAgainAllowed({ payAgain, again });
}

/** Whether a person has said that payments are due again. */
export function isAgainAllowed({ payAgain, again }: Pick<EarlierRules, 'payAgain' | 'again'>): boolean {
  return payAgain === true || again === true;
}

/** Whether the payout with a row's reference is the same payment. */
type HolderKind = 'paid' | 'open' | 'other';

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

/** Whether the payout with a reference may prove unpaid, which frees the reference. */
export function mayFreeReference(holder: PayoutRecord): boolean {
  return holder.state === 'accepted' || isOpen(holder);
}

interface TakenRow {
  readonly payout: PayoutRecord;
  readonly holder: PayoutRecord;
}

export interface NotSentRows {
  readonly paid: number;
  /** Those of payouts with an unknown outcome, or that were paid by a withdrawal with another mark. */
  readonly open: readonly TakenRow[];
  readonly other: readonly TakenRow[];
  /** Rows whose reference has become free in the meantime. */
  readonly free: number;
}

/** Finds the payouts that rows of one run would repeat: by reference, as the same row, or on an account that joined. */
export class RowHolders {
  readonly #journal: JournalReads;
  readonly #held = new Set<string>();

  constructor(journal: JournalReads) {
    this.#journal = journal;
  }

  /** Call it once per row. */
  next(payout: RowOfRun): PayoutRecord | undefined {
    const holder = this.#journal.holderOfPayout(payout) ?? this.#journal.joinedHolderOf(payout, this.#held);
    if (holder !== undefined) this.#held.add(nameOfPayout(holder));
    return holder;
  }
}

/** The rows of a run that were not sent because their reference was taken, grouped by the payout that has it. */
export function rowsTakenElsewhere(journal: JournalReads, runId: string): NotSentRows {
  const holders = new RowHolders(journal);
  const [open, other]: [TakenRow[], TakenRow[]] = [[], []];
  let [paid, free] = [0, 0];
  for (const payout of journal.payouts(runId, { states: ['duplicate'] })) {
    const holder = holders.next(payout);
    const kind = holder && holderKind(payout, holder);
    if (holder === undefined) free += 1;
    else if (kind === 'paid' && !hasOtherMark(holder)) paid += 1;
    else (kind === 'other' ? other : open).push({ payout, holder });
  }
  return { paid, open, other, free };
}
