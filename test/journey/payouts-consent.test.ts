import { expect, it } from 'vitest';
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
