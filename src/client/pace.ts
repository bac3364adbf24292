import { RATE_LIMITS } from '../contract/rate-limit.ts';
import type { Clock } from './clock.ts';

/** What the rate-limit headers of an answer tell; absent when they are missing or make no sense. */
export interface RateFacts {
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
}

/** The right to send one request now. */
interface Turn {
  /** To be called once, when the answer has come or the request has failed. */
  end(facts?: RateFacts): void;
}

export interface Pacer {
  /** Waits until one more request may start. Rejects with the signal's reason when it is aborted first. */
  turn(signal: AbortSignal): Promise<Turn>;
  /** Lets no request start for `waitMs` from now: what a 429 asks for. */
  hold(waitMs: number): void;
}

/** Requests that the service has counted, or will have. */
interface Slot {
  readonly requests: number;
  readonly startedAtMs: number;
  /** Undefined while they are under way. */
  endedAtMs: number | undefined;
}

type Waiter = () => void;

/** After a longer time, asking is better than believing. */
const HOLD_MAXIMUM_MS = 60_000;

/** Our second and the server's need not be the same length, and a timer may fire a little early. */
const MARGIN_MS = 5;

/** Shorter waits are not worth a word. */
const NOTICEABLE_MS = 100;

/**
 * Keeps the requests of one API key under the service's rate limit, as the service counts it.
 *
 * A request may start while fewer than `limit` others are under way or have ended within the last window. The service
 * counted each of them at some moment before its answer came, so whatever the network's delay, it can never find more
 * than `limit` in one window. The price is a round trip in every window.
 */
export function createPacer(settings: {
  clock: Clock;
  /** Told when requests have to wait for longer than they were known to. */
  onWait?: (reason: 'rate_limit' | 'too_many_requests', waitMs: number) => void;
}): Pacer {
  const { clock, onWait } = settings;
  const windowMs = RATE_LIMITS.standard.windowMs + MARGIN_MS;
  let limit: number = RATE_LIMITS.standard.requests;
  let slots: Slot[] = [];
  /** How much of the limit is ours: less while others, whom we cannot see, use the same key. */
  let share = Number.POSITIVE_INFINITY;
  let shareChangedAtMs = Number.NEGATIVE_INFINITY;
  let heldUntilMs = Number.NEGATIVE_INFINITY;
  let announcedUntilMs = Number.NEGATIVE_INFINITY;
  let callOffWake: (() => void) | undefined;
  const waiters: Waiter[] = [];

  /** When the next request may start: a moment, now or past; Infinity while only an answer can tell. */
  function opensAtMs(nowMs: number): number {
    const occupied = slots
      .map(({ requests, endedAtMs }) => ({ requests, untilMs: (endedAtMs ?? Number.POSITIVE_INFINITY) + windowMs }))
      .filter(({ untilMs }) => untilMs > nowMs)
      .sort((one, other) => other.untilMs - one.untilMs);
    let requests = 0;
    const lastToLeave = occupied.find((slot) => (requests += slot.requests) >= Math.min(limit, share));
    return Math.max(lastToLeave?.untilMs ?? Number.NEGATIVE_INFINITY, heldUntilMs);
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
    if (openMs - Math.max(announcedUntilMs, nowMs) < NOTICEABLE_MS) return;
    announcedUntilMs = openMs;
    onWait?.(openMs === heldUntilMs ? 'too_many_requests' : 'rate_limit', openMs - nowMs);
  }

  function openSlot(): Turn {
    const slot: Slot = { requests: 1, startedAtMs: clock.now(), endedAtMs: undefined };
    slots.push(slot);
    return {
      end(facts = {}) {
        if (slot.endedAtMs !== undefined) return;
        slot.endedAtMs = clock.now();
        learn(facts, slot.startedAtMs, slot.endedAtMs);
        growShare(slot.endedAtMs);
        forgetOldSlots(slot.endedAtMs);
        startWaiters();
      },
    };
  }

  /** Requests that the service counted and that cannot be ours come from others with the same key: they take slots. */
  function learn(facts: RateFacts, startedAtMs: number, endedAtMs: number): void {
    limit = facts.limit ?? limit;
    if (facts.remaining === undefined) return;
    const perhapsCounted = slots
      .filter((slot) => slot.endedAtMs === undefined || slot.endedAtMs + windowMs > startedAtMs)
      .reduce((sum, slot) => sum + slot.requests, 0);
    const foreign = limit - facts.remaining - perhapsCounted;
    if (foreign > 0) slots.push({ requests: foreign, startedAtMs: endedAtMs, endedAtMs });
  }

  /** A request too many means that others collided with us: whoever met it takes half as much as before. */
  function halveShare(nowMs: number): void {
    // One burst may bring several 429: they are one collision.
    if (nowMs < heldUntilMs) return;
    share = Math.max(1, Math.floor(Math.min(share, limit) / 2));
    shareChangedAtMs = nowMs;
  }

  function growShare(nowMs: number): void {
    if (nowMs < shareChangedAtMs + windowMs) return;
    share += 1;
    shareChangedAtMs = nowMs;
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
      const nowMs = clock.now();
      halveShare(nowMs);
      heldUntilMs = Math.max(heldUntilMs, nowMs + Math.min(waitMs, HOLD_MAXIMUM_MS));
      startWaiters();
    },
  };
}
