import { LIST_CACHE_SECONDS } from '../contract/limits.ts';

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
/**
 * The state of a payout.
 *
 * - `planned`: nothing is in progress; its request may be sent (again). If it was refused after it was sent, a gateway
 *   may have processed an earlier copy, so it is looked for first, as `unknown`
 * - `duplicate`: not sent, because its reference belongs to another payout that is paid, in progress or on hold
 * - `sending`: the intent is durable, so its request may have been sent. After a crash it becomes `unknown`
 * - `paid`: the withdrawal exists, and is COMPLETED. The service may report later that it FAILED: the money was returned
 * - `accepted`: the withdrawal exists, and is not final yet
 * - `failed`: the withdrawal exists, and FAILED: the money was returned, unless a copy of the request appears, or the
 *   service shows it as standing later
 * - `refused`: the service refused this payout for its own sake: no money moved, with the same exception
 * - `unknown`: the request may have been processed; to be looked for
 * - `absent`: proven not to have been processed; on hold for a person, or sent again with that option
 * - `ambiguous`: withdrawals exist that may be it, and nothing proves which; on hold for a person
 * - `resolved_paid`, `resolved_unpaid`: decided by a person. The withdrawal that a person has named may fail later
 */
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** Every step that a payout may take. The journal's SQL contains the same table, and refuses any other. */
export const TRANSITIONS: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  planned: ['sending', 'unknown', 'paid', 'accepted', 'failed', 'duplicate', 'resolved_paid', 'resolved_unpaid'],
  duplicate: ['planned', 'resolved_paid', 'resolved_unpaid'],
  sending: ['planned', 'paid', 'accepted', 'failed', 'refused', 'unknown'],
  unknown: ['paid', 'accepted', 'failed', 'absent', 'ambiguous', 'resolved_paid', 'resolved_unpaid'],
  absent: ['planned', 'paid', 'accepted', 'failed', 'ambiguous', 'resolved_paid', 'resolved_unpaid'],
  ambiguous: ['paid', 'accepted', 'failed', 'resolved_paid', 'resolved_unpaid'],
  accepted: ['paid', 'failed'],
  paid: ['failed'],
  failed: ['ambiguous'],
  refused: ['paid', 'accepted', 'failed', 'ambiguous'],
  resolved_paid: ['failed'],
  resolved_unpaid: [],
};

/**
 * States in which a payout's reference is taken: no other payout may be sent under it. The reference of a planned
 * payout is taken, too, if its request was refused.
 */
export const REFERENCE_HOLDING_STATES: readonly PayoutState[] = [
  'sending',
  'paid',
  'accepted',
  'unknown',
  'absent',
  'ambiguous',
  'resolved_paid',
];

/** States in which the payout was certainly not paid, and its run will not send it any more. */
export const UNPAID_STATES: readonly PayoutState[] = ['failed', 'refused', 'resolved_unpaid'];

/** States in which the service reported the payout as not paid. It said nothing about copies of the request. */
export const DENIED_STATES: readonly PayoutState[] = ['failed', 'refused'];

/** The code of a payout that counts as paid by a withdrawal with another mark. */
export const OTHER_MARK = 'other_mark';

/** States in which money may have moved, without a confirmation. */
export const OPEN_STATES: readonly PayoutState[] = ['sending', 'unknown', 'absent', 'ambiguous'];

/** States in which a run is not complete: payouts are to be sent, or to be resolved. */
export const UNFINISHED_STATES: readonly PayoutState[] = ['planned', ...OPEN_STATES];

/**
 * The state that a withdrawal's status means for its payout. A status that is unknown or not final means `accepted`.
 */
export function stateOfStatus(status: string | null | undefined): 'paid' | 'failed' | 'accepted' {
  if (status === 'COMPLETED') return 'paid';
  return status === 'FAILED' ? 'failed' : 'accepted';
}

interface OutcomeFacts {
  readonly state: PayoutState;
  readonly refusedAt: number | null;
  readonly secondWithdrawalId: string | null;
}

/**
 * Whether the outcome of a payout is unknown: also when it is planned after a refusal, because a copy of its request
 * may have been processed, or when it counts as unpaid and a withdrawal has its mark.
 */
export function isOpen({ state, refusedAt, secondWithdrawalId }: OutcomeFacts): boolean {
  const isUnpaid = UNPAID_STATES.includes(state);
  return OPEN_STATES.includes(state) || refusedAt !== null || (secondWithdrawalId !== null && isUnpaid);
}

/** A repeated page may be this old, including its transfer. */
export const CACHE_LIFE_MS = (LIST_CACHE_SECONDS + 5) * 1_000;

/** So long after its end, a request is not processed any more (that is two minutes), and no answer is older than that. */
export const SETTLED_AFTER_MS = 120_000 + CACHE_LIFE_MS;

/** A file may repeat payments of the last quarter by mistake. */
export const REPEATABLE_MS = 90 * 86_400_000;

/** Less than a month, because monthly payments are due again. */
export const LATELY_MS = 20 * 86_400_000;
