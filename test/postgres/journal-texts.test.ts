import { randomUUID } from 'node:crypto';
import { expect, inject, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { Journal } from '../../src/payouts/journal/journal.ts';
import { journalSchemaOf, openPostgresJournal } from '../../src/payouts/journal/postgres-journal.ts';
import { factsOf } from '../../src/payouts/journal/records.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { approvedRun, payout, temporaryFolder } from '../payouts/support/journals.ts';
import { API_KEY, jsonError, runCli } from '../support/cli.ts';
import { ownSchema, queryDatabase } from '../support/postgres.ts';
import { openTestService } from '../support/service.ts';

const ORIGIN = 'http://texts.example';

/** A database in another encoding than that of the server. */
async function databaseIn(encoding: string): Promise<string> {
  const database = inject('postgresUrl') ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await queryDatabase(
    database,
    `CREATE DATABASE ${name} ENCODING '${encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
  );
  onTestFinished(() => queryDatabase(database, `DROP DATABASE ${name}`).then(() => undefined));
  return Object.assign(new URL(database), { pathname: name }).href;
}

it('writes down what a payment came to, whatever its service says of it', async () => {
  const { database, schema } = ownSchema();
  const opened = await openPostgresJournal({ address: { url: database, schema }, clock: systemClock });
  const journal = new Journal(opened, { folder: temporaryFolder() });
  onTestFinished(() => journal.close());
  journal.accounts.add();
  const { runId, lock } = await approvedRun(journal, [payout(1)]);
  const key = { runId, row: 1 };
  const money = { value: centavos(1_000), fee: centavos(0), sent: centavos(1_000) };
  const withdrawal = factsOf({ id: 'wd-1', status: 'FAILED', ...money, failureReason: 'conta \0 → \u{d800} €' });
  await journal.steps.underLock(lock, () => {
    journal.steps.intend(key, { at: Date.now(), mark: null, servedBefore: null });
    journal.steps.change(key, 'sending', { to: 'failed', endedAt: Date.now(), withdrawal });
    return Promise.resolve();
  });
  expect(journal.payout(key).withdrawal?.failureReason).toBe('conta \u{fffd} → \u{fffd} €');
});

it('refuses a database that lacks characters before anything is sent', async () => {
  const latin = await databaseIn('LATIN1');
  const [bytes, schema] = [await databaseIn('SQL_ASCII'), journalSchemaOf(ORIGIN)];
  const list = (journal: string) => {
    const address = { PIX_BASE_URL: ORIGIN, PIX_API_KEY: API_KEY, PIX_JOURNAL: journal };
    return runCli(['payouts', 'list', '--json'], { environment: { ...address, PIX_CONFIG_DIR: temporaryFolder() } });
  };
  const refused = await list(latin);
  expect([refused.exitCode, jsonError(refused)]).toMatchObject([
    1,
    { code: 'journal_unusable', details: { reason: 'not_utf8' } },
  ]);
  expect((await list(bytes)).exitCode).toBe(0);
  await expect(openTestService({ database: latin, schema })).rejects.toMatchObject({ code: 'database_not_utf8' });
});
