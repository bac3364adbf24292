import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { JOURNAL_SCHEMA } from '../../src/payouts/journal/journal-database.ts';
import { openSharedDatabase } from '../../src/sql/sqlite/open.ts';
import { failureOf, jsonError, allowedBy } from '../support/cli.ts';
import { openPayoutOffice, payingArgv, runOf, type PayoutOffice } from './payout-office.ts';
import { HISTORY } from '../support/service.ts';

let office: PayoutOffice;

beforeEach(async () => {
  office = await openPayoutOffice(HISTORY);
});

/** Rows with amounts in reais, each with a reference. */
const fileOf = (...amounts: readonly number[]) =>
  office.file('batch.csv', [
    'reference,pix_key,amount',
    ...amounts.map((amount, row) => `R-${row},r${row}@example.com,${amount}.00`),
  ]);
const values = async () => (await office.sent()).map(({ value }) => value / 100);
describe('a run that stops half-way, and is resumed', () => {
  it.each([
    ['the balance', 'insufficient balance', [5_000, 5_000, 5_000], [], ['deposit', '6000']],
    [
      'a daily limit',
      'a limit of the account was reached',
      [5, 6, 7],
      ['account', 'set', '--daily-limit', '12,00'],
      ['account', 'set', '--daily-limit', '50.000,00'],
    ],
  ] as const)('at %s', async (_name, words, amounts, before, remedy) => {
    await office.useBlindKey();
    if (before.length > 0) await office.control(...before);
    const sum = amounts.reduce((total: number, amount) => total + amount, 0);
    const stopped = await office.pay(fileOf(...amounts), `${sum},00`);
    const view = runOf(stopped);
    expect(failureOf(stopped)).toEqual([3, 'partly_paid']);
    expect(stopped.stderr).toMatch(new RegExp(`Sending stopped: .*${words}`));
    expect(jsonError(stopped).hint).toBe(`resume with: pix payouts resume ${view.run}`);
    expect([view.paid.rows, view.notSent.rows, await values()]).toEqual([2, 1, amounts.slice(0, 2)]);
    await office.control(...remedy);
    const resumed = await office.resume(view.run);
    expect([resumed.exitCode, runOf(resumed).paid.rows, await values()]).toEqual([0, 3, amounts]);
  });

  it('at an account that allows one withdrawal at a time, it waits instead', async () => {
    const { stdout } = await office.run(['withdraw', 'list', '--status', 'PENDING', '--fields', 'id']);
    for (const id of stdout.split('\n').filter((line) => line !== '')) await office.control('settle', id);
    await office.control('account', 'set', '--instant', 'false', '--settle-after', '30s', '--one-at-a-time', 'true');
    const paid = await office.pay(fileOf(5, 6, 7), '18,00', [], {
      onStderr: (text) => {
        if (text.includes('one withdrawal at a time')) office.service.clock.advance(31_000);
      },
    });
    expect(paid.stderr).toContain('the account allows one withdrawal at a time; waiting');
    // The refused row is looked for first, and sent last.
    expect([await values(), paid.exitCode, runOf(paid).notSent.rows]).toEqual([[5, 7, 6], 0, 0]);
  });

  it('when one of its rows is paid by hand, and says which, and what to type', async () => {
    const said = 'may be line 4 of run';
    let paying: Promise<string> | undefined;
    const stopped = await office.pay(fileOf(5, 6, 7, 8), '26,00', ['--verbose'], {
      onStderr: (text) => {
        if (text.includes('POST')) paying ??= office.payByHand(7, 'r2@example.com');
      },
    });
    const id = (await paying) ?? '';
    const { run } = runOf(stopped);
    expect([stopped.exitCode, runOf(stopped).paid.rows]).toEqual([3, 1]);
    expect(stopped.stderr).toMatch(new RegExp(`${said} ${run} \\(.*${id}\\)\\.`));
    const resolving = ['payouts', 'resolve', run, '4', '--paid', id];
    const resuming = ['payouts', 'resume', run];
    const { hint = '' } = jsonError(stopped);
    expect(hint).toBe(`if it has paid line 4: pix ${resolving.join(' ')}; then resume with: pix ${resuming.join(' ')}`);
    const refused = await office.run([...resuming, '--yes', '--json']);
    expect(failureOf(refused)).toEqual([1, 'foreign_journal']);
    expect(jsonError(refused).hint).toContain(`: pix ${resolving.join(' ')};`);
    expect(jsonError(refused).message).toContain(said);
    expect((await office.run([...resolving, '--yes'])).exitCode).toBe(0);
    const resumed = await office.run([...resuming, '--yes', '--json']);
    expect([resumed.exitCode, runOf(resumed).paid.rows, (await values()).length]).toEqual([0, 4, 4]);
  });

  it('when its only key is revoked', async () => {
    const { json } = await office.service.request('/api/v1/user/api-key/create', {
      json: { name: 'short', permissions: ['read:balance', 'read:withdraws', 'write:withdraw:create'] },
    });
    office.login(String(json.data.key));
    let revoking: Promise<unknown> | undefined;
    const path = fileOf(...Array.from({ length: 60 }, () => 5).map((amount, row) => amount + row));
    const stopped = await office.pay(path, '2070,00', ['--verbose'], {
      onStderr: (text) => {
        if (!text.includes('< 200 POST')) return;
        revoking ??= office.service.request(`/api/v1/user/api-key/${String(json.data.id)}`, { method: 'DELETE' });
      },
    });
    await revoking;
    const view = runOf(stopped);
    expect([stopped.exitCode, view.open.rows]).toEqual([3, 0]);
    expect(stopped.stderr).toContain('Sending stopped: the service no longer accepts any of your keys');
    expect(view.notSent.rows).toBeGreaterThan(0);
    expect(await office.sent()).toHaveLength(view.paid.rows);
    office.login(office.service.keyOf());
    const resumed = await office.resume(view.run);
    expect([resumed.exitCode, (await office.sent()).length]).toEqual([0, 60]);
  });

  it.each([
    ['before its outcome is kept', 3],
    ['before the next intents are kept', 6],
  ])('at a disk that is full %s: no more is sent, and what was sent is found again', async (_name, steps) => {
    await office.pay(office.file('first.csv', ['pix_key,amount', 'a@example.com,5.00']), '5,00');
    const journal = office.journal();
    const database = await openSharedDatabase(journal, JOURNAL_SCHEMA);
    // The earlier run has taken two steps; the third is the first intent of this one.
    database.exec(`CREATE TRIGGER disk_is_full BEFORE UPDATE OF state ON payout WHEN (SELECT count(*) FROM step) >= ${steps}
      BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
    const failed = await office.pay(fileOf(10, 11, 12, 13, 14, 15), '75,00');
    expect(failureOf(failed)).toEqual([5, 'outcome_unknown']);
    expect(failed.stderr).toContain('database or disk is full');
    const left = await values();
    const intents = database.prepare("SELECT count(*) AS intents FROM step WHERE state = 'sending'").get();
    expect(intents).toMatchObject({ intents: left.length });
    expect(left).toEqual([5, 10]);
    database.exec('DROP TRIGGER disk_is_full');
    database.close();
    const again = await office.pay(join(office.folder, 'batch.csv'), '75,00');
    expect([again.exitCode, (await values()).toSorted((one, other) => one - other)]).toEqual([
      0,
      [5, 10, 11, 12, 13, 14, 15],
    ]);
  });
});

it('a run that waits sees withdrawals settle later', async () => {
  await office.slow();
  let looks = 0;
  const paid = await office.pay(fileOf(5, 6), '11,00', ['--wait', '--verbose'], {
    onStderr: (text) => {
      if (text.includes('/withdraw/get/') && (looks += 1) === 4) office.service.clock.advance(100_000);
    },
  });
  expect([paid.exitCode, runOf(paid).paid.rows, runOf(paid).pending.rows]).toEqual([0, 2, 0]);
  expect(looks).toBeGreaterThan(4);
});

describe('an unreachable service', () => {
  it('hides how pending rows ended, when that was awaited: exit code 3', async () => {
    await office.slow();
    const following = ['--on', 'GET /api/v1/withdraw/get/{id}'];
    await office.control('faults', 'add', ...following, '--fault', 'status-500', '--times', '999');
    const paid = await office.pay(fileOf(5, 6), '11,00', ['--wait']);
    expect([...failureOf(paid), runOf(paid).pending.rows]).toEqual([3, 'not_followed', 2]);
  });

  it('leaves a run of which nothing was sent, and says so', async () => {
    const faults = ['--on', 'GET /api/v1/withdraw/list', '--fault', 'status-500', '--times', '100'];
    const answer = async () => {
      await office.control('faults', 'add', ...faults);
      return '11,00';
    };
    const path = fileOf(5, 6);
    for (const [lang, words] of [
      ['en', 'nothing was sent'],
      ['pt-BR', 'nada foi enviado'],
    ] as const) {
      const argv = ['payouts', 'run', path, '--lang', lang];
      const { exitCode, stderr } = await office.run(argv, { isTerminal: true, answers: [answer] });
      expect(stderr).toMatch(new RegExp(`err(?:or|o): .*; ${words}\n`));
      await office.control('faults', 'clear');
      expect([exitCode, await values()]).toEqual([1, []]);
    }
    const paid = await office.run(payingArgv(path, '11,00'));
    expect([paid.exitCode, await values()]).toEqual([0, expect.arrayContaining([5, 6])]);
  });

  it('is said to have sent nothing when the first read fails, unless the file has sent something before', async () => {
    // The first list would show the account of a key that has read none yet.
    const reads = ['GET /api/v1/withdraw/list', 'GET /api/v1/user/balance'];
    const failing = async (argv: readonly string[]) => {
      const said: boolean[] = [];
      for (const route of reads) {
        await office.control('faults', 'add', '--on', route, '--fault', 'status-500', '--times', '1000');
        const { exitCode, stderr } = await office.run(argv);
        expect(exitCode, stderr).toBe(1);
        said.push(stderr.includes('; nothing was sent'));
        await office.control('faults', 'clear');
      }
      return said;
    };
    const path = fileOf(5, 6);
    const run = payingArgv(path, '11,00');
    expect(await failing(run)).toEqual([true, true]);
    const scheduled = runOf(await office.run([...run, '--on', 'tomorrow'])).run;
    const resume = ['payouts', 'resume', scheduled, '--now', '--yes', '--json'];
    expect([await failing(run), await failing(resume)]).toEqual([
      [true, true],
      [true, true],
    ]);
    await office.useBlindKey();
    await office.control('account', 'set', '--daily-limit', '5,00');
    expect(failureOf(await office.run(resume))).toEqual([3, 'partly_paid']);
    expect([await failing(run), await failing(resume)]).toEqual([
      [false, false],
      [false, false],
    ]);
  });

  it('does not hide that a payout is unknown: exit code 5', async () => {
    await office.fault('reset-before');
    const path = fileOf(5, 6);
    const stopped = await office.runUntil('checking whether the payment was made', payingArgv(path, '11,00'));
    const { run } = runOf(stopped);
    expect([stopped.exitCode, runOf(stopped).open.rows]).toEqual([5, 1]);
    for (const route of ['GET /api/v1/user/balance', 'GET /api/v1/withdraw/list']) {
      await office.control('faults', 'add', '--on', route, '--fault', 'status-500', '--times', '1000');
    }
    for (const argv of [['payouts', 'resume', run, '--yes', '--json'], payingArgv(path, '11,00')]) {
      expect(failureOf(await office.run(argv))).toEqual([5, 'outcome_unknown']);
    }
    await office.control('faults', 'clear');
    const status = await office.refresh(run);
    expect(status.stderr).toContain(`Check: pix payouts resume ${run}`);
    const resume = ['payouts', 'resume', run, '--yes', '--json'];
    const resumed = await office.run([...resume, ...allowedBy(await office.run(resume), 'absent')]);
    expect([resumed.exitCode, await values()]).toEqual([0, expect.arrayContaining([5, 6])]);
    expect(await values()).toHaveLength(2);
  });
});
