import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { BASE_URL, CONNECTED, jsonError, runCli, stateFolder, type CliOptions } from '../support/cli.ts';
import { balance, createdWithdrawal, noWithdrawals, refusal, withdrawalDetails } from '../support/bodies.ts';

const CREATE = ['withdraw', 'create', '--amount', '25,00', '--pix-key', 'Maria@Example.com'];

/** Every body that was posted, without the mark in its description. */
let posted: unknown[];

const listed = (description: string, facts: object = {}) => ({
  ...noWithdrawals,
  data: {
    ...noWithdrawals.data,
    withdraws: [
      {
        id: 'wd-1',
        correlationID: 'corr-wd-1',
        value: 2500,
        status: 'COMPLETED',
        pixKey: 'maria@example.com',
        description,
        createdAt: '2026-07-14T15:00:00.000Z',
        updatedAt: '2026-07-14T15:00:00.000Z',
        ...facts,
      },
    ],
    pagination: { ...noWithdrawals.data.pagination, total: 1 },
  },
});

beforeEach(() => {
  posted = [];
  nock.disableNetConnect();
  answerList(noWithdrawals).persist();
});
afterEach(() => {
  nock.cleanAll();
  nock.enableNetConnect();
});

function answerList(body: object, status = 200) {
  return nock(BASE_URL).get('/api/v1/withdraw/list').query(true).reply(status, body);
}

function serveBalance(body: object = balance) {
  nock(BASE_URL).persist().get('/api/v1/user/balance').reply(200, { success: true, data: body });
}

function answerCreation(status: number, body: object | string, headers: Record<string, string> = {}) {
  nock(BASE_URL)
    .post('/api/v1/withdraw/create', (sent: { readonly description?: string }) => {
      const { description = '', ...rest } = sent;
      const [marked, words = ''] = /^(?:(.*) )?#px[2-9a-hjkmnp-z]{7}$/.exec(description) ?? [];
      posted.push(marked === undefined ? sent : { ...rest, ...(words !== '' && { description: words }) });
      return true;
    })
    .reply(status, body, headers);
}

const withFeeOnTop = { ...createdWithdrawal, value: 2550, sent: 2500 };

const done = (data: object = createdWithdrawal) => ({ success: true, message: 'ok', data });

const run = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(argv, { ...options, environment: { ...CONNECTED, ...options.environment } });

