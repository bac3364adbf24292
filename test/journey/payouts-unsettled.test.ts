import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf, jsonError } from '../support/cli.ts';
import { openPayoutOffice, runOf, payingArgv, type PayoutOffice } from './payout-office.ts';

const HEADER = 'reference,pix_key,amount';

let office: PayoutOffice;

beforeEach(async () => {
  office = await openPayoutOffice();
});

/** Pays one row. */
const pay = (reference: string, key: string, amount: string, ...more: readonly string[]) =>
  office.pay(office.file(`${reference}.csv`, [HEADER, `${reference},${key},"${amount}"`]), amount, more);

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

it.each([['bia@example.com'], ['31,00'], ['31,00 bia@example.com']])(
  'find: names an unconfirmed payment of this machine for %s, which no list contains',
  async (typed) => {
    const run = await payUnconfirmed('C-1', 'bia@example.com', '31,00');
    await pay('C-2', 'ana@example.com', '10,00');
    await office.run(['sync']);
    const line = `Line 2 (C-1, R$ 31,00) of ${run}: UNCONFIRMED. Check: pix payouts resume ${run}`;
    for (const more of [[], ['--offline']]) {
      const found = await office.run(['find', ...typed.split(' '), ...more]);
      expect([found.exitCode, found.stderr.split('\n').filter((said) => said === line)]).toEqual([6, [line]]);
    }
    // A key that the journal has not seen may be of any account.
    const unseen = { PIX_API_KEY: office.service.keyOf('demo', 'payouts') };
    const byAnother = await office.run(['find', ...typed.split(' ')], { environment: unseen });
    expect([byAnother.exitCode, byAnother.stderr.includes(line)]).toEqual([6, true]);
    const other = await office.run(['find', 'ana@example.com']);
    expect([other.exitCode, other.stderr.includes(run)]).toEqual([0, false]);
    // By its reference it is named once.
    const { stderr } = await office.run(['find', 'C-1']);
    expect(stderr.split(run)).toHaveLength(2);
  },
);

it.each([['explain', 'unknown_subject'] as const, ['find', 'nothing_found'] as const])(
  'the name of a run: %s: leads to its status',
  async (command, code) => {
    const named = await office.run([command, 'r-20261125-s2z3', '--json']);
    expect(failureOf(named)).toEqual([6, code]);
    expect(jsonError(named).hint).toContain('pix payouts status r-20261125-s2z3');
  },
);

describe('a file that was run with --only-valid', () => {
  const SOME = [HEADER, 'D-1,ana@example.com,10.00', 'D-2,pix@padaria,20.00', 'D-3,bia@example.com,0'];

  it('says what it left out at its end, and never that the file was paid', async () => {
    const path = office.file('half.csv', SOME);
    const paying = [...payingArgv(path, '10,00'), '--only-valid'];
    const first = await office.run(paying);
    expect(first.exitCode).toBe(0);
    expect(first.stderr).toContain('2 rows with errors were left out and not paid: pix payouts check FILE names them.');
    const checking = ['payouts', 'check', path, '--only-valid'];
    for (const argv of [paying, checking]) {
      const { exitCode, stderr } = await office.run(argv);
      expect(exitCode).toBe(0);
      expect(stderr).not.toContain('This file was already paid');
      expect(stderr).toMatch(
        /The valid rows .* already paid .*1 payment, R\$ 10,00.*\n2 rows with errors were left out and not paid: .*\nTo pay/,
      );
    }
    const submitted = await office.run(['payouts', 'submit', path, '--only-valid']);
    expect(submitted.exitCode).toBe(2);
    expect(submitted.stderr).toMatch(/^2 rows with errors were left out.*\nerror: the valid rows .* already paid/m);
  });
});

describe('a payment that the service does not have', () => {
  it('is said to be absent, in one voice, and never that its money may have moved', async () => {
    await office.fault('reset-before');
    const path = office.file('lost.csv', [HEADER, 'E-1,ana@example.com,10.00']);
    const first = await office.pay(path, '10,00');
    const { run } = runOf(first);
    for (const ended of [first, await office.run(['payouts', 'resume', run, '--json'])]) {
      const { code, message, hint } = jsonError(ended);
      expect([ended.exitCode, code]).toEqual([5, 'outcome_unknown']);
      expect(message).toMatch(/^1 payment was not found at the service, .* not sent again/);
      expect(hint).toContain(`pix payouts resume ${run} --allow absent:`);
      expect(ended.stderr).not.toContain('MAY HAVE MOVED');
    }
  });

  it('counts as such only if no other is without an answer', async () => {
    await office.fault('reset-before');
    await office.pay(office.file('a.csv', [HEADER, 'F-1,ana@example.com,10.00']), '10,00');
    const run = await payUnconfirmed('F-2', 'bia@example.com', '31,00');
    const again = await office.run(['payouts', 'resume', run, '--look-for', '0s', '--json']);
    expect(jsonError(again).message).toContain('MONEY MAY HAVE MOVED');
  });
});

