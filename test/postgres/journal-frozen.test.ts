import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { journalSchemaOf } from '../../src/payouts/journal/postgres-journal.ts';
import { jsonError, temporaryFolder } from '../support/cli.ts';
import { cuttingProxy } from '../support/cutting-proxy.ts';
import { finish, start } from '../support/pix-process.ts';
import { queryDatabase } from '../support/postgres.ts';
import { startTestService } from '../support/service.ts';

const ROWS = ['A,ana@example.com,10.00', 'B,bia@example.com,20.00'];

/** Two machines with a folder each and one journal. The first reaches it through a proxy. */
async function twoMachines() {
  const database = inject('postgresUrl') ?? '';
  const service = await startTestService({ withdraws: 0, cache: false });
  const schema = journalSchemaOf(service.url);
  onTestFinished(async () => {
    await queryDatabase(database, `DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  });
  const proxy = await cuttingProxy(database);
  const machine = (journal: string) => {
    const folder = temporaryFolder();
    const path = join(folder, 'rows.csv');
    writeFileSync(path, ['reference,pix_key,amount', ...ROWS].join('\n'));
    const environment = {
      PIX_BASE_URL: service.url,
      PIX_API_KEY: service.keyOf(),
      PIX_CONFIG_DIR: folder,
      PIX_JOURNAL: journal,
    };
    const run = (...argv: readonly string[]) => start(['payouts', ...argv, '--yes', '--json'], environment);
    return { pay: () => run('run', path, '--confirm-total', '30.00'), resume: (id: string) => run('resume', id) };
  };
  const sent = async () => {
    const { json } = await service.request('/api/v1/withdraw/list?limit=100');
    return Number(json.data.pagination.total);
  };
  const change = (sql: string) => queryDatabase(database, sql, schema);
  return { proxy, one: machine(proxy.url), other: machine(database), sent, change };
}

it('a machine that is frozen within a transaction holds the others up for seconds, and wakes to a lost connection', async () => {
  const { proxy, one, other, sent, change } = await twoMachines();
  const child = one.pay();
  const ended = finish(child);
  await new Promise<void>((resolve) => {
    proxy.atNext("SET state = 'sending'", () => {
      child.kill('SIGSTOP');
      resolve();
    });
  });
  expect(await sent()).toBe(0);
  const locked = await finish(other.pay());
  expect([locked.exitCode, jsonError(locked).code], locked.stderr).toEqual([1, 'run_locked']);
  child.kill('SIGCONT');
  const woken = await ended;
  expect([woken.exitCode, jsonError(woken).code], woken.stderr).toEqual([1, 'journal_failed']);
  expect(await sent()).toBe(0);
  const [run] = await change('SELECT id FROM run');
  const resumed = await finish(other.resume(String(run?.['id'])));
  expect([resumed.exitCode, await sent()], resumed.stderr).toEqual([0, 2]);
});

it.each([
  [
    'before a payment',
    'journal_failed',
    "EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())",
  ],
  ['at the start', 'journal_unusable', 'true'],
])(
  'waits for a lock in vain %s: says that another process uses the journal, and sends nothing',
  async (_moment, code, isLocked) => {
    const { other, sent, change } = await twoMachines();
    await finish(other.resume('r-none'));
    await change(`CREATE FUNCTION now_unless_locked() RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN
      IF ${isLocked} THEN RAISE EXCEPTION 'lock timeout' USING ERRCODE = 'lock_not_available'; END IF;
      RETURN (extract(epoch FROM clock_timestamp()) * 1000)::bigint; END $$`);
    await change(`CREATE OR REPLACE FUNCTION journal_now() RETURNS bigint LANGUAGE sql VOLATILE AS
      $$ SELECT now_unless_locked() $$`);
    const refused = await finish(other.pay());
    expect([refused.exitCode, jsonError(refused).code], refused.stderr).toEqual([1, code]);
    expect(jsonError(refused).message).toBe('another process uses the journal; nothing more is sent');
    expect(await sent()).toBe(0);
  },
);

it('a database that reports an error within a payment is no lost connection, and nothing is sent', async () => {
  const { other, sent, change } = await twoMachines();
  await finish(other.resume('r-none'));
  await change(`CREATE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER is_full BEFORE UPDATE OF state ON payout FOR EACH ROW EXECUTE FUNCTION is_full()`);
  const refused = await finish(other.pay());
  expect([refused.exitCode, jsonError(refused).code], refused.stderr).toEqual([1, 'journal_failed']);
  expect(jsonError(refused).message).toBe(
    'the database of the journal reports an error, so nothing more is sent: could not extend file',
  );
  expect(await sent()).toBe(0);
});
