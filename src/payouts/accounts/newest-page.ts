import type { Withdrawal, Balance } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import { sleep, type Clock } from '../../client/clock.ts';
import { sharedController } from '../../client/http/interruption.ts';
import { answeredAtOf, type ApiError, ContractError, isForbidden, PixError } from '../../client/errors.ts';
import { PAGE_LIMIT_MAXIMUM } from '../../contract/limits.ts';
import { markIn } from '../rules/mark.ts';
import type { Journal } from '../journal/journal.ts';
import { PayoutError, type ForeignWithdrawals } from '../payout-error.ts';
import { CACHE_LIFE_MS, LATELY_MS } from '../payout-state.ts';
import { seenCodeOf } from '../seen-code.ts';
import { epochMsOf, type ComparedWith } from '../journal/records.ts';

export interface NewestPage {
  readonly rows: readonly Withdrawal[];
  /** Whether it contains all withdrawals. */
  readonly isWhole: boolean;
  /** When it was requested, by this machine's clock. */
  readonly askedAt: number;
  /** When the service answered, by its clock. Undefined if it does not say. */
  readonly answeredAt: number | undefined;
  /** When its newest withdrawal was created: a time that has passed on the service's clock. Null if there is none. */
  readonly servedBefore: number | null;
  /** Why there are no rows: no key may read them. */
  readonly refusal: ApiError | undefined;
}

/** What happens to a run when another journal has paid from the same account. */
export type ForeignMarks =
  /** The run stops before anything is sent. */
  | 'refuse'
  /** The marks are stored as known. */
  | 'accept'
  | 'ignore';

/** @throws {PixError} except when withdrawals may not be read */
export async function readNewestPage(client: Pick<PixClient, 'withdraws'>, clock: Clock): Promise<NewestPage> {
  const askedAt = clock.epochMs();
  try {
    const page = await client.withdraws.page({ fresh: true });
    const { items: rows, pagination } = page;
    const isWhole = rows.length >= pagination.total;
    const servedBefore = newestCreation(rows);
    return { rows, isWhole, askedAt, answeredAt: answeredAtOf(page), servedBefore, refusal: undefined };
  } catch (error) {
    if (!isForbidden(error)) throw error;
    const answeredAt = answeredAtOf(error);
    return { rows: [], isWhole: true, askedAt, answeredAt, servedBefore: null, refusal: error };
  }
}

/** The earlier of our time and the service's, in milliseconds: by a clock that is ahead, what was just paid would be old. */
export function comparedAt({ answeredAt }: Pick<NewestPage, 'answeredAt'>, clock: Pick<Clock, 'epochMs'>): number {
  return Math.min(clock.epochMs(), answeredAt ?? Infinity);
}

/** More than one, because one may be gone later. */
const NEWEST_STORED = 3;

/** What is stored with rows that were compared with a page. */
export function comparedWith(
  { rows, askedAt, answeredAt = askedAt, refusal }: NewestPage,
  journal: Pick<Journal, 'claimantOf'>,
): ComparedWith {
  const at = Math.min(askedAt, answeredAt);
  // What a plan would have asked about, as it does for twenty days, is still to be compared.
  if (refusal !== undefined) return { at: at - LATELY_MS, ids: null };
  const isOfOthers = (row: Withdrawal) => !isOlder(row, at - CACHE_LIFE_MS) && journal.claimantOf(row.id) === undefined;
  return { at, ids: rows.filter((row, index) => index < NEWEST_STORED || isOfOthers(row)).map(({ id }) => id) };
}

/** When the newest one was created, by the service's clock; null if no row has a time. */
function newestCreation(rows: readonly Withdrawal[]): number | null {
  const newest = Math.max(...rows.map(({ createdAt }) => epochMsOf(createdAt) ?? Number.NEGATIVE_INFINITY));
  return Number.isFinite(newest) ? newest : null;
}

/**
 * Marks that this journal has not made: another journal pays from the account, or this one has lost data.
 *
 * @param digest of the payouts in question; marks that a person has accepted for them are left out
 */
export function foreignIn(
  rows: readonly Withdrawal[],
  journal: Pick<Journal, 'payoutOfMark' | 'isAccepted'>,
  digest: string | undefined,
): ForeignWithdrawals | undefined {
  const foreign = foreignMarksIn(rows, journal, digest);
  const [newest] = foreign.toSorted(
    (one, other) => (epochMsOf(other.row.createdAt) ?? 0) - (epochMsOf(one.row.createdAt) ?? 0),
  );
  if (newest === undefined) return undefined;
  const { id, value, createdAt } = newest.row;
  return {
    count: foreign.length,
    code: foreignCode(digest, id),
    newest: { id, valueCentavos: value, createdAt: createdAt ?? null, mark: newest.mark },
  };
}

