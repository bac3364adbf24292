import { cpSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { JOURNAL_SCHEMA } from '../../src/payouts/journal/journal-database.ts';
import { openSharedDatabase } from '../../src/sql/sqlite/open.ts';
import { allowedBy, failureOf, jsonError, type CliRun } from '../support/cli.ts';
import { openPayoutOffice, payingArgv, runOf, type PayoutOffice } from './payout-office.ts';

const HEADER = 'reference,pix_key,amount';
const ROWS = [HEADER, 'A-1,ana@example.com,10.00', 'A-2,bia@example.com,20.00'];
const PLAIN = ['pix_key,amount', 'ana@example.com,10.00', 'bia@example.com,20.00'];

let office: PayoutOffice;
let file: string;

beforeEach(async () => {
  office = await openPayoutOffice();
  file = office.file('two.csv', ROWS);
});

const withKey = (key: string) => ({ environment: { PIX_API_KEY: key, PIX_BASE_URL: office.service.url } });
describe.each([
  ['with references', ROWS],
  ['without references', PLAIN],
])('one account, a file %s', (_, lines) => {
  beforeEach(() => {
    file = office.file('two.csv', lines);
  });

  it('is paid once by two profiles with two keys', async () => {
    office.login(office.service.keyOf('demo', 'payouts'), 'second');
    expect((await office.pay(file, '30,00', ['-p', 'demo'])).exitCode).toBe(0);
    const again = await office.pay(file, '30,00', ['-p', 'second']);
    expect([again.exitCode, runOf(again).paid.rows]).toEqual([0, 2]);
    expect(await office.sent()).toHaveLength(2);
  });

  it('is paid once by a key from the environment that a profile stores afterwards', async () => {
    const key = office.service.keyOf('demo', 'payouts');
    expect((await office.pay(file, '30,00', [], withKey(key))).exitCode).toBe(0);
    office.login(key, 'later');
    expect((await office.pay(file, '30,00', ['-p', 'later'])).exitCode).toBe(0);
    expect(await office.sent()).toHaveLength(2);
  });
});

it('has a reference of one withdrawal under another key, too', async () => {
  const argv = ['withdraw', 'create', '--amount', '25,00', '--pix-key', 'ana@example.com'];
  const create = [...argv, '--reference', 'INV-1', '--yes', '--json'];
  expect((await office.run(create)).exitCode).toBe(0);
  const again = await office.run(create, withKey(office.service.keyOf('demo', 'payouts')));
  expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('was already sent')]);
  expect(await office.sent()).toHaveLength(1);
});

describe('two accounts', () => {
  it('do not block each other, and show their own runs', async () => {
    expect((await office.pay(file, '30,00')).exitCode).toBe(0);
    office.login(office.service.keyOf('other'), 'other');
    const own = office.file('own.csv', [HEADER, 'B-1,ana@example.com,10.00', 'B-2,bia@example.com,20.00']);
    const paid = await office.pay(own, '30,00', ['-p', 'other']);
    expect([paid.exitCode, (await office.sent()).length, await office.sentBy('other')]).toEqual([0, 2, 2]);
    const runs = async (profile: string): Promise<readonly { readonly run: string }[]> => {
      const { stdout } = await office.run(['payouts', 'list', '-p', profile, '--json']);
      return JSON.parse(stdout).runs;
    };
    expect(await runs('other')).toEqual([expect.objectContaining({ run: runOf(paid).run })]);
    expect(await runs('demo')).toHaveLength(1);
    expect((await runs('demo'))[0]?.run).not.toBe(runOf(paid).run);
  });

  it('do not show what was submitted for the other', async () => {
    office.login(office.service.keyOf('other'), 'other');
    expect((await office.pay(office.file('one.csv', PLAIN.slice(0, 2)), '10,00', ['-p', 'other'])).exitCode).toBe(0);
    expect((await office.run(['payouts', 'submit', file])).exitCode).toBe(0);
    const led = async (profile: string) => {
      const { stdout, stderr } = await office.run(['payouts', 'list', '-p', profile], { isTerminal: true });
      return `${stdout}${stderr}`.includes('pix payouts pending');
    };
    expect([await led('demo'), await led('other')]).toEqual([true, false]);
  });

  it('have no part in a withdrawal that the other has left unconfirmed', async () => {
    const create = (profile: string, amount: string) =>
      office.run([
        ...['withdraw', 'create', '-p', profile, '--amount', amount, '--pix-key', 'ana@example.com'],
        ...['--yes', '--json', '--look-for', '0s'],
      ]);
    office.login(office.service.keyOf('other'), 'other');
    expect((await create('other', '30,00')).exitCode).toBe(0);
    await office.fault('reset-before');
    expect((await create('demo', '25,00')).exitCode).toBe(5);
    for (const route of ['GET /api/v1/user/balance', 'GET /api/v1/withdraw/list']) {
      await office.control('faults', 'add', '--on', route, '--fault', 'status-500', '--times', '1000');
      const failed = [await create('demo', '25,00'), await create('other', '25,00')];
      expect(failed.map(({ exitCode }) => exitCode)).toEqual([5, 1]);
      await office.control('faults', 'clear');
    }
  });

  it('never resume a run of the other with their key, whatever the profile is called', async () => {
    await office.fault('reset-before', 1, 1);
    const stopped = await office.pay(file, '30,00');
    const { run } = runOf(stopped);
    expect([stopped.exitCode, runOf(stopped).paid.rows]).toEqual([5, 1]);
    office.login(office.service.keyOf('other'), 'demo');
    const resumed = await office.resume(run, allowedBy(stopped, 'absent'));
    expect(failureOf(resumed)).toEqual([2, 'other_account']);
    const resolved = await office.run(['payouts', 'resolve', run, '3', '--paid', 'wd_1', '--yes', '--json']);
    expect(failureOf(resolved)).toEqual([2, 'other_account']);
    expect([(await office.sent()).length, await office.sentBy('other')]).toEqual([1, 0]);
  });
});

