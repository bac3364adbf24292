import type { CreatedWithdrawal, PixClient } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import { PixError } from '../client/errors.ts';
import { RATE_LIMITS } from '../contract/rate-limit.ts';
import { contradicts, outcomeOfFailure } from './creation-outcome.ts';
import type { Journal } from './journal.ts';
import type { PayoutChange } from './journal-steps.ts';
import { markedDescription, newMark } from './mark.ts';
import { createObstacles, type Obstacle } from './patience.ts';
import { plannedRows } from './planned-rows.ts';
import { stateOfStatus } from './payout-state.ts';
import type { PayoutRecord, RunRecord } from './records.ts';
import type { RunEvent, Stop, StopReason } from './run-events.ts';
import { factsOf } from './withdrawal-facts.ts';

/** Two windows of a key: the next requests stand ready while the answers of the last are on their way. */
const REQUESTS_UNDER_WAY = 2 * RATE_LIMITS.standard.requests;

/** So many answers lost running, and it is time to look what has become of them before more are risked. */
const LOST_ANSWERS_MAXIMUM = 10;

export interface Sending {
  readonly journal: Journal;
  readonly run: RunRecord;
  readonly client: Pick<PixClient, 'withdraws' | 'keys'>;
  readonly clock: Clock;
  /** No more intents once it is aborted; what is under way is waited for. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** For a run of one payout on an account with transfer security. */
  readonly verificationCode?: string | undefined;
  /** A moment by the service's clock that has passed; null: none is known. */
  readonly servedBefore: number | null;
}

/** A request that has ended, with or without success. */
interface Ended {
  readonly payout: PayoutRecord;
  readonly at: number;
  readonly result: { readonly answer: CreatedWithdrawal } | { readonly error: unknown };
}

/**
 * Sends the planned payouts of a run, in the order of their rows. Each step of its loop is one commit: the outcomes that
 * have come in, and the intents of the requests that leave next. So no request leaves before its intent is durable, and
 * many share one sync of the disk. The client paces the requests; here, only enough of them are kept under way.
 *
 * The first goes alone, for the account may refuse all of them. A stop is told as it comes, but for `outcomes_unknown`,
 * which looking may yet overcome.
 *
 * @returns why it stopped before all were sent
 * @throws what the disk throws, after the requests under way have ended
 */
