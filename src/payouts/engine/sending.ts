import type { CreatedWithdrawal } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { PixError } from '../../client/errors.ts';
import type { PayoutRecord } from '../journal/records.ts';
import type { RunLock } from '../journal/run-lock.ts';
import type { ForeignWatch } from './foreign-watch.ts';
import type { BackoffReason, RunContext, StopReason } from './run-events.ts';
import { PayoutError } from '../payout-error.ts';
import type { JournalReads } from '../journal/journal-reads.ts';

interface WaitPolicy {
  /** The run stops after this time without progress. */
  readonly lastsMs: number;
  /**
   * The pause after the first time; it doubles each time. 0: the client delays requests by itself, or the pending
   * withdrawal is followed.
   */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

/** The maximum wait for a withdrawal that blocks others. */
export const LONGEST_ONE_AT_A_TIME_MS = 600_000;

const WAIT_POLICIES: Readonly<Record<BackoffReason, WaitPolicy>> = {
  network: { lastsMs: 60_000, firstPauseMs: 1_000, longestPauseMs: 30_000 },
  rate_limit: { lastsMs: 300_000, firstPauseMs: 0, longestPauseMs: 0 },
  one_at_a_time: { lastsMs: LONGEST_ONE_AT_A_TIME_MS, firstPauseMs: 1_000, longestPauseMs: 10_000 },
};

interface Meeting {
  readonly sinceMs: number;
  readonly pauses: number;
  readonly untilMs: number;
}

/** Pauses that grow while the same reason remains, up to a limit. */
export class Backoff {
  readonly #clock: { now(): number };
  readonly #met = new Map<BackoffReason, Meeting>();
  readonly #everMet = new Set<BackoffReason>();

  constructor(clock: { now(): number }) {
    this.#clock = clock;
  }

  /** @returns how long to send nothing; undefined when the run must stop */
  meet(reason: BackoffReason): number | undefined {
    const { lastsMs, firstPauseMs, longestPauseMs } = WAIT_POLICIES[reason];
    this.#everMet.add(reason);
    const nowMs = this.#clock.now();
    const known = this.#met.get(reason) ?? { sinceMs: nowMs, pauses: 0, untilMs: Number.NEGATIVE_INFINITY };
    if (nowMs - known.sinceMs >= lastsMs) return undefined;
    // Requests that were open together fail for the same reason: that counts once.
    if (nowMs < known.untilMs) return known.untilMs - nowMs;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** known.pauses);
    this.#met.set(reason, { sinceMs: known.sinceMs, pauses: known.pauses + 1, untilMs: nowMs + pauseMs });
    return pauseMs;
  }

  pass(reason: BackoffReason): void {
    this.#met.delete(reason);
  }

  wasEverMet(reason: BackoffReason): boolean {
    return this.#everMet.has(reason);
  }
}

/** After the signal, there are no more intents; open requests are awaited. */
export interface Sending extends RunContext {
  readonly lock: RunLock;
  readonly client: Pick<PixClient, 'withdraws' | 'keys'>;
  /** Shared by all sending rounds of the run. */
  readonly backoff: Backoff;
  /** For a run of one payout on an account with transfer security. */
  readonly verificationCode?: string | undefined;
  /** Called after each request, before its outcome is stored. */
  readonly onEnded?: ((result: RequestResult) => void) | undefined;
  /** Does not send again what was refused after it was sent, although it might succeed later; copies are looked for. */
  readonly triesOnce?: boolean | undefined;
  /** Called before intents are written. @throws {PayoutError} `account_unclear` */
  readonly assertAccount: () => void;
  /** A time that has passed on the service's clock; null if unknown. */
  readonly servedBefore: number | null;
  readonly watch: Pick<ForeignWatch, 'look' | 'lookSince' | 'isOutdated'>;
}

export type RequestResult = { readonly answer: CreatedWithdrawal } | { readonly error: unknown };

const ROWS_AT_ONCE = 200;

/** The payouts of a run that may be sent: each is returned once, and again after it was given back. */
export class PlannedRows {
  readonly #journal: Pick<JournalReads, 'payouts'>;
  readonly #runId: string;
  readonly #givenBack: PayoutRecord[] = [];
  #waiting: PayoutRecord[] = [];
  #after = 0;

  constructor(journal: Pick<JournalReads, 'payouts'>, runId: string) {
    this.#journal = journal;
    this.#runId = runId;
  }

  hasMore(): boolean {
    if (this.#givenBack.length > 0) return true;
    if (this.#waiting.length === 0) {
      const filter = { states: ['planned'], isRefused: false, after: this.#after, maximum: ROWS_AT_ONCE } as const;
      this.#waiting = [...this.#journal.payouts(this.#runId, filter)];
      this.#after = this.#waiting.at(-1)?.row ?? this.#after;
    }
    return this.#waiting.length > 0;
  }

  next(): PayoutRecord | undefined {
    return this.hasMore() ? (this.#givenBack.shift() ?? this.#waiting.shift()) : undefined;
  }

  /** Returns a payout that is planned again. */
  giveBack(payout: PayoutRecord): void {
    this.#givenBack.push(payout);
  }
}

/** How often sending looks for others who pay from the account. */
const LOOK_EVERY_MS = 10_000;

interface LookoutSettings {
  readonly watch: Pick<ForeignWatch, 'look' | 'lookSince'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly onStop: (reason: StopReason, error: unknown) => void;
  /** Called after a look beside the requests. */
  readonly onEnd: () => void;
}

/** When a run that sends looks for others who pay from the account, and what it makes of the result. */
export class Lookout {
  readonly #settings: LookoutSettings;
  #since: string | null | undefined;
  #isLooking = false;
  #endedAt = Number.NEGATIVE_INFINITY;
  #failure: Error | undefined;

  constructor(settings: LookoutSettings) {
    this.#settings = settings;
  }

  /**
   * The first is sent alone: others who began earlier are seen before the rest leaves.
   *
   * @param since the withdrawal that the look must show; null if its answer was lost, or for a look of now
   */
  require(since: string | null): void {
    this.#since = since;
  }

  /** Whether nothing is sent before {@link lookAsRequired}. */
  isRequired(): boolean {
    return this.#since !== undefined;
  }

  isLooking(): boolean {
    return this.#isLooking;
  }

  async lookAsRequired(): Promise<void> {
    const { watch, clock } = this.#settings;
    try {
      await watch.lookSince(this.#since ?? undefined);
    } catch (error) {
      this.#judge(error, true);
    }
    this.#since = undefined;
    this.#endedAt = clock.now();
  }

  /** Looks beside the requests that are under way, if it is time. A look that fails is repeated. */
  lookAround(): void {
    const { watch, clock } = this.#settings;
    if (this.#isLooking || this.isRequired() || clock.now() - this.#endedAt < LOOK_EVERY_MS) return;
    this.#isLooking = true;
    watch.look().then(
      () => this.#end(),
      (error: unknown) => {
        this.#judge(error, false);
        this.#end();
      },
    );
  }

  /** @throws what ended a look, and is neither of the service nor of the network */
  assertSound(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  #end(): void {
    this.#isLooking = false;
    this.#endedAt = this.#settings.clock.now();
    this.#settings.onEnd();
  }

  #judge(error: unknown, isRequired: boolean): void {
    if (error instanceof PayoutError) this.#settings.onStop('foreign_journal', error);
    else if (!(error instanceof PixError)) this.#failure = error as Error;
    else if (isRequired) this.#settings.onStop('network', error);
  }
}