describe('an account that cannot be recognised', () => {
  let begun: string;
  let unknown: CliRun;

  beforeEach(async () => {
    await office.fault('reset-before', 2);
    unknown = await office.pay(file, '30,00');
    begun = runOf(unknown).run;
    expect([unknown.exitCode, runOf(unknown).open.rows]).toEqual([5, 2]);
    const database = await openSharedDatabase(office.journal(), JOURNAL_SCHEMA);
    database.exec('DELETE FROM account_sign');
    database.close();
  });

  it('is requested with another key, and named by a run of it', async () => {
    const rotated = withKey(office.service.keyOf('demo', 'payouts'));
    const refused = await office.pay(file, '30,00', [], rotated);
    expect(jsonError(refused)).toMatchObject({ code: 'account_unclear', hint: expect.stringContaining(begun) });
    expect(await office.sent()).toHaveLength(0);
    const argv = [...payingArgv(file, '30,00'), ...allowedBy(unknown, 'absent'), '--account', begun];
    const paid = await office.run(argv, rotated);
    expect([paid.exitCode, runOf(paid).run, (await office.sent()).length]).toEqual([0, begun, 2]);
  });

  it('is requested with the key of another account, and that is a new one', async () => {
    const other = withKey(office.service.keyOf('other'));
    expect(jsonError(await office.pay(file, '30,00', [], other)).code).toBe('account_unclear');
    const resumed = await office.resume(begun, ['--account', 'new'], other);
    expect(failureOf(resumed)).toEqual([2, 'other_account']);
    const argv = [...payingArgv(file, '30,00'), '--account', 'new'];
    const paid = await office.run([...argv, ...allowedBy(await office.run(argv, other), 'repeated')], other);
    expect([paid.exitCode, await office.sentBy('other'), (await office.sent()).length]).toEqual([0, 2, 0]);
    expect(runOf(paid).run).not.toBe(begun);
  });
});

