import { LIST_CACHE_SECONDS } from '../../contract/limits.ts';
import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { PixError } from '../../client/errors.ts';
import { assertOwnRun, type BoundAccount } from '../accounts/account.ts';
import { ClosingLook } from './closing-look.ts';
import { followRun } from './follow.ts';
import type { Journal } from '../journal/journal.ts';
import { MarkWatch } from './mark-watch.ts';
import { meetForeignMarks, readNewestPage, type ForeignMarks, type NewestPage } from '../accounts/newest-page.ts';
import { Backoff } from './backoff.ts';
import { PayoutError } from '../payout-error.ts';
import { absentFromOf, reconcile, type Looking, type LookTimes } from './reconcile.ts';
import type { PayoutRecord, RunRecord, RunTally } from '../journal/records.ts';
import type { RunEvent, RunSummary, Stop } from './run-events.ts';
import type { RunLock } from '../journal/run-lock.ts';
import { sendPlanned, type RequestResult, type Sending } from './send.ts';

/** The part of a client that payouts use. */
export type PayoutClient = Pick<PixClient, 'withdraws' | 'keys'> & Partial<Pick<PixClient, 'payments'>>;

export interface RunOptions extends LookTimes {
  /** Default as the run was staged. */
  readonly resendsProvenAbsent?: boolean | undefined;
  /** Gives up what was refused when its request had left, though it might succeed later; copies are looked for. */
  readonly triesOnce?: boolean | undefined;
  /** Looks for lost answers no longer than that at a time; what is not found stays unknown. */
  readonly lookForMs?: number | undefined;
  /** Follows withdrawals that are not final to their end. */
  readonly waits?: boolean | undefined;
  /** What becomes of the run when another journal pays from the same account. Default `refuse`. */
  readonly foreignMarks?: ForeignMarks | undefined;
  /** For a run of one payout on an account with transfer security. */
  readonly verificationCode?: string | undefined;
  /** Cuts the last look at the list short. Default {@link RunWork.signal}. */
  readonly interruption?: AbortSignal | undefined;
  /** Told of each request that has ended, before that is kept. */
  readonly onEnded?: ((result: RequestResult) => void) | undefined;
}

export interface RunWork {
  readonly journal: Journal;
  /** Of an approved run, at the origin that the client asks. */
  readonly lock: RunLock;
  /** It must not be stopped by `signal`: what is under way is waited for. */
  readonly client: PayoutClient;
  /** Of that client. */
  readonly account: BoundAccount;
  readonly clock: Clock;
  /** Stops sending, looking and following. What is under way is waited for. */
  readonly signal: AbortSignal;
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  readonly options?: RunOptions | undefined;
}

/** A payout that is proven absent so often in one sitting is left to a person. */
const RESENDS_MAXIMUM = 3;

/** A list may be repeated for so long, so that a page of that age is as good as a new one. */
const FRESH_MS = LIST_CACHE_SECONDS * 1_000;

/**
 * Sends what is planned of a run, looks for what is unknown, and sums up how it stands. To be called again, by whatever
 * process holds the lock, until nothing is left but what only a person can decide: it goes on where the last one ended,
 * however that ended. When it has sent anything, or something is said not to be paid, it ends with a look at what is new among
 * the withdrawals. It stops when its lock is lost.
 *
 * @throws {PayoutError} `run_not_approved`, `other_account`; `cannot_look`, `foreign_journal` before anything is sent
 * @throws {PixError} when the service can't be asked before anything is sent
 * @throws what the disk throws
 */
export async function runPayouts(work: RunWork): Promise<RunSummary> {
  const { journal, lock, onEvent } = work;
  try {
    return await journal.underLock(lock, () => new RunWorker(work).work());
  } catch (error) {
    if (!isLockLost(error)) throw error;
    const stop = { reason: 'lock_lost' } as const;
    onEvent?.({ type: 'stopped', stop });
    return summaryOf(journal, lock.runId, stop);
  }
}

function isLockLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isLockLost);
  return error instanceof PayoutError && error.code === 'lock_lost';
}

