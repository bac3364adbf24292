import { unexplained, type BalanceNote } from '../../../account/balance-notes.ts';
import type { PixClient } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import type { Balance } from '../../../client/answers.ts';
import type { IndexEntries } from '../../../find/index/index-entries.ts';

/** When the lists kept changing, a next sync may find them at rest. */
const ATTEMPTS_MAXIMUM = 4;
/** So many rows are read by pages of the usual size, which may be a minute old: their statuses are then read again. */
const ROWS_OF_OLD_PAGES = 80;

interface IndexState {
  readonly isProven: boolean;
  /** Whether all rows that may still change were read since this sync began. */
  readonly isCurrent: boolean;
  /** Of the list that has most of them. */
  readonly newRows: number;
}

interface Noting {
  readonly client: PixClient;
  readonly account: IndexEntries;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Brings the index up to date. */
  readonly sync: () => Promise<IndexState>;
}

/**
 * Updates the index, and notes the balance with what all entries then come to. Both must be of one moment, and the service
 * cannot be asked for that: they are when the balance is the same before and after the lists were read, or when it exceeds
 * the entries by as much as at the last note.
 *
 * @returns undefined when nothing could be noted: the key may not read the balance, or the account did not rest
 */
export async function syncAndNote({ client, account, now, sync }: Noting): Promise<BalanceNote | undefined> {
  let before = await readBalance(client, now);
  for (let attempts = 1; ; attempts += 1) {
    const { isProven, isCurrent, newRows } = await sync();
    if (before === undefined || !isProven) return undefined;
    const after = await readBalance(client, now);
    if (after === undefined || account.unstated() !== undefined) return undefined;
    const entriesSum = account.sumBefore(Infinity);
    const latest = account.notes().at(-1);
    const notes = [after, before].map((read) => ({ ...read, entriesSum }));
    const isRead = newRows < ROWS_OF_OLD_PAGES && (latest !== undefined || attempts > 1);
    const isOfOneMoment = before.balance === after.balance && isRead && isCurrent;
    const note = notes.find(
      (each) => isOfOneMoment || (latest !== undefined && unexplained(each) === unexplained(latest)),
    );
    if (note !== undefined) {
      account.addNote(note);
      return note;
    }
    if (attempts === ATTEMPTS_MAXIMUM || (isRead && !isCurrent)) return undefined;
    before = after;
  }
}

type ReadBalance = Omit<BalanceNote, 'entriesSum'>;

/** @returns undefined when the service refuses it: an index is complete without */
async function readBalance(client: PixClient, now: () => number): Promise<ReadBalance | undefined> {
  try {
    const read = await client.balance();
    return { notedAt: now(), balance: read.balance.total, disputes: disputesOf(read) };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function disputesOf({ disputes }: Balance): BalanceNote['disputes'] {
  const { total, pending, totalDisputedAmount: disputedAmount, totalBlockedAmount: blockedAmount } = disputes;
  if (typeof total !== 'number' || typeof pending !== 'number' || disputedAmount === null || blockedAmount === null) {
    return undefined;
  }
  return { total, pending, disputedAmount, blockedAmount };
}
