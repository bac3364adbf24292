import { RATE_LIMITS } from '../../contract/rate-limit.ts';
import type { Clock } from '../clock.ts';
import { createRoundTrips } from '../http/round-trip.ts';
import { createShare } from './fair-share.ts';

/** What the rate-limit headers of an answer tell; absent when they are missing or make no sense. */
export interface RateFacts {
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  /** Until the window resets, by the service's own clock. */
  readonly resetsInSeconds?: number | undefined;
  /** The answer was a 429: such a request may not have been counted. */
  readonly isRefused?: boolean | undefined;
}

/** The right to send one request now. */
export interface Turn {
  /** To be called when the answer begins to come in. */
  answered(facts: RateFacts): void;
  /** To be called when all is over. Without an answer before, the request may have been counted at any time. */
  end(): void;
}

/** The pace of one API key. */
export interface Pacer {
  /** How many requests may start now. */
  free(): number;
  /** When the next may: Infinity while only an answer can tell. */
  opensAtMs(): number;
  begin(): Turn;
  /** Lets no request start for `waitMs` from now: what a 429 asks for. */
  hold(waitMs: number): void;
  isHeld(): boolean;
}

/** A request that the service has counted, or will have. */
interface Slot {
  readonly startedAtMs: number;
  /** Undefined while it is under way. */
  endedAtMs: number | undefined;
  isAnswered: boolean;
  isRefused: boolean;
}

/** After a longer time, asking is better than believing. */
const HOLD_MAXIMUM_MS = 60_000;

/** As much of the past is kept, to explain what the service counts in a window longer than we knew. */
const PAST_WINDOWS = 2;
const PAST_SLOTS_MAXIMUM = 1_000;
const WINDOW_MAXIMUM_MS = 3_600_000;
/** A reset is told in whole seconds, rounded up. */
const RESET_ROUNDING_SECONDS = 1;
const STANDARD_WINDOW_MS: number = RATE_LIMITS.standard.windowMs;

/**
 * Keeps the requests of one API key under the service's rate limit, as the service counts it.
 *
 * A request may start when, of those before it, fewer than `limit` can be in the server's window at the earliest moment
 * at which it can arrive. The server counted an earlier one before its answer set out on its way back; {@link RoundTrips}
 * tells how quick ways there and back are at the least. So what is lost in each window is not a round trip, but only
 * how much round trips differ.
 */
