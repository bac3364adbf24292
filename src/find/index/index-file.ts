import * as z from 'zod';
import { proofStart } from '../../lists/proof-start.ts';
import type { HeldRow, NumberedRow, NumberRange, ProofStart } from '../../lists/proof.ts';
import { isFinal } from '../../contract/final-status.ts';
import type { SqlDatabase, SqlRow } from '../../sqlite/driver.ts';
import type { Schema } from '../../sqlite/migrate.ts';
import { openSharedDatabase } from '../../sqlite/open.ts';
import { integerOf, nullableIntegerOf, textOf } from '../../sqlite/row.ts';
import { inTransaction } from '../../sqlite/transaction.ts';
import { identifierMarks, marksOf, sharedMarks } from './index-hash.ts';
import { foldText, type Question } from '../question.ts';
import { traitsOf } from './traits.ts';
import { createdAtMs, LIST_NAMES, type ListName, type Transaction } from '../wallet-entry.ts';

/** Whose lists a mirror holds. */
export interface MirrorOwner {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  readonly profile: string;
}

/** A mirror holds the lists of another owner. */
export class MirrorOwnerError extends Error {
  override readonly name = 'MirrorOwnerError';
  readonly owner: MirrorOwner;

  constructor(owner: MirrorOwner) {
    super(`the mirror belongs to ${owner.profile} at ${owner.origin}`);
    this.owner = owner;
  }
}

/** How much of a list is held. */
export interface HeldList {
  /** The numbers from 0 up to that are held, proven; undefined before the first sync has ended. */
  readonly total: number | undefined;
  /** When the list was that long, epoch milliseconds. */
  readonly asOf: number | undefined;
  /** What a sync set out to read, and has not ended with. */
  readonly goal: ProofStart | undefined;
}

/** A row that may be what is asked for: whether it is, its fields tell. */
export interface Candidate {
  readonly number: number;
  readonly createdAtMs: number | undefined;
  readonly transaction: Transaction;
}

/** The rows of an account's lists, by their numbers, and an index of what they can be found by. Several may read it while one writes. */
export interface Mirror {
  heldList(list: ListName): HeldList;
  /** Sets out to read these numbers; what is held of them stays. */
  aim(list: ListName, goal: ProofStart): void;
  /** Forgets the list, and sets out to read it. */
  begin(list: ListName, goal: ProofStart): void;
  /** All up to the goal's end is held and proven. */
  reach(list: ListName, goal: ProofStart): void;
  /** What is held is proven no more, and is read anew at the next sync. */
  distrust(list: ListName): void;
  /** Forgets the rows of that number and of all newer ones. */
  forgetFrom(list: ListName, number: number): void;
  /** Keeps rows, in place of those that have the same numbers; how one has ended stays, whatever an older answer tells. */
  keep(list: ListName, rows: readonly NumberedRow<Transaction>[]): void;
  /** The ids of those of these numbers that are held, ascending. */
  held(list: ListName, numbers: NumberRange): Generator<HeldRow>;
  countHeld(list: ListName, numbers: NumberRange): number;
  /** Rows whose status may still change, ascending. @param readBefore as told before that moment, epoch milliseconds */
  unsettled(list: ListName, readBefore: number): Generator<HeldRow>;
  countUnsettled(list: ListName): { readonly rows: number; readonly readAt: number | undefined };
  /** Rows that may be the one whose id was asked for; newest first, like all candidates. */
  identified(list: ListName, question: Pick<Question, 'identifier'>): Generator<Candidate, void>[];
  /** Rows that may have the key, the amount or the words that were asked for. To look for words takes a while. */
  similar(list: ListName, question: Question): Generator<Candidate, void>[];
  close(): void;
}

const FORMAT: Schema = {
  applicationId: 0x7069786d,
  steps: [
    `CREATE TABLE owner (origin TEXT NOT NULL, profile TEXT NOT NULL);
     CREATE TABLE list (name TEXT PRIMARY KEY, total INTEGER, as_of INTEGER, goal TEXT) WITHOUT ROWID;
     CREATE TABLE entry (
       place INTEGER PRIMARY KEY, id TEXT NOT NULL, created_at INTEGER, unsettled_at INTEGER, item TEXT NOT NULL
     );
     CREATE INDEX entry_unsettled ON entry (place, unsettled_at) WHERE unsettled_at IS NOT NULL;
     CREATE TABLE mark (mark INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (mark, place)) WITHOUT ROWID;
     CREATE TABLE words (place INTEGER PRIMARY KEY, text TEXT NOT NULL);`,
  ],
};

