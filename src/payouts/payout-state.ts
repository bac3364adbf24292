/**
 * Where a payout stands.
 *
 * - `planned`: nothing is under way; its request may be sent (again), but for one that was refused when it had left: a
 *   gateway may have carried an earlier copy of it out, so it is looked for first, as `unknown`
 * - `duplicate`: not sent, because its reference belongs to another payout that is paid, under way or held
 * - `sending`: the intent is durable, so its request may have left. Found so after a crash, it is `unknown`
 * - `paid`: the withdrawal exists, and is COMPLETED
 * - `accepted`: the withdrawal exists, and is not final yet
 * - `failed`: the withdrawal exists, and FAILED: the money came back, unless a copy of the request turns up all the same
 * - `refused`: the service refused this payout for its own sake: no money moved, with the same exception
 * - `unknown`: the request may have been carried out; to be looked for
 * - `absent`: proven not to have been carried out; held for a person, or sent again where that was chosen
 * - `ambiguous`: withdrawals are there that may be it, and nothing proves which; held for a person
 * - `resolved_paid`, `resolved_unpaid`: decided by a person
 */
export const PAYOUT_STATES = [
  'planned',
  'duplicate',
  'sending',
  'paid',
  'accepted',
  'failed',
  'refused',
  'unknown',
  'absent',
  'ambiguous',
  'resolved_paid',
  'resolved_unpaid',
] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** Every step that a payout may take. The journal's SQL holds the same table, and refuses any other. */
export const TRANSITIONS: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  planned: ['sending', 'unknown', 'paid', 'accepted', 'failed', 'duplicate', 'resolved_paid', 'resolved_unpaid'],
  duplicate: ['planned', 'resolved_unpaid'],
  sending: ['planned', 'paid', 'accepted', 'failed', 'refused', 'unknown'],
  unknown: ['paid', 'accepted', 'failed', 'absent', 'ambiguous', 'resolved_paid', 'resolved_unpaid'],
  absent: ['planned', 'paid', 'accepted', 'failed', 'ambiguous', 'resolved_paid', 'resolved_unpaid'],
  ambiguous: ['paid', 'accepted', 'failed', 'resolved_paid', 'resolved_unpaid'],
  accepted: ['paid', 'failed'],
  paid: [],
  failed: ['ambiguous'],
  refused: ['paid', 'accepted', 'failed', 'ambiguous'],
  resolved_paid: [],
  resolved_unpaid: [],
};

/**
 * In these, a payout's reference is taken: no other payout may be sent under it. One that is planned takes it, too, when a
 * request of it was refused.
 */
export const REFERENCE_HOLDING_STATES = [
  'sending',
  'paid',
  'accepted',
  'unknown',
  'absent',
  'ambiguous',
  'resolved_paid',
] as const satisfies readonly PayoutState[];

/** In these, the payout was definitely not paid, and its run will not send it any more. */
export const UNPAID_STATES = ['failed', 'refused', 'resolved_unpaid'] as const satisfies readonly PayoutState[];

/** In these, the service said that the payout was not paid. It said nothing of copies of the request. */
export const DENIED_STATES = ['failed', 'refused'] as const satisfies readonly PayoutState[];

/** The code of a payout that counts as paid by a withdrawal with the mark of something else. */
export const OTHER_MARK = 'other_mark';

/** In these, money may have moved, without a confirmation. */
export const OPEN_STATES = ['sending', 'unknown', 'absent', 'ambiguous'] as const satisfies readonly PayoutState[];

/** A run with payouts in these is not done with: they are to be sent, or to be cleared up. */
export const UNFINISHED_STATES = ['planned', ...OPEN_STATES] as const satisfies readonly PayoutState[];

/** What the status of a withdrawal makes of its payout. Any status that is not final, or not known, is `accepted`. */
export function stateOfStatus(status: string | null | undefined): 'paid' | 'failed' | 'accepted' {
  if (status === 'COMPLETED') return 'paid';
  return status === 'FAILED' ? 'failed' : 'accepted';
}

/** What of a payout tells whether anybody knows that it was paid. */
interface Standing {
  readonly state: PayoutState;
  readonly refusedAt: number | null;
  readonly secondWithdrawalId: string | null;
}

/**
 * Whether the outcome of a payout is unknown: also when it is planned after a refusal, for a copy of its request may have
 * been carried out, or when it counts as unpaid and a withdrawal carries its mark.
 */
export function isOpen({ state, refusedAt, secondWithdrawalId }: Standing): boolean {
  const open: readonly PayoutState[] = OPEN_STATES;
  const unpaid: readonly PayoutState[] = UNPAID_STATES;
  return open.includes(state) || refusedAt !== null || (secondWithdrawalId !== null && unpaid.includes(state));
}
