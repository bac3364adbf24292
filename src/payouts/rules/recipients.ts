import { seenTexts } from '../files/seen-texts.ts';
import type { JournalReads } from '../journal/journal-reads.ts';
import type { Payout } from '../payout.ts';

/** Whom a row would pay, and what is known of them. */
export interface Recipient extends Pick<
  Payout,
  'row' | 'line' | 'reference' | 'pixKey' | 'pixKeyType' | 'amountCentavos' | 'coverFee'
> {
  /** As the row names them, or else as the newest approved run that names the key does. */
  readonly name: string | undefined;
  /** No payment to the key is known to this journal; undefined where there is none to look into. */
  readonly isNew: boolean | undefined;
  /** The first row with the same key; undefined in that row itself. */
  readonly sameKeyRow: number | undefined;
}

/** The recipients of what would be sent. */
export interface RecipientList {
  /** One for each row, as many as are kept, in the order of the rows. */
  readonly first: readonly Recipient[];
  /** Different keys. */
  readonly keys: number;
  /** Those to which no payment is known; undefined where there is no journal. */
  readonly newKeys: number | undefined;
}

/** More are counted, but not kept: a screen of them is not read. */
const RECIPIENTS_KEPT = 10_000;

/** What of a journal tells whether a recipient is known. */
export type KnownRecipients = Pick<JournalReads, 'hasPaid' | 'nameOf'>;

/** Collects the recipients of rows while they pass by. */
export class RecipientCollector {
  readonly #known: KnownRecipients | undefined;
  readonly #kept: number;
  readonly #first: Recipient[] = [];
  readonly #keysSeen = seenTexts();
  #keys = 0;
  #newKeys = 0;

  /** @param known undefined when there is no journal to look into */
  constructor(known: KnownRecipients | undefined, kept = RECIPIENTS_KEPT) {
    this.#known = known;
    this.#kept = kept;
  }

  add({ row, line, reference, name, pixKey, pixKeyType, amountCentavos, coverFee }: Payout): void {
    const sameKeyRow = this.#keysSeen.firstOf(`${pixKeyType} ${pixKey}`, { row, line })?.row;
    const isKept = this.#first.length < this.#kept;
    if (sameKeyRow !== undefined && !isKept) return;
    const isNew = this.#known && !this.#known.hasPaid(pixKey);
    if (sameKeyRow === undefined) {
      this.#keys += 1;
      if (isNew === true) this.#newKeys += 1;
    }
    if (!isKept) return;
    const called = name ?? this.#known?.nameOf(pixKey);
    const told = { row, line, reference, name: called, pixKey, pixKeyType, amountCentavos, coverFee };
    this.#first.push({ ...told, isNew, sameKeyRow });
  }

  list(): RecipientList {
    return { first: this.#first, keys: this.#keys, newKeys: this.#known && this.#newKeys };
  }
}
