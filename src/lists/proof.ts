/**
 * A row and its number: counted from the oldest row of the list, which is 0. While rows are only added, it never
 * changes.
 */
export interface NumberedRow<Row> {
  /** Counted from the oldest row of the list, which is 0. */
  readonly number: number;
  /** As the service answered it. */
  readonly row: Row;
  /** Time of the request, milliseconds since the epoch. The answer may come from a cache that is up to a minute old. */
  readonly readAt: number;
}

/** The next step of a proof. */
export type ProofStep<Row> = RowsStep<Row> | RestartStep;

/** Rows in the requested order; all steps together return each number at most once. */
export interface RowsStep<Row> {
  /** Always `rows`. */
  readonly type: 'rows';
  /** The rows, each with its number in the list. */
  readonly rows: readonly NumberedRow<Row>[];
}

/** The order of the list has changed: all rows so far are void, and so is a state to resume from. */
export interface RestartStep {
  /** Always `restart`. */
  readonly type: 'restart';
  /** What the proof covers from now on. */
  readonly start: ProofStart;
}

/** What a proof covers; stored by callers that resume later. */
export interface ProofStart {
  /** When the list had this length, milliseconds since the epoch. */
  readonly asOf: number;
  /** Rows in the list at that time. */
  readonly total: number;
  /** The first number to read. */
  readonly firstNumber: number;
  /** The number after the last one to read. */
  readonly endNumber: number;
  /** Id of the newest row at that time. Its number must be the same later. */
  readonly newestId?: string | undefined;
}

/** A row that the caller already has. */
export interface HeldRow {
  /** Its number in the list. */
  readonly number: number;
  /** Its id. */
  readonly id: string;
}

/** The progress of a proof. */
export interface ProofProgress {
  /** Number of rows to read. */
  readonly rowsTotal: number;
  /** Rows returned so far, including those of a resumed proof. */
  readonly rowsHeld: number;
}

/** How a list is proven to be complete. */
export interface ProofOptions {
  /** Default `oldest-first`. */
  readonly order?: 'oldest-first' | 'newest-first' | undefined;
  /** Rows created at this moment or later; default all. An invalid date is a `RangeError`, before anything is sent. */
  readonly since?: Date | undefined;
  /** Rows created before this moment; default all. */
  readonly until?: Date | undefined;
  /**
   * Additional requests for what the first attempt did not return: gaps, contradictions, failed answers. Default 100,
   * and one more for every ten pages.
   */
  readonly extraRequests?: number | undefined;
  /** Called with the progress as rows arrive. */
  readonly onProgress?: ((progress: ProofProgress) => void) | undefined;
  /** Resumes an earlier proof: its start, and the rows that it returned, in ascending order. */
  readonly resume?: ResumedProof | undefined;
  /** Interrupts the proof. */
  readonly signal?: AbortSignal | undefined;
}

/** How far an earlier proof has come. */
export interface ResumedProof {
  /** What it covers. */
  readonly start: ProofStart;
  /** The rows that it returned, in ascending order of their numbers. */
  readonly held: AsyncIterable<HeldRow> | Iterable<HeldRow>;
}

/** Numbers from the first, up to but not including the end. */
export interface NumberRange {
  /** The first number. */
  readonly from: number;
  /** The number after the last. */
  readonly to: number;
}

/** Whether a list proved to be complete, and what is missing. */
export interface ProofVerdict extends ProofStart {
  /** Exactly one id has each requested number, and no id has two. */
  readonly isProven: boolean;
  /** The number of rows that are known. */
  readonly rowsHeld: number;
  /**
   * Rows returned, including those of a resumed proof. Rows outside the span are not counted, when numbers do not
   * follow creation times.
   */
  readonly rowsGiven: number;
  /** Numbers that could not be read within the budget. */
  readonly gaps: readonly NumberRange[];
  /** Why it is not proven. `order_moved`: the numbers of ids kept changing, so rows are not only added. */
  readonly reason?: 'gaps' | 'order_moved' | undefined;
  /** How often the order changed and everything was requested again. */
  readonly restarts: number;
}

/** A list that proves its own completeness. It can be read once. */
export interface ProvenList<Row> {
  /**
   * What the proof covers, available as soon as the service has reported the length of the list. Reading starts with
   * it.
   */
  start(): Promise<ProofStart>;
  /** Oldest rows first by default. Ends when every number has an id, or when the budget is used up. */
  steps(): AsyncGenerator<ProofStep<Row>, void, undefined>;
  /** Available when the steps have ended. */
  verdict(): ProofVerdict;
  /** Reads the list to its end, into memory. Rows that were read before the order changed are left out. */
  collect(): Promise<CollectedProof<Row>>;
}

/** A list that was read to its end. */
export interface CollectedProof<Row> {
  /** The rows in the requested order, without those of the earlier proof when it was resumed. */
  readonly rows: readonly NumberedRow<Row>[];
  /** Whether they are proven to be all rows. */
  readonly verdict: ProofVerdict;
}
