import type { Withdrawal } from '../../client/answers.ts';
import { markIn } from './mark.ts';
import { epochMsOf } from '../journal/withdrawal-facts.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalReads } from '../journal/journal-reads.ts';
import { isUnsought } from '../journal/run-report.ts';
import { CACHE_LIFE_MS, LATEST_EFFECT_MS } from '../latest-effect.ts';
import { OPEN_STATES, type PayoutState } from '../payout-state.ts';
import type { Payout } from '../payout.ts';
import type { PayoutRecord } from '../journal/records.ts';
import { isRewritten } from './reference-shape.ts';
import { compareKeys } from './same-key.ts';

const UNSETTLED_STATES: readonly PayoutState[] = [...OPEN_STATES, 'planned', 'duplicate'];
const DAY_MS = 86_400_000;
/** A file may repeat payments of the last quarter by mistake. */
export const REPEATABLE_MS = 90 * DAY_MS;
/** Less than a month, because monthly payments are due again. */
const LATELY_MS = 20 * DAY_MS;

/** Maximum number of keys and amounts in memory. */
const REMEMBERED_MAXIMUM = 1_000;

/**
 * Why a payout may have been sent before, and by which payment.
 *
 * - `rewritten`: its reference is new, and may be that payment's as a spreadsheet has saved it
 * - `repeated`: that payment has the same key and amount, and one of the two has no reference
 * - `lately`: its reference is new, and that payment has the same key and amount under another one
 */
export interface EarlierPayment {
  readonly kind: 'rewritten' | 'repeated' | 'lately';
  readonly earlier: SentPayment;
}

/** A payment of the journal, or a withdrawal that was made by hand or by another program. */
export interface SentPayment {
  /** When it was sent, or when a person decided that it was. Milliseconds since the epoch; null if unknown. */
  readonly sentAt: number | null;
  readonly withdrawalId: string | undefined;
  /** Undefined for a withdrawal that was made without this journal. */
  readonly payout: PayoutRecord | undefined;
}

/** What to do with rows that may have been paid before. */
export interface EarlierRules {
  /** Leave them out. */
  readonly onlyValid?: boolean | undefined;
  /** Treat references that look rewritten as new. */
  readonly newReferences?: boolean | undefined;
  /** Pay rows again where no reference distinguishes them from an earlier payment. */
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
  readonly #madeElsewhere: readonly Withdrawal[];
  readonly #remembered = new Map<string, readonly SentPayment[]>();
  /** How many rows of each key and amount repeat a payment; only where there is one. */
  readonly #repeated = new Map<string, number>();

  /** @param madeElsewhere withdrawals of the account by hand or by other programs, from {@link madeElsewhere} */
  constructor(
    journal: Pick<JournalReads, 'alikeSince'>,
    account: number,
    nowMs: number,
    madeElsewhere: readonly Withdrawal[] = [],
  ) {
    this.#journal = journal;
    this.#account = account;
    this.#nowMs = nowMs;
    this.#madeElsewhere = madeElsewhere;
  }

