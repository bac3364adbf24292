import type { JournalReads } from '../journal/journal-reads.ts';
import type { Payout } from '../payout.ts';
import type { PayoutRecord } from '../journal/records.ts';
import { isRewritten } from './reference-shape.ts';

const DAY_MS = 86_400_000;
/** A file may repeat payments of the last quarter by mistake. */
const REPEATABLE_MS = 90 * DAY_MS;
/** Less than a month, because monthly payments are due again. */
const LATELY_MS = 20 * DAY_MS;

/** Maximum number of keys and amounts in memory. */
const REMEMBERED_MAXIMUM = 1_000;

/**
 * Why a payout may have been sent before, and by which payment.
 *
 * - `rewritten`: its reference is new, and may be that payment's as a spreadsheet has saved it
 * - `repeated`: it has no reference, and that payment has the same key and amount
 * - `lately`: its reference is new, and that payment has the same key and amount
 */
export interface EarlierPayment {
  readonly kind: 'rewritten' | 'repeated' | 'lately';
  readonly earlier: PayoutRecord;
}

/** What to do with rows that may have been paid before. */
export interface EarlierRules {
  /** Leave them out. */
  readonly onlyValid?: boolean | undefined;
  /** Treat references that look rewritten as new. */
  readonly newReferences?: boolean | undefined;
  /** Pay rows without a reference again. */
  readonly payAgain?: boolean | undefined;
  /** Pay the whole file once more. */
  readonly again?: boolean | undefined;
}

type Asked = Pick<Payout, 'reference' | 'pixKey' | 'pixKeyType' | 'amountCentavos'>;

/** Finds payments that rows of a file may repeat although no reference shows it. */
export class EarlierPayments {
  readonly #journal: Pick<JournalReads, 'alikeSince'>;
  readonly #account: number;
  readonly #nowMs: number;
  readonly #remembered = new Map<string, readonly PayoutRecord[]>();
  /** How many rows without a reference each key and amount has had; only for earlier payments. */
  readonly #repeated = new Map<string, number>();

  constructor(journal: Pick<JournalReads, 'alikeSince'>, account: number, nowMs: number) {
    this.#journal = journal;
    this.#account = account;
    this.#nowMs = nowMs;
  }

  /**
   * Call it once per row. Each payment is repeated by one row without a reference: after one payment, the second row of
   * the same key and amount is a new one.
   *
   * @param payout a payout whose reference is free
   */
  of(payout: Asked): EarlierPayment | undefined {
    const alike = this.#alike(payout);
    const newest = alike.at(-1);
    if (newest === undefined) return undefined;
    const { reference } = payout;
    if (reference === undefined) {
      const key = keyOf(payout);
      const before = this.#repeated.get(key) ?? 0;
      this.#repeated.set(key, before + 1);
      return before < alike.length ? { kind: 'repeated', earlier: newest } : undefined;
    }
    const source = alike.findLast((earlier) => mayBe(reference, earlier.reference));
    if (source !== undefined) return { kind: 'rewritten', earlier: source };
    return sentAtOf(newest) >= this.#nowMs - LATELY_MS ? { kind: 'lately', earlier: newest } : undefined;
  }

  #alike(payout: Asked): readonly PayoutRecord[] {
    const key = keyOf(payout);
    const known = this.#remembered.get(key);
    if (known !== undefined) return known;
    if (this.#remembered.size >= REMEMBERED_MAXIMUM) this.#remembered.clear();
    const alike = this.#journal.alikeSince(payout, this.#account, this.#nowMs - REPEATABLE_MS);
    this.#remembered.set(key, alike);
    return alike;
  }
}

/** Whether a row may be paid despite an earlier payment: because of an option, or because it is only reported. */
export function isAllowed({ kind }: EarlierPayment, { newReferences, payAgain, again }: EarlierRules): boolean {
  if (kind === 'lately') return true;
  return kind === 'rewritten' ? newReferences === true : payAgain === true || again === true;
}

/** When a payment was sent, or when a person decided that it was. Milliseconds since the epoch. */
export function sentAtOf({ intendedAt, changedAt }: PayoutRecord): number {
  return intendedAt ?? changedAt;
}

function mayBe(reference: string, earlier: string | undefined): boolean {
  return earlier !== undefined && earlier !== reference && isRewritten(reference, earlier);
}

function keyOf({ pixKey, pixKeyType, amountCentavos }: Asked): string {
  return `${pixKeyType} ${pixKey} ${amountCentavos}`;
}
