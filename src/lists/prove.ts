import { createHeldRows, type HeldRows } from './held-rows.ts';
import { linkSignals, sharedController } from '../client/http/interruption.ts';
import { ascent, descent } from './number-walk.ts';
import type { PageAim } from './page-aim.ts';
import type { NumberRange, ProofOptions, ProofStart, ProofStep, ProofVerdict, ProvenList } from './proof.ts';
import { findSpan, isWithin } from './proof-span.ts';
import { createRowReader, type ProofSource, type ProvenRow, type ToldRows } from './row-reader.ts';

/** For each key: requests that start within one window, and some that wait for their turn. */
const REQUESTS_UNDER_WAY = 14;
/** For each key: pages that may wait for an earlier one. Several seconds of its pace, and no more memory than that. */
const PAGES_AHEAD = 64;

const EXTRA_REQUESTS_DEFAULT = 100;
const ROWS_FOR_AN_EXTRA_REQUEST = 1_000;

const RESTARTS_MAXIMUM = 3;
const REFETCHES_OF_A_CONFLICT = 2;

/** Numbers next to each other, and the rows that come for them. */
interface Chunk<Row> {
  readonly numbers: NumberRange;
  readonly told: Promise<ToldRows<Row>>;
}

/** What holds until the order moves. */
interface Attempt {
  readonly start: ProofStart;
  /** What is read: the numbers that are wanted, and beside them the first row on either side that is not of the span. */
  readonly numbers: NumberRange;
  readonly held: HeldRows;
  /** Ids by number that were told when the list was measured, now or when it was begun. */
  readonly measured: ReadonlyMap<number, string>;
  readonly aim: PageAim;
  rowsHeld: number;
  rowsGiven: number;
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
 *
 * Two numbers next to each other are never held unless one answer told both, also when it is gone on with later. A span
 * is read with the rows at its borders: none may have come between them and what was found to be its ends.
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
    const start = (restarts === 0 ? resume?.start : undefined) ?? (await newStart(asOf, aim, rows[0]?.row.id));
    const { firstNumber: from, endNumber: to } = start;
    const measured = new Map(rows.map(({ number, row }) => [number, row.id]));
    const newest = start.total - 1;
    if (start.newestId !== undefined && !measured.has(newest)) measured.set(newest, start.newestId);
    const numbers = {
      from: span.since !== undefined && hasTimeOrder ? Math.max(0, from - 1) : from,
      to: span.until !== undefined && hasTimeOrder ? Math.min(start.total, to + 1) : to,
    };
    const held = createHeldRows(numbers);
    current = { start, numbers, aim, measured, held, rowsHeld: 0, rowsGiven: 0, gaps: undefined };
    return current;
  }

  async function newStart(asOf: number, aim: PageAim, newestId: string | undefined): Promise<ProofStart> {
    const { total } = aim;
    const found =
      isBounded && hasTimeOrder
        ? await findSpan(total, span, (number) => reader.pageAround(number, aim, signal))
        : undefined;
    hasTimeOrder &&= !isBounded || found !== undefined;
    const { from, to } = found ?? { from: 0, to: total };
    return { asOf, total, firstNumber: from, endNumber: to, ...(newestId !== undefined && { newestId }) };
  }

  /** Chunk after chunk in the order that was asked for, with several under way. */
  function* chunks({ numbers, held, aim }: Attempt): Generator<Chunk<Row>, void, undefined> {
    const stop = sharedController();
    const stopping = linkSignals([signal, stop.signal]);
    const waiting: Chunk<Row>[] = [];
    let underWay = 0;
    const walk = (isDescending ? descent : ascent)(held, numbers);

    const fetchNext = () => {
      const taken = walk.take(aim.wantedRows());
      underWay += 1;
      const told = reader.numbers(taken, aim, { isRefetch: false, signal: stopping.signal }).finally(() => {
        underWay -= 1;
        fetchAhead();
      });
      // It may fail before its turn comes, or after nobody reads any more.
      told.catch(() => undefined);
      waiting.push({ numbers: taken, told });
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
  async function agreeing({ numbers, told }: Chunk<Row>, attempt: Attempt): Promise<ToldRows<Row> | undefined> {
    let fetched = await told;
    for (let refetches = 0; conflicts(fetched, attempt); refetches += 1) {
      if (refetches === REFETCHES_OF_A_CONFLICT) return undefined;
      fetched = await reader.numbers(numbers, attempt.aim, { isRefetch: true, signal });
    }
    return fetched;
  }

  /** @returns whether everything has to be fetched anew */
  async function* read(attempt: Attempt): AsyncGenerator<ProofStep<Row>, boolean, undefined> {
    const { start, held } = attempt;
    const { firstNumber, endNumber } = start;
    const mayRestart = restarts < RESTARTS_MAXIMUM;
    for (const chunk of chunks(attempt)) {
      const agreed = await agreeing(chunk, attempt);
      hasOrderMoved ||= agreed === undefined;
      if (hasOrderMoved && mayRestart) return true;
      const fresh = agreed === undefined ? [] : holdNew(agreed, attempt);
      const numbered = fresh.filter(({ number }) => number >= firstNumber && number < endNumber);
      const wanted = fresh.filter(({ row }) => isWithin(row, span));
      if (hasTimeOrder && (wanted.length !== numbered.length || wanted.some((row) => !numbered.includes(row)))) {
        // Rows are not numbered in the order of their creation: others of the span may be anywhere.
        hasTimeOrder = false;
        return true;
      }
      attempt.rowsHeld += numbered.length;
      attempt.rowsGiven += wanted.length;
      if (wanted.length > 0) yield { type: 'rows', rows: isDescending ? wanted.reverse() : wanted };
      onProgress?.({ rowsTotal: endNumber - firstNumber, rowsHeld: attempt.rowsHeld });
    }
    const { gaps, hasIdTwice } = held.judge();
    hasOrderMoved ||= hasIdTwice;
    attempt.gaps = gaps;
    return hasOrderMoved && mayRestart;
  }

  /** @returns whether what was held before is not what the list has there now */
  async function holdEarlier(attempt: Attempt): Promise<boolean> {
    const { start, held, measured } = attempt;
    let isOther = start.newestId !== undefined && measured.get(start.total - 1) !== start.newestId;
    for await (const { number, id } of resume?.held ?? []) {
      if (number < start.firstNumber || number >= start.endNumber) continue;
      isOther ||= (measured.get(number) ?? id) !== id;
      if (held.hold(number, id) === 'new') attempt.rowsHeld += 1;
    }
    attempt.rowsGiven = attempt.rowsHeld;
    return isOther;
  }

  async function* steps(): AsyncGenerator<ProofStep<Row>, void, undefined> {
    for (let isAnew = false; ; isAnew = true) {
      const attempt = await (begun ??= begin());
      if (isAnew) yield { type: 'restart', start: attempt.start };
      else hasOrderMoved = await holdEarlier(attempt);
      if (!hasOrderMoved && !(yield* read(attempt))) return;
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
      const { start, rowsHeld, rowsGiven, gaps } = current;
      const reason = hasOrderMoved ? 'order_moved' : gaps.length > 0 ? 'gaps' : undefined;
      return {
        ...start,
        isProven: reason === undefined,
        rowsHeld,
        rowsGiven,
        gaps,
        ...(reason !== undefined && { reason }),
        restarts,
      };
    },
  };
}

function conflicts<Row extends ProvenRow>(told: ToldRows<Row>, { held, measured }: Attempt): boolean {
  if (told.isContradicted) return true;
  return [...told.rows.values()].some(({ number, row: { id } }) => {
    return held.conflicts(number, id) || (measured.get(number) ?? id) !== id;
  });
}

/** Holds what is new, but for rows whose neighbours are held and were not told with them. @returns them, ascending */
function holdNew<Row extends ProvenRow>({ rows, areNeighbours }: ToldRows<Row>, { held, aim }: Attempt) {
  // A service that gives one row at a time shows no neighbours.
  const areTold = aim.wantedRows() > 1;
  const isApart = (number: number, neighbour: number) =>
    held.isHeld(neighbour) && !areNeighbours(Math.min(number, neighbour));
  const ascending = [...rows.values()].sort((one, other) => one.number - other.number);
  return ascending.filter(({ number, row }) => {
    if (areTold && (isApart(number, number - 1) || isApart(number, number + 1))) return false;
    return held.hold(number, row.id) === 'new';
  });
}
