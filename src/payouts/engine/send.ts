import type { CreatedWithdrawal } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import { InterruptedError, PixError } from '../../client/errors.ts';
import { linkSignals } from '../../client/http/interruption.ts';
import { RATE_LIMITS } from '../../contract/limits.ts';
import { hasOtherPrice, leavesCopiesInDoubt, outcomeOfFailure } from './creation-outcome.ts';
import { FIRST_PAUSE_MS, followRun } from './follow.ts';
import type { PayoutChange } from '../journal/journal-steps.ts';
import { doubtOf } from './look.ts';
import { PayoutError } from '../payout-error.ts';
import { markedDescription, unusedMark } from '../rules/mark.ts';
import { LONGEST_ONE_AT_A_TIME_MS, Lookout, PlannedRows, type RequestResult, type Sending } from './sending.ts';
import { stateOfStatus, type PayoutState } from '../payout-state.ts';
import { factsOf, type PayoutRecord, type WithdrawalFacts } from '../journal/records.ts';
import type { BackoffReason, RunEvent, Stop, StopReason } from './run-events.ts';

/** Two windows of a key: the next requests are ready while the last responses are still arriving. */
const REQUESTS_UNDER_WAY = 2 * RATE_LIMITS.standard.requests;

/** After this many lost responses in a row, sending pauses for a look. */
const LOST_ANSWERS_MAXIMUM = 10;

interface Ended {
  readonly payout: PayoutRecord;
  readonly at: number;
  /** How long after its intent it left. Undefined if it did not leave: it was interrupted, or others may have paid. */
  readonly heldBackMs: number | undefined;
  readonly result: RequestResult;
}

/**
 * Sends the planned payouts of a run in the order of their rows. Each step of its loop is one commit: the outcomes that
 * have arrived, and the intents of the requests that are sent next. So no request is sent before its intent is durable,
 * and many share one sync of the disk. The client applies the rate limit; this class only keeps enough requests open.
 *
 * The first request is sent alone, because the account may refuse all of them. A payout that was refused after it was
 * sent is set aside and looked for before it is sent again. A stop is reported at once, except `outcomes_unknown`,
 * which looking may still resolve. Nothing is intended, and no request leaves, later after the last look than a list can
 * be old: others may have paid meanwhile, and the machine looks first.
 *
 * @returns why it stopped before all payouts were sent; undefined if all were, or if looking is the next step
 * @throws an error of the disk, after open requests have ended
 */
export function sendPlanned(sending: Sending): Promise<Stop | undefined> {
  return new Sender(sending).send();
}

class Sender {
  readonly #sending: Sending;
  readonly #interruption: ReturnType<typeof linkSignals>;
  readonly #rows: PlannedRows;
  readonly #ended: Ended[] = [];
  /** Reported after the transaction in which they arose. */
  readonly #events: RunEvent[] = [];
  #servedBefore: number | null;
  #underWay = 0;
  #lostRunning = 0;
  #goesAlone = true;
  readonly #lookout: Lookout;
  #hasSucceeded = false;
  /** The service allows one withdrawal at a time, and one is pending. */
  #isBlocked = false;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  #stop: Stop | undefined;
  #wake: () => void = () => undefined;

