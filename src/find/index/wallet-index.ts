import * as z from 'zod';
import { FORGET_LISTS, KEYS_OF_A_LIST, LIST_TABLES, StoredList, type RowForm } from '../../lists/stored-list.ts';
import { inTransaction, type SqlDatabase, type SqlRow, type SqlStatement } from '../../sql/sqlite/driver.ts';
import { openSharedDatabase, type Schema } from '../../sql/sqlite/open.ts';
import { integerOf, nullableIntegerOf, nullableTextOf, textOf } from '../../sql/row.ts';
import type { HolderNames, Question } from '../question.ts';
import { foldWords, type Term } from '../term.ts';
import { createdAtMs, LIST_NAMES, type ListName, type WalletEntry } from '../wallet-entry.ts';
import { ENTRY_TABLES, FORGET_ENTRIES, IndexEntries, TERMS_STEP } from './index-entries.ts';
import { traitsOf } from './traits.ts';
import { hash } from 'node:crypto';

export interface IndexOwner {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  readonly profile: string;
}

/** The index contains the lists of another account. */
export class IndexOwnerError extends Error {
  override readonly name = 'IndexOwnerError';
  readonly owner: IndexOwner;

  constructor(owner: IndexOwner) {
    super(`the index belongs to ${owner.profile} at ${owner.origin}`);
    this.owner = owner;
  }
}

/** A row that may match; its fields decide. */
export interface Candidate {
  readonly number: number;
  readonly createdAtMs: number | undefined;
  readonly entry: WalletEntry;
}

const SCHEMA: Schema = {
  applicationId: 0x7069786d,
  steps: [
    `CREATE TABLE owner (origin TEXT NOT NULL, profile TEXT NOT NULL);
     ${LIST_TABLES}
     CREATE TABLE row_hash (hash INTEGER NOT NULL, row_key INTEGER NOT NULL, PRIMARY KEY (hash, row_key)) WITHOUT ROWID;
     CREATE TABLE words (row_key INTEGER PRIMARY KEY, text TEXT NOT NULL);
     ${ENTRY_TABLES}`,
    TERMS_STEP,
  ],
};

/** A sync does not wait for the disk at every page. What a power failure loses is read again. */
const ECONOMY = 'PRAGMA synchronous = NORMAL;';

const storedEntry = z.looseObject({ id: z.string() });

const END_TO_END_ID_LENGTH = 32;

const CANDIDATES_AT_ONCE = 100;

/** The rows of an account's lists, and what they can be found by. Several processes may read it while one writes. */
export class WalletIndex {
  /** What changed the balance. */
  readonly account: IndexEntries;
  readonly #database: SqlDatabase;
  readonly #lists: Readonly<Record<ListName, StoredList<WalletEntry>>>;
  readonly #nextWithHash: SqlStatement;
  readonly #nextWithWords: SqlStatement;
  readonly #nextWithPart: SqlStatement;
  readonly #nextWithKey: SqlStatement;
  readonly #nextOfAll: SqlStatement;
  readonly #nextWithTransfer: SqlStatement;

