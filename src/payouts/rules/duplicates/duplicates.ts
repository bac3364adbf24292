import type { Withdrawal } from '../../../client/answers.ts';
import type { JournalReads } from '../../journal/journal-reads.ts';
import { LATELY_MS, REPEATABLE_MS, SETTLED_AFTER_MS, isOpen } from '../../payout-state.ts';
import { type PayoutRecord, type StateTally, groupTally, sumOfTallies } from '../../journal/records.ts';
import type { Payout } from '../../payout.ts';
import { isRewritten } from '../reference-shape.ts';
import {
  bySentAt,
  isUnsettled,
  madeElsewhere,
  sentPaymentOf,
  wasSentSince,
  withdrawalsLike,
  type SentPayment,
  lastSentAt,
  latestSentAtOf,
} from './sent-payment.ts';
import { mayFreeReference, type EarlierPayment, type Verdict } from './verdict.ts';
import { centavos, sumCentavos } from '../../../pix/centavos.ts';

type Asked = Pick<Payout, 'reference' | 'pixKey' | 'pixKeyType' | 'amountCentavos'>;

/** Where payments are looked for that a new one may repeat. */
export interface DuplicatesPlace {
  readonly account: number;
  /** The newest withdrawals of the account, some of which may have been made without this journal. */
  readonly newestRows: readonly Withdrawal[];
  readonly nowMs: number;
  /** When they were compared before, however long ago: what was too old by then counts no more than it did. */
  readonly comparedAt?: number | undefined;
  /** Default: every payment of the journal counts. */
  readonly counts?: ((payout: PayoutRecord) => boolean) | undefined;
}

/** "Was this paid before?": by reference, by key and amount, by this account, another one, or without the journal. */
export class Duplicates {
  readonly #journal: JournalReads;
  readonly #place: DuplicatesPlace;
  readonly #counts: (payout: PayoutRecord) => boolean;
  readonly #unclaimed: readonly Withdrawal[];
  readonly #latelySinceMs: number;
  readonly #repeatableSinceMs: number;

  constructor(journal: JournalReads, place: DuplicatesPlace) {
    this.#journal = journal;
    this.#place = place;
    this.#counts = place.counts ?? (() => true);
    this.#unclaimed = madeElsewhere(place.newestRows, journal);
    const asOf = Math.min(place.nowMs, place.comparedAt ?? Infinity);
    this.#latelySinceMs = asOf - LATELY_MS;
    this.#repeatableSinceMs = asOf - REPEATABLE_MS;
  }

  /** @param repeatedBefore how many rows of its file, with its key and amount, were already said to repeat a payment */
  of(payout: Asked, repeatedBefore = 0): Verdict {
    const { reference } = payout;
    const holder = reference === undefined ? undefined : this.#journal.holderOf(reference, this.#place.account);
    if (holder === undefined) {
      return { earlier: this.earlierOf(payout, repeatedBefore), elsewhere: this.elsewhereOf(payout) };
    }
    // The row is sent without another question once its reference becomes free, so rewriting is checked now.
    const earlier = mayFreeReference(holder) ? this.earlierOf(payout, repeatedBefore) : undefined;
    return { holder, earlier: earlier?.kind === 'rewritten' ? earlier : undefined };
  }

  /** The newest payment of another account with its reference, key and amount. */
  elsewhereOf(payout: Asked): PayoutRecord | undefined {
    const { reference } = payout;
    if (reference === undefined) return undefined;
    const { account } = this.#place;
    const holder = this.#journal.heldElsewhere({ ...payout, reference }, account, this.#repeatableSinceMs);
    return holder !== undefined && this.#counts(holder) ? holder : undefined;
  }

  /**
   * Each payment is repeated by one row: after one payment, the second row of the same key and amount is a new one.
   *
   * @param payout a payout whose reference is free
   * @param alike those that it is compared with
   */
  earlierOf(payout: Asked, repeatedBefore = 0, alike = this.alike(payout)): EarlierPayment | undefined {
    const { reference } = payout;
    // To send it now would send it before the day that was agreed to, or twice.
    const scheduled = reference === undefined ? undefined : this.#scheduledOf(reference);
    if (scheduled !== undefined) return { kind: 'repeated', earlier: sentPaymentOf(scheduled) };
    const repetitionOf = (among: readonly SentPayment[]): EarlierPayment | undefined => {
      const earlier = repeatedBefore < among.length ? (among.findLast(isUnsettled) ?? among.at(-1)) : undefined;
      return earlier && { kind: 'repeated', earlier };
    };
    if (reference === undefined) return repetitionOf(alike);
    const source = alike.findLast((earlier) => mayBeRewritten(reference, earlier.payout?.reference));
    if (source !== undefined) return { kind: 'rewritten', earlier: source };
    const lately = alike.filter((earlier) => wasSentSince(earlier, this.#latelySinceMs));
    // After a lost response, the same payment may be tried again under another reference.
    const undistinguished = lately.filter(({ payout }) => payout?.reference === undefined || isOpen(payout));
    const repetition = repetitionOf(undistinguished);
    if (repetition !== undefined) return repetition;
    const newest = lately.at(-1);
    return newest && { kind: 'lately', earlier: newest };
  }

  /** Whether a row that gave way to another payment may be due yet: when that one may prove unpaid. */
  #mayBeSent(duplicate: PayoutRecord): boolean {
    const holder = this.#journal.holderOfPayout(duplicate);
    return holder === undefined || mayFreeReference(holder);
  }

  #scheduledOf(reference: string): PayoutRecord | undefined {
    const found = this.#journal.scheduledOf(reference, this.#place.account);
    return found !== undefined && this.#counts(found) ? found : undefined;
  }

