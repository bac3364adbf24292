import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PgConnection } from '../../../sql/postgres/connection.ts';
import type { PostgresAddress } from '../../../sql/postgres/database-url.ts';
import { sqlStateOf } from '../../../sql/postgres/errors.ts';
import { openConnection } from '../../../sql/postgres/pool.ts';
import { textOf } from '../../../sql/row.ts';
import { refusedSnapshot, snapshotStream, withNewFile, LATEST_AT } from '../whole-state.ts';
import { BatchError, type Batch } from './batch.ts';
import { TABLE_NAMES } from '../schema/tables.ts';
import { SERVICE_POSTGRES_SCHEMA } from './schema.ts';
import { EVERYTHING } from './store-connections.ts';

/*
 * A snapshot is text: a line that says what it is, a line for each row, and a last line. It does not depend on how the
 * server stores rows, so it also moves a state to another version of PostgreSQL.
 */
const HEADER = { pix: 'service state', store: 'postgresql', version: SERVICE_POSTGRES_SCHEMA.steps.length };
const LAST_LINE = '{"end":true}';
const ROWS_AT_ONCE = 2_000;

/** Everything that is committed, of one moment, while others write. */
export function writeSnapshot(address: PostgresAddress): Promise<ReadableStream<Uint8Array>> {
  return snapshotStream(async (file) => {
    const connection = await openConnection(address, EVERYTHING);
    await pipeline(Readable.from(snapshotText(connection)), createWriteStream(file));
  });
}

async function* snapshotText(connection: PgConnection): AsyncGenerator<string> {
  try {
    await beginMoment(connection);
    yield `${JSON.stringify(HEADER)}\n`;
    for (const table of TABLE_NAMES) {
      await connection.run(`DECLARE c NO SCROLL CURSOR FOR SELECT to_json(t)::text AS row FROM ${table} AS t`);
      for (;;) {
        const { rows } = await connection.query(`FETCH ${ROWS_AT_ONCE} FROM c`);
        if (rows.length === 0) break;
        yield rows.map((row) => `{"table":"${table}","row":${textOf(row, 'row')}}\n`).join('');
      }
      await connection.run('CLOSE c');
    }
    yield `${LAST_LINE}\n`;
  } finally {
    await connection.close();
  }
}

/**
 * From its next statement on, the connection sees one moment. It takes no lock: a reset that has not ended, or that ends
 * later, is not seen.
 */
export async function beginMoment(connection: PgConnection): Promise<void> {
  await connection.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/** Inserts the rows of a snapshot into empty tables. */
type Load = (batch: Batch, epoch: number) => Promise<void>;

/**
 * Receives a snapshot, and passes on the function that loads it.
 *
 * @returns its size in bytes
 * @throws {Refusal} `validation_failed` when it is no snapshot of this store
 */
export function readSnapshot(
  snapshot: AsyncIterable<Uint8Array>,
  replace: (load: Load) => Promise<void>,
): Promise<number> {
  return withNewFile(async (file) => {
    await pipeline(snapshot, createWriteStream(file));
    await replace((batch, epoch) => loadRows(batch, file, epoch)).catch((error: unknown) => {
      throw isDataError(error) ? refusedSnapshot('its rows do not fit together') : error;
    });
    return (await stat(file)).size;
  });
}

async function loadRows(batch: Batch, file: string, epoch: number): Promise<void> {
  let state: 'new' | 'open' | 'ended' = 'new';
  let [table, rows]: [string, string[]] = ['', []];
  const write = async () => {
    const inserting = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`;
    if (rows.length > 0) await batch.ask(inserting, [`[${rows.join(',')}]`]);
    rows = [];
  };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (state === 'new') {
      checkHeader(line);
      state = 'open';
    } else if (line === LAST_LINE) {
      state = 'ended';
    } else {
      const found = /^\{"table":"(\w+)","row":(.*)\}$/.exec(line);
      const [, of = '', row = ''] = found ?? [];
      if (!TABLE_NAMES.some((name) => name === of)) throw refusedSnapshot('it is no data file');
      if (of !== table || rows.length >= ROWS_AT_ONCE) await write();
      table = of;
      rows.push(row);
    }
  }
  if (state !== 'ended') throw refusedSnapshot(state === 'new' ? 'it holds nothing' : 'its end is missing');
  await write();
  const changed = await batch.ask('UPDATE service_state SET epoch = $1 RETURNING epoch', [epoch]);
  if (changed.length !== 1) throw refusedSnapshot('it holds nothing');
  for (const counted of ['transfers', 'disputes']) {
    await batch.ask(`SELECT setval(pg_get_serial_sequence('${counted}', 'number'), coalesce(max(number), 0) + 1, false)
      FROM ${counted}`);
  }
}

function checkHeader(line: string): void {
  let header: Partial<typeof HEADER>;
  try {
    header = Object(JSON.parse(line)) as Partial<typeof HEADER>;
  } catch {
    throw refusedSnapshot('it is no data file');
  }
  if (header.pix !== HEADER.pix || header.store !== HEADER.store) throw refusedSnapshot('another program made it');
  if (Number(header.version) > HEADER.version) throw refusedSnapshot('a newer version of this program made it');
}

/** Classes 22 (data) and 23 (constraints). */
function isDataError(error: unknown): boolean {
  return error instanceof BatchError && /^2[23]/.test(sqlStateOf(error.cause) ?? '');
}

/** What refers to the state that was replaced. Requests stay logged. */
export const FORGET_SHARED = `WITH a AS (DELETE FROM faults), b AS (DELETE FROM cached_answers) DELETE FROM rate_windows`;

/** Time continues from the latest event that is stored, if the clock is behind it. */
const CONTINUE_CLOCK = `UPDATE service_state SET clock_ahead_ms = clock_ahead_ms + behind
  FROM (SELECT ceil(latest_at - service_now($1)) AS behind FROM (${LATEST_AT}) AS e) AS l WHERE behind > 0`;

/** Deletes everything that is stored. The batch must have the service for itself. */
export async function clearTables(batch: Batch): Promise<void> {
  for (const table of TABLE_NAMES.toReversed()) await batch.ask(`DELETE FROM ${table}`);
}

export async function continueClock(batch: Batch, base: number | null): Promise<void> {
  await batch.ask(CONTINUE_CLOCK, [base]);
}
