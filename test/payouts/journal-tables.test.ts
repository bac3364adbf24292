import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openJournalDatabase } from '../../src/payouts/journal/journal-database.ts';
import { copyJournal, copyTables, JOURNAL_TABLES, rowsOf, takeIn } from '../../src/payouts/journal/journal-tables.ts';
import { Stamp } from '../../src/payouts/journal/stamp.ts';
import type { SqlDatabase, SqlRow } from '../../src/sql/sqlite/driver.ts';
import { simulatedClock } from '../support/clocks.ts';
import { seededRandom } from '../support/random.ts';
import { approvedRun, payout, rawDatabase, temporaryFolder, temporaryJournal, withdrawal } from './support/journals.ts';

const clock = simulatedClock(seededRandom(1));
const OF_ONE_JOURNAL = ['account_key', 'policy', 'submission', 'approval', 'audit'];

const contentsOf = (database: SqlDatabase) =>
  JOURNAL_TABLES.map((table) => [table.name, [...rowsOf(database, table)].flat()] as const);

async function emptyJournal() {
  const folder = temporaryFolder();
  const opened = await openJournalDatabase(folder, clock);
  onTestFinished(() => opened.close());
  return { folder, opened, database: opened.database };
}

/** A journal with rows in every table, and more in one than are read at once. */
async function fullJournal() {
  const folder = temporaryFolder();
  const journal = await temporaryJournal(folder);
  journal.accounts.storeKeys(1, ['key']);
  journal.accounts.storeSigns(1, [{ list: 'payments', id: 'p-1', valueCentavos: null, createdAt: 7 }]);
  journal.accounts.recordDistinct(1, journal.accounts.add());
  journal.steps.acceptMarks(['#px2222222'], 'sha256:x');
  const { runId } = await approvedRun(journal, [payout(1), payout(2, { name: 'Ana' })]);
  journal.steps.intend({ runId, row: 1 }, { at: 1, mark: 'mark', servedBefore: null });
  journal.steps.change({ runId, row: 1 }, 'sending', { to: 'paid', withdrawal: withdrawal('w1') });
  journal.steps.storeSeen(Array.from({ length: 2_001 }, (_, index) => `seen-${index}`));
  const { run, lock } = await journal.staging.stage({ ...journal.run(runId) }, [payout(1)], () => 'sha256:staged');
  lock.release();
  (await rawDatabase(folder)).exec(`INSERT INTO policy VALUES (1, '{}', 's', 1);
    INSERT INTO submission SELECT number, 1, 1, 'u', 'h', 'd', '{}', NULL FROM run WHERE id = '${run.id}';
    INSERT INTO approval SELECT number, 1, 1, 1, 1, 'u', 'h', 's' FROM run WHERE id = '${run.id}';
    INSERT INTO remittance SELECT 1, '001 C', 7, 'a', number FROM run WHERE id = '${run.id}';
    INSERT INTO audit VALUES (1, 1, 'ran', NULL, 'u', 'h', '{}', 'h')`);
  return journal.opened;
}

/** A payment that the journal has not seen begin. */
const beginPaid = (database: SqlDatabase) => {
  const run =
    "(id, digest, source, origin, cover_fee, uses_marks, resends_proven_absent, payouts, amount_centavos, created_at, compared_at, compared_ids, account) VALUES ('new', '', '', '', 0, 1, 0, 0, 0, 1, 1, '[]', 1)";
  database.exec(`INSERT INTO run ${run}`);
  database.exec(`INSERT INTO payout (run, row, line, pix_key, pix_key_type, amount_centavos, cells, state, attempt, changed_at,
    cover_fee, withdrawal_id) SELECT number, 1, 1, 'k', 'EMAIL', 9, '{}', 'paid', 0, 1, 0, 'w' FROM run WHERE id = 'new'`);
};

it('copies all of a journal, and lets no payment begin as paid but there', async () => {
  const { database: from } = await fullJournal();
  const { folder, opened, database } = await emptyJournal();
  takeIn(opened, () => copyTables(from, database));
  const copied = contentsOf(database);
  expect([copied, copied.filter(([, rows]) => rows.length === 0)]).toEqual([contentsOf(from), []]);
  expect(() => beginPaid(database)).toThrow('payouts are added to staged runs only, and begin planned');
  // An older copy of its file is noticed from now on.
  expect(new Stamp(join(folder, 'payouts.stamp')).read()?.generation).toBe(1);
});

it.each([
  ['a row too many', 'INSERT INTO account (number, root, created_at) VALUES (9, 9, 9)', 'account has 3 rows after'],
  [
    'another amount',
    `DROP TRIGGER payout_stays_what_was_approved; CREATE TRIGGER more AFTER INSERT ON payout BEGIN
      UPDATE payout SET amount_centavos = amount_centavos + 1 WHERE run = NEW.run AND row = NEW.row; END`,
    'the payouts have a sum of 3007 after the move, not 3004',
  ],
])('stores nothing of a copy that has %s', async (_, sql, message) => {
  const { database: from } = await fullJournal();
  const { opened, database } = await emptyJournal();
  database.exec(sql);
  expect(() => takeIn(opened, () => copyTables(from, database))).toThrow(message);
  expect(database.prepare('SELECT 1 FROM payout').all()).toEqual([]);
});

it('copies what is known of payments for a rehearsal, for its service and with other recipients', async () => {
  const from = await fullJournal();
  const folder = temporaryFolder();
  const origin = 'http://127.0.0.1:4010';
  const replaced = (row: SqlRow) => (row['pix_key'] === undefined ? {} : { ...row, pix_key: 'x@example.com' });
  await copyJournal(from, { folder, clock, origin, replaced });
  const copy = await openJournalDatabase(folder, clock);
  const copied = contentsOf(copy.database);
  copy.close();
  const expected = contentsOf(from.database).map(([name, rows]) => {
    if (OF_ONE_JOURNAL.includes(name)) return [name, []];
    const changed = { run: { origin }, payout: { pix_key: 'x@example.com' } }[name] ?? {};
    return [name, rows.map((row) => ({ ...row, ...changed }))];
  });
  expect(copied).toEqual(expected);
});
