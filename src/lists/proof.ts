/**
 * A row and its number: counted from the oldest row of the list, which is 0. While rows are only added, it never
 * changes.
 */
export interface NumberedRow<Row> {
  /** Counted from the oldest row of the list, which is 0. */
  readonly number: number;
  /** As the service answered it. */
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
  /** The first number that is wanted. */
  readonly firstNumber: number;
  /** The numbers wanted go up to this one, which is not wanted itself. */
  readonly endNumber: number;
  /** Of the newest row then, which has to have the same number later. */
  readonly newestId?: string | undefined;
}

/** A row that is held already. */
export interface HeldRow {
  /** Its number in the list. */
  readonly number: number;
  /** Its id. */
  readonly id: string;
}

/** How far a proof has come. */
export interface ProofProgress {
  /** Rows wanted in all. */
  readonly rowsTotal: number;
  /** Rows given so far, those held from before included. */
  readonly rowsHeld: number;
}

/** How a list is proven to be complete. */
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
  /** Receives how far the proof has come, as rows come in. */
  readonly onProgress?: ((progress: ProofProgress) => void) | undefined;
  /** Goes on where an earlier proof stopped: its start, and the rows that it gave, in ascending order. */
  readonly resume?:
    { readonly start: ProofStart; readonly held: AsyncIterable<HeldRow> | Iterable<HeldRow> } | undefined;
  /** Interrupts it. */
  readonly signal?: AbortSignal | undefined;
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
  /** Every wanted number is held by exactly one id, and no id holds two. */
  readonly isProven: boolean;
  /** Numbers that a row is known for. */
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
  /** Reads it to its end. All rows are in memory then, those of an order that has moved left out. */
  collect(): Promise<CollectedProof<Row>>;
}

/** A list that was read to its end. */
export interface CollectedProof<Row> {
  /** The rows in the order that was asked for, without those that a resumed proof was handed. */
  readonly rows: readonly NumberedRow<Row>[];
  /** Whether they prove to be all. */
  readonly verdict: ProofVerdict;
}
