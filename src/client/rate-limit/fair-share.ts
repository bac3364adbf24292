import type { Clock } from '../clock.ts';

/** The maximum wait for the first answer, which may hang. */
const START_WAIT_MS = 1_000;

/** Until a window's first requests have been answered, so many places stay free for a process that starts, too. */
const ROOM_FOR_STARTERS = 2;
/** … where the limit is large enough for that. */
const STARTERS_PART = 0.25;

/** A place that one who has just met others leaves free for them. */
const LEFT_FREE = 1;

/** Others are assumed to be gone after this many periods without a trace of them. */
const QUIET_PERIODS = 3;

/** At full speed, one request is left out every this many periods, so that others can be noticed. */
const LISTENING_EVERY = 10;
/** … the first time earlier, while processes that were started together find their shares. */
const LISTENING_FIRST = 1;
/** … for so many windows that the free slot stays free for a whole one. */
const LISTENING_WINDOWS = 2;
/** If round trips vary by more than this, full speed leaves enough gaps by itself. */
const GAPS_NATURAL_MS = 20;

/** This many requests of others may be mistaken for ours. */
const UNSEEN = 2;

/** With fewer requests than the share allows, a period ends after this many windows. */
const IDLE_WINDOWS = 3;

/** The part that remains after a collision: of the whole limit, or of a share that was too large. */
const FIRST_RETREAT = 0.5;
const RETREAT = 0.7;

/** What one answer showed. */
interface Observation {
  readonly sentAtMs: number;
  readonly nowMs: number;
  readonly windowMs: number;
  readonly limit: number;
  /** Undefined when the service does not report it. */
  readonly remaining: number | undefined;
  /** Requests in the window that cannot be ours. */
  readonly foreign: number;
  /** How much later than possible a slot is used, because the round trip is uncertain. */
  readonly excessMs: number;
}

/**
 * `starting`: nothing is known of others yet. `opening`: the first answer has shown no others. `full`: nor have those
 * that came after it. `sounding`: the first answer has shown requests of others, which may have ended. `sharing`:
 * others are there.
 */
type Phase = 'starting' | 'opening' | 'full' | 'sounding' | 'sharing';

/** The answers of one period. */
const NOTHING_SEEN = { answers: 0, leastRemaining: Number.POSITIVE_INFINITY, mostForeign: 0 };

/**
 * How much of a key's limit is ours: all of it, or less while others, whom we cannot see, use the same key.
 *
 * The first request is sent alone, unless more are asked for. When its answer shows no others, the whole limit is
 * ours, but for a little room: it is ours, too, once the answers to all the others show none. Where it shows others,
 * they may be a command that has ended: then one request follows another, as long as answers show that there is room
 * and that only we use it.
 *
 * Several processes on one key find their shares without knowing of each other, by what every answer reports: how
 * much of the window is left. A process that sees others, or meets a 429, takes half at most. Then, from one window
 * to the next, the one that has more than all others together gives one up while nothing is left, and the others may
 * take what is.
 */
export class FairShare {
  readonly #clock: Clock;
  #size: number;
  #phase: Phase = 'starting';
  #begunAtMs = Number.POSITIVE_INFINITY;
  #isListening = false;
  #changedAtMs = Number.NEGATIVE_INFINITY;
  #quietPeriods = 0;
  #fullPeriods = 0;
  #seen = NOTHING_SEEN;
  readonly #firstRequests: number;

  constructor(clock: Clock, firstRequests = 1) {
    this.#clock = clock;
    this.#firstRequests = firstRequests;
    this.#size = firstRequests;
  }

  /** Whether others have been seen, and may still be there. */
  get isShared(): boolean {
    return this.#phase === 'sounding' || this.#phase === 'sharing';
  }

  /** When the share may grow without an answer: Infinity once one has arrived. */
  get growsAtMs(): number {
    return this.#phase === 'starting' ? this.#begunAtMs + START_WAIT_MS : Number.POSITIVE_INFINITY;
  }

