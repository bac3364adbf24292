import { describe, expect } from 'vitest';
import { failureOf, NOON } from '../support/cli.ts';
import { runOf, it, type PayoutOffice } from './payout-office.ts';
/** The refusal of a limit that only comes when it is sent. */
async function refusedOf(office: PayoutOffice, lines: readonly string[], sum: string) {
  await office.useBlindKey();
  await office.control('account', 'set', '--daily-limit', '12,00');
  const path = office.file('refused.csv', ['reference,pix_key,amount', ...lines]);
  const stopped = await office.pay(path, sum);
  expect(stopped.stderr).toContain('a limit of the account was reached');
  await office.control('account', 'set', '--daily-limit', '50.000,00');
  return { runId: runOf(stopped).run, path };
}

describe('what the service has refused is sent once no copy of it is found', () => {
  it('and not before a person has typed its sum, although the look for it was interrupted', async ({ office }) => {
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
    const checked = JSON.parse((await office.check(path)).stdout);
    expect(checked).toMatchObject({ toPay: { rows: 1, amount: 700 }, alreadyPaid: { rows: 1, amount: 1_000 } });
    expect((await office.sent()).length).toBe(1);

    await office.control('advance', '10m');
    const agreed = await office.resume(runId);
    expect([agreed.exitCode, runOf(agreed).paid.rows, (await office.sent()).length]).toEqual([0, 2, 2]);
  });

  it('and not by a withdrawal that looks for it', async ({ office }) => {
    const { runId } = await refusedOf(office, ['B,bia@example.com,17.00'], '17.00');
    const create = ['withdraw', 'create', '--reference', 'B', '--amount', '17,00', '--pix-key', 'bia@example.com'];
    const refused = await office.run(create, { isTerminal: true, answers: ['y'] });
    expect([refused.exitCode, refused.questions, await office.sent()]).toEqual([2, [], []]);
    expect(refused.stderr).toContain(`finish that run first: pix payouts resume ${runId}`);
  });
});

describe('what a person has agreed to is the most that is sent', () => {
  const HEADER = 'reference,pix_key,amount';
  it.for([
    ['a new file', []],
    ['a run that is resumed', ['--on', '2026-07-15', '--yes', '--confirm-total', '40']],
  ] as const)(
    '%s: a payment with the reference of a row fails while the question stands',
    async ([_, scheduling], { office }) => {
      await office.control('account', 'set', '--instant', 'false', '--settle-after', '2d');
      const first = runOf(await office.pay(office.file('a.csv', [HEADER, 'A-1,ana@example.com,35.00']), '35'));
      const path = office.file('b.csv', [HEADER, 'A-1,ana@example.com,35.00', 'A-2,bia@example.com,5.00']);
      let argv = ['payouts', 'run', path];
      if (scheduling.length > 0) {
        argv = ['payouts', 'resume', runOf(await office.run([...argv, ...scheduling, '--json'])).run];
        office.until(NOON + 86_400_000);
      }
      const failing = async () => {
        const [sent] = await office.sent();
        await office.control('fail', sent?.id ?? '');
        await office.run(['payouts', 'status', first.run, '--refresh'], { now: office.service.clock.now() });
        return '5';
      };
      const at = (answer: () => Promise<string>) =>
        office.run([...argv, '--json'], { isTerminal: true, answers: [answer], now: office.service.clock.now() });
      const stopped = await at(failing);
      expect(stopped.questions).toEqual([expect.stringContaining('the sum (R$ 5,00)')]);
      expect([...failureOf(stopped), (await office.sent()).length]).toEqual([1, 'plan_changed', 1]);

      const agreed = await at(() => Promise.resolve('40'));
      expect(agreed.questions).toEqual([expect.stringContaining('the sum (R$ 40,00)')]);
      expect([agreed.exitCode, (await office.sent()).length]).toEqual([0, 3]);
    },
  );
});