describe('marks of another journal', () => {
  beforeEach(async () => {
    expect((await office.pay(file, '30,00')).exitCode).toBe(0);
    rmSync(join(office.folder, 'state'), { recursive: true });
  });

  it('stop a run before anything is sent, until a person has checked them', async () => {
    const refused = await office.pay(file, '30,00');
    expect(failureOf(refused)).toEqual([1, 'foreign_journal']);
    const [, newest] = await office.sent();
    expect(jsonError(refused).details).toMatchObject({ count: 2, id: newest?.id, valueCentavos: 2_000 });
    expect(jsonError(refused).hint).toContain('--allow journal:');
    expect(await office.sent()).toHaveLength(2);
    const other = office.file('other.csv', [HEADER, 'B-1,cai@example.com,5.00']);
    const argv = payingArgv(other, '5,00');
    expect((await office.run([...argv, ...allowedBy(refused, 'journal')])).exitCode).toBe(1);
    expect((await office.run([...argv, ...allowedBy(await office.run(argv), 'journal')])).exitCode).toBe(0);
    expect(await office.sent()).toHaveLength(3);
  });

  it('are reported by a check and a dry run, and by a withdrawal without a reference', async () => {
    // Without a number: how many are seen depends on the size of the page, which differs each time.
    const warning = /another journal of pix pays from this account \(the latest: R\$ /i;
    const checked = await office.check(file);
    expect(failureOf(checked)).toEqual([1, 'foreign_journal']);
    expect(jsonError(checked).message).toMatch(warning);
    const create = ['withdraw', 'create', '--amount', '25,00', '--pix-key', 'ana@example.com'];
    const dryRun = await office.run([...create, '--dry-run']);
    expect([dryRun.exitCode, dryRun.stderr]).toEqual([0, expect.stringMatching(warning)]);
    expect(failureOf(await office.run([...create, '--reference', 'INV-1', '--yes', '--json']))).toEqual([
      1,
      'foreign_journal',
    ]);
    const sent = await office.run([...create, '--yes']);
    expect([sent.exitCode, sent.stderr]).toEqual([0, expect.stringMatching(warning)]);
    expect(await office.sent()).toHaveLength(3);
  });
});

describe('an incomplete journal', () => {
  /** @returns the path of a copy of the file and its log */
  const copyAside = (name: string): string => {
    const copy = join(office.folder, name);
    for (const suffix of ['', '-wal']) {
      if (existsSync(office.journal() + suffix)) cpSync(office.journal() + suffix, copy + suffix);
    }
    return copy;
  };
  const putBack = (copy: string, suffixes: readonly string[]): void => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(office.journal() + suffix, { force: true });
    for (const suffix of suffixes) {
      if (existsSync(copy + suffix)) cpSync(copy + suffix, office.journal() + suffix);
    }
  };
  const incomplete = async () => {
    const refused = await office.pay(file, '30,00');
    expect(failureOf(refused)).toEqual([1, 'journal_incomplete']);
    expect(failureOf(await office.run(['payouts', 'list', '--json']))).toEqual([1, 'journal_incomplete']);
    expect(jsonError(refused).hint).toContain(dirname(office.journal()));
    expect((await office.sent()).length).toBeLessThanOrEqual(2);
    return jsonError(refused).details;
  };

  it('because an older copy is in its place, until the right one is back', async () => {
    const first = office.file('first.csv', [HEADER, 'Z-1,zoe@example.com,5.00']);
    expect((await office.pay(first, '5,00')).exitCode).toBe(0);
    const older = copyAside('older');
    expect((await office.pay(office.file('one.csv', ROWS.slice(0, 2)), '10,00')).exitCode).toBe(0);
    const newer = copyAside('newer');
    putBack(older, ['', '-wal']);
    expect(await incomplete()).toMatchObject({ reason: 'older' });
    putBack(newer, ['', '-wal']);
    expect((await office.pay(file, '30,00')).exitCode).toBe(0);
    expect(await office.sent()).toHaveLength(3);
  });

  it('because its newest data, not yet moved into the file, was left behind', async () => {
    const first = office.file('first.csv', [HEADER, 'Z-1,zoe@example.com,5.00']);
    expect((await office.pay(first, '5,00')).exitCode).toBe(0);
    const database = await openSharedDatabase(office.journal(), JOURNAL_SCHEMA);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    expect((await office.pay(office.file('one.csv', ROWS.slice(0, 2)), '10,00')).exitCode).toBe(0);
    const whole = copyAside('whole');
    database.close();
    putBack(whole, ['']);
    expect(await incomplete()).toMatchObject({ reason: 'older' });
    putBack(whole, ['', '-wal']);
    expect((await office.pay(file, '30,00')).exitCode).toBe(0);
    expect(await office.sent()).toHaveLength(3);
  });
});

it('auth status shows that two profiles belong to one account', async () => {
  office.login(office.service.keyOf('demo', 'payouts'), 'second');
  const path = office.file('file.csv', ['reference,pix_key,amount', 'A,ana@example.com,10.00']);
  expect((await office.pay(path, '10,00', ['-p', 'demo'])).exitCode).toBe(0);
  const plan = await office.run(['payouts', 'check', path, '-p', 'second', '-o', 'table']);
  expect(plan.stdout).toMatch(/^From +second · http:\S+ · pk_…\w{4} \(this machine\)\nFile +file\.csv$/m);

  const status = JSON.parse((await office.run(['auth', 'status', '--json', '-p', 'demo'])).stdout);
  const [demo, second] = status.profiles;
  expect([demo.account.profiles, second.account]).toEqual([['demo', 'second'], demo.account]);
  expect(demo.account.newestWithdrawal.value).toBe(1_000);
  const tsv = await office.run(['auth', 'status', '-p', 'demo', '-o', 'tsv']);
  expect(tsv.stdout.split('\n')[0]?.split('\t')).toHaveLength(7);

  const listed = JSON.parse((await office.run(['payouts', 'list', '--json', '-p', 'second'])).stdout);
  expect([listed.runs.length, listed.account.profiles]).toEqual([1, ['demo', 'second']]);
});