  /**
   * Call it once per row. Each payment is repeated by one row: after one payment, the second row of the same key and
   * amount is a new one.
   *
   * @param payout a payout whose reference is free
   */
  of(payout: Asked): EarlierPayment | undefined {
    const alike = this.alike(payout);
    const { reference } = payout;
    if (reference === undefined) return this.#repetitionOf(payout, alike);
    const source = alike.findLast((earlier) => mayBe(reference, earlier.payout?.reference));
    if (source !== undefined) return { kind: 'rewritten', earlier: source };
    const lately = alike.filter((earlier) => wasSentSince(earlier, this.#nowMs - LATELY_MS));
    const repetition = this.#repetitionOf(
      payout,
      lately.filter((earlier) => earlier.payout?.reference === undefined),
    );
    if (repetition !== undefined) return repetition;
    const newest = lately.at(-1);
    return newest && { kind: 'lately', earlier: newest };
  }

  /** Payments of the same key and amount, oldest first. The journal is asked once. */
  alike(payout: Asked): readonly SentPayment[] {
    const key = keyOf(payout);
    const known = this.#remembered.get(key);
    if (known !== undefined) return known;
    if (this.#remembered.size >= REMEMBERED_MAXIMUM) this.#remembered.clear();
    const since = {
      sinceMs: this.#nowMs - REPEATABLE_MS,
      deniedSinceMs: this.#nowMs - LATEST_EFFECT_MS - CACHE_LIFE_MS,
    };
    const ours = this.#journal.alikeSince(payout, this.#account, since).map(sentPaymentOf);
    const elsewhere = withdrawalsLike(payout, this.#madeElsewhere).filter((earlier) =>
      wasSentSince(earlier, this.#nowMs - LATELY_MS),
    );
    const alike = elsewhere.length === 0 ? ours : [...ours, ...elsewhere].toSorted(bySentAt);
    this.#remembered.set(key, alike);
    return alike;
  }
  #repetitionOf(payout: Asked, alike: readonly SentPayment[]): EarlierPayment | undefined {
    const newest = alike.at(-1);
    if (newest === undefined) return undefined;
    const key = keyOf(payout);
    const before = this.#repeated.get(key) ?? 0;
    if (before >= alike.length) return undefined;
    this.#repeated.set(key, before + 1);
    return { kind: 'repeated', earlier: alike.findLast(isUnsettled) ?? newest };
  }
}

/** The withdrawals of a page that no payout of the journal claims, by their id or its mark. */
export function madeElsewhere(
  rows: readonly Withdrawal[],
  journal: Pick<Journal, 'claimantOf' | 'payoutOfMark'>,
): readonly Withdrawal[] {
  return rows.filter(({ id, description, pixKey }) => {
    if (journal.claimantOf(id) !== undefined) return false;
    const mark = markIn(description);
    if (mark === undefined) return true;
    const owner = journal.payoutOfMark(mark);
    // A person may have said that another journal's payments are others: one that is equal contradicts that. And a service
    // may swap descriptions.
    return owner === undefined || owner.withdrawal !== null || compareKeys(pixKey, owner) !== 'same';
  });
}

/** The withdrawals with the key and amount of an order, whose fee may have been added on top, or not. */
export function withdrawalsLike(
  order: Pick<Payout, 'pixKey' | 'pixKeyType' | 'amountCentavos'>,
  rows: readonly Withdrawal[],
): readonly SentPayment[] {
  return rows
    .filter(({ status, value, metadata, pixKey }) => {
      if (status === 'FAILED') return false;
      const arrives = metadata?.sent ?? value - (metadata?.fee ?? 0);
      return [value, arrives].includes(order.amountCentavos) && compareKeys(pixKey, order) === 'same';
    })
    .map(({ id, createdAt }) => ({ sentAt: epochMsOf(createdAt), withdrawalId: id, payout: undefined }));
}

/** A payment of unknown time may be recent. */
export function wasSentSince({ sentAt }: SentPayment, sinceMs: number): boolean {
  return sentAt === null || sentAt >= sinceMs;
}

/** Sorts oldest first; payments of unknown time count as the newest. */
export function bySentAt(one: SentPayment, other: SentPayment): number {
  return (one.sentAt ?? Number.MAX_SAFE_INTEGER) - (other.sentAt ?? Number.MAX_SAFE_INTEGER);
}

export function sentPaymentOf(payout: PayoutRecord): SentPayment {
  return { sentAt: sentAtOf(payout), withdrawalId: payout.withdrawal?.id, payout };
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

/** Whether its run has yet to send it, or to find out whether it was made, or a copy of its request. */
export function isUnsettled({ payout }: SentPayment): boolean {
  return payout !== undefined && (UNSETTLED_STATES.includes(payout.state) || isUnsought(payout));
}

function sentAtOf({ intendedAt, changedAt }: PayoutRecord): number {
  return intendedAt ?? changedAt;
}

function mayBe(reference: string, earlier: string | undefined): boolean {
  return earlier !== undefined && earlier !== reference && isRewritten(reference, earlier);
}

function keyOf({ pixKey, pixKeyType, amountCentavos }: Asked): string {
  return `${pixKeyType} ${pixKey} ${amountCentavos}`;
}