  /** How many requests may be in one window of the server. */
  requests(nowMs: number, limit: number): number {
    if (nowMs >= this.growsAtMs) return limit;
    return Math.min(this.#size, this.#isListening ? Math.max(1, limit - 1) : limit);
  }

  /** A request starts. */
  begin(nowMs: number): void {
    this.#begunAtMs = Math.min(this.#begunAtMs, nowMs);
  }

  observe(observation: Observation): void {
    const { sentAtMs, nowMs, limit, foreign } = observation;
    if (sentAtMs < this.#changedAtMs) return;
    const areOthersActive = foreign > this.#seen.mostForeign;
    this.#see(observation);
    if (!this.isShared && foreign > 0) {
      this.#meetOthers(observation);
    } else if (this.#phase === 'starting') {
      this.#phase = 'opening';
      this.#change(nowMs, Math.max(this.#size, limit - roomForStarters(limit)));
    } else if (this.#isPeriodOver(observation)) {
      if (this.isShared) this.#endSharedPeriod(observation);
      else this.#endFullPeriod(observation);
    } else if (this.#phase === 'opening') {
      this.#open(limit);
    } else if (this.#phase === 'sounding') {
      if (areOthersActive) this.#phase = 'sharing';
      else this.#sound(observation);
    }
  }

  /** A request was refused: another process used more than was free. */
  collide(nowMs: number, limit: number): void {
    const retreat = this.isShared ? RETREAT : FIRST_RETREAT;
    this.#beginSharing(nowMs, Math.floor(Math.min(this.#size, limit) * retreat));
  }

  #meetOthers(observation: Observation): void {
    const { sentAtMs, nowMs, limit, foreign } = observation;
    const isStarting = this.#phase === 'starting';
    const size = Math.min(this.#size, Math.floor(limit * FIRST_RETREAT), limit - foreign);
    this.#beginSharing(isStarting ? sentAtMs : nowMs, size);
    if (!isStarting) return;
    this.#phase = 'sounding';
    this.#seen = { ...NOTHING_SEEN, mostForeign: foreign };
    this.#sound(observation);
  }

  /** One more, if that leaves others a place. */
  #sound({ limit, foreign }: Observation): void {
    if (this.#size < limit - foreign - LEFT_FREE) this.#size += 1;
  }

  /** All of those that went together have to be answered: one answer may count others for requests of ours. */
  #open(limit: number): void {
    if (this.#seen.answers < this.#size - this.#firstRequests) return;
    this.#phase = 'full';
    this.#size = limit;
  }

  #see({ remaining = Number.POSITIVE_INFINITY, foreign }: Observation): void {
    const { answers, leastRemaining, mostForeign } = this.#seen;
    this.#seen = {
      answers: answers + 1,
      leastRemaining: Math.min(leastRemaining, remaining),
      mostForeign: Math.max(mostForeign, foreign),
    };
  }

  /** Starts a period in which this many requests may be in one window. */
  #change(nowMs: number, size: number): void {
    this.#size = Math.max(1, size);
    this.#changedAtMs = nowMs;
    this.#seen = NOTHING_SEEN;
  }

  #beginSharing(nowMs: number, size: number): void {
    this.#phase = 'sharing';
    this.#isListening = false;
    this.#quietPeriods = 0;
    this.#fullPeriods = 0;
    this.#change(nowMs, size);
  }

  /** The share has been seen completely only after as many answers as it has requests. */
  #isPeriodOver({ nowMs, windowMs, limit }: Observation): boolean {
    const isWhole = this.#seen.answers >= Math.min(this.#size, limit) - (this.#isListening ? 1 : 0);
    const windows = isWhole ? (this.#isListening ? LISTENING_WINDOWS : 1) : IDLE_WINDOWS;
    return nowMs >= this.#changedAtMs + windowMs * windows;
  }

  #endSharedPeriod({ nowMs, limit }: Observation): void {
    const { leastRemaining, mostForeign } = this.#seen;
    this.#phase = 'sharing';
    this.#quietPeriods = mostForeign === 0 ? this.#quietPeriods + 1 : 0;
    if (this.#quietPeriods >= QUIET_PERIODS) {
      this.#phase = 'full';
      this.#change(nowMs, limit);
    } else if (leastRemaining >= 1) {
      const growth = this.#mayGrow() ? Math.max(1, Math.floor(leastRemaining / 3)) : 0;
      this.#change(nowMs, Math.min(limit, this.#size + growth));
    } else {
      this.#change(nowMs, this.#size > mostForeign + UNSEEN ? this.#size - 1 : this.#size);
    }
  }

  /**
   * Random, so that not all processes that see the same room take it; those with less than the others are preferred.
   */
  #mayGrow(): boolean {
    const { answers, leastRemaining, mostForeign } = this.#seen;
    const hasMost = mostForeign > 0 && this.#size > mostForeign;
    const probability = leastRemaining === 1 ? (hasMost ? 0 : 0.25) : hasMost ? 0.25 : 0.75;
    return answers >= this.#size && this.#clock.random() < probability;
  }

  #endFullPeriod({ nowMs, limit, excessMs }: Observation): void {
    this.#phase = 'full';
    const isBusy = this.#seen.answers >= this.#size - 1;
    this.#fullPeriods = isBusy ? this.#fullPeriods + 1 : 0;
    const isTurn = this.#fullPeriods % LISTENING_EVERY === LISTENING_FIRST % LISTENING_EVERY;
    this.#isListening = isBusy && excessMs < GAPS_NATURAL_MS && isTurn;
    this.#change(nowMs, limit);
  }
}

function roomForStarters(limit: number): number {
  return Math.min(ROOM_FOR_STARTERS, Math.floor(limit * STARTERS_PART));
}
