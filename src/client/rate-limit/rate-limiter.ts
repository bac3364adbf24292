import { RATE_LIMITS } from '../../contract/rate-limit.ts';
import type { Clock } from '../clock.ts';
import { FairShare } from './fair-share.ts';
import type { RateFacts } from './rate-facts.ts';
import { RoundTrips } from './round-trips.ts';
import { SentRequests, type CountedFor, type SentRequest } from './sent-requests.ts';
import { WindowLength } from './window-length.ts';

/** The permission to send one request now. */
export interface Turn {
  /** Call it when the answer begins to arrive. */
  answered(facts: RateFacts): void;
  /** Call it when the request has ended. Without an answer, it may have been counted at any time. */
  end(): void;
}

interface RateLimiterSettings {
  readonly clock: Clock;
  /** Called when requests may start earlier or later than was known. */
  readonly onChange: () => void;
  /** How many may start before an answer has shown whether others use the key. Default 1. */
  readonly firstRequests?: number | undefined;
}

/** After this time, trying is better than waiting. */
const PAUSE_MAXIMUM_MS = 60_000;

/**
 * Keeps the requests of one API key within the service's rate limit, as the service counts it.
 *
 * A request may start when fewer than `limit` earlier ones can be in the server's window at the earliest time at which
 * it can arrive. The server counted an earlier one before it sent its answer; {@link RoundTrips} estimates the minimum
 * round trip. So a window loses only the variation of round trips, not a whole one.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #roundTrips = new RoundTrips();
  readonly #window = new WindowLength();
  readonly #requests = new SentRequests();
  readonly #share: FairShare;
  #limit: number = RATE_LIMITS.standard.requests;
  #explainedUntilMs = Number.NEGATIVE_INFINITY;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;

  constructor({ clock, onChange, firstRequests }: RateLimiterSettings) {
    this.#clock = clock;
    this.#onChange = onChange;
    this.#share = new FairShare(clock, firstRequests);
  }

  get isPaused(): boolean {
    return this.#clock.now() < this.#pausedUntilMs;
  }

  /** How many requests may start now. */
  free(): number {
    return this.isPaused ? 0 : this.#mayStart(this.#clock.now());
  }

  /** When the next one may start: Infinity while only an answer can show that. */
  opensAtMs(): number {
    const nowMs = this.#clock.now();
    const most = this.#share.requests(nowMs, this.#limit);
    const untilMs = this.#requests.size < most ? [] : this.#occupiedUntilMs(nowMs).sort((one, other) => other - one);
    // A slot that is open but not free waits for an answer.
    if (!this.isPaused && untilMs.length < most && this.#mayStart(nowMs) === 0) return Number.POSITIVE_INFINITY;
    const openMs = Math.min(untilMs[most - 1] ?? Number.NEGATIVE_INFINITY, this.#share.growsAtMs);
    return Math.max(openMs, this.#pausedUntilMs);
  }

  begin(): Turn {
    const request = this.#requests.begin(this.#clock.now());
    this.#share.begin(request.startedAtMs);
    return {
      answered: (facts) => {
        this.#answered(request, facts);
      },
      end: () => {
        request.endedAtMs ??= this.#clock.now();
        this.#requests.forgetOld(this.#clock.now(), this.#limit, this.#countedFor());
        this.#onChange();
      },
    };
  }

  /** Delays all requests by `waitMs`: what a 429 requires. */
  pauseFor(waitMs: number): void {
    const nowMs = this.#clock.now();
    // One burst may cause several 429s, which are one collision; and a longer window explains them without one.
    if (nowMs >= this.#pausedUntilMs && nowMs >= this.#explainedUntilMs) {
      this.#share.collide(nowMs, this.#limit);
      this.#roundTrips.forget();
    }
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, nowMs + Math.min(waitMs, PAUSE_MAXIMUM_MS));
    this.#onChange();
  }

  #answered(request: SentRequest, facts: RateFacts): void {
    const nowMs = this.#clock.now();
    const { startedAtMs } = request;
    request.endedAtMs = nowMs;
    request.isAnswered = true;
    request.isRefused = facts.isRefused ?? false;
    const foreign = this.#learn(
      facts,
      request,
      Math.max(startedAtMs, nowMs - Math.max(0, this.#roundTrips.quickestMs)),
    );
    this.#roundTrips.observe(nowMs - startedAtMs);
    this.#share.observe({
      sentAtMs: startedAtMs,
      nowMs,
      windowMs: this.#window.ms,
      limit: this.#limit,
      remaining: facts.remaining,
      foreign,
      excessMs: this.#roundTrips.excessMs,
    });
    this.#onChange();
  }

  /** @returns requests in the window that cannot be ours */
  #learn(facts: RateFacts, request: SentRequest, arrivedByMs: number): number {
    const { limit = this.#limit, remaining, resetsInSeconds = 0, isRefused = false } = facts;
    this.#limit = limit;
    if (remaining === undefined) return 0;
    const counted = limit - remaining + (isRefused ? 1 : 0);
    const perhapsCounted = (windowMs: number) =>
      this.#requests.perhapsCounted(request, arrivedByMs, this.#countedFor(windowMs));
    const hasGrown = this.#window.learn({
      arrivedByMs,
      resetsInSeconds,
      counted,
      perhapsCounted,
      surelyCounted: (windowMs) => this.#requests.surelyCounted(request, arrivedByMs, windowMs),
    });
    if (hasGrown) this.#explainedUntilMs = this.#clock.now() + this.#window.ms;
    return Math.max(0, counted - perhapsCounted(this.#window.ms));
  }

  #mayStart(nowMs: number): number {
    const most = this.#share.requests(nowMs, this.#limit);
    if (this.#requests.size < Math.min(most, this.#limit)) return most - this.#requests.size;
    const free = Math.max(0, most - this.#occupiedUntilMs(nowMs).length);
    return this.#isProbing(nowMs) ? Math.min(free, this.#requests.isAnyUnderWay ? 0 : 1) : free;
  }

  /** When the window may be longer than known, requests that would not fit into the longer one are sent one by one. */
  #isProbing(nowMs: number): boolean {
    const { claimedMs } = this.#window;
    if (claimedMs === undefined) return false;
    return this.#requests.occupiedUntilMs(nowMs, this.#countedFor(claimedMs)).length >= this.#limit;
  }

  #occupiedUntilMs(nowMs: number): number[] {
    const quickestMs = this.#share.isShared ? this.#roundTrips.quickestMs : this.#roundTrips.surelyMs;
    return this.#requests.occupiedUntilMs(nowMs, { windowMs: this.#window.ms, quickestMs });
  }

  #countedFor(windowMs = this.#window.ms): CountedFor {
    return { windowMs, quickestMs: this.#roundTrips.quickestMs };
  }
}
