import type { ListPage, PageRequest } from './list-page.ts';
import type { ListFailures } from './proof-source.ts';
import type { ProofOptions, ProofProgress, ProofStart, ProofVerdict, ProvenList } from './proof.ts';
import { Rereading, type RereadExtent } from './rereading.ts';
import type { StorableRow, StoredList } from './stored-list.ts';

/** A list of the service that its client can read. */
export interface ReadableList<Row> {
  proven(options: ProofOptions): ProvenList<Row>;
  page(query: PageRequest): Promise<ListPage<Row>>;
}

/** What a reading requires in addition to a list and its store. */
export interface ReadingOptions extends Pick<ProofOptions, 'since' | 'until'> {
  readonly failures: ListFailures;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** From 0 up to, but not including 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ProofProgress) => void;
  /** The order of the list has changed, and its stored rows were deleted. */
  readonly onRestart: () => void;
}

export interface StoredVerdict extends ProofVerdict {
  /** Rows that were not stored before. */
  readonly newRows: number;
}

/** After this many changes of the order, the service is unreliable. */
const ORDER_MOVES_MAXIMUM = 3;

/**
 * Reads a list into its store. Rows are stored as they are read, so an interrupted reading is resumed without reading
 * them again.
 */
export class StoredReading<Row extends StorableRow> {
  readonly #list: ReadableList<Row>;
  readonly #stored: StoredList<Row>;
  readonly #options: ReadingOptions;

  constructor(list: ReadableList<Row>, stored: StoredList<Row>, options: ReadingOptions) {
    this.#list = list;
    this.#stored = stored;
    this.#options = options;
  }

  /**
   * Resumes an earlier reading, and reads rows again whose status may have changed. Ends when all is proven, or cannot
   * be.
   */
  read(): Promise<StoredVerdict> {
    return this.#read((total) => this.rereadUnsettled(total));
  }

  /** Also reads the rows that were added since an earlier reading, and again all rows whose status may have changed. */
  async readOn(): Promise<StoredVerdict> {
    const { goal } = this.#stored.state();
    const start = goal === undefined ? undefined : await this.#list.proven({ signal: this.#options.signal }).start();
    if (goal !== undefined && start !== undefined && start.total > goal.endNumber) this.#stored.setGoal(start);
    return this.#read((total) => this.rereadUnsettled(total, undefined, 'all'));
  }

  async #read(reread: (total: number) => Promise<boolean>): Promise<StoredVerdict> {
    for (let moves = 1; ; moves += 1) {
      const verdict = await this.prove(this.#stored.state().goal);
      if (!verdict.isProven || (await reread(verdict.total))) return verdict;
      if (moves === ORDER_MOVES_MAXIMUM) {
        this.#stored.distrust();
        return { ...verdict, isProven: false, reason: 'order_moved' };
      }
      this.#stored.forget();
      this.#options.onRestart();
    }
  }

  /**
   * Reads until all numbers of the goal are stored; stored ones are not read again.
   *
   * @param goal undefined for the whole list as it is now
   */
  async prove(goal: ProofStart | undefined): Promise<StoredVerdict> {
    const { since, until, signal, onProgress, onRestart } = this.#options;
    const proven = this.#list.proven({ since, until, resume: this.#resume(goal), onProgress, signal });
    if (goal === undefined) this.#stored.begin(await proven.start());
    let newRows = 0;
    for await (const step of proven.steps()) {
      if (step.type === 'rows') {
        this.#stored.store(step.rows);
        newRows += step.rows.length;
      } else {
        this.#stored.begin(step.start);
        newRows = 0;
        onRestart();
      }
    }
    const verdict = proven.verdict();
    if (verdict.reason === 'order_moved') this.#stored.distrust();
    if (verdict.isProven) this.#assertStored(verdict);
    return { ...verdict, newRows };
  }

  /**
   * Reads rows again whose status may have changed.
   *
   * @param readBefore only rows read before this moment, epoch milliseconds; default all
   * @returns false when the order of the list has changed
   */
  rereadUnsettled(total: number, readBefore?: number, extent: RereadExtent = 'newest'): Promise<boolean> {
    const { failures, now, random } = this.#options;
    const rereading = new Rereading<Row>({
      page: (query) => this.#list.page(query),
      isOfService: (error) => failures.isOfService(error),
      store: (rows) => {
        this.#stored.store(rows);
      },
      total,
      now,
      random,
      extent,
    });
    return rereading.run(this.#stored.unsettled(readBefore));
  }

  #resume(goal: ProofStart | undefined): ProofOptions['resume'] {
    if (goal === undefined) return undefined;
    return { start: goal, held: this.#stored.ids({ from: goal.firstNumber, to: goal.endNumber }) };
  }

  /** The rows that were proven while they were read must be the rows that are stored. */
  #assertStored({ firstNumber, endNumber, rowsGiven }: ProofVerdict): void {
    const rows = this.#stored.count({ from: firstNumber, to: endNumber });
    if (rows === rowsGiven) return;
    throw new Error(`${this.#stored.name}: ${rowsGiven} rows are proven, but ${rows} are stored`);
  }
}
