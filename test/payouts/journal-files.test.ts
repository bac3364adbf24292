import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileLocks, lockedRunsIn, type RunLock } from '../../src/payouts/journal/run-lock.ts';
import { StampError } from '../../src/payouts/journal/stamp.ts';
import { codeOf } from './support/codes.ts';
import { approvedRun, facts, payout, temporaryFolder, temporaryJournal } from './support/journals.ts';

it('is readable only by its owner', async () => {
  const folder = join(temporaryFolder(), 'state');
  const journal = await temporaryJournal(folder);
  await approvedRun(journal, [payout(1)]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
  expect(new Set(modes)).toEqual(new Set([0o600, 0o700]));
});

it('refuses a lock that is none, and a stamp that cannot be read or written', async () => {
  const folder = temporaryFolder();
  const journal = await temporaryJournal(folder);
  const { run, lock } = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:1');
  lock.release();
  mkdirSync(join(folder, 'payouts.stamp'));
  expect(() => journal.staging.approve(run.id)).toThrow(StampError);
  await expect(temporaryJournal(folder)).rejects.toMatchObject({ code: 'EISDIR' });

  const next = await journal.staging.stage(facts(), [payout(2)], () => 'sha256:2');
  next.lock.release();
  writeFileSync(join(folder, 'runs', `${next.run.id}.lock`), 'no lock of ours'.repeat(99));
  const damaged = { name: 'DatabaseOpenError' };
  await expect(journal.steps.lock(next.run.id)).rejects.toMatchObject(damaged);
  await expect(journal.staging.stage(facts(), [payout(3)], () => 'sha256:3')).rejects.toMatchObject(damaged);
});

it('keeps a lock file for each run that is staged, and none of one that failed', async () => {
  const folder = temporaryFolder();
  const journal = await temporaryJournal(folder);
  const left = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:1');
  left.lock.release();
  const next = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:2');
  expect(readdirSync(join(folder, 'runs')).filter((name) => name.endsWith('.lock'))).toEqual([`${next.run.id}.lock`]);
  next.lock.release();
  // It shows that there was a journal.
  expect([lockedRunsIn(folder), lockedRunsIn(join(folder, 'none'))]).toEqual([[next.run.id], []]);
});

it.each<[string, (path: string, lock: RunLock) => void, boolean]>([
  ['is there', () => undefined, true],
  [
    'was removed',
    (path) => {
      rmSync(path);
    },
    false,
  ],
  [
    'was replaced',
    (path) => {
      renameSync(path, `${path}.old`);
      writeFileSync(path, '');
    },
    false,
  ],
  [
    'was released',
    (_, lock) => {
      lock.release();
    },
    false,
  ],
])('lets a request leave while its lock is its own: its file %s', async (_, act, isOurs) => {
  const folder = temporaryFolder();
  const lock = await fileLocks(folder).lock('r-1');
  act(join(folder, 'runs', 'r-1.lock'), lock);
  const code = isOurs ? 'nothing was thrown' : 'lock_lost';
  expect([lock.isOurs(), codeOf(lock.assertMayLeave), lock.fence]).toEqual([isOurs, code, null]);
  lock.release();
});
