import { LIST_CACHE_SECONDS } from '../../contract/limits.ts';
import type { PixClient } from '../../client/client.ts';
import { sleep, type Clock } from '../../client/clock.ts';
import { PixError } from '../../client/errors.ts';
import { assertNotJoined, assertOwnRun, type BoundAccount } from '../accounts/account.ts';
import { ClosingLook } from './closing-look.ts';
import { followRun } from './follow.ts';
import { ForeignWatch } from './foreign-watch.ts';
import type { Journal } from '../journal/journal.ts';
import { MarkWatch } from './mark-watch.ts';
import { meetForeignMarks, readNewestPage, type ForeignMarks, type NewestPage } from '../accounts/newest-page.ts';
import { Backoff, type Sending } from './sending.ts';
import { isPolicyRefusal, PayoutError } from '../payout-error.ts';
import { absentFromOf, reconcile, type Looking } from './reconcile.ts';
import type { RunRecord, RunTally } from '../journal/records.ts';
import type { RunEvent, RunSummary, Stop } from './run-events.ts';
import type { RunLock } from '../journal/run-lock.ts';
import { mostOfRun } from '../rules/payable.ts';
import type { BatchTotals } from '../files/batch-summary.ts';
import { sendPlanned } from './send.ts';

export type PayoutClient = Pick<PixClient, 'withdraws' | 'keys'> & Partial<Pick<PixClient, 'payments'>>;

export interface RunOptions
  extends Pick<Sending, 'triesOnce' | 'verificationCode' | 'onEnded'>, Pick<Looking, 'lookForMs'> {
  /** Whether payouts that are proven absent are sent again, or these rows, once. Default: as staged. */
  readonly resendsProvenAbsent?: boolean | ReadonlySet<number> | undefined;
  /** Sends nothing: what was refused, and is proven absent now, is left to its run. */
  readonly onlyLooks?: boolean | undefined;
  readonly waits?: boolean | undefined;
  /** What happens when another journal pays from the same account. Default `refuse`. */
  readonly foreignMarks?: ForeignMarks | undefined;
  /** What was shown and agreed to: no more is sent. Undefined where all of the run was agreed to. */
  readonly agreed?: Pick<BatchTotals, 'payouts' | 'sumCentavos'> | undefined;
  /** A person may have been asked since the account was determined: the newest page is read again. */
  readonly mayHavePaused?: boolean | undefined;
  /** Ends the closing look early. Default {@link RunWork.signal}. */
  readonly interruption?: AbortSignal | undefined;
}

