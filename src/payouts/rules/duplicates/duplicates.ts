import type { Withdrawal } from '../../../client/answers.ts';
import type { JournalReads } from '../../journal/journal-reads.ts';
import { LATELY_MS, REPEATABLE_MS, SETTLED_AFTER_MS, isOpen } from '../../payout-state.ts';
import { type PayoutRecord, groupTally, sumOfTallies } from '../../journal/records.ts';
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
import { centavos, sumCentavos, type Centavos } from '../../../pix/centavos.ts';

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
  readonly #unclaimed: readonly Withdrawal[];
  readonly #latelySinceMs: number;
  readonly #repeatableSinceMs: number;

  constructor(journal: JournalReads, place: DuplicatesPlace) {
    this.#journal = journal;
    this.#place = place;
    this.#unclaimed = madeElsewhere(place.newestRows, journal);
    const asOf = Math.min(place.nowMs, place.comparedAt ?? Infinity);
    this.#latelySinceMs = asOf - LATELY_MS;
    this.#repeatableSinceMs = asOf - REPEATABLE_MS;
  }

  /** @param repeatedBefore how many rows of its file, with its key and amount, were already said to repeat a payment */
  of(payout: Asked, repeatedBefore = 0): Verdict {
    const holder = this.holderOf(payout);
    if (holder === undefined) {
      return { earlier: this.earlierOf(payout, repeatedBefore), elsewhere: this.elsewhereOf(payout) };
    }
    // The row is sent without another question once its reference becomes free, so rewriting is checked now.
    const earlier = mayFreeReference(holder) ? this.earlierOf(payout, repeatedBefore) : undefined;
    return { holder, earlier: earlier?.kind === 'rewritten' ? earlier : undefined };
  }

  holderOf({ reference }: Pick<Asked, 'reference'>): PayoutRecord | undefined {
    if (reference === undefined) return undefined;
    return this.#journal.holderOf(reference, this.#place.account);
  }

  /** The newest payment of another account with its reference, key and amount. */
  elsewhereOf(payout: Asked): PayoutRecord | undefined {
    const { reference } = payout;
    if (reference === undefined) return undefined;
    const { account, counts } = this.#place;
    const holder = this.#journal.heldElsewhere({ ...payout, reference }, account, this.#repeatableSinceMs);
    return holder !== undefined && counts?.(holder) !== false ? holder : undefined;
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
    const { account, counts } = this.#place;
    const found = this.#journal.scheduledOf(reference, account);
    return found !== undefined && counts?.(found) !== false ? found : undefined;
  }

  /** Payments of the same key and amount, oldest first. */
  alike(payout: Asked): readonly SentPayment[] {
    const { account, nowMs, counts } = this.#place;
    const since = { sinceMs: this.#repeatableSinceMs, deniedSinceMs: nowMs - SETTLED_AFTER_MS };
    const found = this.#journal.alikeSince(payout, account, since);
    const all = found.filter((earlier) => earlier.state !== 'duplicate' || this.#mayBeSent(earlier));
    const ours = (counts === undefined ? all : all.filter(counts)).map(sentPaymentOf);
    const unclaimed = withdrawalsLike(payout, this.#unclaimed).filter((earlier) =>
      wasSentSince(earlier, this.#latelySinceMs),
    );
    return [...ours, ...unclaimed].toSorted(bySentAt);
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

/** Payments that another account of the journal has made, or may have made: the wrong profile may be active. */
export interface PaidElsewhere {
  /** The newest run of that account with some of them. */
  readonly runId: string;
  /** When it sent last. Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly payouts: number;
  readonly amountCentavos: Centavos;
}

export class ElsewhereTally {
  readonly #journal: JournalReads;
  readonly #account: number;
  readonly #sinceMs: number;
  #newest: PayoutRecord | undefined;
  #payouts = 0;
  #amountCentavos = centavos(0);

  constructor(journal: JournalReads, account: number, nowMs: number) {
    this.#journal = journal;
    this.#account = account;
    this.#sinceMs = nowMs - REPEATABLE_MS;
  }

  add({ amountCentavos }: Pick<Payout, 'amountCentavos'>, holder: PayoutRecord): void {
    this.#payouts += 1;
    this.#amountCentavos = sumCentavos(this.#amountCentavos, amountCentavos);
    if (this.#newest === undefined || latestSentAtOf(holder) >= latestSentAtOf(this.#newest)) this.#newest = holder;
  }

  /** What was counted, or what a run of the same file has paid. */
  result(digest: string): PaidElsewhere | undefined {
    for (const { id } of this.#journal.runsElsewhere(digest, this.#account)) {
      const tally = this.#journal.tally(id);
      const { payouts, amountCentavos } = sumOfTallies(
        (['paid', 'pending', 'open'] as const).map((group) => groupTally(tally, group)),
      );
      const sentAt = lastSentAt(this.#journal, id);
      if (payouts > 0 && sentAt >= this.#sinceMs) return { runId: id, sentAt, payouts, amountCentavos };
    }
    if (this.#newest === undefined) return undefined;
    const { runId } = this.#newest;
    return {
      runId,
      sentAt: latestSentAtOf(this.#newest),
      payouts: this.#payouts,
      amountCentavos: this.#amountCentavos,
    };
  }
}
