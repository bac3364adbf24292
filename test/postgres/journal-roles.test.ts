import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { Journal } from '../../src/payouts/journal/journal.ts';
import { openPostgresJournal } from '../../src/payouts/journal/postgres-journal.ts';
import { approvedRun, payout, temporaryFolder } from '../payouts/support/journals.ts';
import { ownSchema, queryDatabase } from '../support/postgres.ts';

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
  onTestFinished(() => {
    journal.close();
  });
  journal.accounts.add();
  const { runId, lock } = await approvedRun(journal, [payout(1)]);
  const isSent = await journal.steps.underLock(lock, () =>
    Promise.resolve(journal.steps.intend({ runId, row: 1 }, { at: Date.now(), mark: null, servedBefore: null })),
  );
  journal.transaction(() => {
    journal.log.append('ran', runId, {});
  });
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
