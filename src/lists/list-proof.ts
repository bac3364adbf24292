import { setMaxListeners } from 'node:events';
import type { PagePlan } from './page-plan.ts';
import { ProofAttempt, ProofSpan } from './proof-attempt.ts';
import type { ProofSource, ProvenRow } from './proof-source.ts';
import type {
  CollectedProof,
  NumberedRow,
  NumberRange,
  ProofOptions,
  ProofStart,
  ProofStep,
  ProofVerdict,
  ProvenList,
} from './proof.ts';
import { RowReader, type GatheredRows } from './row-reader.ts';
import { RowsAhead } from './rows-ahead.ts';

const EXTRA_REQUESTS_DEFAULT = 100;
const ROWS_FOR_AN_EXTRA_REQUEST = 1_000;

const RESTARTS_MAXIMUM = 3;
const REFETCHES_OF_A_CONFLICT = 2;

/**
 * Reads a list and proves that it is complete: exactly one id has each number below the list's total at the start.
 *
 * Pages overlap by one row, and the newest page overlaps with the rows of the first measurement. A row inserted or
 * removed further down between two requests would give the overlapping row two numbers, so pages that agree prove that
 * the order did not change. Pages that disagree are requested again, past the service's cache; if they still disagree,
 * the whole list is.
 *
 * Two numbers are proven to be neighbours only by one answer that contains both, also when a proof is resumed later. A
 * span is read with the rows at its borders: no row may have come between them and its ends.
 */
export class ListProof<Row extends ProvenRow> implements ProvenList<Row> {
  readonly #source: ProofSource<Row>;
  readonly #options: ProofOptions;
  readonly #span: ProofSpan;
  readonly #reader: RowReader<Row>;
  /** Ends the requests of the current attempt. */
  #stop = manyListeners();
  #begun: Promise<ProofAttempt<Row>> | undefined;
  #current: ProofAttempt<Row> | undefined;
  #hasTimeOrder = true;
  #hasOrderMoved = false;
  #restarts = 0;
  readonly #interrupt = () => this.#stop.abort(this.#options.signal?.reason);

