import type { Moment, TimeShown } from '../../sql/postgres/blocking-connection.ts';

/** A connection that learns the database's time with its answers. */
export interface TimeSource {
  readonly isOpen: boolean;
  readonly timeShown: TimeShown | undefined;
  /** @throws when the connection is lost */
  askTime(timeoutMs: number): TimeShown;
}

/** What was shown is as good as new for this time, unless a clock of this machine jumps. */
const FRESH_MS = 1_000;
const ASKING_MS = 5_000;

/**
 * The time of a database that several machines share. Whatever their own clocks show, they agree about it within a
 * round trip: after a second, and whenever a clock of this machine jumps or it has slept, the database is asked again.
 */
export class DatabaseTime {
  readonly #source: TimeSource;
  readonly #moment: () => Moment;

  constructor(source: TimeSource, moment: () => Moment) {
    this.#source = source;
    this.#moment = moment;
  }

  /** Milliseconds since the epoch. Without a connection, it continues by this machine's steady clock. */
  epochMs(): number {
    const shown = this.#source.timeShown;
    const fresh = shown === undefined ? undefined : this.#freshOf(shown);
    if (fresh !== undefined) return fresh;
    if (this.#source.isOpen) {
      try {
        return this.#latestOf(this.#source.askTime(ASKING_MS));
      } catch {
        // It shows in the next statement, too, which reports it.
      }
    }
    if (shown === undefined) return this.#moment().epochMs;
    return shown.databaseMs + Math.max(0, this.#moment().steadyMs - shown.askedAt.steadyMs);
  }

  /** The latest time that it may be by now. Undefined when the database was not heard of for a second. */
  latestMs(): number | undefined {
    const shown = this.#source.isOpen ? this.#source.timeShown : undefined;
    return shown === undefined ? undefined : this.#freshOf(shown);
  }

  #freshOf(shown: TimeShown): number | undefined {
    const { steadyMs, epochMs } = this.#passedSince(shown);
    const isFresh = steadyMs <= FRESH_MS && epochMs <= FRESH_MS && epochMs >= -1;
    return isFresh ? this.#latestOf(shown) : undefined;
  }

  #latestOf(shown: TimeShown): number {
    const { steadyMs, epochMs } = this.#passedSince(shown);
    return shown.databaseMs + Math.max(0, steadyMs, Math.min(epochMs, FRESH_MS));
  }

  #passedSince({ askedAt }: TimeShown): Moment {
    const now = this.#moment();
    return { steadyMs: now.steadyMs - askedAt.steadyMs, epochMs: now.epochMs - askedAt.epochMs };
  }
}
