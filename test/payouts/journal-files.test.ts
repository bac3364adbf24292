import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { isInUse, isJournalFailure, JOURNAL_SCHEMA } from '../../src/payouts/journal/journal-database.ts';
import { sizeOf } from '../../src/payouts/journal/journal-facts.ts';
import { openJournal } from '../../src/payouts/journal/journal.ts';
import { isJournalAddress, shownLocation } from '../../src/payouts/journal/journal-location.ts';
import { openServiceJournal, originOfRun, serviceFolder } from '../../src/payouts/journal/service-journal.ts';
import { fileLocks, lockedRunsIn, type RunLock } from '../../src/payouts/journal/run-lock.ts';
import { Stamp, StampError } from '../../src/payouts/journal/stamp.ts';
import { ConnectionLostError, StatementError } from '../../src/sql/postgres/errors.ts';
import { DatabaseOpenError } from '../../src/sql/sqlite/driver.ts';
import { openSharedDatabase } from '../../src/sql/sqlite/open.ts';
import { simulatedClock } from '../support/clocks.ts';
import { seededRandom } from '../support/random.ts';
import { codeOf } from './support/codes.ts';
import { approvedRun, facts, payout, temporaryFolder, temporaryJournal } from './support/journals.ts';

it('is readable only by its owner', async () => {
  const folder = join(temporaryFolder(), 'state');
  const journal = await temporaryJournal(folder);
  await approvedRun(journal, [payout(1)]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
  expect(new Set(modes)).toEqual(new Set([0o600, 0o700]));
  // With what is not in it yet.
  const sizes = [FILE, `${FILE}-wal`].map((name) => statSync(join(folder, name)).size);
  expect(sizeOf(journal.opened, join(folder, FILE))).toBe(sizes.reduce((sum, size) => sum + size));
});

it('refuses a lock that is none, and a stamp that cannot be read or written', async () => {
  const folder = temporaryFolder();
  const journal = await temporaryJournal(folder);
  const { run, lock } = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:1');
  lock.release();
  mkdirSync(join(folder, 'payouts.stamp'));
  const message = expect.stringContaining("payouts.stamp can't be written: ") as string;
  const unwritten = { name: 'StampError', message, cause: expect.objectContaining({ code: 'EISDIR' }) as object };
  expect(() => journal.staging.approve(run.id)).toThrow(expect.objectContaining(unwritten));
  await expect(temporaryJournal(folder)).rejects.toMatchObject({ code: 'EISDIR' });

  const next = await journal.staging.stage(facts(), [payout(2)], () => 'sha256:2');
  next.lock.release();
  writeFileSync(join(folder, 'runs', `${next.run.id}.lock`), 'no lock of ours'.repeat(99));
  const damaged = { name: 'DatabaseOpenError' };
  await expect(journal.steps.lock(next.run.id)).rejects.toMatchObject(damaged);
  await expect(journal.staging.stage(facts(), [payout(3)], () => 'sha256:3')).rejects.toMatchObject(damaged);
});

it.each<[string, (bytes: Buffer) => unknown, number | undefined]>([
  ['is whole', () => undefined, 12],
  ['was torn while the newest was written', (bytes) => bytes.fill(0, 50, 512), 11],
  ['has a number that was not written', (bytes) => bytes.write('99', 'pix-journal '.length + 33), 11],
  ['has moved by a byte', (bytes) => bytes.copyWithin(1, 0, 500), 11],
  ['has lost both', (bytes) => bytes.fill(0), undefined],
])('a stamp that %s proves the newest commit that it shows', (_, damage, expected) => {
  const path = join(temporaryFolder(), 'stamp');
  const journal = '0a'.repeat(16);
  expect(new Stamp(path).read()).toBeUndefined();
  for (const generation of [0, 9, 10, 11, 12]) {
    const stamp = new Stamp(path);
    stamp.write({ journal, generation });
    expect(stamp.read()).toEqual({ journal, generation });
    stamp.close();
    stamp.close();
    expect(readFileSync(path, 'latin1').replaceAll('\0', '').length).toBe(1_024);
  }
  const bytes = readFileSync(path);
  damage(bytes);
  writeFileSync(path, bytes);
  expect(new Stamp(path).read()).toEqual(expected && { journal, generation: expected });
});

it('keeps a lock file for each run that is staged, and none of one that failed', async () => {
  const folder = temporaryFolder();
  const journal = await temporaryJournal(folder);
  const left = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:1');
  left.lock.release();
  const next = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:2');
  expect(readdirSync(join(folder, 'runs')).filter((name) => name.endsWith('.lock'))).toEqual([`${next.run.id}.lock`]);
  // A command ends, and so does its staging; what it has approved stays locked.
  journal.staging.approve(next.run.id);
  journal.staging.discard(next.run.id);
  expect(next.lock.isOurs()).toBe(true);
  next.lock.release();
  // It shows that there was a journal.
  expect([lockedRunsIn(folder), lockedRunsIn(join(folder, 'none'))]).toEqual([[next.run.id], []]);
});

it.each<[string, (path: string, lock: RunLock) => void, boolean]>([
  ['is there', () => undefined, true],
  ['was removed', (path) => rmSync(path), false],
  [
    'was replaced',
    (path) => {
      renameSync(path, `${path}.old`);
      writeFileSync(path, '');
    },
    false,
  ],
  ['was released', (_, lock) => lock.release(), false],
])('lets a request leave while its lock is its own: its file %s', async (_, act, isOurs) => {
  const folder = temporaryFolder();
  const lock = await fileLocks(folder).lock('r-1');
  act(join(folder, 'runs', 'r-1.lock'), lock);
  const code = isOurs ? 'nothing was thrown' : 'lock_lost';
  expect([lock.isOurs(), codeOf(lock.assertMayLeave), lock.fence]).toEqual([isOurs, code, null]);
  lock.release();
});

const clock = simulatedClock(seededRandom(1));
const [FILE, STAMP] = ['payouts.sqlite', 'payouts.stamp'];
const remove = (folder: string, ...names: readonly string[]) => {
  for (const name of names) rmSync(join(folder, name), { force: true });
};
const replace = (folder: string, by: string, names: readonly string[] = [FILE]) => {
  for (const name of names) {
    remove(folder, name, `${name}-wal`, `${name}-shm`);
    cpSync(join(by, name), join(folder, name));
  }
};

it.each<[string, (folder: string, older: string, other: string) => unknown, string | undefined]>([
  ['is whole', () => undefined, undefined],
  ['is whole, and has no stamp yet', (folder) => remove(folder, STAMP), undefined],
  ['is gone', (folder) => remove(folder, FILE), 'missing'],
  ['is gone with its stamp', (folder) => remove(folder, FILE, STAMP), 'missing'],
  [
    'is gone with the locks of its runs',
    (folder) => {
      remove(folder, FILE);
      rmSync(join(folder, 'runs'), { recursive: true });
    },
    'missing',
  ],
  ['is gone with everything', (folder) => rmSync(folder, { recursive: true }), undefined],
  ['is empty', (folder) => truncateSync(join(folder, FILE)), 'missing'],
  [
    'is gone behind a link',
    (folder) => {
      renameSync(folder, `${folder}-1`);
      mkdirSync(folder);
      symlinkSync(join(`${folder}-1`, FILE), join(folder, FILE));
      remove(`${folder}-1`, FILE);
    },
    'missing',
  ],
  [
    'has no table',
    async (folder) => {
      remove(folder, FILE);
      const database = await openSharedDatabase(join(folder, FILE), { ...JOURNAL_SCHEMA, steps: [] });
      database.exec('CREATE TABLE one (id INTEGER); DROP TABLE one');
      database.close();
    },
    'missing',
  ],
  ['is an older copy', (folder, older) => replace(folder, older), 'older'],
  ['is another one', (folder, _, other) => replace(folder, other), 'replaced'],
  ['is another one with its stamp', (folder, _, other) => replace(folder, other, [FILE, STAMP]), undefined],
])('a journal that %s is opened, or not', async (_, spoil, lack) => {
  const root = temporaryFolder();
  const [folder, older, other] = [join(root, 'folder'), join(root, 'older'), join(root, 'other')];
  for (const path of [other, folder]) {
    const journal = await openJournal({ folder: path, clock });
    journal.accounts.add();
    for (const row of [1, 2]) {
      const { lock } = await approvedRun(journal, [payout(row)]);
      lock.release();
      journal.opened.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      if (row === 1) cpSync(path, older, { recursive: true });
    }
    journal.close();
  }
  await spoil(folder, older, other);
  const before = lack === 'missing' ? readdirSync(folder) : [];
  const opening = openJournal({ folder, clock });
  if (lack === undefined) (await opening).close();
  else
    await expect(opening).rejects.toMatchObject({
      ...{ reason: 'unreadable', lack, folder },
      message: `${folder}: the database is ${lack}, so not all that it has paid is known`,
    });
  if (lack === 'missing') expect(readdirSync(folder)).toEqual(before);
});

const locked = Object.assign(new Error('locked'), { errcode: 5 });
it.each<[string, unknown, boolean, boolean]>([
  ['of the stamp', new StampError('full'), true, false],
  ['of SQLite', Object.assign(new Error('full'), { errcode: 13 }), true, false],
  ['of SQLite, which is locked', locked, true, true],
  ['of PostgreSQL', new StatementError('no', '23514'), true, false],
  ['of PostgreSQL, which is locked', new StatementError('no', '55P03'), true, true],
  ['of its connection', new ConnectionLostError('no'), true, false],
  ['of an open file, which is locked', new DatabaseOpenError('locked', 'no'), false, true],
  ['of a file', new DatabaseOpenError('unreadable', 'no'), false, false],
  ['of the system', Object.assign(new Error('no'), { errcode: 'EIO' }), false, false],
  ['after another one', new AggregateError([new TypeError('a bug'), locked]), true, true],
  ['of the program', new AggregateError([new TypeError('a bug')]), false, false],
])('an error %s is one of the journal, or of a lock, or not', (_, error, isOfJournal, isOther) =>
  expect([isJournalFailure(error), isInUse(error)]).toEqual([isOfJournal, isOther]),
);

it('has a folder for each service, in which its runs are found', async () => {
  const states = temporaryFolder();
  const origin = 'https://wallet.example';
  const names = [origin, 'http://wallet.example', 'http://[::1]:4010', `https://${'a'.repeat(61)}.example`].map((one) =>
    basename(serviceFolder(states, one)),
  );
  const readable = names.map((name) => name.replace(/-[0-9a-f]{8}$/, ''));
  expect(readable).toEqual(['wallet.example', 'wallet.example', '-1-4010', 'a'.repeat(60)]);
  expect(new Set(names).size).toBe(4);
  const journal = await openServiceJournal({ states, origin, clock });
  journal.accounts.add();
  const { runId, lock } = await approvedRun(journal, [payout(1)]);
  lock.release();
  journal.close();
  for (const name of ['0-empty', '1-damaged']) mkdirSync(join(states, 'services', name));
  writeFileSync(join(states, 'services', '1-damaged', FILE), 'no database at all');
  expect([await originOfRun(states, runId), await originOfRun(states, 'none')]).toEqual([origin, undefined]);
  expect(readdirSync(join(states, 'services', '0-empty'))).toEqual([]);
});

it.each([
  ['postgres://ana@db.example/pix', true],
  ['postgresql://db.example/pix', true],
  ['postgres://ana:secret@db.example/pix', false],
  ['https://db.example/pix', false],
  ['/var/pix', false],
])('an address that may be stored is that of a database, without a password: %s', (typed, is) => {
  expect(isJournalAddress(typed)).toBe(is);
  expect(shownLocation(typed)).not.toContain('secret');
});

const SHARED = 'postgresql://127.0.0.1:1/none';
const moving = {
  ...{ name: 'JournalElsewhereError', why: 'moving', location: 'there' },
  message: expect.stringMatching(/^the journal is (moving|moved|behind): .*(there|wallet\.example)/) as string,
};
const unreachable = { name: 'PostgresOpenError', reason: 'unreachable' };
const refused = { reason: 'refused', message: 'the journal is not at postgres://USER@HOST/DATABASE' };
it.each<[string, string, string | undefined, object]>([
  ['is being moved', 'INSERT', undefined, moving],
  ['was moved', 'INSERT UPDATE', undefined, { ...moving, why: 'moved' }],
  ['is being moved, for a shared one', 'INSERT', SHARED, moving],
  ['was moved to a shared one that does not answer', 'INSERT UPDATE', SHARED, unreachable],
  ['has no run, and a shared one that does not answer', '', SHARED, unreachable],
  ['has no run, and no shared one of a kind that is known', '', 'mysql://127.0.0.1:1/none', refused],
  ['has a run', 'RUN', SHARED, { ...moving, why: 'behind', location: expect.stringContaining('wallet.example-') }],
])('a journal that %s is not opened', async (_, acts, journal, refusal) => {
  const states = temporaryFolder();
  const given = { states, origin: 'https://wallet.example', clock };
  const opened = await openServiceJournal(given);
  const { database } = opened.opened;
  opened.accounts.add();
  if (acts === 'RUN') (await approvedRun(opened, [payout(1)])).lock.release();
  if (acts.includes('INSERT')) database.exec("INSERT INTO moved (token, target, at) VALUES ('t', 'there', 1)");
  if (acts.includes('UPDATE')) database.exec('UPDATE moved SET is_copied = 1');
  opened.close();
  await expect(openServiceJournal({ ...given, journal })).rejects.toMatchObject(refusal);
});

it('a machine of a shared journal, which does not answer, gets none of its own', async () => {
  const given = { states: temporaryFolder(), origin: 'https://wallet.example' };
  await expect(openServiceJournal({ ...given, clock, journal: SHARED })).rejects.toMatchObject(unreachable);
  expect(readdirSync(serviceFolder(given.states, given.origin))).toEqual([]);
});
