/** A request that the service has counted, or will have. */
export interface SentRequest {
  readonly startedAtMs: number;
  /** Undefined while the request is open. */
  endedAtMs: number | undefined;
  isAnswered: boolean;
  isRefused: boolean;
}

/** How long the service counts a request, and the minimum round trip. */
export interface CountedFor {
  readonly windowMs: number;
  readonly quickestMs: number;
}

/** How many past windows are remembered, to explain counts in a window that is longer than known. */
const PAST_WINDOWS = 2;
const PAST_REQUESTS_MAXIMUM = 1_000;

/** The requests of one key, and what they show about the service's count. */
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

  /** When each request that the service may still be counting makes room for another. */
  occupiedUntilMs(nowMs: number, counted: CountedFor): number[] {
    return this.#requests.map((request) => countedUntilMs(request, counted)).filter((untilMs) => untilMs > nowMs);
  }

  /** Requests that may have been in the window when one arrived, including itself. */
  perhapsCounted({ startedAtMs }: SentRequest, arrivedByMs: number, counted: CountedFor): number {
    return this.#count((other) => countedUntilMs(other, counted) > startedAtMs && other.startedAtMs <= arrivedByMs);
  }

  /** Requests that must have been in the window. */
  surelyCounted({ startedAtMs }: SentRequest, arrivedByMs: number, windowMs: number): number {
    return this.#count(
      ({ startedAtMs: otherStartedAtMs, endedAtMs = Number.POSITIVE_INFINITY, isAnswered, isRefused }) =>
        isAnswered && !isRefused && endedAtMs <= startedAtMs && otherStartedAtMs > arrivedByMs - windowMs,
    );
  }

  /** A request after its window still explains the count in the next answer. */
  forgetOld(nowMs: number, limit: number, counted: CountedFor): void {
    const remaining = Math.min(PAST_WINDOWS * limit, PAST_REQUESTS_MAXIMUM);
    if (this.#requests.length < 2 * remaining) return;
    let oldestUnderWayMs = nowMs;
    for (const { startedAtMs, endedAtMs } of this.#requests) {
      if (endedAtMs === undefined) oldestUnderWayMs = Math.min(oldestUnderWayMs, startedAtMs);
    }
    const past = this.#requests.length - remaining;
    this.#requests = this.#requests.filter(
      (request, index) => index >= past || countedUntilMs(request, counted) > oldestUnderWayMs,
    );
  }

  #count(matches: (request: SentRequest) => boolean): number {
    let matching = 0;
    for (const request of this.#requests) if (matches(request)) matching += 1;
    return matching;
  }
}

/** The service counted it when it arrived: not earlier than a round trip before its answer. */
function countedUntilMs({ startedAtMs, endedAtMs, isAnswered }: SentRequest, counted: CountedFor): number {
  const { windowMs, quickestMs } = counted;
  if (endedAtMs === undefined) return Number.POSITIVE_INFINITY;
  if (!isAnswered) return endedAtMs + windowMs;
  return Math.max(startedAtMs, endedAtMs - quickestMs) + windowMs;
}