  constructor(source: ProofSource<Row>, options: ProofOptions = {}) {
    this.#source = source;
    this.#options = options;
    this.#span = new ProofSpan(options, source.failures);
    this.#reader = new RowReader(source, () => this.#extraRequests());
    options.signal?.addEventListener('abort', this.#interrupt);
  }

  async start(): Promise<ProofStart> {
    return (await (this.#begun ??= this.#begin())).start;
  }

  async *steps(): AsyncGenerator<ProofStep<Row>, void, undefined> {
    try {
      yield* this.#steps();
    } finally {
      this.#options.signal?.removeEventListener('abort', this.#interrupt);
    }
  }

  /** Repeats attempts until the order does not change during one. */
  async *#steps(): AsyncGenerator<ProofStep<Row>, void, undefined> {
    for (let isRestart = false; ; isRestart = true) {
      const attempt = await (this.#begun ??= this.#begin());
      if (isRestart) yield { type: 'restart', start: attempt.start };
      else this.#hasOrderMoved = !(await attempt.resume(this.#options.resume?.held ?? []));
      if (!this.#hasOrderMoved && !(yield* this.#read(attempt))) return;
      this.#restarts += 1;
      this.#hasOrderMoved = false;
      this.#begun = undefined;
    }
  }

  async collect(): Promise<CollectedProof<Row>> {
    let rows: NumberedRow<Row>[] = [];
    for await (const step of this.steps()) {
      if (step.type === 'restart') rows = [];
      else rows.push(...step.rows);
    }
    return { rows, verdict: this.verdict() };
  }

  verdict(): ProofVerdict {
    if (this.#current === undefined) throw new TypeError('the verdict is known when the steps have ended');
    return this.#current.verdict(this.#hasOrderMoved, this.#restarts);
  }

  #extraRequests(): number {
    const { firstNumber = 0, endNumber = 0 } = this.#current?.start ?? {};
    const proportional = Math.ceil((endNumber - firstNumber) / ROWS_FOR_AN_EXTRA_REQUEST);
    return this.#options.extraRequests ?? EXTRA_REQUESTS_DEFAULT + proportional;
  }

  async #begin(): Promise<ProofAttempt<Row>> {
    this.#stop = manyListeners();
    if (this.#options.signal?.aborted === true) this.#interrupt();
    const { asOf, plan, rows: measured } = await this.#reader.measure(this.#stop.signal);
    const earlier = this.#restarts === 0 ? this.#options.resume?.start : undefined;
    const start = earlier ?? (await this.#newStart(asOf, plan, measured[0]?.row.id));
    this.#current = new ProofAttempt(start, this.#numbersOf(start), plan, measured);
    return this.#current;
  }

  async #newStart(asOf: number, plan: PagePlan, newestId: string | undefined): Promise<ProofStart> {
    const { total } = plan;
    const { isBounded } = this.#span;
    const pageAround = (number: number) => this.#reader.pageAround(number, plan, this.#stop.signal);
    const found = isBounded && this.#hasTimeOrder ? await this.#span.find(total, pageAround) : undefined;
    this.#hasTimeOrder &&= !isBounded || found !== undefined;
    const { from, to } = found ?? { from: 0, to: total };
    return { asOf, total, firstNumber: from, endNumber: to, newestId };
  }

  #numbersOf({ firstNumber, endNumber, total }: ProofStart): NumberRange {
    return {
      from: this.#span.sinceMs !== undefined && this.#hasTimeOrder ? Math.max(0, firstNumber - 1) : firstNumber,
      to: Math.min(total, endNumber + 1),
    };
  }

  /** @returns whether the whole list must be read again */
  async *#read(attempt: ProofAttempt<Row>): AsyncGenerator<ProofStep<Row>, boolean, undefined> {
    const mayRestart = this.#restarts < RESTARTS_MAXIMUM;
    const ahead = this.#rowsAhead(attempt);
    try {
      for (let chunk = ahead.next(); chunk !== undefined; chunk = ahead.next()) {
        const agreed = await this.#agreeing(chunk.numbers, await chunk.gathered, attempt);
        this.#hasOrderMoved ||= agreed === undefined;
        if (this.#hasOrderMoved && mayRestart) return true;
        const fresh = agreed === undefined ? [] : attempt.add(agreed);
        const ofSpan = fresh.filter(({ row }) => this.#span.has(row));
        if (this.#hasTimeOrder && !attempt.hasRequestedNumbers(fresh, ofSpan)) {
          // Numbers do not follow creation times here, so rows of the span may be anywhere.
          this.#hasTimeOrder = false;
          return true;
        }
        attempt.count(fresh, ofSpan);
        if (ofSpan.length > 0) yield { type: 'rows', rows: this.#isDescending ? ofSpan.reverse() : ofSpan };
        this.#options.onProgress?.(attempt.progress());
      }
    } finally {
      this.#stop.abort();
    }
    this.#hasOrderMoved = attempt.close() || this.#hasOrderMoved;
    return this.#hasOrderMoved && mayRestart;
  }

  #rowsAhead(attempt: ProofAttempt<Row>): RowsAhead<Row> {
    const { plan } = attempt;
    const { signal } = this.#stop;
    return new RowsAhead<Row>({
      walk: attempt.walk(this.#isDescending),
      keys: this.#source.keys,
      usefulRows: () => plan.usefulRows(),
      read: (numbers) => this.#reader.numbers(numbers, plan, { isVaried: false, signal }),
      signal,
    });
  }

  /** The rows of these numbers, once they agree with the proven ones. @returns undefined when the order has changed */
  async #agreeing(
    numbers: NumberRange,
    gathered: GatheredRows<Row>,
    attempt: ProofAttempt<Row>,
  ): Promise<GatheredRows<Row> | undefined> {
    const { signal } = this.#stop;
    let agreeing = gathered;
    for (let refetches = 0; attempt.conflicts(agreeing); refetches += 1) {
      if (refetches === REFETCHES_OF_A_CONFLICT) return undefined;
      agreeing = await this.#reader.numbers(numbers, attempt.plan, { isVaried: true, signal });
    }
    return agreeing;
  }

  get #isDescending(): boolean {
    return this.#options.order === 'newest-first';
  }
}

/** Node warns of a leak at the eleventh listener of a signal, but a listener for each open request is not a leak. */
function manyListeners(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
