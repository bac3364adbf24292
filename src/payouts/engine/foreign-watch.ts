import type { Withdrawal } from '../../client/answers.ts';
import { sleep } from '../../client/clock.ts';
import { PixError } from '../../client/errors.ts';
import {
  foreignMarksIn,
  hasNotFailed,
  isOlder,
  readBack,
  readWithKnown,
  ROWS_MAXIMUM,
  type ForeignMarks,
  type NewestPage,
} from '../accounts/newest-page.ts';
import { nameOfPayout } from '../journal/journal-reads.ts';
import type { Journal } from '../journal/journal.ts';
import { epochMsOf, type PayoutRecord } from '../journal/records.ts';
import { CACHE_LIFE_MS, type PayoutState } from '../payout-state.ts';
import { ANSWER_MARGIN_MS, mayBe, mayBeDespiteFee } from './look.ts';
import { markIn } from '../rules/mark.ts';
import { foreignTo, haveOwners, mayOwn } from './paid-since.ts';
import type { RunContext } from './run-events.ts';

interface Watched extends Omit<RunContext, 'onEvent'> {
  readonly foreignMarks: ForeignMarks;
  /** The newest withdrawals when the run was planned. */
  readonly newest: Pick<NewestPage, 'rows' | 'isWhole'>;
}

/** States in which a row may have a withdrawal that is not known, also a copy of one that was refused or has failed. */
const OWNING_STATES: readonly PayoutState[] = ['sending', 'unknown', 'absent', 'ambiguous', 'failed', 'refused'];

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

/** Notices, while a run sends, that another journal or program has begun to pay from the account. */
export class ForeignWatch {
  readonly #watched: Watched;
  readonly #known: ReadonlySet<string>;
  #askedAt = Number.NEGATIVE_INFINITY;
  #lastSeen: ReadonlySet<string>;
  #areMarksShown: boolean;
  readonly #like = new Map<string, Withdrawal>();

  constructor(watched: Watched) {
    this.#watched = watched;
    this.#known = new Set(watched.newest.rows.map(({ id }) => id));
    this.#lastSeen = this.#known;
    this.#areMarksShown = watched.newest.rows.some((row) => this.#isMarked(row));
  }

  /** Whether others may have paid since the last look: the machine has slept, or no list can be read. */
  isOutdated(): boolean {
    return this.#watched.clock.epochMs() - this.#askedAt > CACHE_LIFE_MS;
  }

