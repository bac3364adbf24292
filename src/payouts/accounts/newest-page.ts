import type { Withdrawal } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { ApiError } from '../../client/errors.ts';
import { markIn } from '../engine/mark.ts';
import type { Journal } from '../journal/journal.ts';
import { PayoutError, type ForeignWithdrawals } from '../payout-error.ts';
import { epochMsOf } from '../engine/withdrawal-facts.ts';

/**
 * Of none of the sizes that others ask for, whose answer may be repeated. Enough to know an account by, and more than are
 * under way at once with one key.
 */
const NEWEST_ROWS = { least: 26, most: 49 };

/** What the newest page of withdrawals shows. */
export interface NewestPage {
  readonly rows: readonly Withdrawal[];
  /** When it was asked for, by the clock of this machine. */
  readonly askedAt: number;
  /** A moment by the service's own clock that has passed: when the newest withdrawal was created. Null: there is none. */
  readonly servedBefore: number | null;
  /** Why there are no rows: no key may read them. */
  readonly refusal: ApiError | undefined;
}

/** What becomes of a run when another journal has paid from the same account. */
export type ForeignMarks =
  /** It stops before anything is sent. */
  | 'refuse'
  /** They are known from now on. */
  | 'accept'
  | 'ignore';

/** @throws {PixError} but for the refusal to let withdrawals be read */
export async function readNewestPage(client: Pick<PixClient, 'withdraws'>, clock: Clock): Promise<NewestPage> {
  const askedAt = clock.epochMs();
  try {
    const { items } = await client.withdraws.page({ limit: unusualLimit(clock) });
    return { rows: items, askedAt, servedBefore: newestCreation(items), refusal: undefined };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403 || error.code === 'account_blocked') throw error;
    return { rows: [], askedAt, servedBefore: null, refusal: error };
  }
}

/** When the newest of them was created, by the service's clock; null when none tells. */
function newestCreation(rows: readonly Withdrawal[]): number | null {
  const newest = Math.max(...rows.map(({ createdAt }) => epochMsOf(createdAt) ?? Number.NEGATIVE_INFINITY));
  return Number.isFinite(newest) ? newest : null;
}

export function unusualLimit(clock: Pick<Clock, 'random'>): number {
  const { least, most } = NEWEST_ROWS;
  return least + Math.floor(clock.random() * (most - least + 1));
}

/** Marks that this journal never made: another one pays from the same account, or this one has lost something. */
export function foreignIn(
  rows: readonly Withdrawal[],
  journal: Pick<Journal, 'payoutOfMark' | 'isAccepted'>,
): ForeignWithdrawals | undefined {
  const foreign = foreignMarksIn(rows, journal);
  const [newest] = foreign.toSorted(
    (one, other) => (epochMsOf(other.row.createdAt) ?? 0) - (epochMsOf(one.row.createdAt) ?? 0),
  );
  if (newest === undefined) return undefined;
  const { id, value, createdAt } = newest.row;
  return {
    count: foreign.length,
    newest: { id, valueCentavos: value, createdAt: createdAt ?? null, mark: newest.mark },
  };
}

/**
 * Does what was chosen with the marks of another journal.
 *
 * @throws {PayoutError} `foreign_journal`
 */
export function meetForeignMarks(
  rows: readonly Withdrawal[],
  journal: Pick<Journal, 'payoutOfMark' | 'isAccepted' | 'acceptMarks'>,
  chosen: ForeignMarks,
): ForeignWithdrawals | undefined {
  const foreign = foreignIn(rows, journal);
  if (foreign === undefined || chosen === 'ignore') return foreign;
  if (chosen === 'accept') {
    journal.acceptMarks(foreignMarksIn(rows, journal).map(({ mark }) => mark));
    return foreign;
  }
  const message = `${foreign.count} withdrawals carry marks that this journal never made`;
  throw new PayoutError(message, { code: 'foreign_journal', foreign });
}

function foreignMarksIn(rows: readonly Withdrawal[], journal: Pick<Journal, 'payoutOfMark' | 'isAccepted'>) {
  return rows.flatMap((row) => {
    const mark = markIn(row.description);
    if (mark === undefined || journal.payoutOfMark(mark) !== undefined || journal.isAccepted(mark)) return [];
    return [{ row, mark }];
  });
}
