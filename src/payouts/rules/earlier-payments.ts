import type { JournalReads } from '../journal/journal-reads.ts';
import type { Payout } from '../payout.ts';
import type { PayoutRecord } from '../journal/records.ts';
import { isRewritten } from './reference-shape.ts';

const DAY_MS = 86_400_000;
/** A payment of the quarter before is still one that a file may repeat by mistake. */
const REPEATABLE_MS = 90 * DAY_MS;
/** Less than a month: what is due every month is due again. */
const LATELY_MS = 20 * DAY_MS;

/** So many keys and amounts are remembered at once. */
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

/** What is done about rows that may have been paid before. */
export interface EarlierRules {
  /** They are left out. */
  readonly onlyValid?: boolean | undefined;
  /** References that look rewritten are new ones. */
  readonly newReferences?: boolean | undefined;
  /** Rows without a reference are paid again. */
  readonly payAgain?: boolean | undefined;
  /** The whole file is paid once more. */
  readonly again?: boolean | undefined;
}

type Asked = Pick<Payout, 'reference' | 'pixKey' | 'pixKeyType' | 'amountCentavos'>;

/** Finds the payments that rows of a file may repeat although no reference says so. */
export class EarlierPayments {
  readonly #journal: Pick<JournalReads, 'alikeSince'>;
  readonly #account: number;
  readonly #nowMs: number;
  readonly #remembered = new Map<string, readonly PayoutRecord[]>();
  /** How many rows without a reference each key and amount has had; only of those that were paid before. */
  readonly #repeated = new Map<string, number>();

  constructor(journal: Pick<JournalReads, 'alikeSince'>, account: number, nowMs: number) {
    this.#journal = journal;
    this.#account = account;
    this.#nowMs = nowMs;
  }

  /**
   * To be asked once for each row. Each payment is repeated by one row without a reference: the second row of the same
   * key and amount is a new one when there was one payment.
   *
   * @param payout under whose reference nothing was paid
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

/** Whether a row may be paid in spite of an earlier payment, by what was said or because it is only named. */
export function isAllowed({ kind }: EarlierPayment, { newReferences, payAgain, again }: EarlierRules): boolean {
  if (kind === 'lately') return true;
  return kind === 'rewritten' ? newReferences === true : payAgain === true || again === true;
}

/** When a payment left, or when a person decided that it had. Milliseconds since the epoch. */
export function sentAtOf({ intendedAt, changedAt }: PayoutRecord): number {
  return intendedAt ?? changedAt;
}

function mayBe(reference: string, earlier: string | undefined): boolean {
  return earlier !== undefined && earlier !== reference && isRewritten(reference, earlier);
}

function keyOf({ pixKey, pixKeyType, amountCentavos }: Asked): string {
  return `${pixKeyType} ${pixKey} ${amountCentavos}`;
}
