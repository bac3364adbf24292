import type { Journal } from '../../journal/journal.ts';
import { nameOfPayout, type RowOfRun } from '../../journal/journal-reads.ts';
import type { PayoutRecord } from '../../journal/records.ts';
import { holderKind } from './verdict.ts';

export type HoldersJournal = Pick<Journal, 'holderOfPayout' | 'joinedHolderOf'>;

/** A row, and the payout that has its reference. */
interface TakenRow {
  readonly payout: PayoutRecord;
  readonly holder: PayoutRecord;
}

export interface NotSentRows {
  readonly paid: number;
  readonly open: readonly TakenRow[];
  readonly other: readonly TakenRow[];
  /** Rows whose reference has become free in the meantime. */
  readonly free: number;
}

/** Finds the payouts that rows of one run would repeat: by reference, as the same row, or on an account that joined. */
export class RowHolders {
  readonly #journal: HoldersJournal;
  readonly #held = new Set<string>();

  constructor(journal: HoldersJournal) {
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
export function rowsTakenElsewhere(journal: Pick<Journal, 'payouts'> & HoldersJournal, runId: string): NotSentRows {
  const holders = new RowHolders(journal);
  const [open, other]: [TakenRow[], TakenRow[]] = [[], []];
  let [paid, free] = [0, 0];
  for (const payout of journal.payouts(runId, { states: ['duplicate'] })) {
    const holder = holders.next(payout);
    if (holder === undefined) free += 1;
    else if (holderKind(payout, holder) === 'paid') paid += 1;
    else (holderKind(payout, holder) === 'open' ? open : other).push({ payout, holder });
  }
  return { paid, open, other, free };
}