describe('before money moves', () => {
  it('shows recipient, amount, fee, total and rest, and asks with No as the default', async () => {
    serveBalance();
    const { exitCode, stdout, stderr, questions } = await run(CREATE, { isTerminal: true, answers: [''] });
    expect(questions).toEqual(['Send R$ 25,00 to maria@example.com now? (y/N)']);
    expect(stderr.split('\n')).toEqual([
      // Coloured, because the service is not on this machine.
      '\u001b[33mFrom                https://wallet.example · PIX_API_KEY · pk_…a1b2\u001b[39m',
      'Account             no withdrawals known',
      'To                  maria@example.com (e-mail)',
      'Recipient receives     R$ 24,50',
      'Fee                     R$ 0,50',
      'Total debited          R$ 25,00',
      'Available after     R$ 1.209,56',
      'error: cancelled; nothing was sent',
      '',
    ]);
    expect({ exitCode, stdout, posted }).toEqual({ exitCode: 2, stdout: '', posted: [] });
  });

  it.each(['no', 'n', 'x', 'yeah', ' '])('reads %j as no', async (answer) => {
    serveBalance();
    const { exitCode } = await run(CREATE, { isTerminal: true, answers: [answer] });
    expect({ exitCode, posted }).toEqual({ exitCode: 2, posted: [] });
  });

  it.each([
    ['y', 'en'],
    ['YES ', 'en'],
    ['s', 'pt-BR'],
    ['Sim', 'pt-BR'],
  ])('reads %j as yes (%s)', async (answer, language) => {
    serveBalance();
    answerCreation(200, done());
    const { exitCode } = await run([...CREATE, '--lang', language], { isTerminal: true, answers: [answer] });
    expect(exitCode).toBe(0);
    expect(posted).toEqual([{ amount: 25, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }]);
  });

  it('asks nothing without a key', async () => {
    const { exitCode, questions } = await runCli(['withdraw', 'create'], { isTerminal: true });
    expect({ exitCode, questions }).toEqual({ exitCode: 4, questions: [] });
  });

  it('asks for missing values, and again for invalid ones', async () => {
    serveBalance();
    answerCreation(200, done({ ...createdWithdrawal, value: 1234, sent: 1184, pixKey: '+5511912345684' }));
    const answers = ['1.234', '4', '12,34', '529.982.247-24', '11912345684', 'phone', 'y'];
    const { exitCode, questions } = await run(['withdraw', 'create'], { isTerminal: true, answers });
    expect(exitCode).toBe(0);
    expect(questions).toEqual([
      'Amount in reais',
      '"1.234" may mean R$ 1.234,00 or R$ 1,23',
      'Amount in reais',
      'R$ 4,00 is below the minimum of R$ 5,00',
      'Amount in reais',
      "The recipient's Pix key",
      expect.stringContaining('check digits'),
      "The recipient's Pix key",
      'What type of key is 11912345684?',
      'Send R$ 12,34 to +5511912345684 now? (y/N)',
    ]);
    expect(posted).toEqual([{ amount: 12.34, pixKey: '+5511912345684', pixKeyType: 'PHONE' }]);
  });

  it('asks nothing with --yes, and sends what was typed', async () => {
    serveBalance();
    answerCreation(200, done(withFeeOnTop));
    const more = ['--description', ' Rent ', '--cover-fee', '--code', '123456', '--pix-key-type', 'e-mail'];
    const { exitCode, stdout, stderr } = await run([...CREATE, '--yes', ...more, '--json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(withFeeOnTop);
    expect(stderr).toMatch(/^Recipient receives +R\$ 25,00\nFee +R\$ 0,50\nTotal debited +R\$ 25,50\n/m);
    expect(posted).toEqual([
      {
        amount: 25,
        pixKey: 'maria@example.com',
        pixKeyType: 'EMAIL',
        description: 'Rent',
        coverFee: true,
        verificationCode: '123456',
      },
    ]);
  });

  it('prints only data with --quiet, and still shows the plan before a confirmation', async () => {
    serveBalance();
    answerCreation(200, done());
    expect((await run([...CREATE, '--yes', '--quiet'])).stderr).toBe('');
    const asked = await run([...CREATE, '--quiet'], { isTerminal: true, answers: [''] });
    expect(asked.stderr).toMatch(/^Total debited +R\$ 25,00$/m);
  });

  it('accepts a key with wrong check digits only with --force-key', async () => {
    serveBalance();
    answerCreation(200, done());
    await run(['withdraw', 'create', '--amount', '10', '--pix-key', '529.982.247-24', '--force-key', '--yes']);
    expect(posted).toEqual([{ amount: 10, pixKey: '52998224724', pixKeyType: 'CPF' }]);
  });

  it('never asks with --no-input, whatever the terminal', async () => {
    const { exitCode, questions } = await run([...CREATE, '--no-input'], { isTerminal: true });
    expect({ exitCode, questions, posted }).toEqual({ exitCode: 2, questions: [], posted: [] });
  });

  it('shows everything and sends nothing with --dry-run', async () => {
    serveBalance();
    const { exitCode, stdout, stderr } = await run([...CREATE, '--dry-run', '--cover-fee', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      dryRun: true,
      profile: null,
      baseUrl: BASE_URL,
      pixKey: 'maria@example.com',
      pixKeyType: 'EMAIL',
      amount: 2500,
      coverFee: true,
      fee: 50,
      sent: 2500,
      value: 2550,
      balance: 123456,
      balanceAfter: 120906,
      available: 123456,
      availableAfter: 120906,
      description: null,
      sentBefore: null,
    });
    expect(stderr).toBe('Dry run (--dry-run): nothing was sent.\n');
    expect({ exitCode, posted }).toEqual({ exitCode: 0, posted: [] });
  });

  it.each<[name: string, amount: string, account: object, code: string, words: RegExp]>([
    [
      'more than there is',
      '1234,57',
      balance,
      'insufficient_balance',
      /R\$ 1\.234,57 requested, R\$ 1\.234,56 available/,
    ],
    [
      'more than disputes leave of it',
      '1134,57',
      { ...balance, disputes: { ...balance.disputes, totalBlockedAmount: 10_000 } },
      'insufficient_balance',
      /R\$ 1\.134,57 requested, R\$ 1\.134,56 available/,
    ],
    [
      'more than one transaction may',
      '2000,01',
      { ...balance, balance: { ...balance.balance, total: 10_000_000 } },
      'limit_exceeded',
      /per transaction of R\$ 2\.000,00/,
    ],
    [
      'more than is left of the day',
      '100',
      { ...balance, limits: { ...balance.limits, dailyRemaining: 9_999 } },
      'limit_exceeded',
      /for the day of R\$ 10\.000,00: R\$ 99,99 available/,
    ],
    [
      'more than is left of the month',
      '100',
      { ...balance, limits: { ...balance.limits, monthlyRemaining: 0 } },
      'limit_exceeded',
      /for the month of R\$ 50\.000,00: R\$ 0,00 available/,
    ],
    [
      'less than the fee',
      '5',
      { ...balance, plan: { ...balance.plan, transactionFee: 500 } },
      'below_minimum',
      /fee of R\$ 5,00/,
    ],
  ])('detects that it is %s', async (_name, amount, account, code, words) => {
    serveBalance(account);
    const argv = ['withdraw', 'create', '--amount', amount, '--pix-key', 'a@b.com', '--yes', '--json'];
    const result = await run(argv);
    expect(jsonError(result)).toMatchObject({ code, message: expect.stringMatching(words) });
    expect({ exitCode: result.exitCode, stdout: result.stdout, posted }).toEqual({
      exitCode: 1,
      stdout: '',
      posted: [],
    });
    const rehearsed = await run([...argv, '--dry-run']);
    expect(rehearsed.exitCode).toBe(1);
  });

  it('leaves to the service what an unusual balance does not report', async () => {
    serveBalance({
      ...balance,
      limits: { ...balance.limits, daily: 0, dailyRemaining: 0, monthly: null, monthlyRemaining: null },
      plan: { name: 'x', transactionFee: null },
    });
    answerCreation(201, done());
    const { exitCode, stderr } = await run([...CREATE, '--yes']);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^Fee +unknown$/m);
    expect(posted).toHaveLength(1);
  });

  it('continues, and says so, with a key that may not read the balance', async () => {
    nock(BASE_URL)
      .get('/api/v1/user/balance')
      .reply(403, refusal('Forbidden', 'permission_missing', { requiredPermission: 'read:balance' }));
    answerCreation(200, done());
    const { exitCode, stderr } = await run([...CREATE, '--yes']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('may not read the balance');
  });

  it('stops at a key that the service rejects', async () => {
    nock(BASE_URL).get('/api/v1/user/balance').reply(401, refusal('Unauthorized', 'unauthorized'));
    expect((await run([...CREATE, '--yes'])).exitCode).toBe(4);
    expect(posted).toEqual([]);
  });

  it('sends nothing when Ctrl-C comes first', async () => {
    serveBalance();
    const controller = new AbortController();
    controller.abort(new Interruption('SIGINT'));
    const { exitCode, stderr } = await run([...CREATE, '--yes'], { interruption: controller.signal });
    expect({ exitCode, posted }).toEqual({ exitCode: 130, posted: [] });
    expect(stderr).toBe('error: interrupted\n');
  });
});

describe("the service's response", () => {
  it.each<[status: number, code: string, exitCode: number, words: RegExp, more?: object]>([
    [
      400,
      'insufficient_balance',
      1,
      /insufficient balance: R\$ 25,00 requested, R\$ 1,00 available \(message from the service: Words/,
      { balance: 100, required: 2500 },
    ],
    [
      400,
      'limit_exceeded',
      1,
      /for the day of R\$ 10,00: R\$ 1,00 available/,
      { limit: 1000, remaining: 100, period: 'day' },
    ],
    [
      400,
      'validation_failed',
      1,
      /pixKey: is not canonical/,
      { details: [{ path: 'pixKey', message: 'is not canonical' }] },
    ],
    [400, 'verification_required', 1, /verification code/],
    [400, 'verification_invalid', 1, /wrong, used or expired/],
    [400, 'withdrawal_in_progress', 1, /one at a time/],
    [401, 'unauthorized', 4, /invalid or revoked API key/],
    [
      403,
      'permission_missing',
      4,
      /lacks the permission write:withdraw:create/,
      { requiredPermission: 'write:withdraw:create' },
    ],
    [403, 'account_blocked', 1, /blocked/],
    [404, 'not_found', 1, /not found at this address/],
    [429, 'too_many_requests', 1, /nothing was done/, { retryAfter: 7 }],
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
      const environment = { PIX_CONFIG_DIR: stateFolder() };
      asLong(listed('Pix enviado'));
      for (let times = 0; times < 2; times += 1) {
        const result = await run([...CREATE, '--yes', '--json'], { environment });
        expect({ exitCode: result.exitCode, code: jsonError(result).code }).toEqual({
          exitCode: 5,
          code: 'outcome_unknown',
        });
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
      expect({ exitCode: result.exitCode, code: jsonError(result).code }).toEqual({
        exitCode: 1,
        code: 'too_many_requests',
      });
    });

    it.each([
      ['en', /^note: the service refused the same key and amount some minutes ago \(r-\d{8}-\w{4}\)/m],
      ['pt-BR', /^nota: o serviço recusou a mesma chave e o mesmo valor há poucos minutos \(r-\d{8}-\w{4}\)/m],
    ])('of a moment ago is mentioned when the command is repeated (%s)', async (language, words) => {
      const environment = { PIX_CONFIG_DIR: stateFolder() };
      asLong(noWithdrawals);
      const first = await run([...CREATE, '--yes', '--lang', language], { environment });
      const second = await run([...CREATE, '--yes', '--lang', language], { environment });
      expect([first.exitCode, second.exitCode]).toEqual([1, 0]);
      expect(first.stderr).not.toMatch(words);
      expect(second.stderr).toMatch(words);
    });
  });

  it.each([
    ['en', /the service responded with a withdrawal that existed before the request or belongs to .*: wd-old/],
    ['pt-BR', /o serviço respondeu com um envio que já existia antes da requisição ou que é de outro .*: wd-old/],
  ])('a response that is older than the request is reported as such (%s)', async (language, words) => {
    nock.cleanAll();
    serveBalance();
    answerList(listed('Pix enviado', { id: 'wd-newer', pixKey: 'ana@example.com', value: 700 }));
    answerList(refusal('Forbidden', 'account_blocked'), 403).persist();
    answerCreation(200, done({ ...createdWithdrawal, id: 'wd-old', createdAt: '2026-07-14T14:58:00.000Z' }));
    const { exitCode, stdout, stderr } = await run([...CREATE, '--yes', '-q', '--lang', language]);
    expect({ exitCode, stdout, posted: posted.length }).toEqual({ exitCode: 5, stdout: '', posted: 1 });
    expect(stderr).toMatch(words);
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

  describe('when the account requires a verification code', () => {
    const REQUEST_CODE = '/api/v1/user/security/request-transfer-code';
    const asksForCode = (body: nock.RequestBodyMatcher, status = 200, answer: object = codeRequested) =>
      nock(BASE_URL).post(REQUEST_CODE, body).reply(status, answer);
    const codeRequested = { success: true, message: 'sent', data: { expiresAt: '2026-07-14T15:10:00.000Z' } };
    const wantsCode = () => {
      serveBalance();
      answerCreation(400, refusal('Bad Request', 'verification_required'));
    };
    const sent = { amount: 25, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' };

    it('requests one, asks for it, and sends the refused withdrawal once more', async () => {
      wantsCode();
      asksForCode({ amount: 25, coverFee: true });
      answerCreation(200, done(withFeeOnTop));
      const { exitCode, questions, stderr } = await run([...CREATE, '--yes', '--cover-fee', '-q'], {
        isTerminal: true,
        answers: ['1', ' 123456 '],
      });
      expect(exitCode).toBe(0);
      expect(questions).toEqual(['Verification code', 'invalid verification code', 'Verification code']);
      expect(stderr).toContain('A verification code for exactly this amount was sent to the e-mail');
      expect(posted).toEqual([
        { ...sent, coverFee: true },
        { ...sent, coverFee: true, verificationCode: '123456' },
      ]);
    });

    it.each([
      ['reports nothing about the code', 200, { success: true }, /was sent to the e-mail .* It expires: unknown/],
      ['has no such operation', 404, refusal('Not Found', 'not_found'), /sends no codes on request/],
    ])('continues with a service that %s', async (_name, status, answer, message) => {
      wantsCode();
      asksForCode({ amount: 25 }, status, answer);
      answerCreation(200, done());
      const { exitCode, stderr } = await run([...CREATE, '--yes'], { isTerminal: true, answers: ['123456'] });
      expect({ exitCode, last: posted.at(-1) }).toEqual({ exitCode: 0, last: { ...sent, verificationCode: '123456' } });
      expect(stderr).toMatch(message);
    });

    it('sends nothing more when no code could be requested, or the code is refused', async () => {
      wantsCode();
      asksForCode({ amount: 25 }, 500, refusal('Internal Server Error', 'internal_error'));
      const unrequested = await run([...CREATE, '--yes'], { isTerminal: true });
      expect([unrequested.exitCode, posted]).toEqual([1, [sent]]);

      wantsCode();
      asksForCode({ amount: 25 });
      answerCreation(400, refusal('Bad Request', 'verification_invalid'));
      const wrong = await run([...CREATE, '--yes'], { isTerminal: true, answers: ['654321'] });
      expect([wrong.exitCode, posted.length]).toEqual([1, 3]);
      expect(wrong.stderr).toContain('pix withdraw request-code');
    });

    it.each([
      [[], {}],
      [['--no-input'], { isTerminal: true }],
    ])('does not ask without a terminal, and says how to get one (%j)', async (flags, options) => {
      wantsCode();
      const { exitCode, stdout, stderr } = await run([...CREATE, '--yes', '-q', ...flags], options);
      expect({ exitCode, stdout, posted }).toEqual({ exitCode: 1, stdout: '', posted: [sent] });
      expect(stderr).toMatch(/\nhint: request one with "pix withdraw request-code" [^]*\s--code\n$/);
    });

    it('requests one with a separate command', async () => {
      asksForCode({ amount: 25 });
      const json = await run(['withdraw', 'request-code', '--amount', '25,00', '--json']);
      expect(json).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"expiresAt": "2026-07-14T15:10') });
      expect(json.stderr).toContain('was sent to the e-mail');
      asksForCode({ amount: 5, coverFee: true });
      const shown = await run(['withdraw', 'request-code', '--cover-fee'], { isTerminal: true, answers: ['5'] });
      expect(shown).toMatchObject({ exitCode: 0, stdout: '' });
      expect((await run(['withdraw', 'request-code'])).exitCode).toBe(2);
    });
  });

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
    const loseAnswer = (found: boolean) => {
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
        .reply(502, '<html>the answer is lost</html>');
      nock(BASE_URL)
        .persist()
        .get('/api/v1/withdraw/list')
        .query(true)
        .reply(200, () => (found ? listed(mark) : noWithdrawals));
    };

    it('finds the withdrawal by its mark, and shows it as if nothing had happened', async () => {
      loseAnswer(true);
      nock(BASE_URL).get('/api/v1/withdraw/get/wd-1').reply(200, { success: true, data: withdrawalDetails });
      const { exitCode, stdout, stderr } = await run([...CREATE, '--yes', '--fields', 'id,status']);
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'wd-1\tCOMPLETED\n' });
      expect(stderr).toMatch(
        /^No response.* checking whether the payment was made, until \d\d:\d\d:\d\d at the latest/m,
      );
      expect(stderr).toContain('the withdrawal was found: wd-1.');
      expect(posted).toHaveLength(1);
    });

    it('puts a payment that is proven absent on hold: only a person has it sent again', async () => {
      loseAnswer(false);
      const result = await run([...CREATE, '--yes', '--json']);
      expect(result).toMatchObject({ exitCode: 5, stdout: '' });
      expect(jsonError(result)).toMatchObject({
        code: 'proven_absent',
        hint: expect.stringMatching(/pix payouts resume r-\d{8}-\w{4} --resend-proven-absent/),
      });
      expect(posted).toHaveLength(1);
    });
  });

  describe('with a reference', () => {
    const REFERRED = [...CREATE, '--yes', '--reference', 'INV-17', '--json'];

    it('shows the earlier withdrawal when repeated, and sends nothing', async () => {
      const environment = { ...CONNECTED, PIX_CONFIG_DIR: stateFolder() };
      serveBalance();
      answerCreation(200, done());
      nock(BASE_URL).persist().get('/api/v1/withdraw/get/wd-1').reply(200, { success: true, data: withdrawalDetails });
      expect((await runCli(REFERRED, { environment })).exitCode).toBe(0);
      const again = await runCli(REFERRED, { environment });
      expect(again.exitCode).toBe(0);
      expect(JSON.parse(again.stdout)).toEqual(withdrawalDetails);
      expect(again.stderr).toBe('The reference "INV-17" was already sent, as wd-1; nothing was sent now.\n');

      const other = await runCli([...REFERRED, '--amount', '30'], { environment });
      expect([other.exitCode, jsonError(other).code]).toEqual([2, 'reference_taken']);
      expect(posted).toHaveLength(1);
    });

    it('may be used again after a refusal', async () => {
      const environment = { ...CONNECTED, PIX_CONFIG_DIR: stateFolder() };
      serveBalance();
      answerCreation(400, refusal('Bad Request', 'limit_exceeded'));
      answerCreation(200, done());
      expect((await runCli(REFERRED, { environment })).exitCode).toBe(1);
      expect((await runCli(REFERRED, { environment })).exitCode).toBe(0);
      expect(posted).toHaveLength(2);
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
    const { temporaryFolder } = await import('../support/cli.ts');
    const { openProfiles } = await import('../../src/client/profiles/profiles.ts');
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

describe('--wait', () => {
  const lookUp = (status: string, more: object = {}) =>
    nock(BASE_URL)
      .get('/api/v1/withdraw/get/wd-1')
      .reply(200, { success: true, data: { ...withdrawalDetails, status, ...more } });

  it('looks until the withdrawal is final, at growing intervals, and then shows it', async () => {
    serveBalance();
    answerCreation(200, done({ ...createdWithdrawal, status: 'PENDING' }));
    for (const status of ['PENDING', 'PENDING', 'NEW_STATUS', 'COMPLETED']) lookUp(status);
    const waits: number[] = [];
    const { exitCode, stdout } = await run([...CREATE, '--yes', '--wait', '--json'], {
      onSleep: (milliseconds) => waits.push(milliseconds),
    });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(withdrawalDetails);
    expect(waits).toEqual([1_000, 1_500, 2_250]);
    expect(posted).toHaveLength(1);
  });

  it('ends with 1 when the withdrawal ends with a failure', async () => {
    serveBalance();
    answerCreation(200, done({ ...createdWithdrawal, status: 'PENDING' }));
    lookUp('FAILED', { failureReason: 'AB03: settlement timed out', failedAt: '2026-07-14T15:00:05.000Z' });
    const { exitCode, stderr } = await run([...CREATE, '--yes', '--wait']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('AB03');
  });

  it.each<[status: number, code: string]>([
    [403, 'permission_missing'],
    [404, 'not_found'],
  ])('never treats a failure to follow a created withdrawal as a refusal (%i)', async (status, code) => {
    serveBalance();
    answerCreation(200, done({ ...createdWithdrawal, status: 'PENDING' }));
    nock(BASE_URL).get('/api/v1/withdraw/get/wd-1').reply(status, refusal('Phrase', code));
    const result = await run([...CREATE, '--yes', '--wait', '--fields', 'id,status', '--json', '-q']);
    expect(result.exitCode).toBe(5);
    expect(JSON.parse(result.stdout)).toEqual({ id: 'wd-1', status: 'PENDING' });
    expect(jsonError(result)).toMatchObject({
      code: 'not_followed',
      message: expect.stringMatching(/^the withdrawal wd-1 was created, but its outcome is not known yet: /),
      hint: 'do not repeat the command; check its outcome with: pix withdraw get wd-1',
      details: { id: 'wd-1', reason: code, status },
    });
  });

  it('reports the withdrawal when waiting is interrupted', async () => {
    serveBalance();
    answerCreation(200, done({ ...createdWithdrawal, status: 'PENDING' }));
    lookUp('PENDING');
    const controller = new AbortController();
    const { exitCode, stdout, stderr } = await run([...CREATE, '--yes', '--wait', '--fields', 'id'], {
      interruption: controller.signal,
      onSleep: () => {
        controller.abort(new Interruption('SIGINT'));
      },
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: 'wd-1\n' });
    expect(stderr).toContain('error: the withdrawal wd-1 was created, but its outcome is not known yet: interrupted');
  });
});
