import type { Balance } from '../client/answers.ts';
import type { PixClient } from '../client/client.ts';
import { ApiError } from '../client/errors.ts';
import type { Centavos } from '../pix/centavos.ts';
import { notedSpans, unexplained, type AccountTerms, type BalanceNote } from './balance-notes.ts';
import type { UnstatedEntry } from './entry.ts';

/** When the lists kept changing, a next sync may find them at rest. */
const ATTEMPTS_MAXIMUM = 4;
/** So many rows are read by pages of the usual size, which may be a minute old: their statuses are then read again. */
const ROWS_OF_OLD_PAGES = 80;

/** The entries of an account, as far as they were read. */
interface ReadEntries {
  /** What all entries posted before a moment (epoch milliseconds) come to. */
  sumBefore(moment: number): Centavos;
  unstated(): UnstatedEntry | undefined;
  /** Oldest first. */
  notes(): readonly BalanceNote[];
}

interface ReadState {
  readonly isProven: boolean;
  /** Whether all rows that may still change were read since this reading began. */
  readonly isCurrent: boolean;
  /** Of the list that has most of them. */
  readonly newRows: number;
}

type Extent = 'newest' | 'all' | 'final';

interface Noting {
  readonly client: Pick<PixClient, 'balance'>;
  readonly account: ReadEntries;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /**
   * Brings the entries up to date.
   *
   * @param extent `all`: reads all rows again that may still change, however many requests that takes; `final`: also rows that
   *   should not have changed
   */
  readonly read: (extent: Extent) => Promise<ReadState>;
  /** Whether the service's refusal to report the balance is an error. */
  readonly isRequired: boolean;
}

/**
 * Reads the entries, and notes the balance with what they then come to. Both must be of one moment, and the service cannot
 * be asked for that: they are when the balance is the same before and after the lists were read, or when it exceeds the
 * entries by as much as at the last note. Only that spares reading all rows again that may still have changed.
 *
 * @returns undefined when nothing could be noted: the key may not read the balance, or the account did not rest
 * @throws {ApiError} when the balance is required, and the service refuses it
 */
export async function noteBalance(noting: Noting): Promise<NotedBalance | undefined> {
  const attempts = new Attempts(noting, await readBalance(noting));
  let reading = await attempts.read('newest');
  if (reading.isStale) reading = await attempts.read('all');
  const { note } = reading;
  const isGap = note !== undefined && notedSpans([...noting.account.notes(), note]).at(-1)?.verdict === 'gap';
  if (!isGap) return note;
  // A withdrawal that was completed may come back, and one that failed may be paid after all.
  const final = await attempts.read('final');
  return final.isProven ? (final.note ?? note) : undefined;
}

/** All readings of the entries, each between two of the balance. */
class Attempts {
  readonly #noting: Noting;
  #before: ReadBalance | undefined;
  #made = 0;

  constructor(noting: Noting, before: ReadBalance | undefined) {
    this.#noting = noting;
    this.#before = before;
  }

  /**
   * Reads the entries to that extent: again, while they and the balance change meanwhile.
   *
   * @returns `note`: undefined when both were not of one moment; `isStale`: so because rows that may still change were not
   *   read again
   */
  async read(extent: Extent) {
    for (;;) {
      const { isProven, isCurrent, newRows } = await this.#noting.read(extent);
      if (!isProven) return { isProven, note: undefined, isStale: false };
      this.#made += 1;
      const isRead = newRows < ROWS_OF_OLD_PAGES && (this.#latest !== undefined || this.#made > 1);
      const balances = await this.#balancesAround();
      const note = balances && this.#noteOf(balances, isRead && isCurrent);
      const isStale = note === undefined && !isCurrent && extent === 'newest';
      const isOver = balances === undefined || this.#made >= ATTEMPTS_MAXIMUM || (isRead && !isCurrent);
      if (note !== undefined || isStale || isOver) return { isProven, note, isStale };
    }
  }

  get #latest(): BalanceNote | undefined {
    return this.#noting.account.notes().at(-1);
  }

  /** The balances after and before the latest reading. @returns undefined when none can be noted */
  async #balancesAround(): Promise<readonly [after: ReadBalance, before: ReadBalance] | undefined> {
    const before = this.#before;
    const after = before && (await readBalance(this.#noting));
    this.#before = after;
    const isStated = this.#noting.account.unstated() === undefined;
    return before !== undefined && after !== undefined && isStated ? [after, before] : undefined;
  }

  /** @param isWhole whether everything was read that may have changed */
  #noteOf(balances: readonly [after: ReadBalance, before: ReadBalance], isWhole: boolean): NotedBalance | undefined {
    const [after, before] = balances;
    const isOfOneMoment = isWhole && after.balance === before.balance;
    const [latest, entriesSum] = [this.#latest, this.#noting.account.sumBefore(Infinity)];
    return balances
      .map((balance) => ({ ...balance, entriesSum }))
      .find((each) => isOfOneMoment || (latest !== undefined && unexplained(each) === unexplained(latest)));
  }
}

/** With what the same answer says of limits and the plan. */
export type NotedBalance = BalanceNote & { readonly terms: AccountTerms };
type ReadBalance = Omit<NotedBalance, 'entriesSum'>;

/** @returns undefined when the service refuses it: an index is complete without */
async function readBalance({ client, now, isRequired }: Noting): Promise<ReadBalance | undefined> {
  try {
    const read = await client.balance();
    return { notedAt: now(), balance: read.balance.total, disputes: disputesOf(read), terms: termsOf(read) };
  } catch (error) {
    if (error instanceof ApiError && !isRequired) return undefined;
    throw error;
  }
}

function termsOf({ limits, plan }: Balance): AccountTerms {
  const { daily, monthly, perTransaction } = limits;
  return { daily, monthly, perTransaction, planName: plan.name ?? null, transactionFee: plan.transactionFee };
}

function disputesOf({ disputes }: Balance): BalanceNote['disputes'] {
  const { total, pending, totalDisputedAmount: disputedAmount, totalBlockedAmount: blockedAmount } = disputes;
  if (typeof total !== 'number' || typeof pending !== 'number' || disputedAmount === null || blockedAmount === null) {
    return undefined;
  }
  return { total, pending, disputedAmount, blockedAmount };
}