/** What the last seconds before a power failure brought is read again; a sync need not wait for the disk at every page. */
const ECONOMY = 'PRAGMA synchronous = NORMAL;';

const transactionItem = z.looseObject({ id: z.string() });

/** Each list has places of its own in the tables, as many as no list has rows. */
const PLACES = 2 ** 40;
const ROWS_AT_ONCE = 1_000;
const CANDIDATES_AT_ONCE = 100;

/**
 * Opens the mirror of an account; makes it when there is none.
 *
 * @param isRebuilt forgets what it holds, whoever it belonged to
 * @throws {MirrorOwnerError} when it holds another account's lists
 * @throws {DatabaseOpenError} when the file can't be used
 */
export async function openMirror(path: string, owner: MirrorOwner, isRebuilt = false): Promise<Mirror> {
  const database = await openSharedDatabase(path, FORMAT);
  try {
    database.exec(ECONOMY);
    takePossession(database, owner, isRebuilt);
  } catch (error) {
    database.close();
    throw error;
  }
  return mirrorIn(database);
}

function takePossession(database: SqlDatabase, owner: MirrorOwner, isRebuilt: boolean): void {
  const stored = database.prepare('SELECT origin, profile FROM owner').get();
  const holder =
    stored === undefined ? undefined : { origin: textOf(stored, 'origin'), profile: textOf(stored, 'profile') };
  const isOurs = holder?.origin === owner.origin && holder.profile === owner.profile;
  if (holder !== undefined && !isOurs && !isRebuilt) throw new MirrorOwnerError(holder);
  if (isOurs && !isRebuilt) return;
  inTransaction(database, () => {
    database.exec('DELETE FROM words; DELETE FROM mark; DELETE FROM entry; DELETE FROM list; DELETE FROM owner;');
    database.prepare('INSERT INTO owner (origin, profile) VALUES (?, ?)').run(owner.origin, owner.profile);
  });
}

