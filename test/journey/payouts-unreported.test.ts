import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, expect, onTestFinished } from 'vitest';
import { allowedBy, jsonError, failureOf } from '../support/cli.ts';
import { PROGRAM } from '../support/pix-process.ts';
import { openPayoutOffice, payingArgv, it, type PayoutOffice } from './payout-office.ts';

const ROWS = ['reference,pix_key,amount', ',ana@example.com,10.00', ',bia@example.com,20.00'];
/** A hint to run the same command again. */
const INVITATION = /repeat the command(?! before)|(?<!do not )run (?:it|the same command|the file) again|try again/;

/** A real `pix` whose stdout is full from the start; optionally with a closed stderr. */
async function onFullDisk({ folder }: PayoutOffice, argv: readonly string[], isStderrFull = false) {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const child = spawn(process.execPath, [PROGRAM, ...argv], {
    env: { PATH: process.env['PATH'], PIX_CONFIG_DIR: folder },
    stdio: ['ignore', full, isStderrFull ? full : 'pipe'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await once(child, 'close');
  return { exitCode: child.exitCode, stderr };
}

/** What Node reports of such a stdout. */
const FULL = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });

/** What a repetition of a file says would pay it again. */
async function seenAgain(office: PayoutOffice, argv: readonly string[]): Promise<readonly string[]> {
  return allowedBy(await office.run(argv), 'again');
}

describe.runIf(existsSync('/dev/full'))('a full disk', () => {
  it('does not hide that money has moved, and never suggests running it again', async ({ office }) => {
    const path = office.file('payroll.csv', ROWS);
    const argv = payingArgv(path, '30,00');
    const first = await onFullDisk(office, argv);
    const repeating = [...argv, ...(await seenAgain(office, argv))];
    const again = await office.run(repeating, { stdoutFailure: FULL, now: Date.now() });
    for (const ended of [first, again]) {
      expect(failureOf(ended)).toEqual([3, 'output_lost']);
      expect(jsonError(ended).message).toMatch(/2 payments \(R\$\s30,00\) sent.*the disk is full/);
      expect(jsonError(ended).hint).toMatch(
        /^do not run it again to see the result; see it with: pix payouts status r-/,
      );
      expect(ended.stderr).not.toMatch(INVITATION);
    }
    expect(await office.sent()).toHaveLength(4);
    // Neither stream can be written: only the exit code reports it.
    expect((await onFullDisk(office, [...argv, ...(await seenAgain(office, argv))], true)).exitCode).toBe(3);
    expect(await office.sent()).toHaveLength(6);
  });

  it.for([
    ['a charge', ['payments', 'create', '--value', '10,00'], /WAS CREATED.*the disk is full/],
    [
      'a withdrawal',
      ['withdraw', 'create', '--amount', '10,00', '--pix-key', 'ana@example.com', '--yes'],
      / for R\$\s10,00 WAS CREATED.*the disk is full/,
    ],
    ['a raw request', ['api', 'POST', '/api/v1/payment/create', '-F', 'value=1000', '--yes'], /the disk is full/],
  ] as const)('of %s: exit code 5', async ([_, argv, message], { office }) => {
    const ended = await office.run([...argv, '--json'], { stdoutFailure: FULL });
    expect([ended.exitCode, ended.stderr]).toMatchObject([5, expect.stringContaining('do not repeat the command')]);
    expect(jsonError(ended).message).toMatch(message);
  });

  it('of a list: exit code 1, because incomplete output must not look complete', async () => {
    expect((await onFullDisk(await openPayoutOffice(), ['payments', 'list'], true)).exitCode).toBe(1);
  });
});

it('the exit code stays that of the run when stdout fails and some of it is not paid', async ({ office }) => {
  const path = office.file('payroll.csv', ROWS);
  await office.fault('reset-before', 1, 1);
  const stdoutFailure = Object.assign(new Error('write EIO'), { code: 'EIO' });
  const ended = await office.pay(path, '30,00', [], { stdoutFailure });
  expect(failureOf(ended)).toEqual([5, 'outcome_unknown']);
  expect(jsonError(ended).message).toMatch(
    /^1 payment was not found .*; 1 payment \(R\$\s10,00\) sent.*the disk reported an error/,
  );
  expect(ended.stderr).toContain('the service has no withdrawal for it');
  expect(ended.stderr).not.toMatch(INVITATION);
});

it('reports how a run ended even when stdout is closed', async ({ office }) => {
  const paid = await office.pay(office.file('payroll.csv', ROWS), '30,00', [], { isStdoutClosed: true });
  expect([paid.exitCode, (await office.sent()).length]).toEqual([0, 2]);
  await office.fault('reset-before');
  const other = office.file('other.csv', ['pix_key,amount', 'eva@example.com,10.00']);
  const unconfirmed = await office.pay(other, '10.00', [], { isStdoutClosed: true });
  expect(unconfirmed.exitCode).toBe(5);
  expect(unconfirmed.stderr).toContain('1 payment was not found at the service, and was not sent again');
});

it('reports a charge that was created while stdout was closed', async ({ office }) => {
  const ended = await office.run(['payments', 'create', '--value', '10,00', '--json'], { isStdoutClosed: true });
  expect(failureOf(ended)).toEqual([5, 'created_untold']);
});

it('a failure of paying a file again points to the run', async ({ office }) => {
  const path = office.file('payroll.csv', ROWS);
  const argv = payingArgv(path, '30,00');
  await office.run(argv);
  const words = await seenAgain(office, argv);
  await office.fault('reset-before', 99);
  const ended = await office.run([...argv, ...words]);
  expect(ended.exitCode).not.toBe(0);
  expect(ended.stderr).not.toMatch(INVITATION);
  expect(jsonError(ended).hint).toMatch(/pix payouts (?:resume|status) r-/);
  const repeated = await office.run([...argv, ...words]);
  expect(jsonError(repeated).code).toBe('run_unfinished');
  await office.control('faults', 'clear');
  expect(await office.sent()).toHaveLength(2);
});

it('looks at payments on hold without saying that answers of 0 payments were lost', async ({ office }) => {
  await office.fault('reset-before');
  const path = office.file('one.csv', ['reference,pix_key,amount', 'A,ana@example.com,10.00']);
  const argv = payingArgv(path, '10,00');
  expect((await office.run(argv)).stderr).toContain('No clear response for line 2');
  const again = await office.run(argv);
  expect(again.stderr).not.toContain('0 payments');
  expect(again.stderr).toContain('Checking again the payments that need your decision.');
});
