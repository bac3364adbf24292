import { describe, expect, it } from 'vitest';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { BASE_URL, CONNECTED, failureOf, jsonError, runCli, temporaryFolder } from '../support/cli.ts';
import { createdWithdrawal, noWithdrawals, refusal, withdrawalDetails } from '../support/bodies.ts';
import {
  CREATE,
  posted,
  listed,
  answerList,
  serveBalance,
  answerCreation,
  done,
  run,
  serveNoWithdrawals,
} from './withdraw-service.ts';
import { nock } from '../support/nock-network.ts';

serveNoWithdrawals();

const BALANCE = { balance: 100, required: 2500 };
const LIMIT = { limit: 1000, remaining: 100, period: 'day' };
const WRONG = { details: [{ path: 'pixKey', message: 'is not canonical' }] };
const LACKING = { requiredPermission: 'write:withdraw:create' };

describe("the service's response", () => {
  it.each<[status: number, code: string, exitCode: number, words: RegExp, more?: object]>([
    [400, 'insufficient_balance', 1, /R\$ 25,00 requested, R\$ 1,00 available \(message from the service: W/, BALANCE],
    [400, 'limit_exceeded', 1, /for the day of R\$ 10,00: R\$ 1,00 available/, LIMIT],
    [400, 'validation_failed', 1, /pixKey: is not canonical/, WRONG],
    [400, 'verification_required', 1, /verification code/],
    [400, 'verification_invalid', 1, /wrong, used or expired/],
    [400, 'withdrawal_in_progress', 1, /one at a time/],
    [401, 'unauthorized', 4, /invalid or revoked API key/],
    [403, 'permission_missing', 4, /lacks the permission write:withdraw:create/, LACKING],
    [403, 'account_blocked', 1, /blocked/],
    [403, 'origin_refused', 1, /rejects requests through this address/],
    [404, 'not_found', 1, /not found at this address/],
    [429, 'too_many_requests', 1, /too many requests/, { retryAfter: 7 }],
    [400, 'invented_tomorrow', 1, /HTTP 400, invented_tomorrow/],
  ])(
    'a refusal (%i %s) is reported in its words and ours, and nothing is sent again',
    async (status, code, exitCode, words, more) => {
      serveBalance();
      answerCreation(status, refusal('Phrase', code, more));
      const result = await run([...CREATE, '--yes', '--json']);
      expect(jsonError(result)).toMatchObject({ code, status, message: expect.stringMatching(words) });
      expect(jsonError(result).message).toContain(`Words of the service about ${code}`);
      expect(jsonError(result).hint).toBeTruthy();
      expect({ exitCode: result.exitCode, stdout: result.stdout }).toEqual({ exitCode, stdout: '' });
      expect(posted).toHaveLength(1);
    },
  );

  describe('a refusal', () => {
    const refused = () => refusal('Bad Request', 'limit_exceeded');
    const asLong = (list: object, status = 200) => {
      nock.cleanAll();
      serveBalance();
      answerList(noWithdrawals);
      answerCreation(400, refused());
      answerCreation(200, done());
      answerList(list, status).persist();
    };

    it('is not trusted when the list shows a withdrawal that may be a copy, nor is repeating allowed', async () => {
      const environment = { PIX_CONFIG_DIR: temporaryFolder() };
      asLong(listed('Pix enviado'));
      for (let times = 0; times < 2; times += 1) {
        const result = await run([...CREATE, '--yes', '--json'], { environment });
        expect(failureOf(result)).toEqual([5, 'outcome_unknown']);
      }
      expect(posted).toHaveLength(1);
    });

    it('is not trusted when the list cannot be read for copies', async () => {
      asLong(refusal('Internal Server Error', 'internal_error'), 500);
      const result = await run([...CREATE, '--yes', '--json']);
      expect({ exitCode: result.exitCode, posted: posted.length }).toEqual({ exitCode: 5, posted: 1 });
      expect(jsonError(result)).toMatchObject({ code: 'outcome_unknown', details: { status: 400 } });
    });

    it('is trusted when no copy is among the withdrawals of the day, however many pages they fill', async () => {
      nock.cleanAll();
      serveBalance();
      answerCreation(429, refusal('Too Many Requests', 'too_many_requests', { retryAfter: 7 }));
      const { withdraws } = listed('Aluguel', { value: 100, pixKey: 'other@example.com' }).data;
      const rows = Array.from({ length: 120 }, (_, row) =>
        withdraws.map((facts) => ({ ...facts, id: `wd-${row}` })),
      ).flat();
      nock(BASE_URL)
        .get('/api/v1/withdraw/list')
        .query(true)
        .reply(200, (uri) => {
          const asked = new URL(uri, BASE_URL).searchParams;
          const [limit, offset] = [Number(asked.get('limit')), Number(asked.get('offset') ?? 0)];
          const pagination = { total: rows.length, limit, offset, hasMore: offset + limit < rows.length };
          return {
            ...noWithdrawals,
            data: { ...noWithdrawals.data, withdraws: rows.slice(offset, offset + limit), pagination },
          };
        })
        .persist();
      const result = await run([...CREATE, '--yes', '--json']);
      expect(failureOf(result)).toEqual([1, 'too_many_requests']);
    });

    it('of a moment ago is mentioned when the command is repeated', async () => {
      const words = /^note: the service refused the same key and amount some minutes ago \(r-\d{8}-\w{4}\)/m;
      const environment = { PIX_CONFIG_DIR: temporaryFolder() };
      asLong(noWithdrawals);
      const first = await run([...CREATE, '--yes'], { environment });
      const second = await run([...CREATE, '--yes'], { environment });
      expect([first.exitCode, second.exitCode]).toEqual([1, 0]);
      expect(first.stderr).not.toMatch(words);
      expect(second.stderr).toMatch(words);
    });
  });

  it('a response that is older than the request is reported as such', async () => {
    nock.cleanAll();
    serveBalance();
    answerList(listed('Pix enviado', { id: 'wd-newer', pixKey: 'ana@example.com', value: 700 }));
    answerList(refusal('Forbidden', 'account_blocked'), 403).persist();
    answerCreation(200, done({ ...createdWithdrawal, id: 'wd-old', createdAt: '2026-07-14T14:58:00.000Z' }));
    const { exitCode, stdout, stderr } = await run([...CREATE, '--yes', '-q']);
    expect({ exitCode, stdout, posted: posted.length }).toEqual({ exitCode: 5, stdout: '', posted: 1 });
    expect(stderr).toMatch(
      /the service responded with a withdrawal that existed before the request or belongs to .*: wd-old/,
    );
  });

  it.each<[name: string, status: number, body: object | string]>([
    ['a server that failed', 500, refusal('Internal Server Error', 'internal_error')],
    ['a proxy that gave up', 502, '<html>Bad Gateway</html>'],
    ['a refusal that is not the API’s own', 403, '<html>Forbidden by the firewall</html>'],
    ['a conflict', 409, refusal('Conflict', 'conflict')],
    ['an answer that is not JSON', 200, '<html>'],
    ['an answer without an id', 200, done({ ...createdWithdrawal, id: undefined })],
    ['an answer with an amount that is none', 200, done({ ...createdWithdrawal, value: '25.00' })],
  ])(
    'after %s the outcome is unknown: exit code 5, how to find out, and nothing is sent again',
    async (_name, status, body) => {
      const listFailsAfterOnce = () => {
        nock.cleanAll();
        serveBalance();
        answerList(noWithdrawals);
        answerList(refusal('Forbidden', 'account_blocked'), 403).persist();
        answerCreation(status, body);
      };
      listFailsAfterOnce();
      const { exitCode, stdout, stderr } = await run([...CREATE, '--yes', '-q']);
      const [error = '', hint = ''] = stderr.split('\n');
      expect(error).toMatch(/^error: MONEY MAY HAVE MOVED: .*R\$ 25,00 went to maria@example\.com/);
      expect(hint).toMatch(/^hint: do not repeat the command; wait 60 seconds .*pix withdraw list -L 5$/);
      expect({ exitCode, stdout }).toEqual({ exitCode: 5, stdout: '' });
      expect(posted).toHaveLength(1);

      listFailsAfterOnce();
      expect(jsonError(await run([...CREATE, '--yes', '--json'])).code).toBe('outcome_unknown');
    },
  );

  it('shows a withdrawal that failed at once, and ends with 1', async () => {
    serveBalance();
    answerCreation(
      200,
      done({ ...createdWithdrawal, status: 'FAILED', failureReason: 'AC03: account does not exist' }),
    );
    const advice = 'ask the recipient for another key';
    const { exitCode, stdout, stderr } = await run([...CREATE, '--yes', '--fields', 'id,status']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: 'wd-1\tFAILED\n' });
    expect(stderr).toContain('error: the withdrawal failed: the account behind the key does not exist (AC03)\n');
    expect(stderr).toContain(`hint: ${advice}; the money was returned to your balance\n`);
  });

  it('reports a pending one, and how to follow it', async () => {
    serveBalance();
    answerCreation(200, done({ ...createdWithdrawal, status: 'PENDING' }));
    const { exitCode, stderr } = await run([...CREATE, '--yes']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('pix withdraw get wd-1');
  });

  describe('when the response is lost', () => {
    const GATEWAY: readonly [number, string] = [502, '<html>the answer is lost</html>'];
    const loseAnswer = (found: boolean, [status, body] = GATEWAY) => {
      let mark = '';
      nock.cleanAll();
      serveBalance();
      answerList(noWithdrawals);
      nock(BASE_URL)
        .post('/api/v1/withdraw/create', ({ description }: { readonly description: string }) => {
          posted.push(description);
          mark = description;
          return true;
        })
        .reply(status, body);
      nock(BASE_URL)
        .persist()
        .get('/api/v1/withdraw/list')
        .query(true)
        .reply(200, () => (found ? listed(mark) : noWithdrawals));
    };

    it.each<[name: string, answer: readonly [number, string]]>([
      ['a gateway has the last word', GATEWAY],
      ['a response names no ID', [200, JSON.stringify(done({ ...createdWithdrawal, id: null }))]],
    ])('finds the withdrawal by its mark where %s, and shows it as if nothing had happened', async (_name, answer) => {
      loseAnswer(true, answer);
      nock(BASE_URL).get('/api/v1/withdraw/get/wd-1').reply(200, { success: true, data: withdrawalDetails });
      const { exitCode, stdout, stderr } = await run([...CREATE, '--yes', '--fields', 'id,status']);
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'wd-1\tCOMPLETED\n' });
      expect(stderr).toMatch(
        /^No clear response\..* checking whether the payment was made, until \d\d:\d\d:\d\d at the latest/m,
      );
      expect(stderr).toContain('No clear response arrived, but the withdrawal was found: wd-1.');
      expect(posted).toHaveLength(1);
    });

    it('puts a payment that is proven absent on hold: only a person has it sent again', async () => {
      loseAnswer(false);
      const result = await run([...CREATE, '--yes', '--json']);
      expect(result).toMatchObject({ exitCode: 5, stdout: '' });
      expect(jsonError(result)).toMatchObject({
        code: 'proven_absent',
        hint: expect.stringMatching(/pix payouts resume r-\d{8}-\w{4} --allow absent:[\da-f]{6}/),
      });
      expect(posted).toHaveLength(1);
    });
  });

  it('reports on stderr that money moved when stdout is closed', async () => {
    serveBalance();
    answerCreation(200, done());
    const { exitCode, stderr } = await run([...CREATE, '--yes', '-q'], { isStdoutClosed: true });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'wd-1 for R$ 25,00 was created, but the output was closed.\n',
    });
  });

  it.each<[name: string, facts: object, message: RegExp]>([
    ['another key', { pixKey: 'mallory@example.com' }, /^CHECK THIS WITHDRAWAL: .*R\$ 25,00 .* mallory@example\.com;/m],
    ['another amount', { value: 250_000 }, /^CHECK THIS WITHDRAWAL: .*R\$ 2\.500,00 /m],
  ])('does not accept a withdrawal of %s as the requested one', async (_name, facts, message) => {
    serveBalance();
    answerCreation(200, done({ ...createdWithdrawal, ...facts }));
    const { exitCode, stdout, stderr } = await run([...CREATE, '--yes', '-q']);
    expect({ exitCode, stdout, posted: posted.length }).toEqual({ exitCode: 5, stdout: '', posted: 1 });
    expect(stderr).toMatch(message);
  });

  it.each([
    ['the same key in capitals', { pixKey: 'MARIA@EXAMPLE.COM' }],
    ['no key', { pixKey: undefined }],
  ])('accepts %s as the requested key', async (_name, facts) => {
    serveBalance();
    answerCreation(200, done({ ...createdWithdrawal, ...facts }));
    expect(await run([...CREATE, '--yes', '-q'])).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('lets no id of the service control the terminal', async () => {
    serveBalance();
    answerCreation(
      200,
      done({ ...createdWithdrawal, id: 'wd\u001b[2J\r\nerror: nothing was sent', status: 'PENDING' }),
    );
    const { stderr } = await run([...CREATE, '--yes']);
    expect(stderr.split('\n').at(-2)).toMatch(/pix withdraw get wd\[2J error: nothing was sent$/);
    expect(stderr).not.toContain('\u001b');
  });

  it('sends undocumented fields under the names of the profile', async () => {
    const configDirectory = temporaryFolder();
    openProfiles({ configDirectory }).set('other', {
      baseUrl: BASE_URL,
      apiKey: CONNECTED.PIX_API_KEY,
      requestFieldNames: { coverFee: 'feeOnTop', verificationCode: 'otp' },
    });
    serveBalance();
    answerCreation(200, done());
    await runCli([...CREATE, '--yes', '--cover-fee', '--code', '654321', '-p', 'other'], {
      environment: { PIX_CONFIG_DIR: configDirectory },
    });
    expect(posted).toEqual([
      { amount: 25, pixKey: 'maria@example.com', pixKeyType: 'EMAIL', feeOnTop: true, otp: '654321' },
    ]);
  });
});

describe('pix explain', () => {
  const E2E = 'E9999900420260714150700aBcDeFgH1';

  it.each([
    [
      'with its end-to-end ID',
      { transactionId: E2E },
      / was paid on 2026-.*finds it by the end-to-end ID E9999900420260714/,
    ],
    ['without one, where the ID is that of a processor', { transactionId: 'proc-1' }, / was paid on 2026-[^.]*\.$/],
    [
      'without one and without a time, where there is neither',
      { transactionId: null, completedAt: null },
      / was paid\.$/,
    ],
  ])('says that a withdrawal was paid, %s', async (_name, facts, words) => {
    nock.cleanAll();
    const data = {
      ...withdrawalDetails,
      id: 'wd-17',
      status: 'COMPLETED',
      completedAt: '2026-07-14T15:00:00.000Z',
      ...facts,
    };
    nock(BASE_URL).get('/api/v1/withdraw/get/wd-17').reply(200, { success: true, data });
    nock(BASE_URL).get('/api/v1/payment/get/wd-17').reply(404, refusal('Not Found', 'not_found'));
    const { stdout } = await run(['explain', 'wd-17', '--json']);
    expect(JSON.parse(stdout).explanation).toMatch(words);
  });

  it.each(['origin_refused', 'account_blocked'])('%s is no unknown ID', async (code) => {
    nock.cleanAll();
    nock(BASE_URL).persist().get(/./).reply(403, refusal('Forbidden', code));
    expect(failureOf(await run(['explain', 'wd-17', '--json']))).toEqual([1, code]);
  });
});
