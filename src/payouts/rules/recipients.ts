import {
  WARNING_CODES,
  warningsOf,
  type PaymentHistory,
  type WarnedPayment,
  type WarningCode,
  type WarningGroup,
} from './payment-warnings.ts';
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
/** Maximum number of listed payments with a kind of warning; the others are only counted. */
const WARNED_MAXIMUM = 1_000;

type KnownRecipients = Pick<JournalReads, 'hasPaid' | 'nameOf'>;

export interface CountingOptions {
  /** Maximum number of listed recipients; default 10,000. */
  readonly recipientsMaximum?: number | undefined;
  /** Also of payments that were made without the journal. Default: no warnings. */
  readonly history?: PaymentHistory | undefined;
}

/** Collects the recipients of rows as they pass, and what deserves a second look about them. */
export class RecipientCollector {
  readonly #known: KnownRecipients | undefined;
  readonly #history: PaymentHistory | undefined;
  readonly #maximum: number;
  readonly #first: Recipient[] = [];
  readonly #rowOfKey = new Map<string, number>();
  readonly #warned = new Map<WarningCode, { payouts: number; readonly first: WarnedPayment[] }>();
  #newKeys = 0;

  /** @param known undefined without a journal */
  constructor(known: KnownRecipients | undefined, { recipientsMaximum, history }: CountingOptions = {}) {
    this.#known = known;
    this.#maximum = recipientsMaximum ?? RECIPIENTS_MAXIMUM;
    this.#history = history;
  }

  add(payout: Payout): void {
    const { row, line, reference, name, pixKey, pixKeyType, amountCentavos, coverFee } = payout;
    const key = `${pixKeyType} ${pixKey}`;
    const sameKeyRow = this.#rowOfKey.get(key);
    this.#warn(payout, sameKeyRow === undefined);
    const isListed = this.#first.length < this.#maximum;
    if (sameKeyRow !== undefined && !isListed) return;
    const isNew = this.#known && !this.#known.hasPaid(pixKey) && !this.#wasPaidElsewhere(payout);
    if (sameKeyRow === undefined) {
      this.#rowOfKey.set(key, row);
      if (isNew === true) this.#newKeys += 1;
    }
    if (!isListed) return;
    const called = name ?? this.#known?.nameOf(pixKey);
    const shown = { row, line, reference, name: called, pixKey, pixKeyType, amountCentavos, coverFee };
    this.#first.push({ ...shown, isNew, sameKeyRow });
  }

  /** @param isFirst the second row of a file to a new key is no first payment */
  #warn(payout: Payout, isFirst: boolean): void {
    if (this.#history === undefined) return;
    for (const warning of warningsOf(payout, this.#history)) {
      if (warning.code === 'first_payment' && !isFirst) continue;
      const group = this.#warned.get(warning.code) ?? { payouts: 0, first: [] };
      group.payouts += 1;
      if (group.first.length < WARNED_MAXIMUM) group.first.push({ payout, warning });
      this.#warned.set(warning.code, group);
    }
  }

  #wasPaidElsewhere(key: Pick<Payout, 'pixKey' | 'pixKeyType'>): boolean {
    return (this.#history?.amountsTo(key).length ?? 0) > 0;
  }

  list(): RecipientList {
    return { first: this.#first, keys: this.#rowOfKey.size, newKeys: this.#known && this.#newKeys };
  }

  /** The kinds that occur, in their order. */
  warnings(): readonly WarningGroup[] {
    return WARNING_CODES.flatMap((code) => {
      const group = this.#warned.get(code);
      return group === undefined ? [] : [{ code, ...group }];
    });
  }
}