/** @param digest that of a single payout ends in `#…`, which differs each time: what was seen of it does not */
export function foreignCode(digest: string | undefined, newestId: string): string {
  return seenCodeOf('journal', digest?.split('#', 1)[0], newestId);
}

/**
 * Refuses, accepts or ignores the marks of another journal. A person accepts them for the payouts of a digest alone: what
 * is true of one file need not be true of the next.
 *
 * @throws {PayoutError} `foreign_journal`
 */
export function meetForeignMarks(
  rows: readonly Withdrawal[],
  journal: Pick<Journal, 'payoutOfMark' | 'isAccepted' | 'steps'>,
  chosen: ForeignMarks,
  digest: string,
): ForeignWithdrawals | undefined {
  const foreign = foreignIn(rows, journal, digest);
  if (foreign === undefined || chosen === 'ignore') return foreign;
  if (chosen === 'accept') {
    const marks = foreignMarksIn(rows, journal, digest).map(({ mark }) => mark);
    journal.steps.acceptMarks(marks, digest);
    return foreign;
  }
  const message = `${foreign.count} withdrawals carry marks that this journal never made`;
  throw new PayoutError(message, { code: 'foreign_journal', foreign });
}

/**
 * What was accepted counts up to the newest withdrawal that was shown: a longer page has older ones, too.
 *
 * @param digest of the payouts in question; undefined counts what was accepted, too
 */
export function foreignMarksIn(
  rows: readonly Withdrawal[],
  journal: Pick<Journal, 'payoutOfMark' | 'isAccepted'>,
  digest: string | undefined,
) {
  const foreign = rows.flatMap((row) => {
    const mark = markIn(row.description);
    return mark === undefined || journal.payoutOfMark(mark) !== undefined ? [] : [{ row, mark }];
  });
  const isAccepted = ({ mark }: { readonly mark: string }) => digest !== undefined && journal.isAccepted(mark, digest);
  const shownMs = (newestCreation(foreign.filter(isAccepted).map(({ row }) => row)) ?? -Infinity) - CACHE_LIFE_MS;
  return foreign.filter((one) => !isAccepted(one) && !isOlder(one.row, shownMs));
}

interface Reading {
  readonly client: Pick<PixClient, 'withdraws'>;
  readonly rowsMaximum: number;
  /** Withdrawals that the service has reported. A list without them is too old. */
  readonly known?: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Called when the first page is asked for, after all waiting. */
  readonly beforeFirst?: () => void;
}

/** Rows as far as they were read, newest first. */
export interface NewestRows {
  readonly rows: readonly Withdrawal[];
  /** Whether it has read all withdrawals since that time. */
  readonly isRead: boolean;
  /** A page comes from an older list than those before it: rows between them were not read. There is an error, too. */
  readonly hasGap?: boolean;
  /** Why it has not. */
  readonly error?: PixError;
}

/** A list that lacks what is known came from a cache: another limit for its first page avoids it. */
const READS_MAXIMUM = 3;

/** Another size may be cached, too, where a list of many small pages is read twice within a minute. */
const PAGE_READS_MAXIMUM = 8;

/**
 * Reads the withdrawals created since a time page by page, requested so that no answer comes from a cache.
 *
 * @param sinceMs by the service's clock
 */
export function readNewestSince(sinceMs: number, reading: Reading): Promise<NewestRows> {
  return readWithKnown(() => (items) => items.every((row) => isOlder(row, sinceMs)), reading);
}

type IsLast = (page: readonly Withdrawal[]) => boolean;
type WithdrawalsPage = Awaited<ReturnType<PixClient['withdraws']['page']>>;

/** Reads again what is too old, a few times. @param lastOf for one reading */
export async function readWithKnown(
  lastOf: () => IsLast,
  reading: Reading,
): Promise<NewestRows & { readonly isTooOld: boolean }> {
  const { known = [], signal } = reading;
  for (let reads = 1; ; reads += 1) {
    const newest = await readNewestUntil(lastOf(), reading);
    const ids = new Set(newest.rows.map(({ id }) => id));
    const lacksKnown = newest.isRead && known.some((id) => !ids.has(id));
    const isTooOld = newest.hasGap === true || lacksKnown;
    if (!lacksKnown || reads === READS_MAXIMUM || signal?.aborted === true) return { ...newest, isTooOld };
  }
}

