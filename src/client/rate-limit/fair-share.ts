import type { Clock } from '../clock.ts';

/** For the first answer, which may hang, nobody waits longer. */
const START_PATIENCE_MS = 1_000;

/** How many periods without a trace of others it takes to believe that they have gone. */
const QUIET_PERIODS = 3;

/** At full speed one request is left out in so many periods, to hear whether others want to come in. */
const LISTENING_EVERY = 10;
/** … the first time early, while processes that were started together sort themselves out. */
const LISTENING_FIRST = 1;
/** … for long enough that the place which is left out stays free for a whole window. */
const LISTENING_WINDOWS = 2;
/** Where round trips vary by more than this, full speed leaves gaps enough by itself. */
const GAPS_NATURAL_MS = 20;

/** So many requests of others may pass for ours. */
const UNSEEN = 2;

/** Whoever has less to ask than its share comes to the end of a period after so many windows. */
const IDLE_WINDOWS = 3;

/** What a collision leaves: of all there is, and of a share that was too large. */
const FIRST_RETREAT = 0.5;
const RETREAT = 0.7;

/** What one answer told. */
interface Observation {
  readonly sentAtMs: number;
  readonly nowMs: number;
  readonly windowMs: number;
  readonly limit: number;
  /** Undefined when the service does not tell. */
  readonly remaining: number | undefined;
  /** Requests in the window that cannot be ours. */
  readonly foreign: number;
  /** How much a slot is used later than it might be, because of what is not known of the way there. */
  readonly excessMs: number;
}

/** How much of a key's limit is ours: all of it, or less while others, whom we cannot see, use the same key. */
export interface Share {
  /** A request starts. */
  begin(nowMs: number): void;
  /** Requests that may be in one window of the server. */
  requests(nowMs: number, limit: number): number;
  /** When more may be, although nothing has been told: Infinity once something has. */
  growsAtMs(): number;
  observe(observation: Observation): void;
  /** Others have been seen, and may still be there. */
  isShared(): boolean;
  /** A request was refused: somebody took more than there was. */
  collide(nowMs: number, limit: number): void;
}

/** Of several who see the same room not all shall take it, and rather those who have less than the others. */
function growthProbability(hasMost: boolean, leastRemaining: number): number {
  if (leastRemaining === 1) return hasMost ? 0 : 0.25;
  return hasMost ? 0.25 : 0.75;
}

/**
 * The first request goes alone, unless more are asked for, and when its answer shows nobody else, the whole limit is ours.
 *
 * Several processes on one key find their shares without knowing of each other, by what every answer tells: how much of
 * the window is left. Whoever sees others, or meets a 429, takes half at most. Then, from one window to the next, whoever
 * has more than all others together gives one up while nothing is left, and the others may take what is.
 */
export function createShare(clock: Clock, firstRequests = 1): Share {
  let size = firstRequests;
  let isStarting = true;
  let begunAtMs = Number.POSITIVE_INFINITY;
  let isShared = false;
  let isListening = false;
  let changedAtMs = Number.NEGATIVE_INFINITY;
  let quietPeriods = 0;
  let fullPeriods = 0;
  let seen = { answers: 0, leastRemaining: Number.POSITIVE_INFINITY, mostForeign: 0 };

  function change(nowMs: number, newSize: number): void {
    size = Math.max(1, newSize);
    changedAtMs = nowMs;
    seen = { answers: 0, leastRemaining: Number.POSITIVE_INFINITY, mostForeign: 0 };
  }

  function beginSharing(nowMs: number, mine: number): void {
    isStarting = false;
    isShared = true;
    isListening = false;
    quietPeriods = 0;
    fullPeriods = 0;
    change(nowMs, mine);
  }

  function endSharedPeriod({ nowMs, limit }: Observation): void {
    const { answers, leastRemaining, mostForeign } = seen;
    quietPeriods = mostForeign === 0 ? quietPeriods + 1 : 0;
    if (quietPeriods >= QUIET_PERIODS) {
      isShared = false;
      change(nowMs, limit);
    } else if (leastRemaining >= 1) {
      const grows =
        answers >= size && clock.random() < growthProbability(mostForeign > 0 && size > mostForeign, leastRemaining);
      change(nowMs, Math.min(limit, size + (grows ? Math.max(1, Math.floor(leastRemaining / 3)) : 0)));
    } else {
      change(nowMs, size > mostForeign + UNSEEN ? size - 1 : size);
    }
  }

  function endFullPeriod({ nowMs, limit, excessMs }: Observation): void {
    const isBusy = seen.answers >= size - 1;
    fullPeriods = isBusy ? fullPeriods + 1 : 0;
    isListening =
      isBusy && excessMs < GAPS_NATURAL_MS && fullPeriods % LISTENING_EVERY === LISTENING_FIRST % LISTENING_EVERY;
    change(nowMs, limit);
  }

  /** Only with as many answers as there are requests in our share has one been told of all of them. */
  function isPeriodOver({ nowMs, windowMs, limit }: Observation): boolean {
    const isWhole = seen.answers >= Math.min(size, limit) - (isListening ? 1 : 0);
    const windows = isWhole ? (isListening ? LISTENING_WINDOWS : 1) : IDLE_WINDOWS;
    return nowMs >= changedAtMs + windowMs * windows;
  }

  const growsAtMs = () => (isStarting ? begunAtMs + START_PATIENCE_MS : Number.POSITIVE_INFINITY);

  return {
    begin(nowMs) {
      begunAtMs = Math.min(begunAtMs, nowMs);
    },
    growsAtMs,
    requests(nowMs, limit) {
      if (nowMs >= growsAtMs()) return limit;
      return Math.min(size, isListening ? Math.max(1, limit - 1) : limit);
    },
    observe(observation) {
      const { sentAtMs, nowMs, limit, remaining = Number.POSITIVE_INFINITY, foreign } = observation;
      if (sentAtMs < changedAtMs) return;
      seen = {
        answers: seen.answers + 1,
        leastRemaining: Math.min(seen.leastRemaining, remaining),
        mostForeign: Math.max(seen.mostForeign, foreign),
      };
      if (!isShared && foreign > 0) {
        beginSharing(nowMs, Math.min(size, Math.floor(limit * FIRST_RETREAT), limit - foreign));
      } else if (isStarting) {
        isStarting = false;
        change(nowMs, limit);
      } else if (isPeriodOver(observation)) {
        if (isShared) endSharedPeriod(observation);
        else endFullPeriod(observation);
      }
    },
    isShared: () => isShared,
    collide(nowMs, limit) {
      beginSharing(nowMs, Math.floor(Math.min(size, limit) * (isShared ? RETREAT : FIRST_RETREAT)));
    },
  };
}
