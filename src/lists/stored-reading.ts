import { type ListFailures, type ListPage, type PageRequest, numberedRows } from './proof-source.ts';
import type { ProofOptions, ProofProgress, ProofStart, ProofVerdict, ProvenList, HeldRow } from './proof.ts';
import type { StorableRow, StoredList } from './stored-list.ts';
import { PAGE_LIMIT_MAXIMUM } from '../contract/limits.ts';

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
  async read(): Promise<ProofVerdict> {
    for (let moves = 1; ; moves += 1) {
      const verdict = await this.prove(this.#stored.state().goal);
      if (!verdict.isProven || (await this.rereadUnsettled(verdict.total))) return verdict;
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
   * @returns `newRows`: how many were not stored before
   */
  async prove(goal: ProofStart | undefined): Promise<ProofVerdict & { readonly newRows: number }> {
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
   * Reads rows again whose status may have changed; with `final`, also newer ones whose status should be final.
   *
   * @param readBefore only open rows read before this moment, epoch milliseconds; default all
   * @returns false when the order of the list has changed
   */
  async rereadUnsettled(total: number, readBefore?: number, extent: RereadExtent = 'newest'): Promise<boolean> {
    const unsettled = extent === 'final' ? this.#stored.ids() : this.#stored.unsettled(readBefore);
    const state: Rereading = { knownTotal: total, requestsLeft: REQUESTS[extent] };
    for (const neighbours of newestNeighbours(unsettled, REQUESTS[extent])) {
      const outcome = await this.#reread(neighbours, state);
      if (outcome !== 'done') return outcome === 'unanswered';
    }
    return true;
  }

  /** Rows that are too far apart, or that the service does not return, stay as they are. */
  async #reread(neighbours: Neighbours, state: Rereading): Promise<'done' | 'unanswered' | 'moved'> {
    let isComplete = false;
    // Rows added in the meantime may have pushed these off the page; the total in the answer then shows their new
    // offset.
    for (let hasGrown = true; hasGrown && !isComplete && state.requestsLeft > 0;) {
      state.requestsLeft -= 1;
      const answer = await this.#askFor(neighbours, state.knownTotal);
      if (answer === undefined) return 'unanswered';
      hasGrown = answer.total > state.knownTotal;
      state.knownTotal = Math.max(state.knownTotal, answer.total);
      const rows = answer.rows.filter(({ number }) => neighbours.has(number));
      if (rows.some(({ number, row }) => neighbours.get(number) !== row.id)) return 'moved';
      isComplete = rows.length === neighbours.size;
      this.#stored.store(rows);
    }
    return 'done';
  }

  /** @returns undefined when the service does not return it */
  async #askFor(neighbours: Neighbours, knownTotal: number) {
    const { failures, now, random } = this.#options;
    const upTo = (maximum: number) => Math.floor(random() * (maximum + 1));
    const [newest, oldest] = [Math.max(...neighbours.keys()), Math.min(...neighbours.keys())];
    const readAt = now();
    const rowsRequested = newest - oldest + 1;
    const limit = rowsRequested + upTo(PAGE_LIMIT_MAXIMUM - 1 - rowsRequested);
    const offset = Math.max(0, knownTotal - 1 - newest - upTo(limit - rowsRequested));
    try {
      const answer = await this.#list.page({ limit, offset });
      const rows = numberedRows(answer, limit, readAt);
      return rows === undefined ? undefined : { rows, total: answer.pagination.total };
    } catch (error) {
      if (failures.isOfService(error)) return undefined;
      throw error;
    }
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

/**
 * Less than a page, so that its start and end can be chosen at random: a different request is not answered from the
 * cache.
 */
const NEIGHBOURS_SPAN = Math.floor(PAGE_LIMIT_MAXIMUM * 0.8);
/** Requests for each list. Two seconds with one key are enough for the rows that change most. */
const REQUESTS: Readonly<Record<RereadExtent, number>> = { newest: 20, all: Infinity, final: 200 };

/** Rows that fit on one page; ids by number. */
type Neighbours = Map<number, string>;

interface Rereading {
  knownTotal: number;
  requestsLeft: number;
}

/** `newest`: open rows, as many as a few requests return. `all`: all open rows. `final`: the newest rows, whatever their status. */
export type RereadExtent = 'newest' | 'all' | 'final';

/** Groups of neighbouring rows, newest first. */
function newestNeighbours(rows: Iterable<HeldRow>, groupsMaximum: number): Neighbours[] {
  const groups: Neighbours[] = [];
  let first = -Infinity;
  for (const { number, id } of rows) {
    if (number - first >= NEIGHBOURS_SPAN) {
      groups.push(new Map());
      if (groups.length > groupsMaximum) groups.shift();
      first = number;
    }
    groups.at(-1)?.set(number, id);
  }
  return groups.reverse();
}
