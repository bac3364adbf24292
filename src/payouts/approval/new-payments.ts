import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import type { Payout } from '../payout.ts';
import { PayoutError } from '../payout-error.ts';
import { assertDayWithinCap, assertRowsWithinCaps, type SentSums } from './caps.ts';
import { assertNeedsNone, requirementOf, type Policy } from './policy.ts';

type NewPayment = Pick<Payout, 'row' | 'amountCentavos' | 'pixKey' | 'pixKeyType'> & Partial<Pick<Payout, 'line'>>;

/** What the policy says of payments that are not in the journal yet, row by row. */
export class NewPayments {
  readonly #policy: Policy | undefined;
  readonly #sums: SentSums;
  readonly #nowMs: number;
  #sum = centavos(0);
  #wrong: PayoutError | undefined;

  /** @param policy undefined if there is none: everything is allowed */
  constructor(policy: Policy | undefined, sums: SentSums, nowMs: number) {
    this.#policy = policy;
    this.#sums = sums;
    this.#nowMs = nowMs;
  }

  /** Adds a payment whose recipient is not known yet: only its amount is judged. */
  addAmount(amountCentavos: Centavos): void {
    this.#sum = sumCentavos(this.#sum, amountCentavos);
  }

  add(payment: NewPayment): void {
    this.addAmount(payment.amountCentavos);
    if (this.#policy === undefined || this.#wrong !== undefined) return;
    try {
      assertRowsWithinCaps(this.#policy.caps, '', [payment]);
    } catch (error) {
      if (!(error instanceof PayoutError)) throw error;
      this.#wrong = error;
    }
  }

  /** @throws {PayoutError} `approval_required`, `cap_exceeded` */
  assertMaySend(): void {
    const policy = this.#policy;
    if (policy === undefined) return;
    assertNeedsNone(requirementOf(policy, this.#sum, () => this.#sums.unapprovedOfDay(this.#nowMs)));
    if (this.#wrong !== undefined) throw this.#wrong;
    assertDayWithinCap(policy.caps, '', sumCentavos(this.#sums.ofDay(this.#nowMs), this.#sum));
  }
}