  private constructor(database: SqlDatabase) {
    this.account = new IndexEntries(database);
    const form = searchableForm(database, this.account);
    this.#database = database;
    this.#lists = {
      payments: new StoredList(database, 'payments', positionOf('payments'), form),
      withdraws: new StoredList(database, 'withdraws', positionOf('withdraws'), form),
    };
    this.#nextWithHash = candidates(database, 'SELECT row_key FROM row_hash WHERE hash = ?');
    this.#nextWithWords = candidates(database, 'SELECT row_key FROM words WHERE instr(text, ?)');
    this.#nextWithPart = candidates(database, 'SELECT row_key FROM stored_row WHERE instr(lower(item), ?)');
    this.#nextWithKey = candidates(database, `SELECT row_key FROM stored_row WHERE instr(${PLAIN_KEY}, ?)`);
    this.#nextWithTransfer = candidates(database, 'SELECT row_key FROM transfer WHERE instr(lower(end_to_end_id), ?)');
    this.#nextOfAll = candidates(database, "SELECT row_key FROM stored_row WHERE '' = ?");
  }

  /**
   * Opens the index of an account, and creates it if there is none.
   *
   * @param isRebuilt deletes its contents first, whatever account they belong to
   * @throws {IndexOwnerError} when it contains another account's lists
   * @throws {DatabaseOpenError} when the file can't be used
   */
  static async open(path: string, owner: IndexOwner, isRebuilt = false): Promise<WalletIndex> {
    const database = await openSharedDatabase(path, SCHEMA);
    try {
      database.exec(ECONOMY);
      takePossession(database, owner, isRebuilt);
      return new WalletIndex(database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  list(name: ListName): StoredList<WalletEntry> {
    return this.#lists[name];
  }

  /** Rows that may have the typed id; newest first, like all candidates. */
  identified(list: ListName, { identifiers }: Pick<Question, 'identifiers'>): Generator<Candidate, void>[] {
    return identifiers.flatMap((identifier) => {
      const ofId = this.#candidates(list, this.#nextWithHash, hashOf('id', identifier));
      if (identifier.length !== END_TO_END_ID_LENGTH) return [ofId];
      return [ofId, this.#candidates(list, this.#nextWithTransfer, identifier)];
    });
  }

  /**
   * Rows that may have the key, the amount or the words that were typed; of several terms the most selective one is
   * used. Searching words reads every row, and parts of ids take longer still.
   */
  similar(list: ListName, question: Question, names?: HolderNames): Generator<Candidate, void>[] {
    if (question.isEverything) return [this.#candidates(list, this.#nextOfAll, '')];
    const ofNames = keyHashes([...(names?.keys() ?? [])]).map((hash) =>
      this.#candidates(list, this.#nextWithHash, hash),
    );
    // Many rows share a status.
    const [mostTelling] = question.terms.toSorted(
      (one, other) =>
        Number(one.statuses !== undefined) - Number(other.statuses !== undefined) ||
        other.words.length - one.words.length,
    );
    const terms = mostTelling === undefined ? [question] : [question, mostTelling];
    return [...terms.flatMap((term) => this.#similarTo(list, term)), ...ofNames];
  }

  #similarTo(list: ListName, term: Term): Generator<Candidate, void>[] {
    const { words, idPart, keyPart, transferEnd } = term;
    const statuses = term.statuses?.[list] ?? [];
    const statusParts = statuses.map((status) => `"status":${JSON.stringify(status.toLowerCase())}`);
    const parts = [idPart?.head, ...statusParts].filter((part) => part !== undefined);
    const transferParts = [idPart?.head, transferEnd].filter((part) => part !== undefined);
    return [
      ...hashesOfTerm(term).map((hash) => this.#candidates(list, this.#nextWithHash, hash)),
      ...(words === '' ? [] : [this.#candidates(list, this.#nextWithWords, words)]),
      ...parts.map((part) => this.#candidates(list, this.#nextWithPart, part)),
      ...transferParts.map((part) => this.#candidates(list, this.#nextWithTransfer, part)),
      ...(keyPart === undefined ? [] : [this.#candidates(list, this.#nextWithKey, plainKey(keyPart.shown))]),
    ];
  }

  /** Withdrawals that may have gone to a key. @param pixKey in canonical form */
  *withdrawalsTo(pixKey: string): Generator<Candidate, void> {
    for (const hash of keyHashes([pixKey])) yield* this.#candidates('withdraws', this.#nextWithHash, hash);
  }

  close(): void {
    this.#database.close();
  }

  *#candidates(list: ListName, next: SqlStatement, wanted: number | string): Generator<Candidate, void> {
    const firstKey = positionOf(list) * KEYS_OF_A_LIST;
    for (let endKey = firstKey + KEYS_OF_A_LIST; ;) {
      const page = next.all(wanted, firstKey, endKey, CANDIDATES_AT_ONCE);
      for (const row of page) {
        endKey = integerOf(row, 'row_key');
        yield {
          number: endKey - firstKey,
          createdAtMs: nullableIntegerOf(row, 'moment') ?? undefined,
          entry: entryOf(row),
        };
      }
      if (page.length < CANDIDATES_AT_ONCE) return;
    }
  }
}

/** The row of the list, with the end-to-end ID that was looked up. */
function entryOf(row: SqlRow): WalletEntry {
  const entry = storedEntry.parse(JSON.parse(textOf(row, 'item')));
  const endToEndId = nullableTextOf(row, 'end_to_end_id') ?? '';
  return { ...entry, ...(endToEndId !== '' && { endToEndId }) };
}

/** How services may write a key: `529.982.247-25`, `(11) 98765-4321` without its country, a random key without its hyphens. */
const KEY_SIGNS = Array.from('+.-/() ');
const PLAIN_KEY = KEY_SIGNS.reduce(
  (key, sign) => `replace(${key}, '${sign}', '')`,
  "'55' || lower(json_extract(item, '$.pixKey'))",
);

function plainKey(key: string): string {
  return KEY_SIGNS.reduce((plain, sign) => plain.replaceAll(sign, ''), key);
}

function positionOf(list: ListName): number {
  return LIST_NAMES.indexOf(list);
}

function candidates(database: SqlDatabase, keys: string): SqlStatement {
  return database.prepare(
    `SELECT row_key, moment, item, end_to_end_id FROM stored_row LEFT JOIN transfer USING (row_key) WHERE row_key IN
       (${keys} AND row_key >= ? AND row_key < ? ORDER BY row_key DESC LIMIT ?)
     ORDER BY row_key DESC`,
  );
}

/** Stores a row with the hashes and the words that it can be found by, and with its entries. */
function searchableForm(database: SqlDatabase, account: IndexEntries): RowForm<WalletEntry> {
  const insertHash = database.prepare('INSERT OR IGNORE INTO row_hash (hash, row_key) VALUES (?, ?)');
  const insertWords = database.prepare('INSERT OR REPLACE INTO words (row_key, text) VALUES (?, ?)');
  return {
    record: (row) => ({ item: row, moment: createdAtMs(row) }),
    onStore(key, row) {
      account.store(key, row);
      for (const hash of hashesOf(row)) insertHash.run(hash, key);
      const text = traitsOf(row)
        .texts.map(([, content]) => foldWords(content))
        .join('\n');
      if (text !== '') insertWords.run(key, text);
    },
    onDelete(firstKey, endKey) {
      account.delete(firstKey, endKey);
      for (const table of ['words', 'row_hash']) {
        database.prepare(`DELETE FROM ${table} WHERE row_key >= ? AND row_key < ?`).run(firstKey, endKey);
      }
    },
  };
}

function takePossession(database: SqlDatabase, owner: IndexOwner, isRebuilt: boolean): void {
  const stored = database.prepare('SELECT origin, profile FROM owner').get();
  const holder =
    stored === undefined ? undefined : { origin: textOf(stored, 'origin'), profile: textOf(stored, 'profile') };
  const isOurs = holder?.origin === owner.origin && holder.profile === owner.profile;
  if (holder !== undefined && !isOurs && !isRebuilt) throw new IndexOwnerError(holder);
  if (isOurs && !isRebuilt) return;
  inTransaction(database, () => {
    database.exec(
      `DELETE FROM words; DELETE FROM row_hash; ${FORGET_LISTS} DELETE FROM owner;
       ${FORGET_ENTRIES}`,
    );
    database.prepare('INSERT INTO owner (origin, profile) VALUES (?, ?)').run(owner.origin, owner.profile);
  });
}

/** Hexadecimal digits that a JavaScript number represents exactly. */
const DIGITS = 13;

/** One number for each id, key or amount of a row. On a collision, the row itself shows which one it is. */
function hashOf(kind: 'id' | 'key' | 'amount', value: string | number): number {
  return Number.parseInt(hash('sha256', `${kind} ${value}`).slice(0, DIGITS), 16);
}

function hashesOf(entry: WalletEntry): Set<number> {
  const { identifiers, pixKey, amounts } = traitsOf(entry);
  return new Set([
    ...identifiers.map(([, value]) => hashOf('id', value)),
    ...(pixKey === undefined ? [] : [hashOf('key', pixKey)]),
    ...amounts.map(([, centavos]) => hashOf('amount', centavos)),
  ]);
}

/** Hashes of what a term may mean. Words are searched without hashes. */
function hashesOfTerm(term: Term): readonly number[] {
  const { identifiers, pixKeys, amountCentavos } = term;
  const amounts = amountCentavos === undefined ? [] : [hashOf('amount', amountCentavos)];
  return [...identifiers.map((id) => hashOf('id', id)), ...keyHashes([...pixKeys, ...identifiers]), ...amounts];
}

/** @param keys in canonical form */
function keyHashes(keys: readonly string[]): readonly number[] {
  return Array.from(new Set(keys), (key) => hashOf('key', key));
}