/** Reads the newest withdrawals page by page, up to one that is the last of interest. */
async function readNewestUntil(
  isLast: IsLast,
  { client, rowsMaximum, signal, beforeFirst: beforeSending }: Omit<Reading, 'known'>,
): Promise<NewestRows> {
  const isInterrupted = () => signal?.aborted === true;
  // Behind queued payouts, a page would show little that was created before them.
  const goesFirst = true;
  let rows: readonly Withdrawal[] = [];
  const readSoFar = () => ({ rows, isRead: false });
  const placeOf = ([first]: readonly Withdrawal[]) => rows.findIndex(({ id }) => id === first?.id);
  let [read, end, overlap, total] = [0, 0, 0, 0];
  try {
    // What is created between two pages moves rows to the second: one of an older list, from a cache, begins further down.
    const isBehindGap = ({ items, pagination }: WithdrawalsPage) =>
      overlap > 0 && pagination.total <= total && placeOf(items) < 0;
    const behind = async () => {
      const offset = end - overlap;
      // Without a row that both have, a page of an older list would not be noticed.
      const size = overlap === 0 ? { fresh: true } : { limit: PAGE_LIMIT_MAXIMUM };
      let page = await client.withdraws.page({ ...size, offset }, { goesFirst });
      for (let reads = 1; reads < PAGE_READS_MAXIMUM && isBehindGap(page) && !isInterrupted(); reads += 1) {
        page = await client.withdraws.page({ fresh: true, offset }, { goesFirst });
      }
      return page;
    };
    let page = await client.withdraws.page({ fresh: true }, { beforeSending, goesFirst });
    for (;;) {
      const { items, pagination } = page;
      if (isBehindGap(page)) {
        const expected = 'expected no page of an older list than the one before it';
        return { ...readSoFar(), hasGap: true, error: new ContractError({ path: '', expected }) };
      }
      // One of a newer list may begin above all that was read.
      const place = placeOf(items);
      const above = place < 0 && overlap === 0 ? rows.length : Math.max(0, place);
      const ids = new Set(items.map(({ id }) => id));
      rows = [...rows.slice(0, above), ...items, ...rows.slice(above).filter(({ id }) => !ids.has(id))];
      read += items.length;
      end += items.length - overlap;
      total = pagination.total;
      overlap = items.length > 1 ? 1 : 0;
      const isOver = items.length === 0 || end >= pagination.total;
      if (isOver || isLast(items)) return { ...readSoFar(), isRead: true };
      if (read >= rowsMaximum || isInterrupted()) return readSoFar();
      page = await behind();
    }
  } catch (error) {
    if (!(error instanceof PixError)) throw error;
    return { ...readSoFar(), error };
  }
}

/** More than dozens of keys send between two looks. */
export const ROWS_MAXIMUM = 20_000;

const FIRST_PAUSE_MS = 1_000;

interface ReadingBack {
  readonly client: Pick<PixClient, 'withdraws'>;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The newest withdrawals, with those behind the page up to one of which the ids are known, and to one that is older than a
 * time. Between the page and an older list there may be a gap: such a list is read again, until none can be that old.
 *
 * @param seen null: up to the time alone. Where the page has no time, up to the ids alone
 * @throws {PixError}
 */
export async function readBack(
  newest: NewestPage,
  { client, clock, signal = sharedController().signal }: ReadingBack,
  { seen, sinceMs }: { readonly seen: ReadonlySet<string> | null; readonly sinceMs: number },
): Promise<NewestPage> {
  const lastOf = () => {
    let [isSeen, isOld] = [seen === null, newest.servedBefore === null];
    return (page: readonly Withdrawal[]) => {
      isSeen ||= page.some(({ id }) => seen?.has(id));
      isOld ||= page.some((row) => isOlder(row, sinceMs));
      return isSeen && isOld;
    };
  };
  if (newest.isWhole || lastOf()(newest.rows)) return newest;
  const known = newest.rows.slice(0, 1).map(({ id }) => id);
  const reading = { client, rowsMaximum: ROWS_MAXIMUM, known, signal };
  const untilMs = clock.now() + CACHE_LIFE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    const { rows, error, isTooOld } = await readWithKnown(lastOf, reading);
    const isOver = !isTooOld || clock.now() >= untilMs;
    if (isOver && error !== undefined && !signal.aborted) throw error;
    if (isOver || signal.aborted) {
      const ids = new Set(rows.map(({ id }) => id));
      return { ...newest, rows: [...newest.rows.filter(({ id }) => !ids.has(id)), ...rows] };
    }
    await sleep(clock, pauseMs, signal).catch(() => undefined);
  }
}

export function hasNotFailed({ status }: Withdrawal): boolean {
  return status !== 'FAILED';
}

export function isOlder({ createdAt }: Withdrawal, sinceMs: number): boolean {
  return (epochMsOf(createdAt) ?? Number.POSITIVE_INFINITY) < sinceMs;
}

/** The balance, for checking a payment against it. Undefined when the key may not read it: it may still send. */
export async function balanceIfAllowed(client: Pick<PixClient, 'balance'>): Promise<Balance | undefined> {
  try {
    return await client.balance();
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return undefined;
  }
}
