import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { RECORDS_COLUMN } from '../../src/cnab/payment-records.ts';
import { systemClock } from '../../src/client/clock.ts';
import { JOURNAL_FILE, JOURNAL_SCHEMA } from '../../src/payouts/journal/journal-database.ts';
import { sizeOf } from '../../src/payouts/journal/journal-facts.ts';
import { JournalNotEmptyError, moveToDatabase, moveToFolder } from '../../src/payouts/journal/move-journal.ts';
import { journalSchemaOf } from '../../src/payouts/journal/postgres-journal.ts';
import { openServiceJournal, serviceFolder } from '../../src/payouts/journal/service-journal.ts';
import { PIN_FILE } from '../../src/payouts/approval/policies.ts';
import { openSharedDatabase } from '../../src/sql/sqlite/open.ts';
import { approvedRun, payout, temporaryFolder } from '../payouts/support/journals.ts';
import { runCli } from '../support/cli.ts';
import { queryDatabase } from '../support/postgres.ts';
import { PAYMENT, remittanceLines } from '../support/remittance.ts';

const ORIGIN = 'https://moved.example';

/** The journals of one service: each machine's own, and the shared one. */
function machines() {
  const url = inject('postgresUrl') ?? '';
  onTestFinished(() => drop(url));
  return { url, here: machine(), there: machine() };
}

const machine = () => ({ states: temporaryFolder(), origin: ORIGIN, clock: systemClock });
const drop = async (url: string) => {
  await queryDatabase(url, `DROP SCHEMA IF EXISTS ${journalSchemaOf(ORIGIN)} CASCADE`);
};
const change = (url: string, sql: string) =>
  queryDatabase(url, `SET session_replication_role = replica; ${sql}`, journalSchemaOf(ORIGIN));

async function withRun(settings: Parameters<typeof openServiceJournal>[0], rows = 1) {
  const journal = await openServiceJournal(settings);
  journal.accounts.add();
  const payouts = Array.from({ length: rows }, (_, index) => payout(index + 1));
  const { lock } = await approvedRun(journal, payouts, { origin: ORIGIN });
  return { journal, lock };
}

async function hasPaid(settings: Parameters<typeof openServiceJournal>[0]) {
  const { journal, lock } = await withRun(settings);
  lock.release();
  journal.close();
}

it('refuses to move a journal to where another one is, and closes neither', async () => {
  const { url, here, there } = machines();
  await hasPaid(here);
  await moveToDatabase({ ...here, url });
  await hasPaid(there);
  await expect(moveToDatabase({ ...there, url })).rejects.toBeInstanceOf(JournalNotEmptyError);
  (await openServiceJournal(there)).close();
  await expect(moveToFolder({ ...there, url })).rejects.toBeInstanceOf(JournalNotEmptyError);
  (await openServiceJournal({ ...here, journal: url })).close();
});

it('moves every row, past the first page, and continues after it was interrupted', async () => {
  const { url, here, there } = machines();
  const folder = serviceFolder(here.states, ORIGIN);
  const { journal, lock } = await withRun(here, 2_001);
  await expect(moveToDatabase({ ...here, url })).rejects.toMatchObject({ code: 'run_locked' });
  lock.release();
  writeFileSync(join(folder, 'runs', 'notes.txt'), '');
  const file = join(folder, JOURNAL_FILE);
  expect(sizeOf(journal.opened, file)).toBeGreaterThan(100_000);
  journal.close();
  expect(await moveToDatabase({ ...here, url })).toMatchObject({ runs: 1, payouts: 2_001 });
  const local = await openSharedDatabase(file, JOURNAL_SCHEMA);
  local.exec('UPDATE moved SET is_copied = 0');
  local.close();
  await expect(openServiceJournal({ ...here, journal: url })).rejects.toMatchObject({ why: 'moving' });
  expect(await moveToDatabase({ ...here, url })).toMatchObject({ runs: 1, payouts: 2_001 });
  await expect(moveToDatabase({ ...here, url: url.replace('127.0.0.1', 'localhost') })).rejects.toMatchObject({
    why: 'moved',
  });

  (await openServiceJournal(there)).close();
  const shared = await openServiceJournal({ ...there, journal: url });
  expect(sizeOf(shared.opened, '')).toBeGreaterThan(100_000);
  const [run] = shared.runs();
  const working = await shared.steps.lock(run?.id ?? '');
  await expect(moveToFolder({ ...here, url })).rejects.toMatchObject({ code: 'run_locked' });
  working.release();
  shared.close();
  mkdirSync(`${folder}.moved-1`);
  writeFileSync(join(folder, PIN_FILE), '{}');
  expect(await moveToFolder({ ...here, url })).toMatchObject({ runs: 1, payouts: 2_001 });
  await change(url, 'UPDATE moved SET is_copied = 0');
  await expect(openServiceJournal({ ...there, journal: url })).rejects.toMatchObject({ why: 'moving' });
  expect(await moveToFolder({ ...here, url })).toMatchObject({ runs: 1, payouts: 2_001 });
  await expect(openServiceJournal({ ...there, journal: url })).rejects.toMatchObject({ why: 'moved' });
  expect([readFileSync(join(folder, PIN_FILE), 'utf8'), existsSync(`${folder}.moved-2`)]).toEqual(['{}', true]);
});

it('brings a shared journal to a machine that had none, and moves one without a run', async () => {
  const { url, here, there } = machines();
  expect(await moveToDatabase({ ...here, url })).toMatchObject({ runs: 0, payouts: 0 });
  expect(await moveToFolder({ ...there, url })).toMatchObject({ runs: 0, payouts: 0 });
});

it('moves a journal into a database and back, with its log, and refuses the one that was left', async () => {
  const { url, here: settings } = machines();
  const before = await openServiceJournal(settings);
  before.accounts.add();
  const [header, batch, a, b] = remittanceLines({ number: 7, batches: [[PAYMENT]] });
  const numbered = payout(1, { cells: { [RECORDS_COLUMN]: '0'.repeat(64) + [header, batch, a, b].join('') } });
  const { runId, lock } = await approvedRun(before, [numbered, payout(2)], { origin: ORIGIN });
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
  shared.transaction(() => shared.log.append('ran', runId, { rows: 1 }));
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
  const next = await approvedRun(reopened, [payout(3)], { origin: ORIGIN });
  next.lock.release();
  reopened.close();
  (await openServiceJournal(settings)).close();
});

it('names the address for the other machines with its parameters, as a shell takes it: TLS is one of them', async () => {
  const { url } = machines();
  const target = `${url}?application_name=pix&connect_timeout=9`;
  const environment = { PIX_CONFIG_DIR: temporaryFolder(), PIX_BASE_URL: ORIGIN };
  const moved = await runCli(['payouts', 'journal', 'move', target, '--yes'], { environment });
  expect(moved.exitCode, moved.stderr).toBe(0);
  expect(moved.stderr).toContain(`For each profile that pays: pix config set journal '${target}'\n`);
});