function mirrorIn(database: SqlDatabase): Mirror {
  const insertEntry = database.prepare(
    `INSERT INTO entry (place, id, created_at, unsettled_at, item) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (place) DO UPDATE
     SET id = excluded.id, created_at = excluded.created_at, unsettled_at = excluded.unsettled_at, item = excluded.item
     WHERE id <> excluded.id OR unsettled_at IS NOT NULL OR excluded.unsettled_at IS NULL`,
  );
  const insertMark = database.prepare('INSERT OR IGNORE INTO mark (mark, place) VALUES (?, ?)');
  const insertWords = database.prepare('INSERT OR REPLACE INTO words (place, text) VALUES (?, ?)');
  const nextHeld = database.prepare('SELECT place, id FROM entry WHERE place > ? AND place < ? ORDER BY place LIMIT ?');
  const nextUnsettled = database.prepare(
    `SELECT place, id FROM entry WHERE unsettled_at IS NOT NULL AND place > ? AND place < ? AND unsettled_at < ?
     ORDER BY place LIMIT ?`,
  );
  const candidatesOf = (places: string) =>
    database.prepare(`SELECT place, created_at, item FROM entry WHERE place IN (${places}) ORDER BY place DESC`);
  const nextMarked = candidatesOf(
    'SELECT place FROM mark WHERE mark = ? AND place >= ? AND place < ? ORDER BY place DESC LIMIT ?',
  );
  const nextWithWords = candidatesOf(
    'SELECT place FROM words WHERE instr(text, ?) AND place >= ? AND place < ? ORDER BY place DESC LIMIT ?',
  );
  const storeList = database.prepare('INSERT OR REPLACE INTO list (name, total, as_of, goal) VALUES (?, ?, ?, ?)');

  function store(list: ListName, { total, asOf, goal }: HeldList): void {
    storeList.run(list, total ?? null, asOf ?? null, goal === undefined ? null : JSON.stringify(goal));
  }

  function heldList(list: ListName): HeldList {
    const row = database.prepare('SELECT total, as_of, goal FROM list WHERE name = ?').get(list);
    if (row === undefined) return { total: undefined, asOf: undefined, goal: undefined };
    return {
      total: nullableIntegerOf(row, 'total') ?? undefined,
      asOf: nullableIntegerOf(row, 'as_of') ?? undefined,
      goal: row['goal'] === null ? undefined : proofStart.parse(JSON.parse(textOf(row, 'goal'))),
    };
  }

  function* heldRows(list: ListName, { from, to }: NumberRange, next: (after: number, end: number) => SqlRow[]) {
    const first = placeOf(list, 0);
    for (let last = first + from - 1; ;) {
      const page = next(last, first + to);
      const end = page.at(-1);
      if (end === undefined) return;
      for (const row of page) yield { number: integerOf(row, 'place') - first, id: textOf(row, 'id') };
      last = integerOf(end, 'place');
    }
  }

  function* candidateRows(
    list: ListName,
    wanted: number | string,
    next: typeof nextMarked,
  ): Generator<Candidate, void> {
    const first = placeOf(list, 0);
    for (let end = first + PLACES; ;) {
      const page = next.all(wanted, first, end, CANDIDATES_AT_ONCE);
      for (const row of page) {
        end = integerOf(row, 'place');
        yield {
          number: end - first,
          createdAtMs: nullableIntegerOf(row, 'created_at') ?? undefined,
          transaction: transactionItem.parse(JSON.parse(textOf(row, 'item'))),
        };
      }
      if (page.length < CANDIDATES_AT_ONCE) return;
    }
  }

  function forgetFrom(list: ListName, number: number): void {
    const [first, end] = [placeOf(list, number), placeOf(list, PLACES)];
    for (const table of ['words', 'mark', 'entry']) {
      database.prepare(`DELETE FROM ${table} WHERE place >= ? AND place < ?`).run(first, end);
    }
  }

  return {
    heldList,
    aim(list, goal) {
      store(list, { ...heldList(list), goal });
    },
    begin(list, goal) {
      inTransaction(database, () => {
        forgetFrom(list, 0);
        store(list, { total: undefined, asOf: undefined, goal });
      });
    },
    reach(list, { endNumber, asOf }) {
      store(list, { total: endNumber, asOf, goal: undefined });
    },
    distrust(list) {
      store(list, { total: undefined, asOf: undefined, goal: undefined });
    },
    forgetFrom(list, number) {
      inTransaction(database, () => {
        forgetFrom(list, number);
      });
    },
    keep(list, rows) {
      inTransaction(database, () => {
        for (const { number, row, readAt } of rows) {
          const place = placeOf(list, number);
          insertEntry.run(place, row.id, createdAtMs(row) ?? null, isFinal(row) ? null : readAt, JSON.stringify(row));
          for (const mark of marksOf(row)) insertMark.run(mark, place);
          const text = traitsOf(row)
            .texts.map(([, told]) => foldText(told))
            .join('\n');
          if (text !== '') insertWords.run(place, text);
        }
      });
    },
    held: (list, numbers) => heldRows(list, numbers, (after, end) => nextHeld.all(after, end, ROWS_AT_ONCE)),
    countHeld(list, { from, to }) {
      const counted = database
        .prepare('SELECT count(*) AS rows FROM entry WHERE place >= ? AND place < ?')
        .get(placeOf(list, from), placeOf(list, to));
      return integerOf(counted ?? {}, 'rows');
    },
    unsettled: (list, readBefore) =>
      heldRows(list, { from: 0, to: PLACES }, (after, end) => nextUnsettled.all(after, end, readBefore, ROWS_AT_ONCE)),
    countUnsettled(list) {
      const counted = database
        .prepare(
          `SELECT count(*) AS rows, min(unsettled_at) AS read_at FROM entry
           WHERE unsettled_at IS NOT NULL AND place >= ? AND place < ?`,
        )
        .get(placeOf(list, 0), placeOf(list, PLACES));
      return {
        rows: integerOf(counted ?? {}, 'rows'),
        readAt: nullableIntegerOf(counted ?? {}, 'read_at') ?? undefined,
      };
    },
    identified: (list, question) => identifierMarks(question).map((mark) => candidateRows(list, mark, nextMarked)),
    similar: (list, question) => [
      ...sharedMarks(question).map((mark) => candidateRows(list, mark, nextMarked)),
      ...(question.words === '' ? [] : [candidateRows(list, question.words, nextWithWords)]),
    ],
    close() {
      database.close();
    },
  };
}

function placeOf(list: ListName, number: number): number {
  return LIST_NAMES.indexOf(list) * PLACES + number;
}
