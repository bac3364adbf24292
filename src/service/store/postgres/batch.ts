import {
  isStorable,
  type PgConnection,
  type PgResult,
  type PgRow,
  type PgValue,
} from '../../../sql/postgres/connection.ts';
import { integerOf, textOf } from '../../../sql/row.ts';
import { calendarDayOf } from '../../wallet/sao-paulo-calendar.ts';
import { ACCOUNT, ACCOUNT_STATE } from '../records.ts';
import type { ChangedRow, Drafts } from '../work/drafts.ts';
import { AHEAD_MS, dueEvents } from '../work/due-events.ts';
import { writeDrafts, type Insertion, type RowWriter, type Update } from '../work/row-writes.ts';
import { limitKey, UnitOfWork, type Piece } from '../work/unit-of-work.ts';
import type { UnitDatabase } from '../work/unit.ts';
import { prepared } from '../../../sql/postgres/prepared.ts';
import { presentOf, PRESENT, type Present, type DatabaseClock } from './present.ts';
import { typeOf, type ColumnType } from '../../../sql/printed-schema.ts';
import type { SqlValue } from '../../../sql/sqlite/driver.ts';
import { TABLES, type TableName } from '../schema/tables.ts';
import type { Values } from '../columns.ts';

/** A piece of work needs an account that its batch has not locked: the batch begins again, with it. */
export class AccountNeeded extends Error {
  override readonly name = 'AccountNeeded';
  readonly account: string;

  constructor(account: string) {
    super(`account ${account} is not locked`);
    this.account = account;
  }
}

/** A statement of a batch failed: nothing of it can be committed. */
export class BatchError extends Error {
  override readonly name = 'BatchError';
}

const SERVICE_LOCK = "hashtextextended(current_schema() || ' service', 0)";
const SHARE = `SELECT pg_advisory_xact_lock_shared(${SERVICE_LOCK})`;
const HAVE_ALONE = `SELECT pg_advisory_xact_lock(${SERVICE_LOCK})`;
const LOCK_ACCOUNTS = 'SELECT * FROM account_state WHERE account = ANY($1) ORDER BY account FOR NO KEY UPDATE';
const ACCOUNTS = 'SELECT * FROM accounts WHERE id = ANY($1)';
const LIMIT_USE = 'SELECT account, period, used FROM limit_use WHERE account = ANY($1) AND period = ANY($2)';
const DUE = dueEvents('AND e.account = ANY($2)');

interface BatchOptions {
  readonly connection: PgConnection;
  readonly clock: DatabaseClock;
  readonly accounts: ReadonlySet<string>;
  /** No other batch of any instance is under way: for what changes everything. */
  readonly isAlone: boolean;
}

/**
 * One transaction. It locks the accounts of its work in the order of their ids, reads what is known to be needed in one
 * round trip, decides in memory, and writes everything in a second one, together with the COMMIT.
 */
export class Batch implements UnitDatabase {
  readonly unit: UnitOfWork;
  readonly hasLoadedAccounts: boolean;
  readonly #connection: PgConnection;
  readonly #clock: DatabaseClock;
  readonly #locked: Set<string>;
  #failure: BatchError | undefined;
  #hasEnded = false;

  constructor({ connection, clock, accounts, isAlone }: BatchOptions) {
    this.#connection = connection;
    this.#clock = clock;
    this.#locked = new Set(accounts);
    this.hasLoadedAccounts = !isAlone;
    this.unit = new UnitOfWork(this, isAlone);
  }