export function createPacer(settings: {
  clock: Clock;
  /** Told when requests may start earlier or later than was known. */
  onChange: () => void;
  /** How many may start before an answer has told of others. Default 1. */
  firstRequests?: number | undefined;
}): Pacer {
  const { clock, onChange, firstRequests } = settings;
  const roundTrips = createRoundTrips();
  const share = createShare(clock, firstRequests);
  let windowMs = STANDARD_WINDOW_MS;
  let limit: number = RATE_LIMITS.standard.requests;
  /** A longer window that the service claims, as long as nothing confirms or refutes it; 0: none. */
  let claimedMs = 0;
  let isClaimBelieved = true;
  let explainedUntilMs = Number.NEGATIVE_INFINITY;
  let resetAtMs = Number.POSITIVE_INFINITY;
  let slots: Slot[] = [];
  let heldUntilMs = Number.NEGATIVE_INFINITY;

  /** When another request may take the place of this one. */
  function opensAgainAtMs(slot: Slot, lengthMs = windowMs, quickestMs = roundTrips.quickestMs()): number {
    const { startedAtMs, endedAtMs, isAnswered } = slot;
    if (endedAtMs === undefined) return Number.POSITIVE_INFINITY;
    if (!isAnswered) return endedAtMs + lengthMs;
    return Math.max(startedAtMs, endedAtMs - quickestMs) + lengthMs;
  }

  function occupiedUntilMs(nowMs: number): number[] {
    const quickestMs = share.isShared() ? roundTrips.quickestMs() : roundTrips.surelyMs();
    return slots.map((slot) => opensAgainAtMs(slot, windowMs, quickestMs)).filter((untilMs) => untilMs > nowMs);
  }

  /** Our requests that may have been in the window when the one of `slot` arrived, itself included. */
  function perhapsCounted(slot: Slot, arrivedByMs: number, lengthMs: number): number {
    return count(
      slots,
      (other) => opensAgainAtMs(other, lengthMs) > slot.startedAtMs && other.startedAtMs <= arrivedByMs,
    );
  }

  function surelyCounted(slot: Slot, arrivedByMs: number, lengthMs: number): number {
    return count(
      slots,
      ({ startedAtMs, endedAtMs = Number.POSITIVE_INFINITY, isAnswered, isRefused }) =>
        isAnswered && !isRefused && endedAtMs <= slot.startedAtMs && startedAtMs > arrivedByMs - lengthMs,
    );
  }

  /**
   * What an answer's count tells of the window's length. The reset that the service tells is only a claim, for its
   * clock may run elsewhere: more requests than our window explains, but no more than the claimed one, confirm it;
   * fewer than surely were in the claimed one refute it, unless it has ended since.
   */
  function learnWindow(facts: RateFacts, counted: number, slot: Slot, arrivedByMs: number): void {
    const { resetsInSeconds = 0 } = facts;
    const hasRolledOver = arrivedByMs >= resetAtMs;
    resetAtMs = arrivedByMs + (resetsInSeconds - RESET_ROUNDING_SECONDS) * 1_000;
    if (claimedMs > 0 && !hasRolledOver && counted < surelyCounted(slot, arrivedByMs, claimedMs)) {
      isClaimBelieved = false;
      claimedMs = 0;
      windowMs = STANDARD_WINDOW_MS;
      return;
    }
    const toldMs = (resetsInSeconds - RESET_ROUNDING_SECONDS) * 1_000;
    if (!isClaimBelieved || toldMs <= windowMs || toldMs > WINDOW_MAXIMUM_MS) return;
    claimedMs = Math.max(claimedMs, toldMs);
    const isUnexplained = counted > perhapsCounted(slot, arrivedByMs, windowMs);
    if (!isUnexplained || counted > perhapsCounted(slot, arrivedByMs, claimedMs)) return;
    windowMs = claimedMs;
    explainedUntilMs = clock.now() + windowMs;
  }

  /** @returns requests in the window that cannot be ours */
  function learn(facts: RateFacts, slot: Slot, arrivedByMs: number): number {
    limit = facts.limit ?? limit;
    if (facts.remaining === undefined) return 0;
    const counted = limit - facts.remaining + (facts.isRefused === true ? 1 : 0);
    learnWindow(facts, counted, slot, arrivedByMs);
    return Math.max(0, counted - perhapsCounted(slot, arrivedByMs, windowMs));
  }

  /** Where the window may be longer than we know, requests that would not fit into the longer one go one by one. */
  function isProbing(nowMs: number): boolean {
    if (claimedMs <= windowMs) return false;
    return count(slots, (slot) => opensAgainAtMs(slot, claimedMs) > nowMs) >= limit;
  }

  function mayStart(nowMs: number): number {
    const most = share.requests(nowMs, limit);
    if (slots.length < Math.min(most, limit)) return most - slots.length;
    const free = Math.max(0, most - occupiedUntilMs(nowMs).length);
    if (!isProbing(nowMs)) return free;
    return Math.min(free, slots.some(({ endedAtMs }) => endedAtMs === undefined) ? 0 : 1);
  }

  return {
    free() {
      const nowMs = clock.now();
      return nowMs < heldUntilMs ? 0 : mayStart(nowMs);
    },
    opensAtMs() {
      const nowMs = clock.now();
      const most = share.requests(nowMs, limit);
      const untilMs = slots.length < most ? [] : occupiedUntilMs(nowMs).sort((one, other) => other - one);
      // What is open, and yet not free, waits for an answer.
      if (nowMs >= heldUntilMs && untilMs.length < most && mayStart(nowMs) === 0) return Number.POSITIVE_INFINITY;
      const openMs = Math.min(untilMs[most - 1] ?? Number.NEGATIVE_INFINITY, share.growsAtMs());
      return Math.max(openMs, heldUntilMs);
    },
    begin() {
      const slot: Slot = { startedAtMs: clock.now(), endedAtMs: undefined, isAnswered: false, isRefused: false };
      slots.push(slot);
      share.begin(slot.startedAtMs);
      return {
        answered(facts) {
          const nowMs = clock.now();
          slot.endedAtMs = nowMs;
          slot.isAnswered = true;
          slot.isRefused = facts.isRefused ?? false;
          const foreign = learn(facts, slot, Math.max(slot.startedAtMs, nowMs - Math.max(0, roundTrips.quickestMs())));
          roundTrips.observe(nowMs - slot.startedAtMs);
          const { startedAtMs: sentAtMs } = slot;
          const { remaining } = facts;
          const excessMs = roundTrips.excessMs();
          share.observe({ sentAtMs, nowMs, windowMs, limit, remaining, foreign, excessMs });
          onChange();
        },
        end() {
          slot.endedAtMs ??= clock.now();
          forgetOldSlots();
          onChange();
        },
      };
    },
    hold(waitMs) {
      const nowMs = clock.now();
      // One burst may bring several 429: they are one collision; and what a longer window explains is none.
      if (nowMs >= heldUntilMs && nowMs >= explainedUntilMs) {
        share.collide(nowMs, limit);
        roundTrips.forget();
      }
      heldUntilMs = Math.max(heldUntilMs, nowMs + Math.min(waitMs, HOLD_MAXIMUM_MS));
      onChange();
    },
    isHeld: () => clock.now() < heldUntilMs,
  };

  /** A slot whose window is over still explains the count that a request under way will be told. */
  function forgetOldSlots(): void {
    if (slots.length < 2 * Math.min(PAST_WINDOWS * limit, PAST_SLOTS_MAXIMUM)) return;
    let oldestUnderWayMs = clock.now();
    for (const { startedAtMs, endedAtMs } of slots) {
      if (endedAtMs === undefined) oldestUnderWayMs = Math.min(oldestUnderWayMs, startedAtMs);
    }
    const past = slots.length - Math.min(PAST_WINDOWS * limit, PAST_SLOTS_MAXIMUM);
    slots = slots.filter((slot, place) => place >= past || opensAgainAtMs(slot) > oldestUnderWayMs);
  }
}

function count(slots: readonly Slot[], matches: (slot: Slot) => boolean): number {
  let matching = 0;
  for (const slot of slots) if (matches(slot)) matching += 1;
  return matching;
}
