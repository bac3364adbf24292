import type { FaultPlan, FaultReceipt } from '../../contract/control.ts';
import type { RateLimitName } from '../../contract/rate-limit.ts';
import type { Fault } from './fault-plans.ts';
import type { RateVerdict } from './rate-window.ts';
import type { LoggedRequest, RequestEntry } from './request-log.ts';

type Soon<T> = T | Promise<T>;

export interface RateWindow {
  /** Counts a request of a key or an address. A refused request is not counted, so it does not prolong the wait. */
  count(who: string, limitName: RateLimitName): Soon<RateVerdict>;
  /** Call it when the whole state was replaced. */
  clear(): void;
}

/** An answer that may be repeated for some time. */
export interface CachedAnswer {
  readonly body: string;
  readonly ageSeconds: number;
  readonly isHit: boolean;
}

export interface AnswerCache {
  /** The stored answer, or the result of `make`, which is then stored for `lifetimeSeconds`. */
  through(key: string, lifetimeSeconds: number, make: () => Promise<string>): Promise<CachedAnswer>;
  /** Call it when the whole state was replaced. */
  clear(): void;
}

/** Planned faults: which requests they apply to, and how often they did. */
export interface FaultPlans {
  add(plan: FaultPlan): Soon<FaultReceipt>;
  list(): Soon<readonly FaultReceipt[]>;
  /** @returns the final counts of the removed plans */
  clear(): Soon<readonly FaultReceipt[]>;
  /** The fault for a request, from the oldest plan that fires. Later plans do not count the request. */
  meet(method: string, path: string): Soon<Fault | undefined>;
}

/** The latest requests and their answers. */
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