  constructor(sending: Sending) {
    this.#sending = sending;
    this.#interruption = linkSignals([sending.signal]);
    this.#servedBefore = sending.servedBefore;
    this.#rows = new PlannedRows(sending.journal, sending.run.id);
    this.#lookout = new Lookout({
      ...sending,
      onStop: (reason, error) => this.#stopFor(reason, error),
      onEnd: () => this.#wake(),
    });
    // Time has passed, and a read has succeeded in between.
    sending.backoff.pass('network');
  }

  async send(): Promise<Stop | undefined> {
    try {
      for (;;) {
        this.#lookout.assertSound();
        if (this.#sending.signal.aborted) this.#stopFor('interrupted');
        this.#commit();
        const pauseMs = this.#stop === undefined ? Math.max(0, this.#pausedUntilMs - this.#sending.clock.now()) : 0;
        if (this.#hasToLook()) await this.#lookout.lookAsRequired();
        else if (this.#hasToFollow()) await this.#followOwn();
        else if (this.#underWay === 0 && pauseMs === 0 && !this.#lookout.isLooking()) return this.#stop;
        else await this.#somethingHappens(pauseMs);
      }
    } catch (error) {
      // No other process may find these requests open while they can still be sent.
      await this.#allEnded();
      this.#storeKnown(error);
      throw error;
    } finally {
      this.#interruption.release();
    }
  }

  /** One step: stores outcomes, writes the next intents, and then sends their requests. */
  #commit(): void {
    const { journal, onEvent } = this.#sending;
    const recorded = this.#ended.map(({ payout }) => payout);
    const { intended, duplicates } = journal.transaction(() => {
      this.#record();
      this.#sending.assertAccount();
      return this.#intend();
    });
    this.#ended.length = 0;
    for (const payout of intended) this.#launch(payout);
    if (this.#underWay > 0 && this.#hasSucceeded) this.#lookout.lookAround();
    for (const payout of [...recorded, ...duplicates, ...intended]) {
      onEvent({ type: 'changed', payout: journal.payout(payout) });
    }
    for (const event of this.#events.splice(0)) onEvent(event);
  }

  /** Stores the outcomes in `ended`, which is cleared only once they are durable. */
  #record(): void {
    for (const one of this.#ended) this.#sending.journal.steps.change(one.payout, 'sending', this.#judge(one));
  }

  /** What a finished request means for its payout, and for the run. */
  #judge({ payout, at: endedAt, heldBackMs, result }: Ended): PayoutChange {
    if (heldBackMs === undefined) {
      this.#rows.giveBack(payout);
      return { to: 'planned' };
    }
    if ('error' in result) return this.#judgeFailure(payout, endedAt, result.error);
    const servedBefore = payout.servedBefore === null ? null : payout.servedBefore + heldBackMs;
    return this.#judgeAnswer({ ...payout, servedBefore }, endedAt, result.answer);
  }

  /** @param payout with a time that had passed on the service's clock when its request left */
  #judgeAnswer(payout: PayoutRecord, endedAt: number, answer: CreatedWithdrawal): PayoutChange {
    const doubt = doubtOf(answer, payout, this.#sending.journal);
    if (doubt !== undefined) {
      this.#lose(answer.id);
      // The next one would have another price than was asked for, too.
      if (hasOtherPrice(answer, payout)) this.#stopFor('answer_contradicts');
      return { to: 'unknown', endedAt, code: doubt, reason: answer.id, answeredId: answer.id };
    }
    const withdrawal = factsOf(answer);
    const to = stateOfStatus(answer.status);
    this.#succeed(withdrawal, to);
    return { to, endedAt, withdrawal, reason: withdrawal.failureReason };
  }

  #judgeFailure(payout: PayoutRecord, endedAt: number, error: unknown): PayoutChange {
    const { backoff, verificationCode, triesOnce = false } = this.#sending;
    const outcome = outcomeOfFailure(error);
    const isUnsent = error instanceof PixError && error.outcome === 'not-sent';
    const { code, message: reason } =
      error instanceof PixError ? error : { code: 'unexpected', message: String(error) };
    const facts = { endedAt, code, reason };
    switch (outcome.kind) {
      case 'refused':
        backoff.pass('network');
        return { to: 'refused', ...facts };
      case 'unknown':
        this.#lose();
        return { to: 'unknown', ...facts };
      case 'again':
        if (outcome.because === 'stop') this.#stopFor(outcome.stop, error);
        else this.#meet(outcome.because, error);
        if (leavesCopiesInDoubt(error, verificationCode)) {
          return triesOnce ? { to: 'refused', ...facts } : { to: 'planned', refusedAt: endedAt, ...facts };
        }
        this.#rows.giveBack(payout);
        return { to: 'planned', code, reason, endedAt: isUnsent ? undefined : endedAt };
    }
  }

  #stopFor(reason: StopReason, error?: unknown): void {
    // Once lost responses are cleared up, the run would go on beside others.
    const isGraver = reason === 'foreign_journal' && this.#stop?.reason !== reason;
    if (this.#stop !== undefined && !isGraver) return;
    // An interruption says no more than the reason.
    const tells = error instanceof PixError && !(error instanceof InterruptedError);
    this.#stop = { reason, ...(tells && { error }), ...(error instanceof PayoutError && { foreign: error }) };
    if (reason !== 'outcomes_unknown') this.#events.push({ type: 'stopped', stop: this.#stop });
  }

  #meet(reason: BackoffReason, error: unknown): void {
    const { backoff, clock } = this.#sending;
    this.#isBlocked ||= reason === 'one_at_a_time';
    this.#goesAlone ||= reason === 'network';
    const pauseMs = backoff.meet(reason);
    if (pauseMs === undefined) {
      this.#stopFor(reason === 'rate_limit' ? 'rate_limited' : reason, error);
      return;
    }
    const untilMs = clock.now() + pauseMs;
    if (untilMs <= this.#pausedUntilMs || pauseMs === 0) return;
    this.#pausedUntilMs = untilMs;
    this.#events.push({ type: 'waiting', reason, waitMs: pauseMs });
  }

  /**
   * While the first is pending, the second is sent alone, too: the account may allow one at a time. And what follows one
   * that has failed: the same row may fail on another machine, which then knows no difference.
   */
  #succeed({ id, createdAt }: WithdrawalFacts, to: PayoutState): void {
    const { backoff } = this.#sending;
    if (!this.#hasSucceeded) this.#lookout.require(id);
    this.#goesAlone = to !== 'paid' && !this.#hasSucceeded;
    this.#hasSucceeded ||= to !== 'failed';
    this.#lostRunning = 0;
    backoff.pass('network');
    backoff.pass('rate_limit');
    backoff.pass('one_at_a_time');
    if (createdAt !== null) this.#servedBefore = Math.max(this.#servedBefore ?? createdAt, createdAt);
  }

  #lose(answeredId: string | null = null): void {
    if (!this.#hasSucceeded) this.#lookout.require(answeredId);
    this.#lostRunning += 1;
    if (this.#lostRunning >= LOST_ANSWERS_MAXIMUM) this.#stopFor('outcomes_unknown');
  }

  /** Intents for as many payouts as there is room for. A duplicate needs none. */
  #intend(): { intended: PayoutRecord[]; duplicates: PayoutRecord[] } {
    const { journal, run, clock } = this.#sending;
    const intended: PayoutRecord[] = [];
    const duplicates: PayoutRecord[] = [];
    for (let left = this.#room(); left > 0;) {
      const payout = this.#rows.next();
      if (payout === undefined) break;
      const mark = run.usesMarks ? unusedMark(journal, clock) : null;
      if (!journal.steps.intend(payout, { at: clock.epochMs(), mark, servedBefore: this.#servedBefore })) {
        duplicates.push(payout);
        continue;
      }
      intended.push(journal.payout(payout));
      left -= 1;
    }
    return { intended, duplicates };
  }

  #room(): number {
    const { clock, signal, client, watch } = this.#sending;
    if (this.#stop !== undefined || signal.aborted || clock.now() < this.#pausedUntilMs) return 0;
    if (!this.#lookout.isRequired() && watch.isOutdated()) this.#lookout.require(null);
    if (this.#lookout.isRequired()) return 0;
    if (this.#isOneAtATime()) return this.#isBlocked || this.#hasAccepted() ? 0 : 1 - this.#underWay;
    return (this.#goesAlone ? 1 : REQUESTS_UNDER_WAY * keysFor(client)) - this.#underWay;
  }

  #isOneAtATime(): boolean {
    return this.#sending.backoff.wasEverMet('one_at_a_time');
  }

  #hasAccepted(): boolean {
    const { journal, run } = this.#sending;
    return journal.tally(run.id).accepted.payouts > 0;
  }

  #hasToLook(): boolean {
    if (!this.#lookout.isRequired() || this.#stop !== undefined) return false;
    return !this.#sending.signal.aborted && this.#rows.hasMore();
  }

  /** If the service allows one withdrawal at a time, each of ours must be final before the next one is sent. */
  #hasToFollow(): boolean {
    if (this.#underWay > 0 || this.#stop !== undefined || this.#sending.signal.aborted) return false;
    return this.#isOneAtATime() && this.#hasAccepted() && this.#rows.hasMore();
  }

  async #followOwn(): Promise<void> {
    const { clock, onEvent } = this.#sending;
    onEvent({ type: 'waiting', reason: 'one_at_a_time', waitMs: FIRST_PAUSE_MS });
    try {
      await followRun({ ...this.#sending, untilMs: clock.now() + LONGEST_ONE_AT_A_TIME_MS });
      if (this.#hasAccepted() && !this.#sending.signal.aborted) this.#stopFor('one_at_a_time');
    } catch (error) {
      if (!(error instanceof PixError)) throw error;
      this.#stopFor('network', error);
    }
    this.#isBlocked = false;
  }

  #launch(payout: PayoutRecord): void {
    const { client, clock, lock, signal, verificationCode, onEnded, watch } = this.#sending;
    const { amountCentavos, pixKey, pixKeyType, coverFee, mark } = payout;
    const description = markedDescription(payout.description, mark);
    let heldBackMs: number | undefined = 0;
    // Ends what waits for the rate limit, which may be for a minute, and nothing that has left.
    const waiting = linkSignals([this.#interruption.signal]);
    const beforeSending = () => {
      lock.assertMayLeave();
      // What waits for the rate limit does not leave either after an interruption, or once others are known to pay.
      const isHeld = signal.aborted || watch.isOutdated() || this.#stop?.reason === 'foreign_journal';
      heldBackMs = isHeld ? undefined : Math.max(0, clock.epochMs() - (payout.intendedAt ?? Infinity));
      if (heldBackMs === undefined) throw new Error('it does not leave any more');
      waiting.release();
    };
    const end = (result: RequestResult) => {
      waiting.release();
      if (waiting.signal.aborted && 'error' in result) heldBackMs = undefined;
      if (heldBackMs !== undefined) onEnded?.(result);
      this.#underWay -= 1;
      this.#ended.push({ payout, at: clock.epochMs(), heldBackMs, result });
      this.#wake();
    };
    this.#underWay += 1;
    const order = { amountCentavos, pixKey, pixKeyType, description, coverFee, verificationCode };
    client.withdraws.create(order, { beforeSending, signal: waiting.signal }).then(
      (answer) => end({ answer }),
      (error: unknown) => end({ error }),
    );
  }

  /** Waits until a request has ended, a pause is over, or the caller stops. */
  async #somethingHappens(pauseMs: number): Promise<void> {
    const { clock, signal } = this.#sending;
    await new Promise<void>((resolve) => {
      const awake = () => {
        callOff();
        signal.removeEventListener('abort', awake);
        resolve();
      };
      const callOff = pauseMs > 0 ? clock.schedule(pauseMs, awake) : () => undefined;
      this.#wake = awake;
      signal.addEventListener('abort', awake, { once: true });
      // A caller may have stopped at the event of this pause.
      if (pauseMs > 0 && signal.aborted) awake();
    });
    // Responses that arrive together are committed together.
    await new Promise<void>((resolve) => {
      clock.schedule(0, resolve);
    });
  }

  async #allEnded(): Promise<void> {
    while (this.#underWay > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #storeKnown(cause: unknown): void {
    try {
      this.#sending.journal.transaction(() => this.#record());
    } catch (error) {
      throw new AggregateError([cause, error], (cause as Error).message, { cause: error });
    }
  }
}

function keysFor(client: Pick<PixClient, 'keys'>): number {
  const able = client.keys().filter((key) => !key.isRevoked && key.permissions['write:withdraw:create'] !== false);
  return Math.max(1, able.length);
}