export interface RunWork {
  readonly journal: Journal;
  /** The lock of an approved run, for the client's origin. */
  readonly lock: RunLock;
  /** Must not be stopped by `signal`: open requests are awaited. */
  readonly client: PayoutClient;
  readonly account: BoundAccount;
  readonly clock: Clock;
  /** Stops sending, looking and following. Open requests are awaited. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  readonly options?: RunOptions | undefined;
}

/** After this many resends in one call, a payout that is proven absent is left to a person. */
const RESENDS_MAXIMUM = 3;
const ROWS_A_SLICE = 200;

/** A list may be repeated for this time, so a page of that age is as good as a new one. */
const FRESH_MS = LIST_CACHE_SECONDS * 1_000;

/**
 * Sends the planned payouts of a run, looks for unknown ones, and summarises the result. Call it again, from any
 * process with the lock, until only a person's decisions are left: it resumes whatever the last call left. If something
 * was sent, or reported as not paid, it ends with a look at the newest withdrawals. It stops when its lock is lost.
 *
 * @throws {PayoutError} `run_not_approved`, `other_account`; `plan_changed`, `cannot_look`, `foreign_journal` before anything is sent;
 *   those of the policy, likewise
 * @throws {PixError} when the service cannot be reached before anything is sent
 * @throws an error of the disk
 */
export async function runPayouts(work: RunWork): Promise<RunSummary> {
  const { journal, lock, onEvent } = work;
  try {
    const timed = { ...work, clock: journal.timeFor(work.clock) };
    return await journal.steps.underLock(lock, () => new RunWorker(timed).work());
  } catch (error) {
    if (!isLockLost(error)) throw error;
    const stop = { reason: 'lock_lost' } as const;
    onEvent({ type: 'stopped', stop });
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
  readonly #context: Omit<Sending, 'assertAccount' | 'servedBefore' | 'watch'> & Looking;
  readonly #watch: ForeignWatch;
  readonly #closing: ClosingLook;
  #hasSent = false;

  constructor(work: RunWork) {
    const { journal, lock, client, clock, signal, account, onEvent, options = {} } = work;
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
    const views: Pick<Looking, 'alsoShown' | 'onFound'> = {
      alsoShown: () => this.#watch.shown(),
      onFound: (found, rows) => this.#closing.seeBeside(found, rows),
    };
    this.#context = { ...options, ...views, journal, lock, run, client, clock, signal, onEvent, marks, backoff };
    const { foreignMarks = 'refuse' } = options;
    this.#watch = new ForeignWatch({ journal, run, client, clock, signal, foreignMarks, newest: account.newest });
    this.#closing = new ClosingLook({ ...this.#context, watch: this.#watch, signal: options.interruption ?? signal });
  }

  async work(): Promise<RunSummary> {
    const { journal, clock, signal, account } = this.#work;
    await recover(journal, this.#run, clock, signal);
    this.#assertAgreed();
    // A copy may have been processed after the last command had looked.
    for (const row of account.newest.rows) this.#marks.see(row);
    const stop = await this.#sendAndLook();
    await this.#closing.look();
    if (this.#options.waits === true) {
      await followRun(this.#context).catch(leaveAccepted);
      await this.#closing.look();
    }
    const isInterrupted = signal.aborted && this.#hasMoreToDo();
    const summary = summaryOf(journal, this.#run.id, isInterrupted ? { reason: 'interrupted' } : stop);
    return { ...summary, alarms: summary.alarms + this.#closing.suspected() };
  }

  #resends(): boolean | ReadonlySet<number> {
    return this.#options.resendsProvenAbsent ?? this.#run.resendsProvenAbsent;
  }

  /** A payment that stood against a row may have failed while a person was asked. */
  #assertAgreed(): void {
    const { agreed } = this.#options;
    if (agreed === undefined) return;
    const { id: runId } = this.#run;
    const most = mostOfRun(this.#work.journal, runId, this.#resends());
    if (most.payouts <= agreed.payouts && most.amountCentavos <= agreed.sumCentavos) return;
    throw new PayoutError(`more of the run ${runId} would be sent than was agreed to`, { code: 'plan_changed', runId });
  }

  /** Alternates between sending and looking until nothing is left to send or something stops it. */
  async #sendAndLook(): Promise<Stop | undefined> {
    const { journal, signal } = this.#work;
    const resends = this.#resends();
    const rows = typeof resends === 'object' ? new Set(resends) : undefined;
    const onlyLooks = this.#options.onlyLooks === true;
    let stop: Stop | undefined;
    for (let resent = 0; !signal.aborted;) {
      // Payouts refused long enough ago are settled by one look, before anything is sent.
      if (doubtRefused(this.#context, 'settled')) await reconcile(this.#context);
      stop = !onlyLooks && hasSendable(journal, this.#run) ? await this.#send() : undefined;
      if (stop === undefined) doubtRefused(this.#context, 'all');
      const open = openOf(journal, this.#run);
      const absent = await reconcile(this.#context);
      if (onlyLooks) break;
      const isClearedUp = openOf(journal, this.#run) < open && this.#tally().unknown.payouts === 0;
      if (stop !== undefined && !(stop.reason === 'outcomes_unknown' && isClearedUp)) break;
      if (resends !== false && resent < RESENDS_MAXIMUM && planAgain(journal, this.#run, absent, rows) > 0) resent += 1;
      if (this.#tally().planned.payouts === 0) break;
    }
    if (stop?.reason === 'outcomes_unknown') this.#context.onEvent({ type: 'stopped', stop });
    return stop;
  }

  /** @throws errors before anything was sent; later ones become a stop */
  async #send(): Promise<Stop | undefined> {
    try {
      this.#assertMaySend();
      const newest = await this.#lookBefore();
      const { servedBefore } = newest;
      this.#watch.assertNone(newest);
      this.#closing.noteSending(servedBefore);
      this.#hasSent = true;
      const { journal, account } = this.#work;
      const assertAccount = () => assertNotJoined(journal, this.#run.id, account);
      return await sendPlanned({ ...this.#context, assertAccount, servedBefore, watch: this.#watch });
    } catch (error) {
      // A refusal by the policy does not prevent the look for payments whose outcome is unknown.
      const goesOn = this.#hasSent || (isPolicyRefusal(error) && openOf(this.#work.journal, this.#run) > 0);
      const stop = goesOn ? stopOf(error) : undefined;
      if (stop === undefined) throw error;
      this.#context.onEvent({ type: 'stopped', stop });
      return stop;
    }
  }

  /**
   * Looks at the newest withdrawals before anything is sent. This proves that a lost response could be resolved, and
   * shows whether another journal pays from the account. The page that identified the account may be reused within the
   * cache time of lists.
   *
   * @throws {PayoutError} `cannot_look`, `foreign_journal`
   */
  async #lookBefore(): Promise<NewestPage> {
    const { journal, client, clock, account } = this.#work;
    const { id: runId, digest } = this.#run;
    const { mayHavePaused = false, foreignMarks = 'refuse' } = this.#options;
    const isFresh = !this.#hasSent && !mayHavePaused && clock.epochMs() - account.newest.askedAt < FRESH_MS;
    const newest = isFresh ? account.newest : await readNewestPage(client, clock);
    if (newest.refusal !== undefined) {
      const message = 'no key may read withdrawals, so a lost answer could never be cleared up';
      throw new PayoutError(message, { code: 'cannot_look', runId, cause: newest.refusal });
    }
    meetForeignMarks(newest.rows, journal, foreignMarks, digest);
    const page = await this.#watch.readBehind(newest);
    for (const row of page.rows) this.#marks.see(row);
    journal.steps.storeSeen(page.rows.map(({ id }) => id));
    return page;
  }

  /** Signatures and caps count where the money leaves, also when a run is resumed. */
  #assertMaySend(): void {
    const { journal } = this.#work;
    const { id } = this.#run;
    journal.approvals.assertMaySend(id);
    if (this.#hasSent) return;
    const { payouts, amountCentavos } = this.#tally().planned;
    journal.transaction(() =>
      journal.log.append('ran', id, { payments: payouts, sumCentavos: amountCentavos, ...this.#approvedBy() }),
    );
  }

  #approvedBy(): { readonly approvers?: string } {
    const { approvals } = this.#work.journal;
    const isSubmitted = approvals.submissionOf(this.#run.id) !== undefined;
    const approvers = isSubmitted ? approvals.standing(this.#run.id).approvers : [];
    return approvers.length === 0 ? {} : { approvers: approvers.join(', ') };
  }

  #hasMoreToDo(): boolean {
    const { planned, unknown, accepted } = this.#tally();
    return planned.payouts + unknown.payouts + (this.#options.waits === true ? accepted.payouts : 0) > 0;
  }

  #tally(): RunTally {
    return this.#work.journal.tally(this.#run.id);
  }
}

/** Failures of following were reported already; the summary must be reported, too. */
function leaveAccepted(error: unknown): void {
  if (!(error instanceof PixError)) throw error;
}

/** Why an error stops the run without preventing the look for unknown payouts; undefined if it prevents that, too. */
function stopOf(error: unknown): Stop | undefined {
  if (error instanceof PixError) return { reason: 'network', error };
  if (isPolicyRefusal(error)) return { reason: 'policy' };
  const isForeign = error instanceof PayoutError && error.code === 'foreign_journal';
  return isForeign ? { reason: 'foreign_journal', foreign: error } : undefined;
}

export function summaryOf(journal: Journal, runId: string, stop?: Stop): RunSummary {
  return { run: journal.run(runId), tally: journal.tally(runId), alarms: journal.alarms(runId), stop };
}

/**
 * Requests of a killed process may have been processed, up to now as far as we know. A payout that was a duplicate of
 * another may be sent once the other was certainly not paid: by a plan that shows it, and not in the middle of a run.
 */
async function recover(journal: Journal, run: RunRecord, clock: Clock, signal: AbortSignal): Promise<void> {
  for (const payout of journal.payouts(run.id, { states: ['sending'] })) {
    journal.steps.change(payout, 'sending', { to: 'unknown', endedAt: clock.epochMs(), code: 'interrupted' });
  }
  await holdBackPlanned(journal, run, clock, signal);
  for (const payout of journal.payouts(run.id, { states: ['duplicate'] })) {
    if (journal.steps.holderToAwait(payout) === undefined) journal.steps.change(payout, 'duplicate', { to: 'planned' });
  }
}

/** In slices: a journal that machines share blocks while it is asked, and the run's lease is renewed in between. */
async function holdBackPlanned(journal: Journal, run: RunRecord, clock: Clock, signal: AbortSignal): Promise<void> {
  for (let after = 0; ;) {
    const filter = { states: ['planned'], isRefused: false, after, maximum: ROWS_A_SLICE } as const;
    const rows = [...journal.payouts(run.id, filter)];
    journal.transaction(() => {
      for (const payout of rows) journal.steps.holdBack(payout);
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_A_SLICE || signal.aborted) return;
    after = last.row;
    await sleep(clock, 0, signal).catch(() => undefined);
  }
}

function openOf(journal: Journal, { id }: RunRecord): number {
  const { unknown, absent, ambiguous } = journal.tally(id);
  return unknown.payouts + absent.payouts + ambiguous.payouts;
}

/**
 * @param proven by a look of now: what was absent may have been paid by hand since
 * @param rows the only ones, each once; undefined for all
 * @returns how many payouts that are proven absent are planned again
 */
function planAgain(journal: Journal, { id }: RunRecord, proven: ReadonlySet<number>, rows?: Set<number>): number {
  let planned = 0;
  for (const payout of journal.payouts(id, { states: ['absent'] })) {
    if (!proven.has(payout.row) || rows?.delete(payout.row) === false) continue;
    journal.steps.change(payout, 'absent', { to: 'planned', code: payout.code });
    planned += 1;
  }
  return planned;
}

function hasSendable(journal: Journal, { id }: RunRecord): boolean {
  const [first] = journal.payouts(id, { states: ['planned'], isRefused: false, maximum: 1 });
  return first !== undefined;
}

/**
 * Marks payouts for a look that were refused after they were sent, because a gateway may have processed an earlier copy
 * of the request.
 *
 * @param which `settled`: only those that one look can settle now
 * @returns whether there are any
 */
function doubtRefused(
  { journal, run, clock }: Pick<Looking, 'journal' | 'run' | 'clock'>,
  which: 'settled' | 'all',
): boolean {
  const now = clock.epochMs();
  const refused = [...journal.payouts(run.id, { states: ['planned'], isRefused: true })];
  const doubted = refused.filter((payout) => which === 'all' || absentFromOf(payout, now) <= now);
  journal.transaction(() => {
    for (const payout of doubted)
      journal.steps.change(payout, 'planned', { to: 'unknown', code: payout.code, reason: payout.reason });
  });
  return doubted.length > 0;
}