describe('a command that is repeated for an unconfirmed payment', () => {
  it('run: says that nothing was sent now', async () => {
    await payUnconfirmed('G-1', 'bia@example.com', '31,00');
    const again = await pay('G-1', 'bia@example.com', '31,00', '--look-for', '0s');
    expect([again.exitCode, (await office.sent()).length]).toEqual([5, 0]);
    expect(again.stderr).toMatch(
      /^Nothing was sent now for line 2 \(G-1, R\$ 31,00\): an earlier command received no clear response\./m,
    );
    expect(again.stderr).not.toMatch(/^No clear response/m);
  });

  it('withdraw create: says that nothing was sent now', async () => {
    await office.fault('reset-before');
    const argv = ['withdraw', 'create', '--amount', '31,00', '--pix-key', 'bia@example.com', '--reference', 'G-2'];
    const first = await office.run([...argv, '--yes', '--look-for', '0s', '--json']);
    expect(failureOf(first)).toEqual([5, 'outcome_unknown']);
    expect(first.stderr).toMatch(
      /^No clear response\. The money may have moved.*checking whether the payment was made/m,
    );
    const again = await office.run([...argv, '--yes', '--look-for', '0s']);
    expect([again.exitCode, (await office.sent()).length]).toEqual([5, 0]);
    expect(again.stderr).toMatch(/^Nothing was sent now: an earlier command received no clear response\./m);
  });
});

describe('payouts resolve', () => {
  const asking = { isTerminal: true, answers: ['y'] };

  it('--not-paid: asks nothing about a payment whose status does not allow it', async () => {
    const { run } = runOf(await pay('H-1', 'ana@example.com', '10,00'));
    const refused = await office.run(['payouts', 'resolve', run, '2', '--not-paid'], asking);
    expect([refused.exitCode, refused.questions]).toEqual([1, []]);
    expect(refused.stderr).toContain('cannot be resolved in its current status');
  });

  it('--not-paid: asks nothing while the request may still be carried out', async () => {
    const run = await payUnconfirmed('H-2', 'bia@example.com', '31,00');
    const refused = await office.run(['payouts', 'resolve', run, '2', '--not-paid'], asking);
    expect([refused.exitCode, refused.questions]).toEqual([1, []]);
    expect(refused.stderr).toContain('may still process');
  });

  it('--paid: asks nothing about a withdrawal of another key or amount, or one that pays another payment', async () => {
    await pay('H-4', 'ana@example.com', '30,00');
    await pay('H-5', 'bia@example.com', '31,00');
    const run = await payUnconfirmed('H-3', 'bia@example.com', '31,00');
    expect(await office.sent()).toHaveLength(2);
    for (const { id } of await office.sent()) {
      const refused = await office.run(['payouts', 'resolve', run, '2', '--paid', id], asking);
      expect([refused.exitCode, refused.questions]).toEqual([1, []]);
    }
  });

  it('--paid: names key, amount and date of the withdrawal in its question', async () => {
    const run = await payUnconfirmed('H-6', 'bia@example.com', '31,00');
    await office.payByHand(31, 'bia@example.com');
    const [{ id } = { id: '' }] = await office.sent();
    const resolved = await office.run(['payouts', 'resolve', run, '2', '--paid', id], asking);
    expect(resolved.questions.join()).toMatch(
      new RegExp(`PAID, by withdrawal ${id}: R\\$ 31,00 to bia@example\\.com on \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\?`),
    );
    expect(resolved.exitCode).toBe(0);
  });

  it('--paid: takes a whole ID only, and says so', async () => {
    const run = await payUnconfirmed('H-7', 'bia@example.com', '31,00');
    const refused = await office.run(['payouts', 'resolve', run, '2', '--paid', '8c8b40bf', '--yes', '--json']);
    expect(failureOf(refused)).toEqual([6, 'not_found']);
    expect(jsonError(refused).hint).toContain('whole ID');
  });
});
