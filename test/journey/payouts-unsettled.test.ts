import { beforeEach, describe, expect, it } from 'vitest';
import { jsonError } from '../support/cli.ts';
import { openPayoutOffice, payingArgv, runOf, type PayoutOffice } from './payout-office.ts';

const HEADER = 'reference,pix_key,amount';

let office: PayoutOffice;

beforeEach(async () => {
  office = await openPayoutOffice();
});

/** Pays one row. */
const pay = (reference: string, key: string, amount: string, ...more: readonly string[]) =>
  office.run([
    ...payingArgv(office.file(`${reference}.csv`, [HEADER, `${reference},${key},"${amount}"`]), amount),
    ...more,
  ]);

/** Pays one row whose request never arrives, and does not wait for the proof. @returns its run */
async function payUnconfirmed(reference: string, key: string, amount: string): Promise<string> {
  await office.fault('reset-before');
  const lost = await pay(reference, key, amount, '--look-for', '0s');
  expect(lost.exitCode).toBe(5);
  return runOf(lost).run;
}

describe('payouts status without a run', () => {
  it('names every other run with unconfirmed payments beside the newest one', async () => {
    const open = await payUnconfirmed('A-1', 'bia@example.com', '31,00');
    const newest = runOf(await pay('A-2', 'ana@example.com', '10,00')).run;
    const line = `UNCONFIRMED in ${open}: 1 payment (R$ 31,00). Check: pix payouts resume ${open}`;
    const status = await office.run(['payouts', 'status']);
    expect([status.exitCode, status.stdout.includes(newest)]).toEqual([0, true]);
    expect(status.stderr.split('\n')).toContain(line);
    const ofRun = await office.run(['payouts', 'status', newest]);
    expect(ofRun.stderr).not.toContain(open);
    const itself = await office.run(['payouts', 'status', open]);
    expect(itself.stderr).not.toContain(line);
  });

  it('names five, and counts the others', async () => {
    for (const number of [1, 2, 3, 4, 5, 6, 7]) await payUnconfirmed(`B-${number}`, `b${number}@example.com`, '5,00');
    const { stderr } = await office.run(['payouts', 'status']);
    expect(stderr.match(/^UNCONFIRMED in r-/gm)).toHaveLength(5);
    expect(stderr).toContain('… and 1 more run with unconfirmed payments: pix payouts list');
  });
});

describe('find', () => {
  it.each([['bia@example.com'], ['31,00'], ['31,00 bia@example.com']])(
    'names an unconfirmed payment of this machine for %s, which no list contains',
    async (typed) => {
      const run = await payUnconfirmed('C-1', 'bia@example.com', '31,00');
      await pay('C-2', 'ana@example.com', '10,00');
      await office.run(['sync']);
      const line = `Line 2 (C-1, R$ 31,00) of ${run}: UNCONFIRMED. Check: pix payouts resume ${run}`;
      for (const more of [[], ['--offline']]) {
        const found = await office.run(['find', ...typed.split(' '), ...more]);
        expect([found.exitCode, found.stderr.split('\n').filter((said) => said === line)]).toEqual([6, [line]]);
      }
      const other = await office.run(['find', 'ana@example.com']);
      expect([other.exitCode, other.stderr.includes(run)]).toEqual([0, false]);
      // By its reference it is named once.
      const { stderr } = await office.run(['find', 'C-1']);
      expect(stderr.split(run)).toHaveLength(2);
    },
  );
});

describe('the name of a run', () => {
  it.each([['explain', 'unknown_subject'] as const, ['find', 'nothing_found'] as const])(
    '%s: leads to its status',
    async (command, code) => {
      const named = await office.run([command, 'r-20261125-s2z3', '--json']);
      expect([named.exitCode, jsonError(named).code]).toEqual([6, code]);
      expect(jsonError(named).hint).toContain('pix payouts status r-20261125-s2z3');
    },
  );
});
