/** A request that the service has counted, or will have. */
export interface SentRequest {
  readonly startedAtMs: number;
  /** Undefined while it is under way. */
  endedAtMs: number | undefined;
  isAnswered: boolean;
  isRefused: boolean;
}

/** How long the service counts a request, and the least time that a round trip takes. */
export interface CountedFor {
  readonly windowMs: number;
  readonly quickestMs: number;
}

/** As much of the past is kept, to explain what the service counts in a window longer than we knew. */
const PAST_WINDOWS = 2;
const PAST_REQUESTS_MAXIMUM = 1_000;

/** The requests of one key, and what they say of the service's count. */
export class SentRequests {
  #requests: SentRequest[] = [];

  get size(): number {
    return this.#requests.length;
  }

  get isAnyUnderWay(): boolean {
    return this.#requests.some(({ endedAtMs }) => endedAtMs === undefined);
  }

  begin(startedAtMs: number): SentRequest {
    const request: SentRequest = { startedAtMs, endedAtMs: undefined, isAnswered: false, isRefused: false };
    this.#requests.push(request);
    return request;
  }

  /** When another request may take the place of each one that the service may still be counting. */
  occupiedUntilMs(nowMs: number, counted: CountedFor): number[] {
    return this.#requests.map((request) => countedUntilMs(request, counted)).filter((untilMs) => untilMs > nowMs);
  }

  /** Those that may have been in the window when one arrived, itself included. */
  perhapsCounted({ startedAtMs }: SentRequest, arrivedByMs: number, counted: CountedFor): number {
    return this.#count((other) => countedUntilMs(other, counted) > startedAtMs && other.startedAtMs <= arrivedByMs);
  }

  /** Those that must have been in it. */
  surelyCounted({ startedAtMs }: SentRequest, arrivedByMs: number, windowMs: number): number {
    return this.#count(
      ({ startedAtMs: otherStartedAtMs, endedAtMs = Number.POSITIVE_INFINITY, isAnswered, isRefused }) =>
        isAnswered && !isRefused && endedAtMs <= startedAtMs && otherStartedAtMs > arrivedByMs - windowMs,
    );
  }

  /** One whose window is over still explains the count that a request under way will be told. */
  forgetOld(nowMs: number, limit: number, counted: CountedFor): void {
    const kept = Math.min(PAST_WINDOWS * limit, PAST_REQUESTS_MAXIMUM);
    if (this.#requests.length < 2 * kept) return;
    let oldestUnderWayMs = nowMs;
    for (const { startedAtMs, endedAtMs } of this.#requests) {
      if (endedAtMs === undefined) oldestUnderWayMs = Math.min(oldestUnderWayMs, startedAtMs);
    }
    const past = this.#requests.length - kept;
    this.#requests = this.#requests.filter(
      (request, place) => place >= past || countedUntilMs(request, counted) > oldestUnderWayMs,
    );
  }

  #count(matches: (request: SentRequest) => boolean): number {
    let matching = 0;
    for (const request of this.#requests) if (matches(request)) matching += 1;
    return matching;
  }
}

/** The service counted it when it arrived: no earlier than a round trip before its answer. */
function countedUntilMs({ startedAtMs, endedAtMs, isAnswered }: SentRequest, counted: CountedFor): number {
  const { windowMs, quickestMs } = counted;
  if (endedAtMs === undefined) return Number.POSITIVE_INFINITY;
  if (!isAnswered) return endedAtMs + windowMs;
  return Math.max(startedAtMs, endedAtMs - quickestMs) + windowMs;
}
