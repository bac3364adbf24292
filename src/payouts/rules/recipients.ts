import type { PaymentHistory } from './payment-warnings.ts';
import { SeenTexts } from '../files/seen-texts.ts';
import type { JournalReads } from '../journal/journal-reads.ts';
import type { Payout } from '../payout.ts';

/** The recipient of a row, and what is known about them. */
export interface Recipient extends Pick<
  Payout,
  'row' | 'line' | 'reference' | 'pixKey' | 'pixKeyType' | 'amountCentavos' | 'coverFee'
> {
  /** The name in the row, or else in the newest approved run that has one. */
  readonly name: string | undefined;
  /** Whether the journal has no payment to the key; undefined without a journal. */
  readonly isNew: boolean | undefined;
  /** The first row with the same key; undefined in that row itself. */
  readonly sameKeyRow: number | undefined;
}

export interface RecipientList {
  /** One per row, in their order, up to the maximum. */
  readonly first: readonly Recipient[];
  readonly keys: number;
  /** The number of keys without an earlier payment; undefined without a journal. */
  readonly newKeys: number | undefined;
}

/** Maximum number of listed recipients; further ones are only counted, because no one reads so many. */
const RECIPIENTS_MAXIMUM = 10_000;

type KnownRecipients = Pick<JournalReads, 'hasPaid' | 'nameOf'>;

interface RecipientOptions {
  readonly maximum?: number | undefined;
  readonly history?: PaymentHistory | undefined;
}

export class RecipientCollector {
  readonly #known: KnownRecipients | undefined;
  readonly #history: PaymentHistory | undefined;
  readonly #maximum: number;
  readonly #first: Recipient[] = [];
  readonly #keysSeen = new SeenTexts();
  #keys = 0;
  #newKeys = 0;

  /**
   * @param known undefined without a journal
   * @param options.history also of payments that were made without the journal
   */
  constructor(known: KnownRecipients | undefined, { maximum = RECIPIENTS_MAXIMUM, history }: RecipientOptions = {}) {
    this.#known = known;
    this.#maximum = maximum;
    this.#history = history;
  }

  add({ row, line, reference, name, pixKey, pixKeyType, amountCentavos, coverFee }: Payout): void {
    const sameKeyRow = this.#keysSeen.firstOf(`${pixKeyType} ${pixKey}`, { row, line })?.row;
    const isListed = this.#first.length < this.#maximum;
    if (sameKeyRow !== undefined && !isListed) return;
    const isNew = this.#known && !this.#known.hasPaid(pixKey) && !this.#wasPaidElsewhere({ pixKey, pixKeyType });
    if (sameKeyRow === undefined) {
      this.#keys += 1;
      if (isNew === true) this.#newKeys += 1;
    }
    if (!isListed) return;
    const called = name ?? this.#known?.nameOf(pixKey);
    const shown = { row, line, reference, name: called, pixKey, pixKeyType, amountCentavos, coverFee };
    this.#first.push({ ...shown, isNew, sameKeyRow });
  }

  #wasPaidElsewhere(key: Pick<Payout, 'pixKey' | 'pixKeyType'>): boolean {
    return (this.#history?.amountsTo(key).length ?? 0) > 0;
  }

  list(): RecipientList {
    return { first: this.#first, keys: this.#keys, newKeys: this.#known && this.#newKeys };
  }
}