export async function sendPlanned(sending: Sending): Promise<Stop | undefined> {
  const { journal, run, client, clock, signal, onEvent, verificationCode } = sending;
  const obstacles = createObstacles(clock);
  const ended: Ended[] = [];
  /** To be told once the transaction is over in which they came up. */
  const notices: RunEvent[] = [];
  const rows = plannedRows(journal, run.id);
  let servedBefore = sending.servedBefore;
  let underWay = 0;
  let lostRunning = 0;
  let goesAlone = true;
  let isOneAtATime = false;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let stop: Stop | undefined;
  let wake: () => void = () => undefined;

  function stopFor(reason: StopReason, error?: unknown): void {
    if (stop !== undefined) return;
    stop = { reason, ...(error instanceof PixError && { error }) };
    if (reason !== 'outcomes_unknown') notices.push({ type: 'stopped', stop });
  }

  function meet(obstacle: Obstacle, error: unknown): void {
    isOneAtATime ||= obstacle === 'one_at_a_time';
    goesAlone ||= obstacle === 'network';
    const pauseMs = obstacles.meet(obstacle);
    if (pauseMs === undefined) {
      stopFor(obstacle === 'rate_limit' ? 'rate_limited' : obstacle, error);
      return;
    }
    const untilMs = clock.now() + pauseMs;
    if (untilMs <= pausedUntilMs || pauseMs === 0) return;
    pausedUntilMs = untilMs;
    notices.push({ type: 'waiting', reason: obstacle, waitMs: pauseMs });
  }

  function succeed({ createdAt }: { readonly createdAt: number | null }): void {
    goesAlone = false;
    lostRunning = 0;
    obstacles.pass('network');
    obstacles.pass('rate_limit');
    obstacles.pass('one_at_a_time');
    if (createdAt !== null) servedBefore = Math.max(servedBefore ?? createdAt, createdAt);
  }

  function lose(): void {
    lostRunning += 1;
    if (lostRunning >= LOST_ANSWERS_MAXIMUM) stopFor('outcomes_unknown');
  }

  /** What an ended request makes of its payout, and of the run. */
  function judge({ payout, at: endedAt, result }: Ended): PayoutChange {
    if ('answer' in result) {
      const { answer } = result;
      const isDoubtful = contradicts(answer, payout, run.coverFee);
      if (isDoubtful || journal.claimantOf(answer.id) !== undefined) {
        lose();
        return {
          to: 'unknown',
          endedAt,
          code: isDoubtful ? 'answer_contradicts' : 'withdrawal_claimed',
          reason: answer.id,
        };
      }
      const withdrawal = factsOf(answer);
      succeed(withdrawal);
      return { to: stateOfStatus(answer.status), endedAt, withdrawal, reason: withdrawal.failureReason };
    }
    const { error } = result;
    const outcome = outcomeOfFailure(error);
    const facts = { endedAt, code: error instanceof PixError ? error.code : 'unexpected', reason: messageOf(error) };
    switch (outcome.kind) {
      case 'refused':
        obstacles.pass('network');
        return { to: 'refused', ...facts };
      case 'unknown':
        lose();
        return { to: 'unknown', ...facts };
      case 'again':
        if (outcome.because === 'stop') stopFor(outcome.stop, error);
        else meet(outcome.because, error);
        rows.giveBack(payout);
        return { to: 'planned', ...facts };
    }
  }

  /** Keeps the outcomes in `ended`, which forgets them only once they are durable. */
  function record(): PayoutRecord[] {
    for (const one of ended) journal.change(one.payout, 'sending', judge(one));
    return ended.map(({ payout }) => payout);
  }

  function room(): number {
    if (stop !== undefined || signal.aborted || clock.now() < pausedUntilMs) return 0;
    return (goesAlone || isOneAtATime ? 1 : REQUESTS_UNDER_WAY * keysFor(client)) - underWay;
  }

  /** Intents for as many payouts as there is room for. A payout whose reference another one holds needs none. */
  function intend(): { intended: PayoutRecord[]; duplicates: PayoutRecord[] } {
    const intended: PayoutRecord[] = [];
    const duplicates: PayoutRecord[] = [];
    for (let left = room(); left > 0;) {
      const payout = rows.next();
      if (payout === undefined) break;
      const mark = run.usesMarks ? unusedMark(journal, clock) : null;
      if (!journal.intend(payout, { at: clock.epochMs(), mark, servedBefore })) {
        duplicates.push(payout);
        continue;
      }
      intended.push(journal.payout(payout));
      left -= 1;
    }
    return { intended, duplicates };
  }

  function launch(payout: PayoutRecord): void {
    const { amountCentavos, pixKey, pixKeyType, mark } = payout;
    const description = markedDescription(payout.description, mark);
    const end = (result: Ended['result']) => {
      underWay -= 1;
      ended.push({ payout, at: clock.epochMs(), result });
      wake();
    };
    underWay += 1;
    client.withdraws
      .create({ amountCentavos, pixKey, pixKeyType, description, coverFee: run.coverFee, verificationCode })
      .then(
        (answer) => {
          end({ answer });
        },
        (error: unknown) => {
          end({ error });
        },
      );
  }

  function tell(payouts: readonly PayoutRecord[]): void {
    for (const payout of payouts) onEvent({ type: 'changed', payout: journal.payout(payout) });
    for (const notice of notices.splice(0)) onEvent(notice);
  }

  /** Until a request has ended, a pause is over, or the caller wants no more. */
  async function somethingHappens(pauseMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const awake = () => {
        callOff();
        signal.removeEventListener('abort', awake);
        resolve();
      };
      const callOff = pauseMs > 0 ? clock.schedule(pauseMs, awake) : () => undefined;
      wake = awake;
      if (ended.length > 0) awake();
      else signal.addEventListener('abort', awake, { once: true });
    });
    // Answers that come in together are committed together.
    await new Promise<void>((resolve) => {
      clock.schedule(0, resolve);
    });
  }

  function keepWhatIsKnown(cause: unknown): void {
    try {
      journal.transaction(record);
    } catch (error) {
      throw new AggregateError([cause, error], messageOf(cause), { cause: error });
    }
  }

  async function allEnded(): Promise<void> {
    while (underWay > 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  try {
    for (;;) {
      if (signal.aborted) stopFor('interrupted');
      const { recorded, intended, duplicates } = journal.transaction(() => ({ recorded: record(), ...intend() }));
      ended.length = 0;
      for (const payout of intended) launch(payout);
      tell([...recorded, ...duplicates, ...intended]);
      const pauseMs = stop === undefined ? Math.max(0, pausedUntilMs - clock.now()) : 0;
      if (underWay === 0 && pauseMs === 0) return stop;
      await somethingHappens(pauseMs);
    }
  } catch (error) {
    // Nobody may find these requests unanswered while they can still leave.
    await allEnded();
    keepWhatIsKnown(error);
    throw error;
  }
}

function keysFor(client: Pick<PixClient, 'keys'>): number {
  const able = client.keys().filter((key) => !key.isRevoked && key.permissions['write:withdraw:create'] !== false);
  return Math.max(1, able.length);
}

function unusedMark(journal: Journal, clock: Clock): string {
  for (;;) {
    const mark = newMark(() => clock.random());
    if (journal.payoutOfMark(mark) === undefined) return mark;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
