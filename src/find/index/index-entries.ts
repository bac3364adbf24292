import * as z from 'zod';
import { accountTerms, disputeFigures, type AccountTerms, type BalanceNote } from '../../account/balance-notes.ts';
import { paymentEntries, postedMs, UnstatedEntry, withdrawalEntries, type AccountEntry } from '../../account/entry.ts';
import { KEYS_OF_A_LIST, rowsAfter } from '../../lists/stored-list.ts';
import type { NotedBalance } from '../../account/note-balance.ts';
import { centavos, type Centavos } from '../../pix/centavos.ts';
import type { SqlDatabase, SqlStatement } from '../../sql/sqlite/driver.ts';
import { integerOf, nullableTextOf, textOf } from '../../sql/row.ts';

/**
 * The tables of {@link IndexEntries}. An entry is stored as the time and the amount alone: the rest is in its row. A row that
 * cannot be stated has an entry without them. `transfer` has the end-to-end IDs that
 * were looked up, empty where the service reports none.
 */
export const ENTRY_TABLES = `
  CREATE TABLE account_entry (
    row_key INTEGER NOT NULL, part INTEGER NOT NULL, posted_at INTEGER, amount INTEGER, PRIMARY KEY (row_key, part)
  ) WITHOUT ROWID;
  CREATE INDEX account_entry_posted ON account_entry (posted_at, row_key, part, amount);
  CREATE TABLE balance_note (
    noted_at INTEGER PRIMARY KEY, balance INTEGER NOT NULL, entries_sum INTEGER NOT NULL, disputes TEXT
  );
  CREATE TABLE transfer (row_key INTEGER PRIMARY KEY, end_to_end_id TEXT NOT NULL);`;

/** The limits and the plan of the account as they were last reported; why a withdrawal failed, where it was looked up. */
export const TERMS_STEP = `
  CREATE TABLE account_terms (one_row INTEGER PRIMARY KEY CHECK (one_row = 1), terms TEXT NOT NULL);
  ALTER TABLE transfer ADD COLUMN failure_reason TEXT;`;

export const FORGET_ENTRIES =
  'DELETE FROM account_entry; DELETE FROM balance_note; DELETE FROM transfer; DELETE FROM account_terms;';

const amount = z.int().transform(centavos);
const text = z.string().nullish();
const listedRow = z.looseObject({
  id: z.string(),
  value: amount,
  status: text,
  correlationID: text,
  description: text,
  createdAt: text,
  updatedAt: text,
});
const listedPayment = listedRow.extend({
  netValue: amount.nullish().transform((value) => value ?? null),
  fee: amount.nullish().transform((value) => value ?? null),
});
const listedWithdrawal = listedRow.extend({
  pixKey: text,
  metadata: z.looseObject({ fee: amount.nullish(), sent: amount.nullish() }).nullish(),
});

/** What looking a withdrawal up adds to its row. Null: the service does not report it. */
export interface LookedUp {
  readonly endToEndId: string | null;
  readonly failureReason: string | null;
}

/** The entries of an account in its index, by the time at which they were posted, and the notes of its balance. */
export class IndexEntries {
  readonly #database: SqlDatabase;
  readonly #insert: SqlStatement;
  readonly #delete: SqlStatement;
  readonly #next: SqlStatement;

