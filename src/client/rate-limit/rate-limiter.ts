import { RATE_LIMIT_HEADERS, RATE_LIMITS } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';

const { requests: LIMIT, windowMs: WINDOW_MS } = RATE_LIMITS.standard;

/** The server's second may differ from ours, and a timer may fire a little early. */
const CLOCK_MARGIN_MS = 2;
/** The first requests open their connections: even the fastest of them takes longer than later ones. */
const COLD_ANSWERS = LIMIT + 2;
/** Recent enough to reflect the current network, and enough to find the minimum. */
const ROUND_TRIPS_MAXIMUM = 100;
/** The minimum of `n` round trips exceeds the true one by about their variation divided by the root of `n`. */
const MARGIN_FACTOR = 4;

/** The first answer may hang. */
const START_WAIT_MS = 1_000;
/** After this time, trying is better than waiting. */
const PAUSE_MAXIMUM_MS = 60_000;

/** Of so many full windows, one place of one stays free for two more, so that another process can get in. */
const LISTENING_EVERY = 10;
const LISTENING_MS = 2 * WINDOW_MS;
/** … unless round trips vary by more than this, which leaves enough gaps. */
const GAPS_NATURAL_MS = 25;

/** Of the first window, so many places stay free for a process that starts, too. */
const ROOM_FOR_STARTERS = 2;
/** … where the limit is large enough for that. */
const STARTERS_PART = 0.25;
/** So many places stay free while a process that has met others at its start finds out whether they are gone. */
const LEFT_FREE = 1;
/** So many requests of others may be mistaken for ours. */
const UNSEEN = 2;
/** Of the room that several processes see, each takes this part. */
const GROWTH = 1 / 3;
/** The part that remains after a collision. */
const RETREAT = 0.7;

/** What the head of an answer shows about the rate limit; missing or invalid headers are absent. */
export interface RateFacts {
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  /** The answer was a 429: the request was not counted. */
  readonly isRefused?: boolean | undefined;
}

export function rateFactsOf({ status, headers }: { readonly status: number; readonly headers: Headers }): RateFacts {
  return {
    limit: wholeNumber(headers.get(RATE_LIMIT_HEADERS.limit), 1),
    remaining: wholeNumber(headers.get(RATE_LIMIT_HEADERS.remaining), 0),
    isRefused: status === 429,
  };
}

function wholeNumber(text: string | null, minimum: number): number | undefined {
  return text !== null && /^\d{1,12}$/.test(text) && Number(text) >= minimum ? Number(text) : undefined;
}

/** The permission to send one request now. */
export interface Turn {
  /** Call it when the answer begins to arrive. */
  answered(facts: RateFacts): void;
  /** Call it when the request has ended. Without an answer, it may have been counted at any time. */
  end(): void;
}

interface SentRequest {
  readonly startedAtMs: number;
  /** Infinity while the request is open. */
  countedUntilMs: number;
  /** When another one may start in its place. */
  freeAtMs: number;
}

interface RateLimiterSettings {
  readonly clock: Clock;
  /** Called when requests may start earlier or later than was known. */
  readonly onChange: () => void;
  /** How many may start before an answer has shown whether others use the key. Default 1. */
  readonly firstRequests?: number | undefined;
}

/** The answers of one period. */
const NOTHING_SEEN = { answers: 0, leastRemaining: Number.POSITIVE_INFINITY, mostForeign: 0 };

