import { ContractError } from '../../client/errors.ts';
import { numberedRows } from '../../lists/list-page.ts';
import type { NumberedRow, NumberRange, ProofProgress, ProofStart } from '../../lists/proof.ts';
import { PAGE_LIMIT_MAXIMUM } from '../../contract/page.ts';
import type { Mirror } from './index-file.ts';
import { rereadUnsettled } from '../reread.ts';
import type { ListName, Transaction, WalletList } from '../wallet-entry.ts';

/** What a list holds by its numbers is not what the mirror holds: it is of another account, or rows were removed. */
export class MirrorMismatchError extends Error {
  override readonly name = 'MirrorMismatchError';
  readonly list: ListName;

  constructor(list: ListName) {
    super(`the ${list} are no longer those that the mirror holds`);
    this.list = list;
  }
}

export interface Syncing {
  readonly mirror: Mirror;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** From 0 up to, but not including 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ProofProgress) => void;
  /** The order of the list has moved, and all of it is read anew. */
  readonly onRestart: () => void;
}

export interface SyncedList {
  readonly list: ListName;
  /** Every row up to `rows` is held once. */
  readonly isProven: boolean;
  /** Why it is not proven. */
  readonly reason: 'gaps' | 'order_moved' | undefined;
  /** Rows that the list had, and when. Epoch milliseconds. */
  readonly rows: number;
  readonly asOf: number;
  /** Rows added to the mirror. */
  readonly newRows: number;
}

interface Measured {
  readonly asOf: number;
  readonly total: number;
  readonly rows: readonly NumberedRow<Transaction>[];
}

type ReadList = Omit<SyncedList, 'list'>;

const ATTEMPTS_MAXIMUM = 6;
/** Another `limit` is another entry of the service's cache; hardly anybody else asks for one of these. */
const MEASURED_ROWS = { least: 80, most: PAGE_LIMIT_MAXIMUM - 1 };
/** That part of a page may be added between two answers without a third being needed. */
const GROWTH_PART = 0.1;

/**
 * Brings the mirror of a list up to date: everything at first, proven complete, and then what is new, from where the
 * mirror ends. Rows whose status may have changed are read again. What is read stays, also when it is interrupted.
 *
 * @throws {MirrorMismatchError} when what is held is not what the list has there
 */
export async function syncList(list: WalletList, syncing: Syncing): Promise<SyncedList> {
  const { mirror, now, random } = syncing;
  const startedAt = now();
  const read = await readWhatIsNew(list, syncing);
  if (!read.isProven) return { ...read, list: list.name };
  const hasStoodStill = await rereadUnsettled({
    page: (query) => list.page(query),
    unsettled: mirror.unsettled(list.name, startedAt),
    keep(rows) {
      mirror.keep(list.name, rows);
    },
    total: read.rows,
    now,
    random,
  });
  if (!hasStoodStill) throw new MirrorMismatchError(list.name);
  return { ...read, list: list.name };
}

async function readWhatIsNew(list: WalletList, syncing: Syncing): Promise<ReadList> {
  const { total, goal } = syncing.mirror.heldList(list.name);
  if (total !== undefined) return append(list, total, syncing);
  const read = await prove(list, goal, syncing);
  // What was set out for earlier is complete, and there may be more by now.
  if (goal === undefined || !read.isProven) return read;
  const appended = await append(list, read.rows, syncing);
  return { ...appended, newRows: read.newRows + appended.newRows };
}

/** Adds what came after the first `known` rows: by the newest page and the one at the seam, if these have all of it. */
async function append(list: WalletList, known: number, syncing: Syncing): Promise<ReadList> {
  const { mirror } = syncing;
  const { name } = list;
  for (let attempts = 1; ; attempts += 1) {
    const { asOf, total, rows } = await measure(list, known, syncing);
    assertSame(name, rows, known, mirror);
    const goal = { asOf, total, firstNumber: Math.max(0, known - 1), endNumber: total, newestId: rows[0]?.row.id };
    mirror.aim(name, goal);
    let isOfOneOrder = keepTold(name, rows, { known, total }, mirror);
    if (known > 0 && !rows.some(({ number }) => number < known)) {
      const atSeam = await readSeam(list, known, { total, pageRows: rows.length }, syncing);
      assertSame(name, atSeam, known, mirror);
      isOfOneOrder = keepTold(name, atSeam, { known, total }, mirror);
    }
    if (!isOfOneOrder && attempts < ATTEMPTS_MAXIMUM) continue;
    const missing = total - known - mirror.countHeld(name, { from: known, to: total });
    const newRows = total - known;
    if (missing > 0) {
      const read = await prove(list, goal, syncing);
      return { ...read, newRows: read.isProven ? Math.max(0, read.rows - known) : newRows - missing + read.newRows };
    }
    mirror.reach(name, goal);
    return { isProven: true, reason: undefined, rows: total, asOf, newRows };
  }
}

/**
 * Keeps what one answer told of the first `total` rows, but for a row whose neighbour is held and was not told with it:
 * another might have come between them.
 *
 * @returns false when newer rows than the first `known` were held in another order: these are forgotten
 */
