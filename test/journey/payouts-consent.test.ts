import { describe, expect, it } from 'vitest';
import { allowedBy, jsonError } from '../support/cli.ts';
import { openPayoutOffice, payingArgv, runOf, type PayoutOffice } from './payout-office.ts';

/** A run whose only row is unconfirmed: its response was lost, and looking for it was interrupted. */
async function runInDoubt(office: PayoutOffice): Promise<{ runId: string; path: string }> {
  const path = office.file('one.csv', ['reference,pix_key,amount', 'A,ana@example.com,10.00']);
  await office.fault('reset-before');
  const stopping = new AbortController();
  const stopped = await office.run(payingArgv(path, '10.00'), {
    interruption: stopping.signal,
    onStderr(text) {
      if (text.includes('checking whether the payment was made')) stopping.abort(new Error('Ctrl-C'));
    },
  });
  expect([stopped.exitCode, runOf(stopped).open.rows, (await office.sent()).length]).toEqual([5, 1, 0]);
  return { runId: runOf(stopped).run, path };
}

it('sends what is proven absent only once that was seen and agreed to, and asks for it again', async () => {
  const office = await openPayoutOffice();
  const { runId, path } = await runInDoubt(office);
  const words = allowedBy(await office.run(['payouts', 'resume', runId, '--json']), 'absent');
  const resuming = ['payouts', 'resume', runId, ...words];
  const unasked = await office.run([...resuming, '--json']);
  expect([unasked.exitCode, jsonError(unasked).code]).toEqual([2, 'confirmation_required']);
  for (const argv of [resuming, ['payouts', 'run', path, ...words]]) {
    const refused = await office.run(argv, { isTerminal: true, answers: [''] });
    expect([refused.exitCode, refused.questions.length]).toEqual([2, 1]);
  }
  expect(await office.sent()).toEqual([]);

  const agreed = await office.run([...resuming, '--yes', '--json']);
  expect([agreed.exitCode, runOf(agreed).paid.rows, (await office.sent()).length]).toEqual([0, 1, 1]);
});

it('looks for it without asking, because that moves no money', async () => {
  const office = await openPayoutOffice();
  const { runId } = await runInDoubt(office);
  const looked = await office.run(['payouts', 'resume', runId, '--json']);
  expect([looked.exitCode, jsonError(looked).code, (await office.sent()).length]).toEqual([5, 'outcome_unknown', 0]);
});

/** A key that may not read the balance: the refusal of a limit only comes when it is sent. */
async function refusedOf(office: PayoutOffice, lines: readonly string[], sum: string) {
  const json = { name: 'blind', permissions: ['read:withdraws', 'write:withdraw:create'] };
  const { json: created } = await office.service.request('/api/v1/user/api-key/create', { json });
  const argv = ['auth', 'login', '--base-url', office.service.url, '-p', 'demo'];
  await office.run(argv, { stdin: String(created.data.key) });
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
    const stopping = new AbortController();
    const checking = await office.run(['payouts', 'resume', runId, '--yes', '--json'], {
      interruption: stopping.signal,
      onStderr(text) {
        if (text.includes('payment rejected')) stopping.abort(new Error('Ctrl-C'));
      },
    });
    expect([checking.exitCode, runOf(checking).open.rows, (await office.sent()).length]).toEqual([5, 1, 1]);

    const unasked = await office.run(['payouts', 'resume', runId, '--json']);
    expect([unasked.exitCode, jsonError(unasked).code]).toEqual([2, 'confirmation_required']);
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
