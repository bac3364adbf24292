import type { FaultPlan, FaultReceipt } from '../../contract/fault-plan.ts';
import type { FaultKind } from '../../contract/fault-kinds.ts';
import type { RateLimitName } from '../../contract/limits.ts';

type Soon<T> = T | Promise<T>;

/** Whether a request is admitted, and the numbers for its rate limit headers. */
export interface RateVerdict {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds, rounded up, when the oldest counted request leaves the window. */
  readonly resetSeconds: number;
  readonly retryAfterSeconds: number;
}

export interface Fault {
  readonly kind: FaultKind;
  readonly delayMs: number;
}

/** What was received and answered, of requests to the API: the beginning, without keys and codes. */
export interface LoggedBodies {
  /** Null when it was not read, or is no longer stored. */
  readonly requestBody: string | null;
  /** Null when the answer was not sent completely, has no body, or is no longer stored. */
  readonly answerBody: string | null;
}

export const NO_BODIES: LoggedBodies = { requestBody: null, answerBody: null };

/** A finished request, with masked keys. */
export interface RequestEntry extends LoggedBodies {
  /** When it arrived, epoch milliseconds. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly account: string | null;
  readonly key: string | null;
  /** Null when the answer was not sent completely. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly fault: string | null;
  /** Why the service answered with 500, or a webhook got no answer. */
  readonly error: string | null;
  /** The service itself sent it: a webhook. */
  readonly outgoing?: true;
}

export interface LoggedRequest extends RequestEntry {
  /** 1 for the first finished request, and so on. */
  readonly number: number;
}

export interface RateWindow {
  /**
   * Counts a request of a key or an address. A refused request is not counted, so it does not prolong the wait.
   *
   * @param aheadMs how far the account of the key is ahead of the service's time
   */
  count(who: string, limitName: RateLimitName, aheadMs?: number): Soon<RateVerdict>;
  /** Call it when the whole state was replaced; absent where that clears it in the database. */
  clear?(): void;
}

/** An answer that may be repeated for some time. */
export interface CachedAnswer {
  readonly body: string;
  readonly ageSeconds: number;
  readonly isHit: boolean;
}

export interface AnswerCache {
  /** The stored answer, or the result of `make`, which is then stored for `lifetimeSeconds`. @param aheadMs of its account */
  through(key: string, lifetimeSeconds: number, make: () => Promise<string>, aheadMs?: number): Promise<CachedAnswer>;
  /** Call it when the whole state was replaced; absent where that clears it in the database. */
  clear?(): void;
}

/** A request, before anything is done with it. */
export interface Arrival {
  readonly method: string;
  readonly path: string;
  /** The account of its key. Asked only for a fault of one account. */
  readonly account: () => Promise<string | undefined>;
}

/** Planned faults: which requests they apply to, and how often they did. */
export interface FaultPlans {
  add(plan: FaultPlan): Soon<FaultReceipt>;
  list(): Soon<readonly FaultReceipt[]>;
  /** @param account removes only the plans for this account @returns the final counts of the removed plans */
  clear(account?: string): Soon<readonly FaultReceipt[]>;
  /** The fault for a request, from the oldest plan that fires. Later plans do not count the request. */
  meet(arrival: Arrival): Soon<Fault | undefined>;
}

export interface RequestLog {
  record(entry: RequestEntry): Soon<void>;
  /** Stored entries after the one with this number, oldest first. */
  after(number: number): Soon<readonly LoggedRequest[]>;
}

/** What all instances of a service must see alike, apart from the wallet. */
export interface SharedState {
  readonly window: RateWindow;
  readonly cache: AnswerCache;
  readonly plans: FaultPlans;
  readonly log: RequestLog;
}
