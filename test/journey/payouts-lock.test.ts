import files, { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { jsonError, temporaryFolder, failureOf, refusalOf } from '../support/cli.ts';
import { runOf, it } from './payout-office.ts';
import { JOURNAL_SCHEMA } from '../../src/payouts/journal/journal-database.ts';
import { fileLocks } from '../../src/payouts/journal/run-lock.ts';
import { openSharedDatabase } from '../../src/sql/sqlite/open.ts';

const ROWS = 40;

/** Removes all lock files below a folder. @returns the run of one of them */
function removeLocks(folder: string): string | undefined {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.lock'));
  for (const name of names) rmSync(join(folder, name));
  return /r-\d{8}-\w+/.exec(names[0] ?? '')?.[0];
}

it.for([
  ['no process takes its place', false],
  ['another process takes its place', true],
])('a lock file that is removed during a run stops it cleanly: %s', async ([_, isTaken], { office }) => {
  const rows = Array.from({ length: ROWS }, (_, index) => `R-${index},payee-${index}@example.com,5.00`);
  const path = office.file('many.csv', ['reference,pix_key,amount', ...rows]);
  let runId: string | undefined;
  let rival: ReturnType<typeof office.run> | undefined;
  const ended = await office.pay(path, `${ROWS * 5},00`, ['--verbose'], {
    onStderr(text) {
      // A request was answered.
      if (runId !== undefined || !/< \d+ POST \S+withdraw\/create/.test(text)) return;
      runId = removeLocks(office.folder);
      if (isTaken) rival = office.resume(runId ?? '');
    },
  });
  const rivalEnded = await rival;
  expect(runId).toBeDefined();
  expect(ended.stderr).not.toContain('something went wrong');
  expect([3, 5]).toContain(ended.exitCode);
  expect(jsonError(ended).hint).toContain('pix payouts ');
  if (rivalEnded === undefined) expect(runOf(ended).notSent.rows).toBeGreaterThan(0);

  const again = await office.pay(path, `${ROWS * 5},00`);
  expect([again.exitCode, runOf(again).paid.rows]).toEqual([0, ROWS]);
  const keys = (await office.sent()).map(({ pixKey }) => pixKey);
  expect([keys.length, new Set(keys).size]).toEqual([ROWS, ROWS]);
});

it('without its lock file, not even the first request of a run leaves', async ({ office }) => {
  const path = office.file('one.csv', ['reference,pix_key,amount', 'A,ana@example.com,5.00']);
  const ended = await office.pay(path, '5,00', ['--verbose'], {
    onStderr(text) {
      if (text.includes('> POST')) removeLocks(office.folder);
    },
  });
  expect(refusalOf(ended)).toMatchObject({
    exitCode: 1,
    code: 'lock_lost',
    message: expect.stringContaining('the lock of the run was lost'),
  });
  expect(await office.sent()).toEqual([]);
});

it('a journal that cannot be written before anything has left ends the run', async ({ office }) => {
  await office.run(['payouts', 'list']);
  const journal = await openSharedDatabase(office.journal(), JOURNAL_SCHEMA);
  journal.exec(`CREATE TRIGGER broken BEFORE UPDATE OF state ON payout WHEN OLD.state = 'planned'
    BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`);
  const path = office.file('two.csv', [
    'reference,pix_key,amount',
    'A,ana@example.com,10.00',
    'B,bia@example.com,20.00',
  ]);

  const ended = await office.pay(path, '30.00');
  expect([...failureOf(ended), (await office.sent()).length]).toEqual([1, 'journal_failed', 0]);
  expect(jsonError(ended).message).toContain('disk I/O error');

  journal.exec('DROP TRIGGER broken');
  journal.close();
  const again = await office.pay(path, '30.00');
  expect([again.exitCode, (await office.sent()).length]).toEqual([0, 2]);
});

it('a run is locked for another user whose journal is a link to the same file', async ({ office }) => {
  const path = office.file('one.csv', ['reference,pix_key,amount', 'A,ana@example.com,5.00']);
  const { run } = runOf(await office.pay(path, '5,00', ['--on', '2027-01-04']));
  const other = temporaryFolder();
  for (const name of readdirSync(office.folder).filter((name) => name !== 'state')) {
    cpSync(join(office.folder, name), join(other, name));
  }
  const link = join(other, relative(office.folder, office.journal()));
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(office.journal(), link);
  const resume = () => office.resume(run, ['--now'], { environment: { PIX_CONFIG_DIR: other } });
  const lock = await fileLocks(dirname(office.journal())).lock(run);
  const refused = await resume();
  expect([refused.exitCode, jsonError(refused).code], refused.stdout).toEqual([1, 'run_locked']);
  expect(await office.sent()).toEqual([]);
  lock.release();
  expect((await resume()).exitCode).toBe(0);
  expect(await office.sent()).toHaveLength(1);

  // The file is gone, and what its runs have left stands beside it, not beside the link.
  rmSync(office.journal());
  rmSync(join(dirname(link), 'payouts.stamp'));
  const missing = await resume();
  expect([failureOf(missing), existsSync(office.journal())]).toEqual([[1, 'journal_incomplete'], false]);
});

it.runIf(process.platform === 'linux')(
  'no journal is opened on a network disk, and nothing is sent',
  async ({ office }) => {
    const NFS = 0x6969;
    const elsewhere = temporaryFolder();
    let shared = office.folder;
    const { statfsSync } = files;
    const statfs = vi.spyOn(files, 'statfsSync');
    statfs.mockImplementation((path) =>
      Object.assign(statfsSync(path), String(path).startsWith(shared) ? { type: NFS } : {}),
    );
    syncBuiltinESMExports();
    onTestFinished(syncBuiltinESMExports);
    onTestFinished(() => statfs.mockRestore());
    const argv = ['withdraw', 'create', '--amount', '5', '--pix-key', 'ana@example.com', '--yes', '--json'];
    const pay = (environment = {}) => office.run(argv, { environment });
    const refusal = async () => {
      const { exitCode, code, details, message } = refusalOf(await pay());
      expect([exitCode, code]).toEqual([1, 'journal_elsewhere']);
      expect(message).toMatch(/is on a network disk, where two machines can send the same payment; nothing was sent$/);
      return details;
    };
    const location = join(office.folder, 'state');
    expect(await refusal()).toMatchObject({ reason: 'network_folder', location });
    expect(existsSync(office.journal())).toBe(false);
    // A shared journal, which does not answer here, keeps machines apart.
    expect(failureOf(await pay({ PIX_JOURNAL: 'postgres://127.0.0.1:1/none' }))).toEqual([1, 'journal_unusable']);
    shared = elsewhere;
    expect((await pay()).exitCode).toBe(0);
    shared = office.folder;
    expect(await refusal()).toMatchObject({ reason: 'on_network', location });
    shared = elsewhere;
    renameSync(office.journal(), join(elsewhere, 'linked'));
    symlinkSync(join(elsewhere, 'linked'), office.journal());
    expect(await refusal()).toMatchObject({ reason: 'on_network', location: elsewhere });
    rmSync(join(elsewhere, 'linked'));
    expect(await refusal()).toMatchObject({ reason: 'network_folder', location: elsewhere });
    rmSync(office.journal());
    symlinkSync(join(elsewhere, 'gone', 'linked'), office.journal());
    expect(failureOf(await pay())).toEqual([1, 'journal_unusable']);
    expect(await office.sent()).toHaveLength(1);
  },
);
