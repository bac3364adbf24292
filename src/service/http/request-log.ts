/** A request that has ended, told without its bodies and without a whole key. */
export interface RequestEntry {
  /** When it came in, epoch milliseconds. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly account: string | null;
  readonly key: string | null;
  /** Null when no whole answer was sent. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly fault: string | null;
}

interface LoggedRequest extends RequestEntry {
  /** 1 for the first that ended, and so on. */
  readonly number: number;
}

/** What came in and what went out of late. */
export interface RequestLog {
  record(entry: RequestEntry): void;
  /** Those that are still kept of the entries after the one with this number, oldest first. */
  after(number: number): readonly LoggedRequest[];
}

const ENTRIES_KEPT = 10_000;

export function requestLog(entriesKept = ENTRIES_KEPT): RequestLog {
  const ring: LoggedRequest[] = [];
  let recorded = 0;

  return {
    record(entry) {
      ring[recorded % entriesKept] = { number: recorded + 1, ...entry };
      recorded += 1;
    },
    after(number) {
      const isNewer = (entry: LoggedRequest) => entry.number > number;
      const oldest = recorded % entriesKept;
      return [...ring.slice(oldest), ...ring.slice(0, oldest)].filter(isNewer);
    },
  };
}
