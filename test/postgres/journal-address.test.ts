import { expect, inject, it, onTestFinished } from 'vitest';
import { journalSchemaOf } from '../../src/payouts/journal/postgres-journal.ts';
import { API_KEY, jsonError, runCli, temporaryFolder } from '../support/cli.ts';
import { queryDatabase } from '../support/postgres.ts';

/** A service without a journal so far, and what lists its runs with an address. */
function service(origin: string) {
  const [database, schema] = [inject('postgresUrl') ?? '', journalSchemaOf(origin)];
  onTestFinished(() => queryDatabase(database, `DROP SCHEMA IF EXISTS ${schema} CASCADE`).then(() => undefined));
  const list = (journal: string) => {
    const address = { PIX_BASE_URL: origin, PIX_API_KEY: API_KEY, PIX_JOURNAL: journal };
    return runCli(['payouts', 'list', '--json'], { environment: { ...address, PIX_CONFIG_DIR: temporaryFolder() } });
  };
  return { database, schema, list };
}

it.each([
  ['options', '-c geqo=off -c search_path=public -c default_transaction_isolation=serializable'],
  ['empty-options', ''],
])('takes the %s of an address beside its own: a gateway to databases requires some', async (name, options) => {
  const { database, schema, list } = service(`http://${name}.example`);
  const url = new URL(database);
  url.searchParams.append('options', options);
  expect((await list(url.href)).exitCode).toBe(0);
  const found = `SELECT to_regclass('${schema}.payout') IS NOT NULL AS own, to_regclass('public.payout') IS NULL AS only`;
  expect(await queryDatabase(database, found)).toEqual([{ own: true, only: true }]);
  expect((await list(database)).exitCode).toBe(0);
});

it('says that a database only reads, as a standby does, and not that pix has failed', async () => {
  const { database, schema, list } = service('http://standby.example');
  expect((await list(database)).exitCode).toBe(0);
  const role = `only_reads_${schema}`;
  await queryDatabase(
    database,
    `CREATE ROLE ${role} LOGIN SUPERUSER; ALTER ROLE ${role} SET default_transaction_read_only = on`,
  );
  onTestFinished(() => queryDatabase(database, `DROP ROLE ${role}`).then(() => undefined));
  const refused = await list(Object.assign(new URL(database), { username: role }).href);
  const failure = jsonError(refused);
  expect([refused.exitCode, failure]).toMatchObject([1, { code: 'journal_unusable', details: { reason: 'failed' } }]);
  expect(failure.message).toMatch(/^the database of the journal reports an error.* in a read-only transaction$/);
});