  /** @throws {BatchError} when nothing can be committed, or {AccountNeeded} */
  perform<T>(piece: Piece<T>): Promise<() => void> {
    return this.unit.perform(piece, (error) => {
      if (error instanceof AccountNeeded) throw error;
      if (this.#failure !== undefined) throw this.#failure;
    });
  }

  /** Takes the locks and reads. @returns what the service is now, undefined when nothing is stored yet */
  async begin(): Promise<Present | undefined> {
    const accounts = [...this.#locked].filter(isStorable).sort();
    const soon = Math.ceil(this.#clock.now()) + AHEAD_MS;
    const { day, month } = calendarDayOf(this.#clock.now());
    const base = this.#clock.base();
    const send = (statement: string, values?: readonly PgValue[]) =>
      this.#connection.query(prepared(statement), values);
    const sent = [
      this.#connection.query('BEGIN'),
      send(this.unit.isAlone ? HAVE_ALONE : SHARE),
      send(LOCK_ACCOUNTS, [accounts]),
      send(ACCOUNTS, [accounts]),
      send(LIMIT_USE, [accounts, [day, month]]),
      send(DUE, [soon, accounts]),
      send(PRESENT, [base]),
    ];
    const [, , states, found, uses, due, present] = await allOf(sent);
    for (const row of states?.rows ?? []) this.unit.drafts.states.load(textOf(row, 'account'), ACCOUNT_STATE.read(row));
    for (const row of found?.rows ?? []) this.unit.drafts.accounts.load(textOf(row, 'id'), ACCOUNT.read(row));
    for (const account of accounts) {
      for (const period of [day, month]) {
        const row = uses?.rows.find((use) => use['account'] === account && use['period'] === period);
        const used = row === undefined ? 0 : integerOf(row, 'used');
        this.unit.drafts.limitUse.load(limitKey({ account, period }), { account, period, used });
      }
    }
    if (!this.unit.isAlone) this.unit.schedule.load(due?.rows ?? [], soon);
    const [row] = present?.rows ?? [];
    if (row === undefined) throw new Error('the database does not answer');
    return presentOf(row);
  }

  /** Reads inside the transaction. @throws {BatchError} */
  async ask(statement: string, values: readonly PgValue[] = []): Promise<readonly PgRow[]> {
    if (this.#failure !== undefined) throw this.#failure;
    if (!values.every(isStorable)) return [];
    try {
      return (await this.#connection.query(prepared(statement), values)).rows;
    } catch (cause) {
      this.#failure = new BatchError('a statement failed', { cause });
      throw this.#failure;
    }
  }

  /** @throws {AccountNeeded} */
  requireLocked(account: string): void {
    if (!this.unit.isAlone && !this.#locked.has(account)) throw new AccountNeeded(account);
  }

  addLocked(account: string): void {
    this.#locked.add(account);
  }

  /** They came with the locks. */
  dueBy(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async write(drafts: Drafts): Promise<void> {
    await allOf(this.#send(drafts));
  }

  /**
   * Writes and commits in one round trip.
   *
   * @throws {ConnectionLostError} when it is not known whether it was committed
   */
  async commit(): Promise<void> {
    const written = allOf(this.#send(this.unit.drafts));
    const committed = this.#connection.query('COMMIT');
    await Promise.allSettled([written, committed]);
    // A failed statement makes a ROLLBACK of the COMMIT; a lost connection says nothing about either.
    const { command } = await committed;
    this.#hasEnded = true;
    await written;
    if (command !== 'COMMIT') throw new BatchError(`the database answered ${command} to COMMIT`);
  }

  async rollBack(): Promise<void> {
    if (this.#hasEnded || !this.#connection.isOpen) return;
    await this.#connection.query('ROLLBACK');
    this.#hasEnded = true;
  }

  /** @returns the answers that are to come */
  #send(drafts: Drafts): Promise<PgResult>[] {
    const writes = new TableWrites(this.#connection);
    writeDrafts(writes, drafts);
    return writes.sent;
  }
}

/** Waits for every answer, so that none is left over, and throws the first error. */
async function allOf(sent: readonly Promise<PgResult>[]): Promise<PgResult[]> {
  await Promise.allSettled(sent);
  return Promise.all(sent);
}

const ARRAYS: Readonly<Record<ColumnType, string>> = {
  id: 'text[]',
  text: 'text[]',
  integer: 'int8[]',
  number: 'int8[]',
  bytes: 'bytea[]',
};

/** Columns of arrays, with the value of a row in each. */
type Arrays<Row> = readonly (readonly [column: string, valueOf: (row: Row) => SqlValue])[];

/** Sends statements that each write any number of rows. */
class TableWrites implements RowWriter {
  /** The answers that are to come. */
  readonly sent: Promise<PgResult>[] = [];
  readonly #connection: PgConnection;

  constructor(connection: PgConnection) {
    this.#connection = connection;
  }

  insert<Row>({ table, values, onConflict }: Insertion<Row>, rows: readonly Row[]): void {
    const columns = Object.entries(values);
    const names = columns.map(([name]) => name).join(', ');
    const conflict = onConflict === undefined ? '' : `ON CONFLICT ${onConflict}`;
    const text = `INSERT INTO ${table} AS t (${names})
      SELECT ${names} FROM ${arraysOf(table, columns)} WITH ORDINALITY AS a (${names}, place) ORDER BY place ${conflict}`;
    this.#send(`insert ${table}`, text, columns, rows);
  }

  update<Row>(
    { table, key, before = {}, after = {}, added = {} }: Update<Row>,
    rows: readonly ChangedRow<Row>[],
  ): void {
    const parts = [
      ...partOf('key', key, 'after'),
      ...partOf('before', before, 'before'),
      ...partOf('after', after, 'after'),
      ...partOf('added', added, 'after'),
    ];
    const columns = parts.map(({ column }) => column);
    const names = parts.map(({ name }) => name);
    const changes = [
      ...Object.keys(after).map((name) => `${name} = a.after_${name}`),
      ...Object.keys(added).map((name) => `${name} = t.${name} + a.added_${name}`),
    ];
    const conditions = [
      ...Object.keys(key).map((name) => `t.${name} = a.key_${name}`),
      ...Object.keys(before).map((name) => `t.${name} = a.before_${name}`),
    ];
    const text = `WITH changed AS (
        UPDATE ${table} AS t SET ${changes.join(', ')}
        FROM ${arraysOf(table, columns)} AS a (${names.join(', ')})
        WHERE ${conditions.join(' AND ')} RETURNING 1
      ) SELECT expect_rows(count(*), cardinality($1)) FROM changed`;
    this.#send(`update ${table}`, text, columns, rows);
  }

  delete(table: TableName, column: string, values: readonly SqlValue[]): void {
    const text = `DELETE FROM ${table} WHERE ${column} = ANY($1)`;
    this.#send(`delete ${table}`, text, [[column, (value: SqlValue) => value]], values);
  }

  #send<Row>(name: string, text: string, columns: Arrays<Row>, rows: readonly Row[]): void {
    if (rows.length === 0) return;
    const values: PgValue[] = columns.map(([, valueOf]) => rows.map((row) => valueOf(row)));
    this.sent.push(this.#connection.query({ name, text }, values));
  }
}

/** Columns of an update, each with a name of its own in it. @param side where their values are */
function partOf<Row>(prefix: string, values: Values<Row>, side: keyof ChangedRow<Row>) {
  return Object.entries(values).map(([column, valueOf]) => ({
    name: `${prefix}_${column}`,
    column: [column, (row: ChangedRow<Row>) => valueOf(row[side])] as const,
  }));
}

function arraysOf(table: TableName, columns: Arrays<never>): string {
  const types = columns.map(([column], index) => `$${index + 1}::${ARRAYS[typeOf(TABLES[table], column)]}`);
  return `unnest(${types.join(', ')})`;
}
