import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { Journal } from '../../src/payouts/journal/journal.ts';
import { journalSchemaOf, openPostgresJournal } from '../../src/payouts/journal/postgres-journal.ts';
import { approvedRun, payout, temporaryFolder } from '../payouts/support/journals.ts';
import { API_KEY, jsonError, runCli } from '../support/cli.ts';
import { ownSchema, queryDatabase } from '../support/postgres.ts';
import { createSshKey } from '../support/ssh-keys.ts';

const PAGE = new URL('../../docs/user/journal.md', import.meta.url);

it('lets a payer pay, and neither set a policy nor change what was signed', async () => {
  const { database, schema } = ownSchema();
  const owner = await openPostgresJournal({ address: { url: database, schema }, clock: systemClock });
  owner.close();
  const role = `payer_${schema}`;
  const [, rights = ''] = /```sql\n(.*?)```/s.exec(readFileSync(PAGE, 'utf8')) ?? [];
  await queryDatabase(database, `CREATE ROLE ${role} LOGIN PASSWORD 'payer'`);
  onTestFinished(() => queryDatabase(database, `DROP OWNED BY ${role}; DROP ROLE ${role}`).then(() => undefined));
  await queryDatabase(database, rights.replaceAll('pix_journal', schema).replaceAll('pix_payer', role));

  const url = new URL(database);
  url.username = role;
  url.password = 'payer';
  const folder = temporaryFolder();
  const opened = await openPostgresJournal({ address: { url: url.href, schema }, clock: systemClock });
  const journal = new Journal(opened, { folder });
  onTestFinished(() => journal.close());
  journal.accounts.add();
  const { runId, lock } = await approvedRun(journal, [payout(1)]);
  const isSent = await journal.steps.underLock(lock, () =>
    Promise.resolve(journal.steps.intend({ runId, row: 1 }, { at: Date.now(), mark: null, servedBefore: null })),
  );
  journal.transaction(() => journal.log.append('ran', runId, {}));
  expect([isSent, journal.payout({ runId, row: 1 }).state, journal.log.head()?.number]).toEqual([true, 'sending', 1]);
  const policy = "INSERT INTO policy (version, document, signature, set_at) VALUES (1, '{}', '', 1)";
  for (const sql of [
    policy,
    'UPDATE audit SET at = 1',
    'DELETE FROM approval',
    'DELETE FROM policy',
    'DROP TABLE policy',
  ]) {
    await expect(queryDatabase(url.href, sql, schema), sql).rejects.toThrow(/permission denied|must be owner/);
  }
  await expect(queryDatabase(database, 'UPDATE audit SET at = 1', schema)).rejects.toThrow('signed or logged');
  // As the move of a journal does, which is its owner's.
  const add = `SET pix.is_moving = 'yes'; INSERT INTO payout (run, row, line, pix_key, pix_key_type, amount_centavos,
    cells, state, attempt, changed_at, cover_fee) SELECT number, 2, 3, 'x@example.com', 'EMAIL', 100, '{}', 'planned', 0,
    1, 0 FROM run`;
  await expect(queryDatabase(url.href, add, schema)).rejects.toThrow('payouts are added to staged runs only');
  await queryDatabase(database, add, schema);
});

it('says which right a role lacks, and not that pix has failed or the connection was lost', async () => {
  const origin = 'http://roles.example';
  const [database, schema] = [inject('postgresUrl') ?? '', journalSchemaOf(origin)];
  const role = `reader_${schema}`;
  const asRole = (username: string, argv: readonly string[]) => {
    const url = new URL(database);
    url.username = username;
    const environment = { PIX_CONFIG_DIR: folder, PIX_BASE_URL: origin, PIX_API_KEY: API_KEY, PIX_JOURNAL: url.href };
    return runCli([...argv, '--json'], { environment: { ...environment, PGPASSWORD: 'reader' } });
  };
  const folder = temporaryFolder();
  await queryDatabase(database, `CREATE ROLE ${role} LOGIN PASSWORD 'reader'`);
  onTestFinished(async () => {
    await queryDatabase(database, `DROP SCHEMA ${schema} CASCADE; DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });
  const opened = await asRole(new URL(database).username, ['payouts', 'list']);
  expect(opened.exitCode, opened.stderr).toBe(0);

  const denied = jsonError(await asRole(role, ['payouts', 'list']));
  expect(denied.code).toBe('journal_unusable');
  expect(denied.message).toMatch(/lacks a right to the journal: permission denied for schema/);
  await queryDatabase(
    database,
    `GRANT USAGE ON SCHEMA ${schema} TO ${role}; SET search_path TO ${schema};
    GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${role}; GRANT DELETE, INSERT, UPDATE ON commit_records TO ${role}`,
  );
  const { path: key, publicKey } = createSshKey(folder, 'dora');
  const policy = join(folder, 'policy.json');
  const people = { dora: [publicKey] };
  const roles = { administrators: ['dora'], submitters: ['dora'], approvers: [], approvals: [] };
  writeFileSync(policy, JSON.stringify({ people, ...roles }));
  await asRole(role, ['config', 'set', 'signing-key', key]);
  const unset = jsonError(await asRole(role, ['payouts', 'policy', 'set', policy, '--yes']));
  expect(unset.code).toBe('journal_failed');
  expect(unset.message).toMatch(/lacks a right to the journal: permission denied for table policy/);
});
