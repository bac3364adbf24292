import { expect, inject, it, onTestFinished } from 'vitest';
import { RECORDS_COLUMN } from '../../src/cnab/payment-records.ts';
import { systemClock } from '../../src/client/clock.ts';
import { moveToDatabase, moveToFolder } from '../../src/payouts/journal/move-journal.ts';
import { journalSchemaOf } from '../../src/payouts/journal/postgres-journal.ts';
import { openServiceJournal } from '../../src/payouts/journal/service-journal.ts';
import { approvedRun, payout, temporaryFolder } from '../payouts/support/journals.ts';
import { queryDatabase } from '../support/postgres.ts';
import { PAYMENT, remittanceLines } from '../support/remittance.ts';

it('moves a journal into a database and back, with its log, and refuses the one that was left', async () => {
  const url = inject('postgresUrl') ?? '';
  const states = temporaryFolder();
  const origin = 'https://moved.example';
  onTestFinished(() =>
    queryDatabase(url, `DROP SCHEMA IF EXISTS ${journalSchemaOf(origin)} CASCADE`).then(() => undefined),
  );
  const settings = { states, origin, clock: systemClock };
  const before = await openServiceJournal(settings);
  before.accounts.add();
  const [header, batch, a, b] = remittanceLines({ number: 7, batches: [[PAYMENT]] });
  const numbered = payout(1, { cells: { [RECORDS_COLUMN]: '0'.repeat(64) + [header, batch, a, b].join('') } });
  const { runId, lock } = await approvedRun(before, [numbered, payout(2)], { origin });
  await before.steps.underLock(lock, () =>
    Promise.resolve(before.steps.intend({ runId, row: 1 }, { at: Date.now(), mark: 'one', servedBefore: null })),
  );
  before.transaction(() => {
    before.log.append('ran', runId, { rows: 2 });
  });
  lock.release();
  before.close();
  await expect(openServiceJournal({ ...settings, journal: url })).rejects.toThrow();

  expect(await moveToDatabase({ ...settings, url })).toMatchObject({ runs: 1, payouts: 2 });
  expect(await moveToDatabase({ ...settings, url })).toMatchObject({ runs: 1, payouts: 2 });
  await expect(openServiceJournal(settings)).rejects.toThrow();
  const shared = await openServiceJournal({ ...settings, journal: url });
  const paid = [1, 2].map((row) => shared.payout({ runId, row }).state);
  shared.transaction(() => {
    shared.log.append('ran', runId, { rows: 1 });
  });
  expect([paid, shared.log.firstWrong(), shared.log.head()?.number]).toEqual([['sending', 'planned'], undefined, 2]);
  shared.close();

  expect(await moveToFolder({ ...settings, url })).toMatchObject({ runs: 1, payouts: 2 });
  await expect(openServiceJournal({ ...settings, journal: url })).rejects.toThrow();
  const again = await openServiceJournal(settings);
  expect([again.payout({ runId, row: 1 }).state, again.log.firstWrong()]).toEqual(['sending', undefined]);
  const { account } = again.run(runId);
  expect(() => {
    again.staging.assertNewNumber({ agreement: '001 CONV-1', number: 7, file: 'another' }, account);
  }).toThrow(runId);
  again.staging.assertNewNumber({ agreement: '001 CONV-1', number: 8, file: 'another' }, account);
  again.close();
  // The stamp beside it vouches for the same journal.
  const reopened = await openServiceJournal(settings);
  const next = await approvedRun(reopened, [payout(3)], { origin });
  next.lock.release();
  reopened.close();
  (await openServiceJournal(settings)).close();
});