function keepTold(
  list: ListName,
  told: readonly NumberedRow<Transaction>[],
  { known, total }: { readonly known: number; readonly total: number },
  mirror: Mirror,
): boolean {
  const rows = told.filter(({ number }) => number < total);
  const numbers = rows.map(({ number }) => number);
  const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
  const heldIds = () =>
    new Map(Array.from(mirror.held(list, { from: lowest - 1, to: highest + 2 }), ({ number, id }) => [number, id]));
  let held = heldIds();
  const isOfOneOrder = rows.every(({ number, row }) => (held.get(number) ?? row.id) === row.id);
  if (!isOfOneOrder) {
    mirror.forgetFrom(list, known);
    held = heldIds();
  }
  const isApart = (number: number) =>
    !held.has(number) && ((number === lowest && held.has(lowest - 1)) || (number === highest && held.has(highest + 1)));
  mirror.keep(
    list,
    rows.filter(({ number }) => !isApart(number)),
  );
  return isOfOneOrder;
}

/** The newest rows, asked for past the cache. @throws {MirrorMismatchError} when the list is shorter than it was */
async function measure(list: WalletList, known: number, { now, random }: Syncing): Promise<Measured> {
  let isShorter = false;
  for (let attempts = 0; attempts < ATTEMPTS_MAXIMUM; attempts += 1) {
    const asOf = now();
    const { least, most } = MEASURED_ROWS;
    const limit = least + Math.floor(random() * (most - least + 1));
    const page = await list.page({ limit, offset: 0 });
    const rows = numberedRows(page, limit, asOf);
    const { total } = page.pagination;
    if (rows !== undefined && total >= known) return { asOf, total, rows };
    isShorter ||= rows !== undefined;
  }
  if (isShorter) throw new MirrorMismatchError(list.name);
  throw unreadable();
}

/** A page with the newest row that is held, and as many newer ones as fit beside it. */
async function readSeam(
  list: WalletList,
  known: number,
  newest: { readonly total: number; readonly pageRows: number },
  { now }: Syncing,
): Promise<readonly NumberedRow<Transaction>[]> {
  const { pageRows } = newest;
  let { total } = newest;
  for (let attempts = 0; attempts < ATTEMPTS_MAXIMUM; attempts += 1) {
    const readAt = now();
    const limit = Math.max(1, pageRows - attempts);
    const newestWanted = Math.max(known - 1, known + limit - 2 - Math.floor(limit * GROWTH_PART));
    const page = await list.page({ limit, offset: Math.max(0, total - 1 - newestWanted) });
    const rows = numberedRows(page, limit, readAt);
    if (rows?.some(({ number }) => number < known) === true) return rows;
    total = Math.max(total, page.pagination.total);
  }
  throw unreadable();
}

/** @throws {MirrorMismatchError} */
function assertSame(list: ListName, rows: readonly NumberedRow<Transaction>[], known: number, mirror: Mirror): void {
  const numbers = rows.map(({ number }) => number);
  const range: NumberRange = { from: Math.min(...numbers), to: Math.min(known, Math.max(...numbers) + 1) };
  const heldIds = new Map(Array.from(mirror.held(list, range), ({ number, id }) => [number, id]));
  if (rows.some(({ number, row }) => (heldIds.get(number) ?? row.id) !== row.id)) throw new MirrorMismatchError(list);
}

/** Reads until all numbers of the goal are held: those that are, are not read again. */
async function prove(list: WalletList, goal: ProofStart | undefined, syncing: Syncing): Promise<ReadList> {
  const { mirror, signal, onProgress, onRestart } = syncing;
  const { name } = list;
  const proven = list.proven({
    resume:
      goal === undefined
        ? undefined
        : { start: goal, held: mirror.held(name, { from: goal.firstNumber, to: goal.endNumber }) },
    onProgress,
    signal,
  });
  if (goal === undefined) mirror.begin(name, await proven.start());
  let newRows = 0;
  for await (const step of proven.steps()) {
    if (step.type === 'rows') {
      mirror.keep(name, step.rows);
      newRows += step.rows.length;
    } else {
      mirror.begin(name, step.start);
      newRows = 0;
      onRestart();
    }
  }
  const verdict = proven.verdict();
  const { isProven, reason, endNumber, asOf } = verdict;
  if (reason === 'order_moved') mirror.distrust(name);
  if (isProven) {
    assertHeld(list, verdict, mirror);
    mirror.reach(name, verdict);
  }
  return { isProven, reason, rows: endNumber, asOf, newRows };
}

/** What was proven while the rows went by has to be what is held. */
function assertHeld({ name }: WalletList, { firstNumber, endNumber }: ProofStart, mirror: Mirror): void {
  const held = mirror.countHeld(name, { from: firstNumber, to: endNumber });
  if (held === endNumber - firstNumber) return;
  throw new Error(`${name}: ${endNumber - firstNumber} rows are proven, but ${held} are held`);
}

function unreadable(): ContractError {
  return new ContractError({ path: 'data.pagination', expected: 'expected a list that agrees with its own total' });
}
