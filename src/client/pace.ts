import { RATE_LIMITS } from '../contract/rate-limit.ts';
import type { Clock } from './clock.ts';

/** What the rate-limit headers of an answer tell; absent when they are missing or make no sense. */
export interface RateFacts {
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
}

/** The right to send one request now. */
export interface Turn {
  /** To be called once, when the answer has come or the request has failed. */
  end(facts?: RateFacts): void;
}

export interface Pacer {
  /** Waits until one more request may start. Rejects with the signal's reason when it is aborted first. */
  turn(signal: AbortSignal): Promise<Turn>;
  /** Lets no request start for `waitMs` from now: what a 429 asks for. */
  hold(waitMs: number): void;
}

interface Slot {
  readonly startedAtMs: number;
  endedAtMs: number | undefined;
}

type Waiter = () => void;

/** After a longer time, asking is better than believing. */
const HOLD_MAXIMUM_MS = 60_000;

/** Our second and the server's need not be the same length, and a timer may fire a little early. */
const MARGIN_MS = 5;

/**
 * Keeps the requests of one API key under the service's rate limit, as the service counts it.
 *
 * A request may start while fewer than `limit` others are under way or have ended within the last window. The service
 * counted each of them at some moment before its answer came, so whatever the network's delay, it can never find more
 * than `limit` in one window. The price is a round trip in every window.
 */
export function createPacer(settings: {
  clock: Clock;
  /** Told when requests have to wait, once for each moment that they wait for. */
  onWait?: (reason: 'rate_limit' | 'too_many_requests', waitMs: number) => void;
}): Pacer {
  const { clock, onWait } = settings;
  const windowMs = RATE_LIMITS.standard.windowMs + MARGIN_MS;
  let limit: number = RATE_LIMITS.standard.requests;
  let slots: Slot[] = [];
  let heldUntilMs = Number.NEGATIVE_INFINITY;
  let announcedUntilMs = Number.NEGATIVE_INFINITY;
  let callOffWake: (() => void) | undefined;
  const waiters: Waiter[] = [];

  /** When the next request may start: a moment, now or past; Infinity while only an answer can tell. */
  function opensAtMs(nowMs: number): number {
    if (slots.length < limit) return heldUntilMs;
    const windowEnds = slots
      .map((slot) => (slot.endedAtMs === undefined ? Number.POSITIVE_INFINITY : slot.endedAtMs + windowMs))
      .filter((endMs) => endMs > nowMs)
      .sort((one, other) => one - other);
    const enough = windowEnds[windowEnds.length - limit] ?? Number.NEGATIVE_INFINITY;
    return Math.max(enough, heldUntilMs);
  }

  function startWaiters(): void {
    callOffWake?.();
    callOffWake = undefined;
    for (;;) {
      const nowMs = clock.now();
      const openMs = opensAtMs(nowMs);
      if (waiters.length === 0 || openMs === Number.POSITIVE_INFINITY) return;
      if (openMs > nowMs) {
        announce(openMs, nowMs);
        callOffWake = clock.schedule(openMs - nowMs, startWaiters);
        return;
      }
      waiters.shift()?.();
    }
  }

  function announce(openMs: number, nowMs: number): void {
    if (openMs <= announcedUntilMs) return;
    announcedUntilMs = openMs;
    onWait?.(openMs === heldUntilMs ? 'too_many_requests' : 'rate_limit', openMs - nowMs);
  }

  function openSlot(): Turn {
    const slot: Slot = { startedAtMs: clock.now(), endedAtMs: undefined };
    slots.push(slot);
    return {
      end(facts = {}) {
        if (slot.endedAtMs !== undefined) return;
        slot.endedAtMs = clock.now();
        learn(facts, slot.startedAtMs, slot.endedAtMs);
        forgetOldSlots(slot.endedAtMs);
        startWaiters();
      },
    };
  }

  /** Requests that the service counted and that cannot be ours come from others with the same key: they take slots. */
  function learn(facts: RateFacts, startedAtMs: number, endedAtMs: number): void {
    limit = facts.limit ?? limit;
    if (facts.remaining === undefined) return;
    const perhapsCounted = slots.filter(
      (slot) => slot.endedAtMs === undefined || slot.endedAtMs + windowMs > startedAtMs,
    ).length;
    const foreign = limit - facts.remaining - perhapsCounted;
    for (let count = 0; count < foreign; count += 1) slots.push({ startedAtMs: endedAtMs, endedAtMs });
  }

  /** A slot whose window is over still explains the count that a request under way will be told. */
  function forgetOldSlots(nowMs: number): void {
    const oldestUnderWayMs = slots
      .filter((slot) => slot.endedAtMs === undefined)
      .reduce((oldestMs, slot) => Math.min(oldestMs, slot.startedAtMs), nowMs);
    slots = slots.filter((slot) => slot.endedAtMs === undefined || slot.endedAtMs + windowMs > oldestUnderWayMs);
  }

  return {
    async turn(signal) {
      signal.throwIfAborted();
      const turn = await new Promise<Turn | undefined>((resolve) => {
        const start: Waiter = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(openSlot());
        };
        const giveUp = () => {
          waiters.splice(waiters.indexOf(start), 1);
          resolve(undefined);
          startWaiters();
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiters.push(start);
        startWaiters();
      });
      if (turn === undefined) throw signal.reason;
      return turn;
    },
    hold(waitMs) {
      heldUntilMs = Math.max(heldUntilMs, clock.now() + Math.min(waitMs, HOLD_MAXIMUM_MS));
      startWaiters();
    },
  };
}
