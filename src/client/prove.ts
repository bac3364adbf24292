import { createHeldRows, type HeldRows } from './held-rows.ts';
import { linkSignals, sharedController } from './interruption.ts';
import { ascent, descent } from './number-walk.ts';
import type { PageAim } from './page-aim.ts';
import type {
  NumberedRow,
  NumberRange,
  ProofOptions,
  ProofStart,
  ProofStep,
  ProofVerdict,
  ProvenList,
} from './proof.ts';
import { findSpan, isWithin } from './proof-span.ts';
import { createRowReader, type ProofSource, type ProvenRow } from './row-reader.ts';

/** For each key: requests that start within one window, and some that wait for their turn. */
const REQUESTS_UNDER_WAY = 14;
/** For each key: pages that may wait for an earlier one. Several seconds of its pace, and no more memory than that. */
const PAGES_AHEAD = 64;

const EXTRA_REQUESTS_DEFAULT = 100;
const ROWS_FOR_AN_EXTRA_REQUEST = 1_000;

const RESTARTS_MAXIMUM = 3;
const REFETCHES_OF_A_CONFLICT = 2;

type Rows<Row> = ReadonlyMap<number, NumberedRow<Row>>;

/** Numbers next to each other, and the rows that come for them. */
interface Chunk<Row> {
  readonly numbers: NumberRange;
  readonly rows: Promise<Rows<Row>>;
}

/** What holds until the order moves. */
interface Attempt {
  readonly start: ProofStart;
  readonly held: HeldRows;
  /** Ids by number that were told when the list was measured. */
  readonly measured: ReadonlyMap<number, string>;
  readonly aim: PageAim;
  /** Known when all is read. */
  gaps: readonly NumberRange[] | undefined;
}

/**
 * Reads a list so that its completeness is proven: every number below its total at the start is held by exactly one id.
 *
 * Pages overlap by a row, the newest with those that came when the list was measured. Were a row inserted or removed
 * further down between two of them, the row in the overlap would have two numbers; so pages that fit together show that
 * the order stood still. Pages that do not are asked for again, past the service's cache, and when they still do not,
 * everything is.
 */