  /** What was shown with the key and amount of a row, and on the page of the plan. */
  shown(): readonly Withdrawal[] {
    return [...this.#watched.newest.rows, ...this.#like.values()];
  }

  /**
   * The page with what is behind it, up to what the last look has shown, and to what is clearly older than the newest: by
   * its time, a row of the run could own the rest.
   *
   * @throws {PixError}
   */
  readBehind(newest: NewestPage): Promise<NewestPage> {
    const sinceMs = (newest.servedBefore ?? 0) - ANSWER_MARGIN_MS;
    return readBack(newest, this.#watched, { seen: this.#lastSeen, sinceMs });
  }

  /**
   * Reads what is new since the last look.
   *
   * @throws {PayoutError} `foreign_journal` @throws {PixError}
   */
  async look(): Promise<readonly Withdrawal[]> {
    const { client, clock, journal, signal } = this.#watched;
    let askedAt = clock.epochMs();
    const isSeen = ({ id }: Withdrawal) => this.#lastSeen.has(id);
    const { rows, isRead, hasGap, error } = await readWithKnown(() => (page) => page.some(isSeen), {
      client,
      rowsMaximum: ROWS_MAXIMUM,
      signal,
      // After all waiting for the rate limit, which may last longer than a list can be old.
      beforeFirst: () => {
        askedAt = clock.epochMs();
      },
    });
    if (error !== undefined && hasGap !== true) throw error;
    if (!isRead && signal.aborted) return rows;
    // What others have made meanwhile may be answered to a row that is sent from now on.
    if (this.isOutdated()) journal.steps.storeSeen(rows.map(({ id }) => id));
    this.assertNone({ rows, askedAt }, hasGap);
    if (error !== undefined) throw error;
    return rows;
  }

  /**
   * Reads the newest page until it contains a withdrawal of ours, so that it is newer than that one. A machine that
   * began earlier is on it, too. An older page is believed once no list can be that old.
   *
   * @param ownId undefined when the answer was lost
   * @throws {PayoutError} `foreign_journal`
   * @throws {PixError} when the list cannot be read
   */
  async lookSince(ownId: string | undefined): Promise<void> {
    const { clock, signal } = this.#watched;
    const untilMs = clock.now() + CACHE_LIFE_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      let failure: PixError | undefined;
      try {
        const rows = await this.look();
        if (ownId === undefined || rows.some(({ id }) => id === ownId)) return;
      } catch (error) {
        if (!(error instanceof PixError)) throw error;
        failure = error;
      }
      if (signal.aborted) return;
      if (clock.now() >= untilMs) {
        if (failure !== undefined) throw failure;
        return;
      }
      await sleep(clock, pauseMs, signal).catch(() => undefined);
    }
  }

  /**
   * What another journal has made counts also if it has failed: its machine goes on. What was paid by hand counts if it
   * has the key and amount of a row.
   *
   * @param hasGap what is in it is left to the next look, which begins where this one began
   * @throws {PayoutError} `foreign_journal`
   */
  assertNone({ rows, askedAt }: Pick<NewestPage, 'rows' | 'askedAt'>, hasGap = false): void {
    const { journal, run, foreignMarks, clock } = this.#watched;
    if (!hasGap) {
      // The page that identified the account has its time from another clock, which may be ahead.
      this.#askedAt = Math.min(askedAt, clock.epochMs());
      this.#lastSeen = new Set(rows.map(({ id }) => id));
    }
    this.#areMarksShown ||= rows.some((row) => this.#isMarked(row));
    const newer = this.#newer(rows);
    const marked = foreignMarksIn(newer, journal, run.digest)
      .map(({ row }) => row)
      .filter((row) => foreignMarks === 'refuse' || this.#isOfRow(row));
    const foreign = [...new Set([...marked, ...this.#likeOurs(newer)])];
    const error = foreignTo(run, foreign, journal.payouts(run.id, { states: ['planned'] }));
    if (error !== undefined) throw error;
  }

  /** What was paid by hand, while the run sent, beside rows that are paid, too. @param sinceMs by the service's clock */
  paidBeside(rows: readonly Withdrawal[], sinceMs: number): readonly Withdrawal[] {
    return this.likePaid(this.#newer(rows).filter((row) => !isOlder(row, sinceMs)));
  }

  /** What is like a row that is paid, is not its own, and of no other row. */
  likePaid(rows: readonly Withdrawal[]): readonly Withdrawal[] {
    const { journal, run } = this.#watched;
    const like = this.#likeOurs(rows.filter(hasNotFailed));
    if (like.length === 0) return like;
    const own = [...journal.payouts(run.id)].filter((payout) => like.some((row) => mayBeDespiteFee(row, payout)));
    // It may be that of a row which is left, or a copy of one that was refused.
    const without = own.filter(
      ({ withdrawal, state }) => withdrawal === null && (state === 'planned' || OWNING_STATES.includes(state)),
    );
    const others = own.flatMap((payout) => journal.unclaimedTo(payout, run.account));
    const mayOwnOne = (payout: PayoutRecord, row: Withdrawal) =>
      mayOwn(payout, madeAtOf(row), run) && mayBeDespiteFee(row, payout);
    return like.filter((row) => ![...without, ...others].some((payout) => mayOwnOne(payout, row)));
  }

  #newer(rows: readonly Withdrawal[]): readonly Withdrawal[] {
    const isKnown = ({ id }: Withdrawal) => this.#known.has(id);
    // What is behind all of a page is older, unless that had all: a look may show more than the first page.
    const end = this.#watched.newest.isWhole ? -1 : rows.findLastIndex(isKnown);
    return rows.slice(0, end < 0 ? undefined : end).filter((row) => !isKnown(row));
  }

  /**
   * Withdrawals with the key and amount of a row of the run, more than are ours: none of our payouts claims them, and none
   * without a withdrawal may own them.
   */
  #likeOurs(rows: readonly Withdrawal[]): readonly Withdrawal[] {
    const { journal, run } = this.#watched;
    // Where marks are hidden, one that has failed may be another machine's, which goes on.
    const mayCount = this.#areMarksShown ? hasNotFailed : () => true;
    const unclaimed = rows.filter((row) => mayCount(row) && !isOurs(row, journal, run.digest));
    if (unclaimed.length === 0) return [];
    const keys = new Map<string, PayoutRecord>();
    for (const payout of journal.payouts(run.id)) {
      if (unclaimed.some((row) => mayBe(row, payout))) {
        keys.set(JSON.stringify([payout.pixKeyType, payout.pixKey, payout.amountCentavos, payout.coverFee]), payout);
      }
    }
    return [...keys.values()].flatMap((payout) => {
      const like = unclaimed.filter((row) => mayBe(row, payout));
      for (const row of like) this.#like.set(row.id, row);
      const owning = [
        ...journal.unclaimedTo(payout, run.account),
        // Also to another key, where the service masks them.
        ...journal.payouts(run.id, { states: OWNING_STATES }),
      ].filter((own) => like.some((row) => mayBe(row, own)));
      const owners = [...new Map(owning.map((own) => [nameOfPayout(own), own])).values()];
      return haveOwners(like.map(madeAtOf), owners, run) ? [] : like;
    });
  }

  #isMarked({ description }: Withdrawal): boolean {
    return this.#watched.journal.payoutOfMark(markIn(description) ?? '') !== undefined;
  }

  /** Whether it has the key and amount of a row: this is no other payment, although others are ignored. */
  #isOfRow(row: Withdrawal): boolean {
    const { journal, run } = this.#watched;
    for (const payout of journal.payouts(run.id)) if (mayBe(row, payout)) return true;
    return false;
  }
}

const madeAtOf = ({ createdAt }: Withdrawal) => epochMsOf(createdAt);

function isOurs({ id, description }: Withdrawal, journal: Journal, digest: string): boolean {
  const mark = markIn(description);
  const isMarked = mark !== undefined && (journal.payoutOfMark(mark) !== undefined || journal.isAccepted(mark, digest));
  return isMarked || journal.claimantOf(id) !== undefined || journal.ownerOfSecond(id) !== undefined;
}
