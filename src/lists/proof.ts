/**
 * A row and its number: counted from the oldest row of the list, which is 0. While rows are only added, it never
 * changes.
 */
export interface NumberedRow<Row> {
  readonly number: number;
  readonly row: Row;
  /** When it was asked for, milliseconds since the epoch. The service may have told what it knew a minute before. */
  readonly readAt: number;
}

/** What comes next of a list that is being proven. */
export type ProofStep<Row> =
  /** Rows in the order that was asked for; together the steps give each number once at most. */
  | { readonly type: 'rows'; readonly rows: readonly NumberedRow<Row>[] }
  /** The order of the list has moved: everything given so far, a starting state included, is void. */
  | { readonly type: 'restart'; readonly start: ProofStart };

/** What a proof sets out to contain; stored by callers that resume later. */
export interface ProofStart {
  /** When the list was this long, milliseconds since the epoch. */
  readonly asOf: number;
  /** Rows in the list then. */
  readonly total: number;
  /** The numbers wanted: from the first, up to but not including the end. */
  readonly firstNumber: number;
  readonly endNumber: number;
  /** Of the newest row then, which has to have the same number later. */
  readonly newestId?: string | undefined;
}

/** A row that is held already. */
export interface HeldRow {
  readonly number: number;
  readonly id: string;
}

export interface ProofProgress {
  /** Rows wanted in all. */
  readonly rowsTotal: number;
  /** Rows given so far, those held from before included. */
  readonly rowsHeld: number;
}

export interface ProofOptions {
  /** Default `oldest-first`. */
  readonly order?: 'oldest-first' | 'newest-first' | undefined;
  /** Rows created at that moment or later; default all. */
  readonly since?: Date | undefined;
  /** Rows created before that moment; default all. */
  readonly until?: Date | undefined;
  /**
   * Requests to be spent on what does not come at the first attempt: gaps, contradictions, answers that fail. By
   * default 100, and one more for every ten pages.
   */
  readonly extraRequests?: number | undefined;
  readonly onProgress?: ((progress: ProofProgress) => void) | undefined;
  /** Goes on where an earlier proof stopped: its start, and the rows that it gave, in ascending order. */
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
  /** Every wanted number is held by exactly one id, and no id holds two. */
  readonly isProven: boolean;
  readonly rowsHeld: number;
  /**
   * Rows given, those held from before included: as many as are held, but for rows outside the span among them, where
   * they are not in the order of their creation.
   */
  readonly rowsGiven: number;
  /** Numbers that could not be had within the budget. */
  readonly gaps: readonly NumberRange[];
  /** Why it is not proven. `order_moved`: ids kept changing their numbers, so rows are not only added. */
  readonly reason?: 'gaps' | 'order_moved' | undefined;
  /** How often the order moved, and everything was fetched again. */
  readonly restarts: number;
}

/** A list that proves itself complete. It can be read once. */
export interface ProvenList<Row> {
  /** What is asked for, as soon as the service has told how long the list is. Reading begins by it, too. */
  start(): Promise<ProofStart>;
  /** Oldest rows first, unless it was asked for otherwise. Ends when every number is held, or when the budget is spent. */
  steps(): AsyncGenerator<ProofStep<Row>, void, undefined>;
  /** To be asked when the steps have ended. */
  verdict(): ProofVerdict;
}
