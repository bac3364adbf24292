import { describe, expect, it } from 'vitest';
import { BASE_URL, CONNECTED, failureOf, runCli, temporaryFolder } from '../support/cli.ts';
import { refusal, withdrawalDetails } from '../support/bodies.ts';
import {
  CREATE,
  posted,
  serveBalance,
  answerCreation,
  answerList,
  done,
  serveNoWithdrawals,
} from './withdraw-service.ts';
import { nock } from '../support/nock-network.ts';

serveNoWithdrawals();

describe('with a reference', () => {
  const REFERRED = [...CREATE, '--yes', '--reference', 'INV-17', '--json'];

  it('shows the earlier withdrawal when repeated, and sends nothing', async () => {
    const environment = { ...CONNECTED, PIX_CONFIG_DIR: temporaryFolder() };
    serveBalance();
    answerCreation(200, done());
    nock(BASE_URL).persist().get('/api/v1/withdraw/get/wd-1').reply(200, { success: true, data: withdrawalDetails });
    expect((await runCli(REFERRED, { environment })).exitCode).toBe(0);
    const again = await runCli(REFERRED, { environment });
    expect(again.exitCode).toBe(0);
    expect(JSON.parse(again.stdout)).toEqual(withdrawalDetails);
    expect(again.stderr).toBe('The reference "INV-17" was already sent, as wd-1; nothing was sent now.\n');

    expect(failureOf(await runCli([...REFERRED, '--amount', '30'], { environment }))).toEqual([2, 'reference_taken']);
    expect(posted).toHaveLength(1);
  });

  it('may be used again after a refusal', async () => {
    const environment = { ...CONNECTED, PIX_CONFIG_DIR: temporaryFolder() };
    serveBalance();
    answerCreation(400, refusal('Bad Request', 'limit_exceeded'));
    answerCreation(200, done());
    expect((await runCli(REFERRED, { environment })).exitCode).toBe(1);
    expect((await runCli(REFERRED, { environment })).exitCode).toBe(0);
    expect(posted).toHaveLength(2);
  });
});

describe('a payment whose earlier attempt is not confirmed', () => {
  it.each([[['--reference', 'INV-18']], [[]]])(
    'is still said to be so when the service cannot be read, as by a run: %j',
    async (more) => {
      const environment = { ...CONNECTED, PIX_CONFIG_DIR: temporaryFolder() };
      const argv = [...CREATE, '--yes', '--look-for', '0s', ...more];
      serveBalance();
      answerCreation(502, 'Bad Gateway');
      const first = await runCli(argv, { environment });
      expect(first.exitCode, first.stderr).toBe(5);
      nock.cleanAll();
      answerList(refusal('Too Many Requests', 'too_many_requests', { retryAfter: 600 }), 429).persist();
      const again = await runCli(argv, { environment });
      expect(again.stderr).toMatch(/^error: MONEY MAY HAVE MOVED: (?!.*nothing was).*too many requests/m);
      expect([again.exitCode, posted.length]).toEqual([5, 1]);
    },
  );
});