  /** Payments of the same key and amount, oldest first. */
  alike(payout: Asked): readonly SentPayment[] {
    const { account, nowMs } = this.#place;
    const since = { sinceMs: this.#repeatableSinceMs, deniedSinceMs: nowMs - SETTLED_AFTER_MS };
    const found = this.#journal.alikeSince(payout, account, since);
    const ours = found.filter(
      (earlier) => (earlier.state !== 'duplicate' || this.#mayBeSent(earlier)) && this.#counts(earlier),
    );
    const byOthers = withdrawalsLike(payout, this.#unclaimed);
    const recently = byOthers.filter((earlier) => wasSentSince(earlier, this.#latelySinceMs));
    return [...ours.map(sentPaymentOf), ...recently].toSorted(bySentAt);
  }
}

/** Judges the rows of one file, in their order. */
export class RowJudge {
  readonly #duplicates: Pick<Duplicates, 'of'>;
  /** How many rows of each key and amount repeat a payment; only where there is one. */
  readonly #repeated = new Map<string, number>();

  constructor(duplicates: Pick<Duplicates, 'of'>) {
    this.#duplicates = duplicates;
  }

  /** Call it once per row. */
  next(payout: Asked): Verdict {
    const key = keyAndAmountOf(payout);
    const before = this.#repeated.get(key) ?? 0;
    const verdict = this.#duplicates.of(payout, before);
    if (verdict.earlier?.kind === 'repeated') this.#repeated.set(key, before + 1);
    return verdict;
  }
}

function mayBeRewritten(reference: string, earlier: string | undefined): boolean {
  return earlier !== undefined && earlier !== reference && isRewritten(reference, earlier);
}

function keyAndAmountOf({ pixKey, pixKeyType, amountCentavos }: Asked): string {
  return `${pixKeyType} ${pixKey} ${amountCentavos}`;
}

/** The number of rows, and what they pay. */
export class RowTally {
  #payouts = 0;
  #sum = centavos(0);

  add({ amountCentavos }: Pick<Payout, 'amountCentavos'>): void {
    this.#payouts += 1;
    this.#sum = sumCentavos(this.#sum, amountCentavos);
  }

  tally(): StateTally {
    return { payouts: this.#payouts, amountCentavos: this.#sum };
  }
}

/** Payments that another account of the journal has made, or may have made: the wrong profile may be active. */
export interface PaidElsewhere extends StateTally {
  /** The newest run of that account with some of them. */
  readonly runId: string;
  /** When it sent last. Milliseconds since the epoch. */
  readonly sentAt: number;
}

export class ElsewhereTally {
  readonly #journal: JournalReads;
  readonly #account: number;
  readonly #sinceMs: number;
  readonly #counted = new RowTally();
  #newest: PayoutRecord | undefined;

  constructor(journal: JournalReads, account: number, nowMs: number) {
    this.#journal = journal;
    this.#account = account;
    this.#sinceMs = nowMs - REPEATABLE_MS;
  }

  add(payout: Pick<Payout, 'amountCentavos'>, holder: PayoutRecord): void {
    this.#counted.add(payout);
    if (this.#newest === undefined || latestSentAtOf(holder) >= latestSentAtOf(this.#newest)) this.#newest = holder;
  }

  /** What was counted, or what a run of the same file has paid. */
  result(digest: string): PaidElsewhere | undefined {
    for (const { id } of this.#journal.runsElsewhere(digest, this.#account)) {
      const tally = this.#journal.tally(id);
      const ofRun = sumOfTallies((['paid', 'pending', 'open'] as const).map((group) => groupTally(tally, group)));
      const sentAt = lastSentAt(this.#journal, id);
      if (ofRun.payouts > 0 && sentAt >= this.#sinceMs) return { runId: id, sentAt, ...ofRun };
    }
    const newest = this.#newest;
    return newest && { runId: newest.runId, sentAt: latestSentAtOf(newest), ...this.#counted.tally() };
  }
}
