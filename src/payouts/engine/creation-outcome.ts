import type { CreatedWithdrawal, WithdrawalDetails } from '../../client/answers.ts';
import { ApiError, ConfigurationError, InterruptedError, PixError } from '../../client/errors.ts';
import type { Centavos } from '../../pix/centavos.ts';
import { PayoutError } from '../payout-error.ts';
import type { Payout } from '../payout.ts';
import type { BackoffReason, StopReason } from './run-events.ts';
import { compareKeys } from '../../pix/pix-key.ts';

/**
 * What a failed attempt to create a withdrawal means for its payout, and for the run.
 *
 * - `again`: nothing happened, and it may be sent again: after a pause, when the pending withdrawal has settled, or
 *   when the reason to stop is over
 * - `refused`: nothing happened, and this payout will never succeed
 * - `unknown`: it may have happened
 */
export type CreationOutcome =
  | { readonly kind: 'again'; readonly because: BackoffReason }
  | { readonly kind: 'again'; readonly because: 'stop'; readonly stop: StopReason }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unknown' };

/** Refusals that also concern the run's other payouts, by the service's code. */
const STOPS: ReadonlyMap<string, StopReason> = new Map([
  ['insufficient_balance', 'insufficient_balance'],
  ['verification_required', 'verification_wanted'],
  ['verification_invalid', 'verification_wanted'],
  ['account_blocked', 'account_blocked'],
  ['origin_refused', 'network'],
]);

/** Implements the table about lost responses in docs/user/payouts.md, for the codes of contract/error.ts. */
export function outcomeOfFailure(error: unknown): CreationOutcome {
  if (!(error instanceof PixError)) return { kind: 'unknown' };
  if (error.outcome === 'not-sent') return outcomeOfUnsent(error);
  return error instanceof ApiError && error.outcome === 'refused' ? outcomeOfRefusal(error) : { kind: 'unknown' };
}

function outcomeOfUnsent(error: PixError): CreationOutcome {
  if (error instanceof InterruptedError) return { kind: 'again', because: 'stop', stop: stopOf(error) };
  if (error instanceof ConfigurationError) return { kind: 'again', because: 'stop', stop: 'key_refused' };
  // No JSON number represents the amount, so this payout cannot be sent.
  return error.code === 'invalid_amount' ? { kind: 'refused' } : { kind: 'again', because: 'network' };
}

/** A request that was held back, because another worker may have its run, was not interrupted by a person. */
function stopOf({ cause }: InterruptedError): StopReason {
  return cause instanceof PayoutError && cause.code === 'lock_lost' ? 'lock_lost' : 'interrupted';
}

function outcomeOfRefusal({ status, code, period }: ApiError): CreationOutcome {
  if (status === 429) return { kind: 'again', because: 'rate_limit' };
  if (code === 'withdrawal_in_progress') return { kind: 'again', because: 'one_at_a_time' };
  const stop = STOPS.get(code);
  if (stop !== undefined) return { kind: 'again', because: 'stop', stop };
  // A limit without a period may be the account's: stopping is the safe choice.
  if (code === 'limit_exceeded' && period !== 'transaction') {
    return { kind: 'again', because: 'stop', stop: 'limit_reached' };
  }
  if (status === 401 || status === 403) return { kind: 'again', because: 'stop', stop: 'key_refused' };
  return { kind: 'refused' };
}

/**
 * Whether a payout must be looked for before it is sent again after this failure. A gateway may have sent the request
 * twice and returned the answer to either copy: a refusal of one proves nothing about the other. If no verification
 * code was given, all copies are refused for that reason.
 */
export function leavesCopiesInDoubt(error: unknown, verificationCode: string | undefined): boolean {
  if (!(error instanceof PixError) || error.outcome !== 'refused') return false;
  return error.code !== 'verification_required' || verificationCode !== undefined;
}

/**
 * Whether the service reports something else than was requested: then the answer belongs to another request, or the
 * money went elsewhere, and only a look-up shows which.
 */
export function contradicts(answer: CreatedWithdrawal | WithdrawalDetails, payout: Payout): boolean {
  return compareKeys(answer.pixKey, payout) === 'other' || !isPriceOf(payout, answer);
}

/** Whether a withdrawal to the key of a payout has another price than was requested. */
export function hasOtherPrice(answer: CreatedWithdrawal, payout: Payout): boolean {
  return compareKeys(answer.pixKey, payout) !== 'other' && !isPriceOf(payout, answer);
}

interface Price {
  readonly value: Centavos;
  readonly fee?: Centavos | null | undefined;
  readonly sent?: Centavos | null | undefined;
}

/** Whether a withdrawal of this value can be what a payout was meant to cost. */
export function isPriceOf(
  { amountCentavos, coverFee }: Pick<Payout, 'amountCentavos' | 'coverFee'>,
  { value, fee, sent }: Price,
): boolean {
  if (!coverFee) return value === amountCentavos;
  const arrives = sent ?? (typeof fee === 'number' ? value - fee : undefined);
  return arrives === undefined ? value >= amountCentavos : arrives === amountCentavos;
}

/**
 * Whether a withdrawal of this value can be a payout's whose fee the service charges otherwise than it was asked to: a plan
 * may put it on top, and an option may be ignored. Where the fee is not shown, every value can.
 */
export function isPriceDespiteFee(
  { amountCentavos }: Pick<Payout, 'amountCentavos'>,
  { value, fee, sent }: Price,
): boolean {
  const charged = fee ?? (typeof sent === 'number' ? value - sent : undefined);
  return charged === undefined || [value, sent, value - charged, value + charged].includes(amountCentavos);
}