class RunWorker {
  readonly #work: RunWork;
  readonly #run: RunRecord;
  readonly #options: RunOptions;
  readonly #marks: MarkWatch;
  readonly #context: Omit<Sending, 'servedBefore'> & Looking;
  readonly #closing: ClosingLook;
  #hasSent = false;

  constructor(work: RunWork) {
    const { journal, lock, client, clock, signal, account, onEvent = () => undefined, options = {} } = work;
    const run = journal.run(lock.runId);
    if (run.approvedAt === null) {
      throw new PayoutError(`the run ${run.id} was not approved`, { code: 'run_not_approved', runId: run.id });
    }
    assertOwnRun(journal, run.id, account);
    const marks = new MarkWatch({ journal, onEvent });
    const backoff = new Backoff(clock);
    this.#work = work;
    this.#run = run;
    this.#options = options;
    this.#marks = marks;
    this.#context = { ...options, journal, run, client, clock, signal, onEvent, marks, backoff };
    this.#closing = new ClosingLook({ ...this.#context, signal: options.interruption ?? signal });
  }

  async work(): Promise<RunSummary> {
    const { journal, clock, signal, account } = this.#work;
    recover(journal, this.#run, clock);
    // A copy may have been carried out after the last command had looked.
    for (const row of account.newest.rows) this.#marks.see(row);
    const stop = await this.#sendAndLook();
    await this.#closing.look();
    if (this.#options.waits === true) {
      await followRun({ ...this.#context, runId: this.#run.id }).catch(leaveAccepted);
      await this.#closing.look();
    }
    const isInterrupted = signal.aborted && this.#hasMoreToDo();
    return summaryOf(journal, this.#run.id, isInterrupted ? { reason: 'interrupted' } : stop);
  }

  /** Sends and looks in turns, until nothing is left to send or something stops it. */
  async #sendAndLook(): Promise<Stop | undefined> {
    const { journal, signal } = this.#work;
    const resends = this.#options.resendsProvenAbsent ?? this.#run.resendsProvenAbsent;
    let stop: Stop | undefined;
    for (let resent = 0; !signal.aborted;) {
      // What was refused long enough ago is settled by one look: that comes before anything is sent.
      if (doubtRefused(this.#context, 'settled')) await reconcile(this.#context);
      stop = hasSendable(journal, this.#run) ? await this.#send() : undefined;
      if (stop === undefined) doubtRefused(this.#context, 'all');
      const open = openOf(journal, this.#run);
      await reconcile(this.#context);
      const isClearedUp = openOf(journal, this.#run) < open && this.#tally().unknown.payouts === 0;
      if (stop !== undefined && !(stop.reason === 'outcomes_unknown' && isClearedUp)) break;
      if (resends && resent < RESENDS_MAXIMUM && planAgain(journal, this.#run) > 0) resent += 1;
      if (this.#tally().planned.payouts === 0) break;
    }
    if (stop?.reason === 'outcomes_unknown') this.#context.onEvent({ type: 'stopped', stop });
    return stop;
  }

  /** @throws what keeps anything from being sent; once something was sent, that is a stop */
  async #send(): Promise<Stop | undefined> {
    try {
      const { servedBefore } = await lookBefore(this.#work, this.#marks, !this.#hasSent);
      this.#closing.noteSending(servedBefore);
      this.#hasSent = true;
      return await sendPlanned({ ...this.#context, servedBefore });
    } catch (error) {
      if (!this.#hasSent || !isStop(error)) throw error;
      const stop: Stop = error instanceof PixError ? { reason: 'network', error } : { reason: 'foreign_journal' };
      this.#context.onEvent({ type: 'stopped', stop });
      return stop;
    }
  }

  #hasMoreToDo(): boolean {
    const { planned, unknown, accepted } = this.#tally();
    return planned.payouts + unknown.payouts + (this.#options.waits === true ? accepted.payouts : 0) > 0;
  }

  #tally(): RunTally {
    return this.#work.journal.tally(this.#run.id);
  }
}

/** What can't be followed has been told already; how the run stands is to be told as well. */
function leaveAccepted(error: unknown): void {
  if (!(error instanceof PixError)) throw error;
}

/** What ends the sending once something has been sent, and is no reason to leave what is unknown. */
function isStop(error: unknown): boolean {
  return error instanceof PixError || (error instanceof PayoutError && error.code === 'foreign_journal');
}

/** How a run stands. */
function summaryOf(journal: Journal, runId: string, stop?: Stop): RunSummary {
  return { run: journal.run(runId), tally: journal.tally(runId), alarms: journal.alarms(runId), stop };
}

/**
 * Requests whose process died with them may have been carried out, until this very moment for all that we know. And a
 * payout that gave way to another with its reference may be sent once that other was definitely not paid.
 */
function recover(journal: Journal, run: RunRecord, clock: Clock): void {
  for (const payout of journal.payouts(run.id, { states: ['sending'] })) {
    journal.change(payout, 'sending', { to: 'unknown', endedAt: clock.epochMs(), code: 'interrupted' });
  }
  for (const payout of journal.payouts(run.id, { states: ['duplicate'] })) {
    if (journal.holderOfPayout(payout) !== undefined) continue;
    journal.change(payout, 'duplicate', { to: 'planned' });
  }
}

function openOf(journal: Journal, { id }: RunRecord): number {
  const { unknown, absent, ambiguous } = journal.tally(id);
  return unknown.payouts + absent.payouts + ambiguous.payouts;
}

/** @returns how many payouts that are proven absent are planned again */
function planAgain(journal: Journal, { id }: RunRecord): number {
  let planned = 0;
  for (const payout of journal.payouts(id, { states: ['absent'] })) {
    journal.change(payout, 'absent', { to: 'planned', code: payout.code });
    planned += 1;
  }
  return planned;
}

function hasSendable(journal: Journal, { id }: RunRecord): boolean {
  const [first] = journal.payouts(id, { states: ['planned'], isRefused: false, maximum: 1 });
  return first !== undefined;
}

/**
 * Has payouts looked for that were refused when their request had left: a gateway may have carried an earlier copy of it
 * out.
 *
 * @param which `settled`: only those of which one look tells everything by now
 * @returns whether there are any
 */
function doubtRefused(
  { journal, run, clock, ...times }: LookTimes & Pick<RunWork, 'journal' | 'clock'> & { readonly run: RunRecord },
  which: 'settled' | 'all',
): boolean {
  const now = clock.epochMs();
  const refused = [...journal.payouts(run.id, { states: ['planned'], isRefused: true })];
  const doubted = refused.filter((payout) => which === 'all' || absentFromOf(payout, now, times) <= now);
  journal.transaction(() => {
    for (const payout of doubted) journal.change(payout, 'planned', { to: 'unknown', ...withReason(payout) });
  });
  return doubted.length > 0;
}

function withReason({ code, reason }: PayoutRecord): Pick<PayoutRecord, 'code' | 'reason'> {
  return { code, reason };
}

/**
 * Looks at the newest withdrawals before anything is sent: asking shows that a lost answer could be cleared up, and
 * whether another journal pays from this account. The page that identified the account may be as old as a list may be.
 *
 * @throws {PayoutError} `cannot_look`, `foreign_journal`
 */
async function lookBefore(work: RunWork, marks: MarkWatch, isFirst: boolean): Promise<NewestPage> {
  const { journal, lock, client, clock, account, options = {} } = work;
  const isFresh = isFirst && clock.epochMs() - account.newest.askedAt < FRESH_MS;
  const page = isFresh ? account.newest : await readNewestPage(client, clock);
  if (page.refusal !== undefined) {
    const message = 'no key may read withdrawals, so a lost answer could never be cleared up';
    throw new PayoutError(message, { code: 'cannot_look', runId: lock.runId, cause: page.refusal });
  }
  meetForeignMarks(page.rows, journal, options.foreignMarks ?? 'refuse');
  for (const row of page.rows) marks.see(row);
  journal.keepSeen(page.rows.map(({ id }) => id));
  return page;
}
