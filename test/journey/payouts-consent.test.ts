import { describe, expect, it } from 'vitest';
import { failureOf } from '../support/cli.ts';
import { openPayoutOffice, payingArgv, runOf, type PayoutOffice } from './payout-office.ts';
/** The refusal of a limit that only comes when it is sent. */
async function refusedOf(office: PayoutOffice, lines: readonly string[], sum: string) {
  await office.useBlindKey();
  await office.control('account', 'set', '--daily-limit', '12,00');
  const path = office.file('refused.csv', ['reference,pix_key,amount', ...lines]);
  const stopped = await office.run(payingArgv(path, sum));
  expect(stopped.stderr).toContain('a limit of the account was reached');
  await office.control('account', 'set', '--daily-limit', '50.000,00');
  return { runId: runOf(stopped).run, path };
}

describe('what the service has refused is sent once no copy of it is found', () => {
  it('and not before a person has typed its sum, although the look for it was interrupted', async () => {
    const office = await openPayoutOffice();
    const { runId, path } = await refusedOf(office, ['A,ana@example.com,10.00', 'B,bia@example.com,7.00'], '17.00');
    const checking = await office.runUntil('payment rejected', ['payouts', 'resume', runId, '--yes', '--json']);
    expect([checking.exitCode, runOf(checking).open.rows, (await office.sent()).length]).toEqual([5, 1, 1]);

    expect(failureOf(await office.run(['payouts', 'resume', runId, '--json']))).toEqual([2, 'confirmation_required']);
    for (const argv of [
      ['resume', runId],
      ['run', path],
    ]) {
      const declined = await office.run(['payouts', ...argv], { isTerminal: true, answers: [''] });
      expect([declined.exitCode, declined.questions[0]]).toEqual([2, expect.stringContaining('the sum (R$ 7,00)')]);
    }
    const checked = JSON.parse((await office.run(['payouts', 'check', path, '--json'])).stdout);
    expect(checked).toMatchObject({ toPay: { rows: 1, amount: 700 }, alreadyPaid: { rows: 1, amount: 1_000 } });
    expect((await office.sent()).length).toBe(1);

    await office.control('advance', '10m');
    const agreed = await office.run(['payouts', 'resume', runId, '--yes', '--json']);
    expect([agreed.exitCode, runOf(agreed).paid.rows, (await office.sent()).length]).toEqual([0, 2, 2]);
  });

  it('and not by a withdrawal that looks for it', async () => {
    const office = await openPayoutOffice();
    const { runId } = await refusedOf(office, ['B,bia@example.com,17.00'], '17.00');
    const create = ['withdraw', 'create', '--reference', 'B', '--amount', '17,00', '--pix-key', 'bia@example.com'];
    const refused = await office.run(create, { isTerminal: true, answers: ['y'] });
    expect([refused.exitCode, refused.questions, await office.sent()]).toEqual([2, [], []]);
    expect(refused.stderr).toContain(`finish that run first: pix payouts resume ${runId}`);
  });
});
