/**
 * A row and its number: counted from the oldest row of the list, which is 0. While rows are only added, it never
 * changes.
 */
export interface NumberedRow<Row> {
  readonly number: number;
  readonly row: Row;
  /** Time of the request, milliseconds since the epoch. The answer may come from a cache that is up to a minute old. */
  readonly readAt: number;
}

/** The next step of a proof. */
export type ProofStep<Row> =
  /** Rows in the requested order; all steps together return each number at most once. */
  | { readonly type: 'rows'; readonly rows: readonly NumberedRow<Row>[] }
  /** The order of the list has changed: all rows so far are void, and so is a state to resume from. */
  | { readonly type: 'restart'; readonly start: ProofStart };

/** What a proof covers; stored by callers that resume later. */
export interface ProofStart {
  /** When the list had this length, milliseconds since the epoch. */
  readonly asOf: number;
  /** Rows in the list at that time. */
  readonly total: number;
  /** The numbers to read: from the first, up to but not including the end. */
  readonly firstNumber: number;
  readonly endNumber: number;
  /** Id of the newest row at that time. Its number must be the same later. */
  readonly newestId?: string | undefined;
}

/** A row that the caller has already. */
export interface HeldRow {
  readonly number: number;
  readonly id: string;
}

export interface ProofProgress {
  /** Number of rows to read. */
  readonly rowsTotal: number;
  /** Rows returned so far, including those of a resumed proof. */
  readonly rowsHeld: number;
}

export interface ProofOptions {
  /** Default `oldest-first`. */
  readonly order?: 'oldest-first' | 'newest-first' | undefined;
  /** Rows created at this moment or later; default all. */
  readonly since?: Date | undefined;
  /** Rows created before this moment; default all. */
  readonly until?: Date | undefined;
  /**
   * Additional requests for what the first attempt did not return: gaps, contradictions, failed answers. Default 100,
   * and one more for every ten pages.
   */
  readonly extraRequests?: number | undefined;
  readonly onProgress?: ((progress: ProofProgress) => void) | undefined;
  /** Resumes an earlier proof: its start, and the rows that it returned, in ascending order. */
  readonly resume?:
    { readonly start: ProofStart; readonly held: AsyncIterable<HeldRow> | Iterable<HeldRow> } | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Numbers from the first, up to but not including the end. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

export interface ProofVerdict extends ProofStart {
  /** Exactly one id has each requested number, and no id has two. */
  readonly isProven: boolean;
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
  /** Oldest rows first by default. Ends when every number has an id, or when the budget is spent. */
  steps(): AsyncGenerator<ProofStep<Row>, void, undefined>;
  /** Available when the steps have ended. */
  verdict(): ProofVerdict;
}
