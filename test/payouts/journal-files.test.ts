import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { approvedRun, facts, payout, temporaryFolder, temporaryJournal } from './support/journals.ts';

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
  const left = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:1');
  left.lock.release();
  const next = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:2');
  expect(readdirSync(join(folder, 'runs')).filter((name) => name.endsWith('.lock'))).toEqual([`${next.run.id}.lock`]);
  next.lock.release();
});
