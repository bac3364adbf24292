import { expect, it } from 'vitest';
import { JOURNAL_SCHEMA } from '../../src/payouts/journal/journal-database.ts';
import { openSharedDatabase } from '../../src/sql/sqlite/open.ts';
import { jsonError } from '../support/cli.ts';
import { openPayoutOffice, payingArgv } from './payout-office.ts';

it.each([
  ['before anything has left', 'planned', 0, 1, 'journal_failed'],
  ['once something has', 'sending', 1, 5, 'outcome_unknown'],
])('a journal that cannot be written %s ends the run', async (_, state, sent, exitCode, code) => {
  const office = await openPayoutOffice();
  await office.run(['payouts', 'list']);
  const journal = await openSharedDatabase(office.journal(), JOURNAL_SCHEMA);
  journal.exec(`CREATE TRIGGER broken BEFORE UPDATE OF state ON payout WHEN OLD.state = '${state}'
    BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`);
  const path = office.file('two.csv', [
    'reference,pix_key,amount',
    'A,ana@example.com,10.00',
    'B,bia@example.com,20.00',
  ]);

  const ended = await office.run(payingArgv(path, '30.00'));
  expect([ended.exitCode, jsonError(ended).code, (await office.sent()).length]).toEqual([exitCode, code, sent]);
  expect(jsonError(ended).message).toContain('disk I/O error');

  journal.exec('DROP TRIGGER broken');
  journal.close();
  const again = await office.run(payingArgv(path, '30.00'));
  expect([again.exitCode, (await office.sent()).length]).toEqual([0, 2]);
});
