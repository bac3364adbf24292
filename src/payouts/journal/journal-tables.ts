import { runMany, type SqlDatabase, type SqlRow, type SqlValue } from '../../sql/sqlite/driver.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import { openJournalDatabase, type JournalClock, type JournalDatabase } from './journal-database.ts';

/** What a journal consists of: each table after those that it refers to, and in which order its rows are read. */
export const JOURNAL_TABLES: readonly { readonly name: string; readonly order: string }[] = [
  { name: 'account', order: 'number' },
  { name: 'account_key', order: 'fingerprint, account' },
  { name: 'account_sign', order: 'list, id, account' },
  { name: 'account_apart', order: 'one, other' },
  { name: 'accepted_mark', order: 'mark, digest' },
  { name: 'run', order: 'number' },
  { name: 'payout', order: 'run, row' },
  { name: 'remittance', order: 'run' },
  { name: 'step', order: 'number' },
  { name: 'seen_withdrawal', order: 'id' },
  { name: 'policy', order: 'version' },
  { name: 'submission', order: 'run, number' },
  { name: 'approval', order: 'run, number' },
  { name: 'audit', order: 'number' },
];

const ROWS_AT_ONCE = 2_000;

/** All rows of a table, some at a time. Call it in a transaction: then they are of one moment. */
export function* rowsOf(
  database: SqlDatabase,
  { name, order }: { readonly name: string; readonly order: string },
): Generator<readonly SqlRow[], void, undefined> {
  const page = database.prepare(`SELECT * FROM ${name} ORDER BY ${order} LIMIT ? OFFSET ?`);
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const rows = page.all(ROWS_AT_ONCE, offset);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** Copies all tables into an empty journal, within a transaction of either. @throws when not everything has arrived */
export function copyTables(from: SqlDatabase, to: SqlDatabase): void {
  for (const table of JOURNAL_TABLES) {
    copyRows(from, to, table);
    const [sent, arrived] = [from, to].map((database) => countOf(database, table.name));
    if (sent !== arrived) throw new Error(`${table.name} has ${arrived} rows after the move, not ${sent}`);
  }
  const [sent, arrived] = [from, to].map(sumOf);
  if (sent !== arrived) throw new Error(`the payouts have a sum of ${arrived} after the move, not ${sent}`);
}

function copyRows(
  from: SqlDatabase,
  to: SqlDatabase,
  table: (typeof JOURNAL_TABLES)[number],
  changed: (row: SqlRow) => SqlRow = (row) => row,
): void {
  for (const rows of rowsOf(from, table)) {
    const columns = Object.keys(rows[0] ?? {});
    const places = columns.map(() => '?').join(', ');
    const values = rows.map(changed).map((row) => columns.map((column) => valueOf(row[column])));
    runMany(to, `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${places})`, values);
  }
}

export function countOf(database: SqlDatabase, table: string): number {
  return integerOf(database.prepare(`SELECT count(*) AS number FROM ${table}`).get(), 'number');
}

function sumOf(database: SqlDatabase): number {
  const sum = 'SELECT coalesce(sum(amount_centavos), 0) AS number FROM payout';
  return integerOf(database.prepare(sum).get(), 'number');
}

function valueOf(value: unknown): SqlValue {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  throw new TypeError('a journal contains numbers and texts');
}

/** A policy, its signatures and its log are of the journal that they were made in, and a key is of its service. */
const OF_ONE_JOURNAL = new Set(['account_key', 'policy', 'submission', 'approval', 'audit']);

interface Copying {
  /** Of the new journal. */
  readonly folder: string;
  readonly clock: JournalClock;
  /** The service that the copy is for. */
  readonly origin: string;
  /** A payment as it is copied. */
  readonly replaced: (payout: SqlRow) => SqlRow;
}

/** Copies what a journal knows of payments into a new one, for a rehearsal. */
export async function copyJournal(
  { database: from, transactions }: JournalDatabase,
  { folder, clock, origin, replaced }: Copying,
): Promise<void> {
  const to = await openJournalDatabase(folder, clock);
  try {
    takeIn(to, () => {
      transactions.transaction(() => {
        for (const table of JOURNAL_TABLES.filter(({ name }) => !OF_ONE_JOURNAL.has(name))) {
          copyRows(from, to.database, table, (row) => {
            if (table.name === 'run') return { ...row, origin };
            return table.name === 'payout' ? replaced(row) : row;
          });
        }
      });
    });
  } finally {
    to.close();
  }
}

/**
 * Fills a journal with payouts in all states, where otherwise each begins as planned, and with numbers that the database
 * would have given. Call it within a transaction, or it is one.
 */
export function takeIn({ transactions, database, hasOwnTime }: JournalDatabase, fill: () => void): void {
  transactions.transaction(() => {
    if (hasOwnTime) {
      database.exec("SET LOCAL pix.is_moving = 'yes'");
      fill();
      for (const table of ['run', 'step']) {
        database.exec(`SELECT setval(pg_get_serial_sequence('${table}', 'number'),
          (SELECT coalesce(max(number), 0) + 1 FROM ${table}), false)`);
      }
      return;
    }
    transactions.advance();
    const guard = "SELECT sql FROM sqlite_schema WHERE name = 'payout_begins_planned'";
    const sql = textOf(database.prepare(guard).get(), 'sql');
    database.exec('DROP TRIGGER payout_begins_planned');
    fill();
    database.exec(sql);
  });
}
