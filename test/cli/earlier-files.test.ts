import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import nock from 'nock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { loadDriver } from '../../src/sqlite/driver.ts';
import { CONNECTED, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { payment, range, serveLists, withdrawal, type ListService } from './export-service.ts';
import { serveWallet } from './find-service.ts';

let environment: Record<string, string>;
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
  environment = { ...CONNECTED, PIX_CONFIG_DIR: temporaryFolder() };
  nock.disableNetConnect();
});
afterEach(() => {
  nock.cleanAll();
  nock.enableNetConnect();
});

const run = (argv: readonly string[], options: CliOptions = {}) => runCli(argv, { environment, ...options });

async function inDatabase(path: string, sql: string): Promise<void> {
  const { DatabaseSync } = await loadDriver();
  const database = new DatabaseSync(path);
  database.exec(`BEGIN; ${sql} COMMIT;`);
  database.close();
}

/** The tables of an export in version 1 of its schema. */
const EXPORT_OF_VERSION_1 = `
  CREATE TABLE row (
    list TEXT NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL, item TEXT NOT NULL,
    unsettled_at INTEGER, moment INTEGER, PRIMARY KEY (list, number)
  ) WITHOUT ROWID;
  INSERT INTO row SELECT CASE WHEN row_key < 1099511627776 THEN 'payments' ELSE 'withdraws' END,
    row_key % 1099511627776, id, item, unsettled_at, moment FROM stored_row;
  DROP TABLE stored_row;
  CREATE INDEX row_by_moment ON row (moment, list, number) WHERE moment IS NOT NULL;
  CREATE INDEX row_unsettled ON row (list, number) WHERE unsettled_at IS NOT NULL;
  CREATE TABLE begun (name TEXT PRIMARY KEY, start TEXT NOT NULL) WITHOUT ROWID;
  INSERT INTO begun SELECT name, goal FROM list WHERE goal IS NOT NULL;
  DROP TABLE list; ALTER TABLE begun RENAME TO list; PRAGMA user_version = 1;`;

/** The tables of an index in version 1. */
const INDEX_OF_VERSION_1 = `
  DROP TABLE account_entry; DROP TABLE balance_note; DROP TABLE transfer; DROP TABLE backlog;
  ALTER TABLE stored_row RENAME TO entry; ALTER TABLE entry RENAME COLUMN row_key TO place;
  ALTER TABLE entry RENAME COLUMN moment TO created_at;
  ALTER TABLE row_hash RENAME TO mark; ALTER TABLE mark RENAME COLUMN hash TO mark;
  ALTER TABLE mark RENAME COLUMN row_key TO place; ALTER TABLE words RENAME COLUMN row_key TO place;
  PRAGMA user_version = 1;`;

async function interrupted(service: ListService, argv: readonly string[], requests: number): Promise<void> {
  const controller = new AbortController();
  service.onRequest = () => {
    if (service.asked.length === requests) controller.abort(new Interruption('SIGINT'));
  };
  expect((await run(argv, { interruption: controller.signal })).exitCode).toBe(130);
  service.onRequest = () => undefined;
  service.asked.length = 0;
}

it.each(['payments', 'statement'])('resumes from the state that an earlier version left of %s', async (kind) => {
  const rows = { payments: range(3_000, payment), withdraws: range(40, withdrawal) };
  const service = serveLists(rows);
  const out = join(temporaryFolder(), 'rows.csv');
  const argv = ['export', kind, '--fields', 'id', '--out', out];
  await interrupted(service, argv, 24);
  await inDatabase(`${out}.pix-export`, EXPORT_OF_VERSION_1);
  expect((await run(argv)).exitCode).toBe(0);
  expect(JSON.parse(readFileSync(`${out}.manifest.json`, 'utf8')).resumed).toBe(true);
  expect(service.asked.filter((question) => question.startsWith('payment')).length).toBeLessThan(25);
  const ids = readFileSync(out, 'utf8').split('\r\n').slice(1, -1);
  const wanted = kind === 'payments' ? rows.payments : [...rows.payments, ...rows.withdraws];
  expect(ids.toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
});

it('finds in the index that an earlier version made, and brings it up to date', async () => {
  const service = serveWallet({ payments: range(600, payment), withdraws: range(20, withdrawal) });
  const { stdout } = await run(['sync', '--json']);
  await inDatabase(JSON.parse(stdout).file, INDEX_OF_VERSION_1);
  service.asked.length = 0;
  const find = async (what: string) => (await run(['find', '--offline', what, '--all', '--fields', 'id'])).stdout;
  expect((await find('pedido')).split('\n').slice(0, -1)).toHaveLength(600);
  expect(await find('corr-579')).toBe('pay-579\n');
  expect(service.asked).toEqual([]);
  service.payments = range(650, payment);
  expect((await run(['sync'])).exitCode).toBe(0);
  expect(service.asked.length).toBeLessThan(8);
  expect((await find('pedido')).split('\n').slice(0, -1)).toHaveLength(650);
});

it('makes the entries of an index that an earlier version made, before the balance is noted', async () => {
  const service = serveWallet({ payments: range(1_200, payment), withdraws: range(20, withdrawal) });
  const { stdout } = await run(['sync', '--json']);
  await inDatabase(JSON.parse(stdout).file, INDEX_OF_VERSION_1);
  const out = join(temporaryFolder(), 'rows.ndjson');
  const statement = ['export', 'statement', '--offline', '--force', '--out', out];
  const manifest = () => JSON.parse(readFileSync(`${out}.manifest.json`, 'utf8'));
  expect((await run(statement)).exitCode).toBe(0);
  expect(manifest()).toMatchObject({ rows: 1_220, balances: null });
  expect((await run(['sync'])).exitCode).toBe(0);
  expect((await run(statement)).exitCode).toBe(0);
  expect(manifest()).toMatchObject({ rows: 1_220, balances: { closing: service.balance } });
});
