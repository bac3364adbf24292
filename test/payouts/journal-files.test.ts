import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { JOURNAL_SCHEMA } from '../../src/payouts/journal/journal-schema.ts';
import { openSharedDatabase } from '../../src/sqlite/open.ts';
import { approvedRun, facts, payout, temporaryFolder, temporaryJournal } from './support/journals.ts';

it('imports a journal of the previous version, with its runs', async () => {
  const folder = temporaryFolder();
  const [before = ''] = JOURNAL_SCHEMA.steps;
  const old = await openSharedDatabase(join(folder, 'payouts.sqlite'), { ...JOURNAL_SCHEMA, steps: [before] });
  old.exec(`INSERT INTO run (id, digest, source, origin, cover_fee, uses_marks, resends_proven_absent, payouts,
    amount_centavos, created_at, approved_at) VALUES ('r-1', 'sha256:old', 'a.csv', 'http://a', 0, 1, 0, 0, 0, 1, 2)`);
  old.close();
  const journal = await temporaryJournal(folder);
  expect(journal.runOfDigest('sha256:old', 1)).toMatchObject({ id: 'r-1', round: 1, approvedAt: 2 });
});

it.each([0, 1])('keeps payouts of older versions, with the fee of their run (%i)', async (coverFee) => {
  const folder = temporaryFolder();
  const before = JOURNAL_SCHEMA.steps.slice(
    0,
    JOURNAL_SCHEMA.steps.findIndex((step) => step.includes('payout ADD COLUMN cover_fee')),
  );
  const old = await openSharedDatabase(join(folder, 'payouts.sqlite'), { ...JOURNAL_SCHEMA, steps: before });
  old.exec(`INSERT INTO account (number, root, created_at) VALUES (1, 1, 1);
    INSERT INTO run (id, digest, source, origin, account, cover_fee, uses_marks, resends_proven_absent, payouts,
    amount_centavos, created_at) VALUES ('r-1', 'sha256:old', 'a.csv', 'http://a', 1, ${coverFee}, 1, 0, 1, 700, 1);
    INSERT INTO payout (run, row, line, pix_key, pix_key_type, amount_centavos, cells, changed_at, state, attempt)
    VALUES (1, 1, 2, 'ana@example.com', 'EMAIL', 700, '{}', 1, 'planned', 0);
    UPDATE run SET approved_at = 2;`);
  old.close();
  const journal = await temporaryJournal(folder);
  expect(journal.payout({ runId: 'r-1', row: 1 }).coverFee).toBe(coverFee === 1);
  expect(journal.feeOnTop('r-1')).toEqual({ payouts: coverFee, amountCentavos: 700 * coverFee });
});

it('opens a journal of the version before it could be moved, with what was signed there', async () => {
  const folder = temporaryFolder();
  const steps = JOURNAL_SCHEMA.steps.slice(
    0,
    JOURNAL_SCHEMA.steps.findIndex((step) => step.includes('TABLE moved')),
  );
  const old = await openSharedDatabase(join(folder, 'payouts.sqlite'), { ...JOURNAL_SCHEMA, steps });
  old.exec(`INSERT INTO policy (version, document, signature, set_at) VALUES (1, '{}', 'signed', 1);
    INSERT INTO audit (number, at, act, user_name, host_name, details, hash) VALUES (1, 1, 'policy', 'dora', 'a', '{}', 'h')`);
  old.close();
  const journal = await temporaryJournal(folder);
  expect([journal.policies.records().length, journal.log.head()]).toEqual([1, { number: 1, hash: 'h' }]);
});

it('is readable only by its owner', async () => {
  const folder = join(temporaryFolder(), 'state');
  const journal = await temporaryJournal(folder);
  await approvedRun(journal, [payout(1)]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
  expect(new Set(modes)).toEqual(new Set([0o600, 0o700]));
});

it('keeps a lock file for each run that is staged, and none of one that failed', async () => {
  const folder = temporaryFolder();
  const journal = await temporaryJournal(folder);
  const left = await journal.stage(facts(), [payout(1)], () => 'sha256:1');
  left.lock.release();
  const next = await journal.stage(facts(), [payout(1)], () => 'sha256:2');
  expect(readdirSync(join(folder, 'runs')).filter((name) => name.endsWith('.lock'))).toEqual([`${next.run.id}.lock`]);
  next.lock.release();
});
