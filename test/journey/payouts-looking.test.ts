import { describe, expect } from 'vitest';
import { runOf, it } from './payout-office.ts';
import { failureOf } from '../support/cli.ts';

const ROWS = ['reference,name,pix_key,amount', 'A,Ana,ana@example.com,10.00', 'B,Bia,bia@example.com,20.00'];

describe('a lost response', () => {
  it('run: reports at once which rows, that pix looks, until when, and how to resume later', async ({ office }) => {
    await office.fault('reset-after', 1, 1);
    const paid = await office.pay(office.file('file.csv', ROWS), '30,00');
    expect([paid.exitCode, runOf(paid).paid.rows, (await office.sent()).length]).toEqual([0, 2, 2]);
    expect(paid.stderr).toMatch(
      /No clear response for line 3 \(B, Bia, R\$ 20,00\)\. The money may have moved.*checking whether the payment was made, until \d\d:\d\d:\d\d.*pix payouts resume r-/,
    );
    expect(paid.stderr).toMatch(/Found: line 3 \(B, Bia, R\$ 20,00\) was sent, with ID \w/);
  });

  it('run: --look-for shortens the look, and leaves the row unconfirmed, never absent', async ({ office }) => {
    await office.fault('reset-before');
    const path = office.file('file.csv', ROWS);
    const begun = performance.now();
    const ended = await office.pay(path, '30,00', ['--look-for', '1s']);
    expect(performance.now() - begun).toBeLessThan(30_000);
    const { run, open, paid } = runOf(ended);
    expect([...failureOf(ended), open.rows, paid.rows]).toEqual([5, 'outcome_unknown', 1, 1]);
    const states = JSON.parse((await office.run(['payouts', 'status', run, '--json'])).stdout).states;
    expect([states.unknown.rows, states.absent.rows]).toEqual([1, 0]);

    const resent = await office.run(['payouts', 'resume', run, '--yes', '--look-for', '0s']);
    expect([resent.exitCode, (await office.sent()).length]).toEqual([5, 1]);
  });

  it('run: reports once that it looks for a copy of a refused row, however often it looks', async ({ office }) => {
    await office.fault('rate-limit');
    const ended = await office.pay(office.file('file.csv', ROWS), '30,00', ['--look-for', '1s']);
    expect([ended.exitCode, runOf(ended).open.rows]).toEqual([5, 1]);
    expect(ended.stderr.match(/1 payment rejected: checking/g)).toHaveLength(1);
  });

  it('resume: looks for what was lost, although the account cannot pay the rest', async ({ office }) => {
    await office.fault('reset-before', 10);
    const rows = Array.from({ length: 12 }, (_, index) => `R-${index},a${index}@example.com,5.00`);
    const path = office.file('many.csv', ['reference,pix_key,amount', ...rows]);
    const stopped = await office.pay(path, '60,00', ['--look-for', '0s']);
    const { run, open, notSent } = runOf(stopped);
    expect([stopped.exitCode, open.rows, notSent.rows]).toEqual([5, 10, 2]);
    await office.control('account', 'set', '--daily-limit', '1,00');
    const resumed = await office.resume(run, ['--look-for', '0s']);
    expect([...failureOf(resumed), runOf(resumed).open.rows]).toEqual([5, 'outcome_unknown', 10]);
    expect(await office.sent()).toEqual([]);
  });
});