  constructor(database: SqlDatabase) {
    this.#database = database;
    this.#insert = database.prepare('INSERT INTO account_entry (row_key, part, posted_at, amount) VALUES (?, ?, ?, ?)');
    this.#delete = database.prepare('DELETE FROM account_entry WHERE row_key >= ? AND row_key < ?');
    this.#next = database.prepare(
      `SELECT posted_at, row_key, part, item, end_to_end_id
       FROM account_entry JOIN stored_row USING (row_key) LEFT JOIN transfer USING (row_key)
       WHERE (posted_at, row_key, part) > (?, ?, ?) AND posted_at < ? ORDER BY posted_at, row_key, part LIMIT ?`,
    );
  }

  store(key: number, row: unknown): void {
    this.#delete.run(key, key + 1);
    try {
      for (const [part, entry] of entriesOf(key, row).entries()) {
        this.#insert.run(key, part, postedMs(entry), entry.netAmount);
      }
    } catch (error) {
      if (!(error instanceof UnstatedEntry)) throw error;
      this.#insert.run(key, 0, null, null);
    }
  }

  delete(firstKey: number, endKey: number): void {
    this.#delete.run(firstKey, endKey);
    this.#database.prepare('DELETE FROM transfer WHERE row_key >= ? AND row_key < ?').run(firstKey, endKey);
  }

  /** Settled withdrawals whose end-to-end ID was not looked up, newest first. */
  withoutEndToEndId(maximum: number): readonly { readonly key: number; readonly id: string }[] {
    const rows = this.#database
      .prepare(
        `SELECT row_key, id FROM stored_row WHERE row_key >= ? AND unsettled_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM transfer WHERE transfer.row_key = stored_row.row_key)
         AND EXISTS (SELECT 1 FROM account_entry WHERE account_entry.row_key = stored_row.row_key)
         ORDER BY row_key DESC LIMIT ?`,
      )
      .all(KEYS_OF_A_LIST, maximum);
    return rows.map((row) => ({ key: integerOf(row, 'row_key'), id: textOf(row, 'id') }));
  }

  setLookedUp(key: number, { endToEndId, failureReason }: LookedUp): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO transfer (row_key, end_to_end_id, failure_reason) VALUES (?, ?, ?)')
      .run(key, endToEndId ?? '', failureReason);
  }

  /** What was looked up, by the number of the withdrawal in its list. */
  lookedUp(): ReadonlyMap<number, LookedUp> {
    const rows = this.#database.prepare('SELECT row_key, end_to_end_id, failure_reason FROM transfer').all();
    return new Map(
      rows.map((row) => {
        const endToEndId = textOf(row, 'end_to_end_id');
        const facts = { endToEndId: endToEndId === '' ? null : endToEndId };
        const number = integerOf(row, 'row_key') - KEYS_OF_A_LIST;
        return [number, { ...facts, failureReason: nullableTextOf(row, 'failure_reason') }];
      }),
    );
  }

  terms(): AccountTerms | undefined {
    const row = this.#database.prepare('SELECT terms FROM account_terms').get();
    return row && accountTerms.parse(JSON.parse(textOf(row, 'terms')));
  }

  /** Ids of withdrawals whose end-to-end ID was looked up, and ends so. @param end letters and digits */
  idsOfTransfers(end: string): readonly string[] {
    return this.#database
      .prepare("SELECT id FROM transfer JOIN stored_row USING (row_key) WHERE end_to_end_id LIKE '%' || ?")
      .all(end)
      .map((row) => textOf(row, 'id'));
  }

  /** What all entries posted before a moment (epoch milliseconds) come to. */
  sumBefore(moment: number): Centavos {
    const bound = moment === Infinity ? Number.MAX_SAFE_INTEGER : moment;
    const row = this.#database
      .prepare('SELECT coalesce(sum(amount), 0) AS amount FROM account_entry WHERE posted_at < ?')
      .get(bound);
    return centavos(integerOf(row, 'amount'));
  }

  /** A row that changed the balance, but not by an amount and at a time that the service reports. */
  unstated(): UnstatedEntry | undefined {
    const row = this.#database
      .prepare(
        `SELECT row_key, item FROM account_entry JOIN stored_row USING (row_key)
         WHERE posted_at IS NULL ORDER BY row_key LIMIT 1`,
      )
      .get();
    if (row === undefined) return undefined;
    try {
      entriesOf(integerOf(row, 'row_key'), JSON.parse(textOf(row, 'item')));
      return undefined;
    } catch (error) {
      if (error instanceof UnstatedEntry) return error;
      throw error;
    }
  }

  /** The entries from a moment on, and before another, oldest first. Epoch milliseconds. */
  *entries({ from, before }: { readonly from: number; readonly before: number }): Generator<AccountEntry, void> {
    const bound = before === Infinity ? Number.MAX_SAFE_INTEGER : before;
    for (const row of rowsAfter([from, -1, -1], this.#next, ['posted_at', 'row_key', 'part'], bound)) {
      const entry = entriesOf(integerOf(row, 'row_key'), JSON.parse(textOf(row, 'item')))[integerOf(row, 'part')];
      const lookedUp = nullableTextOf(row, 'end_to_end_id');
      const endToEndId = entry?.endToEndId ?? (lookedUp === '' ? null : lookedUp);
      if (entry !== undefined) yield { ...entry, endToEndId };
    }
  }

  notes(): readonly BalanceNote[] {
    const rows = this.#database
      .prepare('SELECT noted_at, balance, entries_sum, disputes FROM balance_note ORDER BY noted_at')
      .all();
    return rows.map((row) => {
      const disputes = nullableTextOf(row, 'disputes');
      return {
        notedAt: integerOf(row, 'noted_at'),
        balance: centavos(integerOf(row, 'balance')),
        entriesSum: centavos(integerOf(row, 'entries_sum')),
        disputes: disputes === null ? undefined : disputeFigures.parse(JSON.parse(disputes)),
      };
    });
  }

  addNote({ notedAt, balance, entriesSum, disputes, terms }: NotedBalance): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO account_terms (one_row, terms) VALUES (1, ?)')
      .run(JSON.stringify(terms));
    this.#database
      .prepare('INSERT OR REPLACE INTO balance_note (noted_at, balance, entries_sum, disputes) VALUES (?, ?, ?, ?)')
      .run(notedAt, balance, entriesSum, disputes === undefined ? null : JSON.stringify(disputes));
  }
}

function entriesOf(key: number, row: unknown): readonly AccountEntry[] {
  return key < KEYS_OF_A_LIST
    ? paymentEntries(listedPayment.parse(row))
    : withdrawalEntries(listedWithdrawal.parse(row));
}