/**
 * Keeps the requests of one API key within the service's rate limit, as the service counts it.
 *
 * The service counts a request when it arrives, before it sends its answer. Another one may leave in its place as much
 * earlier than a window after that answer as the quickest round trip takes: it then arrives after the window.
 *
 * Other processes may use the same key. They share it without knowing of each other, by the remaining count of every
 * answer: see docs/decisions/fair-share.md.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #limit: number = LIMIT;
  #answers = 0;
  #roundTripsMs: number[] = [];
  /** By their start. */
  #sent: SentRequest[] = [];
  #firstAtMs = Number.POSITIVE_INFINITY;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  /** How many requests may be in one window of the service: all, or less while others use the key. */
  #share: number;
  #seen = NOTHING_SEEN;
  /** The start of the current period; undefined in the first one. */
  #sinceMs: number | undefined;

  constructor({ clock, onChange, firstRequests = 1 }: RateLimiterSettings) {
    this.#clock = clock;
    this.#onChange = onChange;
    if (!(firstRequests >= 1)) throw new RangeError(`\`firstRequests\` is none: ${firstRequests}`);
    this.#share = firstRequests;
  }

  get isPaused(): boolean {
    return this.#clock.now() < this.#pausedUntilMs;
  }

  /** How many requests may start now. */
  free(): number {
    if (this.isPaused) return 0;
    const nowMs = this.#clock.now();
    const most = nowMs < this.#startEndsAtMs ? Math.min(this.#share, this.#limit) : this.#limit;
    // Without a limit, there are too many to look at each.
    if (this.#sent.length < most) return most - this.#sent.length;
    return Math.max(0, most - this.#sent.filter(({ freeAtMs }) => freeAtMs > nowMs).length);
  }

  /** When the next one may start: Infinity while only an answer can show that. */
  opensAtMs(): number {
    const freeAtMs = this.#sent.map((request) => request.freeAtMs).sort((one, other) => other - one);
    const opensOf = (most: number) => freeAtMs[most - 1] ?? Number.NEGATIVE_INFINITY;
    const afterStartMs = Math.max(this.#startEndsAtMs, opensOf(this.#limit));
    return Math.max(this.#pausedUntilMs, Math.min(opensOf(Math.min(this.#share, this.#limit)), afterStartMs));
  }

  begin(): Turn {
    const startedAtMs = this.#clock.now();
    this.#firstAtMs = Math.min(this.#firstAtMs, startedAtMs);
    const open = Number.POSITIVE_INFINITY;
    const request = { startedAtMs, countedUntilMs: open, freeAtMs: open };
    this.#sent.push(request);
    return {
      answered: (facts) => {
        this.#answered(request, facts);
        this.#onChange();
      },
      end: () => {
        if (request.freeAtMs === open) request.countedUntilMs = request.freeAtMs = this.#clock.now() + WINDOW_MS;
        this.#forgetOld();
        this.#onChange();
      },
    };
  }

  /** Delays all requests by `waitMs`: what a 429 requires. */
  pauseFor(waitMs: number): void {
    const nowMs = this.#clock.now();
    // One burst may cause several 429s, which are one collision.
    if (!this.isPaused) this.#beginPeriod(Math.floor(Math.min(this.#share, this.#limit) * RETREAT));
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, nowMs + Math.min(waitMs, PAUSE_MAXIMUM_MS));
    this.#onChange();
  }

  /** When the first answer is no longer waited for: Infinity once it has arrived. */
  get #startEndsAtMs(): number {
    return this.#answers === 0 ? this.#firstAtMs + START_WAIT_MS : Number.POSITIVE_INFINITY;
  }

  /** No round trip is quicker; below zero while none is known. */
  get #quickestMs(): number {
    if (this.#answers < COLD_ANSWERS) return -CLOCK_MARGIN_MS;
    const sorted = Float64Array.from(this.#roundTripsMs).sort();
    const [shortest = 0] = sorted;
    const spread = (sorted[Math.floor(sorted.length / 2)] ?? 0) - shortest;
    return shortest - (MARGIN_FACTOR * spread) / Math.sqrt(sorted.length) - CLOCK_MARGIN_MS;
  }

  #answered(request: SentRequest, { limit = this.#limit, remaining, isRefused = false }: RateFacts): void {
    const nowMs = this.#clock.now();
    this.#limit = limit;
    this.#answers += 1;
    const counted = remaining === undefined ? 0 : limit - remaining + (isRefused ? 1 : 0);
    const foreign = Math.max(0, counted - this.#perhapsCounted(request, nowMs - this.#quickestMs));
    if (this.#sinceMs === undefined || request.startedAtMs >= this.#sinceMs) this.#see(foreign, remaining);
    this.#roundTripsMs = [...this.#roundTripsMs, nowMs - request.startedAtMs].slice(-ROUND_TRIPS_MAXIMUM);
    request.countedUntilMs = Math.max(request.startedAtMs, nowMs - this.#quickestMs) + WINDOW_MS;
    const isTurn = this.#answers % (LISTENING_EVERY * limit) === limit;
    const isListening = isTurn && nowMs - request.startedAtMs - this.#quickestMs < GAPS_NATURAL_MS;
    request.freeAtMs = request.countedUntilMs + (isListening ? LISTENING_MS : 0);
  }

  /** Our own requests that may have been in the window when this one arrived, including itself. */
  #perhapsCounted({ startedAtMs }: SentRequest, arrivedByMs: number): number {
    const latestMs = Math.max(startedAtMs, arrivedByMs);
    return this.#sent.filter((other) => other.countedUntilMs > startedAtMs && other.startedAtMs <= latestMs).length;
  }

  /** A request after its window still explains the count in the answers to those that started within it. */
  #forgetOld(): void {
    const firstOpen = this.#sent.find(({ freeAtMs }) => freeAtMs === Number.POSITIVE_INFINITY);
    const sinceMs = firstOpen?.startedAtMs ?? this.#clock.now();
    this.#sent = this.#sent.filter(({ freeAtMs }) => freeAtMs > sinceMs);
  }

  /** @param foreign requests in the window that cannot be ours */
  #see(foreign: number, remaining = Number.POSITIVE_INFINITY): void {
    const { answers, leastRemaining, mostForeign } = this.#seen;
    this.#seen = {
      answers: answers + 1,
      leastRemaining: Math.min(leastRemaining, remaining),
      mostForeign: Math.max(mostForeign, foreign),
    };
    this.#share = Math.max(1, Math.min(this.#share, this.#limit - foreign));
    if (this.#sinceMs === undefined) this.#start(foreign, answers > 0 && foreign > mostForeign);
    else if (this.#clock.now() >= this.#sinceMs + WINDOW_MS) this.#adjust();
  }

  /**
   * In the first period, the whole limit is ours once answers to most of a window have shown no others. Where the first
   * one shows some, they may have ended: one request more follows each answer that shows no new ones.
   */
  #start(foreign: number, areOthersActive: boolean): void {
    const careful = this.#limit - Math.min(ROOM_FOR_STARTERS, Math.floor(this.#limit * STARTERS_PART));
    if (this.#seen.mostForeign === 0) {
      if (this.#seen.answers < careful) this.#share = Math.max(this.#share, careful);
      else this.#beginPeriod(this.#limit);
    } else if (areOthersActive || this.#clock.now() >= this.#firstAtMs + WINDOW_MS) {
      this.#beginPeriod(this.#share);
    } else if (this.#share < this.#limit - foreign - LEFT_FREE) {
      this.#share += 1;
    }
  }

  /** Once a window: those with more than the others give one up while nothing is left, and those with less take it. */
  #adjust(): void {
    const { answers, leastRemaining, mostForeign } = this.#seen;
    if (answers < this.#share) return;
    const isOurs = mostForeign === 0 || this.#share < mostForeign || leastRemaining > 1;
    const growth = Math.max(1, Math.floor(Math.min(leastRemaining, this.#limit) * GROWTH));
    if (mostForeign > 0 && leastRemaining === 0) {
      this.#beginPeriod(this.#share > mostForeign + UNSEEN ? this.#share - 1 : this.#share);
    } else {
      this.#beginPeriod(isOurs ? Math.min(this.#limit, this.#share + growth) : this.#share);
    }
  }

  #beginPeriod(share: number): void {
    this.#share = Math.max(1, share);
    this.#sinceMs = this.#clock.now();
    this.#seen = NOTHING_SEEN;
  }
}