export function proveList<Row extends ProvenRow>(
  source: ProofSource<Row>,
  options: ProofOptions = {},
): ProvenList<Row> {
  const { resume, onProgress } = options;
  const isDescending = options.order === 'newest-first';
  const abandon = sharedController();
  const { signal, release } = linkSignals([options.signal, abandon.signal]);
  const span = { since: options.since, until: options.until };
  const isBounded = span.since !== undefined || span.until !== undefined;
  let begun: Promise<Attempt> | undefined;
  let current: Attempt | undefined;
  let hasTimeOrder = true;
  let hasOrderMoved = false;
  let restarts = 0;

  const reader = createRowReader(source, () => {
    const { firstNumber = 0, endNumber = 0 } = current?.start ?? {};
    const proportional = Math.ceil((endNumber - firstNumber) / ROWS_FOR_AN_EXTRA_REQUEST);
    return options.extraRequests ?? EXTRA_REQUESTS_DEFAULT + proportional;
  });

  async function begin(): Promise<Attempt> {
    const { asOf, aim, rows } = await reader.measure(signal);
    const start = (restarts === 0 ? resume?.start : undefined) ?? (await newStart(asOf, aim));
    const { firstNumber: from, endNumber: to } = start;
    const measured = new Map(rows.map(({ number, row }) => [number, row.id]));
    current = { start, aim, measured, held: createHeldRows({ from, to }), gaps: undefined };
    return current;
  }

  async function newStart(asOf: number, aim: PageAim): Promise<ProofStart> {
    const { total } = aim;
    const found =
      isBounded && hasTimeOrder
        ? await findSpan(total, span, (number) => reader.pageAround(number, aim, signal))
        : undefined;
    hasTimeOrder &&= !isBounded || found !== undefined;
    const { from, to } = found ?? { from: 0, to: total };
    return { asOf, total, firstNumber: from, endNumber: to };
  }

  /** Chunk after chunk in the order that was asked for, with several under way. */
  function* chunks({ start, held, aim }: Attempt): Generator<Chunk<Row>, void, undefined> {
    const stop = sharedController();
    const stopping = linkSignals([signal, stop.signal]);
    const waiting: Chunk<Row>[] = [];
    let underWay = 0;
    const walk = (isDescending ? descent : ascent)(held, { from: start.firstNumber, to: start.endNumber });

    const fetchNext = () => {
      const numbers = walk.take(aim.wantedRows());
      underWay += 1;
      const rows = reader.numbers(numbers, aim, { isRefetch: false, signal: stopping.signal }).finally(() => {
        underWay -= 1;
        fetchAhead();
      });
      // It may fail before its turn comes, or after nobody reads any more.
      rows.catch(() => undefined);
      waiting.push({ numbers, rows });
    };
    const fetchAhead = () => {
      const hasRoom = () => waiting.length < PAGES_AHEAD * source.keys && underWay < REQUESTS_UNDER_WAY * source.keys;
      while (!stopping.signal.aborted && !walk.isOver() && hasRoom()) fetchNext();
    };

    try {
      for (;;) {
        fetchAhead();
        const chunk = waiting.shift();
        if (chunk === undefined) return;
        yield chunk;
      }
    } finally {
      stop.abort(new Error('these rows are wanted no more'));
      stopping.release();
    }
  }

  /** The rows of a chunk that agree with what is held. @returns undefined when the order has moved */
  async function agreeing({ numbers, rows }: Chunk<Row>, attempt: Attempt): Promise<Rows<Row> | undefined> {
    let fetched = await rows;
    for (let refetches = 0; conflicts(fetched, attempt); refetches += 1) {
      if (refetches === REFETCHES_OF_A_CONFLICT) return undefined;
      fetched = await reader.numbers(numbers, attempt.aim, { isRefetch: true, signal });
    }
    return fetched;
  }

  /** @returns whether everything has to be fetched anew */
  async function* read(attempt: Attempt): AsyncGenerator<ProofStep<Row>, boolean, undefined> {
    const { start, held } = attempt;
    const mayRestart = restarts < RESTARTS_MAXIMUM;
    for (const chunk of chunks(attempt)) {
      const agreed = await agreeing(chunk, attempt);
      hasOrderMoved ||= agreed === undefined;
      if (hasOrderMoved && mayRestart) return true;
      const fresh = newRows(agreed ?? (await chunk.rows), held);
      const wanted = fresh.filter(({ row }) => isWithin(row, span));
      if (wanted.length < fresh.length && hasTimeOrder) {
        // Rows are not numbered in the order of their creation: others of the span may be anywhere.
        hasTimeOrder = false;
        return true;
      }
      if (wanted.length > 0) yield { type: 'rows', rows: isDescending ? wanted.reverse() : wanted };
      onProgress?.({ rowsTotal: start.endNumber - start.firstNumber, rowsHeld: held.count });
    }
    const { gaps, hasIdTwice } = held.judge();
    hasOrderMoved ||= hasIdTwice;
    attempt.gaps = gaps;
    return hasOrderMoved && mayRestart;
  }

  async function* steps(): AsyncGenerator<ProofStep<Row>, void, undefined> {
    for (let isAnew = false; ; isAnew = true) {
      const attempt = await (begun ??= begin());
      const { start, held } = attempt;
      if (isAnew) yield { type: 'restart', start };
      else {
        for await (const { number, id } of resume?.held ?? []) {
          if (number >= start.firstNumber && number < start.endNumber) held.hold(number, id);
        }
      }
      if (!(yield* read(attempt))) return;
      restarts += 1;
      hasOrderMoved = false;
      begun = undefined;
    }
  }

  return {
    async start() {
      return (await (begun ??= begin())).start;
    },
    async *steps() {
      try {
        yield* steps();
      } finally {
        abandon.abort(new Error('nobody reads this list any more'));
        release();
      }
    },
    verdict(): ProofVerdict {
      if (current?.gaps === undefined) throw new TypeError('the verdict is known when the steps have ended');
      const { start, held, gaps } = current;
      const reason = hasOrderMoved ? 'order_moved' : gaps.length > 0 ? 'gaps' : undefined;
      return {
        ...start,
        isProven: reason === undefined,
        rowsHeld: held.count,
        gaps,
        ...(reason !== undefined && { reason }),
        restarts,
      };
    },
  };
}

function conflicts<Row extends ProvenRow>(rows: Rows<Row>, { held, measured }: Attempt): boolean {
  return [...rows.values()].some(({ number, row: { id } }) => {
    return held.conflicts(number, id) || (measured.get(number) ?? id) !== id;
  });
}

/** Rows that were not held before, in ascending order of their numbers. */
function newRows<Row extends ProvenRow>(rows: Rows<Row>, held: HeldRows): NumberedRow<Row>[] {
  const ascending = [...rows.values()].sort((one, other) => one.number - other.number);
  return ascending.filter(({ number, row }) => held.hold(number, row.id) === 'new');
}
