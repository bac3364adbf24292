import type { CreatedWithdrawal, WithdrawalDetails } from '../../client/answers.ts';
import { ApiError, ConfigurationError, InterruptedError, PixError } from '../../client/errors.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { Payout } from '../payout.ts';
import type { StopReason } from './run-events.ts';
import { compareKeys } from '../rules/same-key.ts';

/**
 * What an attempt to create a withdrawal that did not succeed means for its payout, and for the run.
 *
 * - `again`: nothing happened, and it may be sent again: after a pause, when the one that is pending has settled, or
 *   when whatever stops the run is over
 * - `refused`: nothing happened, and for this payout's own sake it never will
 * - `unknown`: it may have happened
 */
export type CreationOutcome =
  | { readonly kind: 'again'; readonly because: 'network' | 'rate_limit' | 'one_at_a_time' }
  | { readonly kind: 'again'; readonly because: 'stop'; readonly stop: StopReason }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unknown' };

/** Refusals that would meet the run's other payouts, too, by the service's code. */
const STOPS: Readonly<Record<string, StopReason>> = {
  insufficient_balance: 'insufficient_balance',
  verification_required: 'verification_wanted',
  verification_invalid: 'verification_wanted',
  account_blocked: 'account_blocked',
};

/** What docs/user/payouts.md says of lost answers, row by row, and the codes of contract/error.ts. */
export function outcomeOfFailure(error: unknown): CreationOutcome {
  if (!(error instanceof PixError)) return { kind: 'unknown' };
  switch (error.outcome) {
    case 'not-sent':
      return outcomeOfUnsent(error);
    case 'refused':
      return error instanceof ApiError ? outcomeOfRefusal(error) : { kind: 'unknown' };
    case 'unknown':
      return { kind: 'unknown' };
  }
}

function outcomeOfUnsent(error: PixError): CreationOutcome {
  if (error instanceof InterruptedError) return { kind: 'again', because: 'stop', stop: 'interrupted' };
  if (error instanceof ConfigurationError) return { kind: 'again', because: 'stop', stop: 'key_refused' };
  // No JSON number stands for it: the payout itself can't be sent.
  return error.code === 'invalid_amount' ? { kind: 'refused' } : { kind: 'again', because: 'network' };
}

function outcomeOfRefusal({ status, code, period }: ApiError): CreationOutcome {
  if (status === 429) return { kind: 'again', because: 'rate_limit' };
  if (code === 'withdrawal_in_progress') return { kind: 'again', because: 'one_at_a_time' };
  const stop = STOPS[code];
  if (stop !== undefined) return { kind: 'again', because: 'stop', stop };
  // A limit of an unnamed period may be the account's as well: stopping does no harm.
  if (code === 'limit_exceeded' && period !== 'transaction') {
    return { kind: 'again', because: 'stop', stop: 'limit_reached' };
  }
  if (status === 401 || status === 403) return { kind: 'again', because: 'stop', stop: 'key_refused' };
  return { kind: 'refused' };
}

/**
 * Whether a payout that may be sent again after this failure has to be looked for first. A gateway between may have sent the
 * request twice, and what it gives back is the answer to either copy: that one was refused says nothing of the other. Where
 * no code was given, one and all are refused for that.
 */
export function leavesCopiesInDoubt(error: unknown, verificationCode: string | undefined): boolean {
  if (!(error instanceof PixError) || error.outcome !== 'refused') return false;
  return error.code !== 'verification_required' || verificationCode !== undefined;
}

/**
 * Whether the service tells that something else was done than asked: the answer is not of this request then, or the
 * money went elsewhere, and only looking tells.
 */
export function contradicts(answer: CreatedWithdrawal | WithdrawalDetails, payout: Payout): boolean {
  return compareKeys(answer.pixKey, payout) === 'other' || !isPriceOf(payout, answer);
}

/** Whether a withdrawal of this value can be what a payout was meant to cost. */
export function isPriceOf(
  { amountCentavos, coverFee }: Pick<Payout, 'amountCentavos' | 'coverFee'>,
  { value, fee, sent }: { value: Centavos; fee?: Centavos | null | undefined; sent?: Centavos | null | undefined },
): boolean {
  if (!coverFee) return value === amountCentavos;
  const arrives = sent ?? (typeof fee === 'number' ? value - fee : undefined);
  return arrives === undefined ? value >= amountCentavos : arrives === amountCentavos;
}
