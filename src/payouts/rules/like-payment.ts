import type { Withdrawal } from '../../client/answers.ts';
import { epochMsOf } from '../engine/withdrawal-facts.ts';
import type { Journal } from '../journal/journal.ts';
import type { PayoutRecord } from '../journal/records.ts';
import type { Payout } from '../payout.ts';
import { OPEN_STATES, type PayoutState } from '../payout-state.ts';
import { sentAtOf, type EarlierPayment } from './earlier-payments.ts';
import { compareKeys } from './same-key.ts';

/** Less than a day: what is due every day is due again. */
const RECENT_MS = 20 * 3_600_000;

const UNFINISHED: readonly PayoutState[] = [...OPEN_STATES, 'planned', 'duplicate'];

/** A payment of the same amount to the same key, which a new one may repeat by mistake. */
export interface LikePayment {
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly withdrawalId: string | undefined;
  /** Undefined for a withdrawal that was made without this journal. */
  readonly payout: PayoutRecord | undefined;
  /** Without a reference of its own, the new payment needs consent of its own. */
  readonly isRecent: boolean;
}

type Order = Pick<Payout, 'pixKey' | 'pixKeyType' | 'amountCentavos'>;

/**
 * The newest of the payments like an order.
 *
 * @param earlier what the journal knows
 * @param rows the newest withdrawals of the account, which may have been made by hand or by another program
 */
export function newestLike(
  order: Order,
  {
    earlier,
    rows,
    journal,
    nowMs,
  }: {
    readonly earlier: EarlierPayment | undefined;
    readonly rows: readonly Withdrawal[];
    readonly journal: Pick<Journal, 'claimantOf'>;
    readonly nowMs: number;
  },
): LikePayment | undefined {
  const known = earlier && !hasFailed(earlier.earlier, rows) ? likeOf(earlier.earlier, nowMs) : undefined;
  const [unknown] = likeRows(order, rows, nowMs).filter(({ withdrawalId = '' }) => !journal.claimantOf(withdrawalId));
  return known === undefined || (unknown !== undefined && unknown.sentAt > known.sentAt) ? unknown : known;
}

/** The journal learns that a withdrawal has failed only when its status is asked for. */
function hasFailed({ withdrawal }: PayoutRecord, rows: readonly Withdrawal[]): boolean {
  return withdrawal !== null && rows.some(({ id, status }) => id === withdrawal.id && status === 'FAILED');
}

function likeOf(payout: PayoutRecord, nowMs: number): LikePayment {
  const sentAt = sentAtOf(payout);
  const isRecent = sentAt >= nowMs - RECENT_MS || UNFINISHED.includes(payout.state);
  return { sentAt, withdrawalId: payout.withdrawal?.id, payout, isRecent };
}

/** The recent withdrawals of a page that are like an order, newest first. */
export function likeRows(order: Order, rows: readonly Withdrawal[], nowMs: number): readonly LikePayment[] {
  return rows
    .filter((row) => row.status !== 'FAILED' && isLike(row, order))
    .map((row) => ({ sentAt: epochMsOf(row.createdAt) ?? 0, withdrawalId: row.id, payout: undefined, isRecent: true }))
    .filter(({ sentAt }) => sentAt >= nowMs - RECENT_MS)
    .toSorted((one, other) => other.sentAt - one.sentAt);
}

/** The fee may have been added on top, or not. */
function isLike({ pixKey, value, metadata }: Withdrawal, order: Order): boolean {
  const arrives = metadata?.sent ?? value - (metadata?.fee ?? 0);
  return compareKeys(pixKey, order) === 'same' && [value, arrives].includes(order.amountCentavos);
}
