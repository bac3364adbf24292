import { describe, expect, it } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { BASE_URL, jsonError, runCli, CONNECTED, failureOf, temporaryFolder } from '../support/cli.ts';
import { balance, createdWithdrawal, noWithdrawals, refusal, withdrawalDetails } from '../support/bodies.ts';
import {
  CREATE,
  posted,
  answerList,
  serveBalance,
  answerCreation,
  withFeeOnTop,
  done,
  run,
  serveNoWithdrawals,
} from './withdraw-service.ts';
import { nock } from '../support/nock-network.ts';

serveNoWithdrawals();

describe('before money moves', () => {
  it('shows recipient, amount, fee, total and rest, and asks with No as the default', async () => {
    serveBalance();
    const { exitCode, stdout, stderr, questions } = await run(CREATE, { isTerminal: true, answers: [''] });
    expect(questions).toEqual(['Send R$ 25,00 to maria@example.com now? (y/N)']);
    expect(stderr.split('\n')).toEqual([
      // Coloured, because the service is not on this machine.
      '\u001b[33mFrom                https://wallet.example · PIX_API_KEY · pk_…a1b2\u001b[39m',
      'To                  maria@example.com (e-mail)',
      'Recipient receives     R$ 24,50',
      'Fee                     R$ 0,50',
      'Total debited          R$ 25,00',
      'Available after     R$ 1.209,56',
      'Cancelled. Nothing was sent.',
      '',
    ]);
    expect({ exitCode, stdout, posted }).toEqual({ exitCode: 2, stdout: '', posted: [] });
  });

  it('is refused where the list counts a withdrawal that it does not show: it may be the same', async () => {
    nock.cleanAll();
    const { pagination } = noWithdrawals.data;
    answerList({
      ...noWithdrawals,
      data: { ...noWithdrawals.data, pagination: { ...pagination, total: 1 } },
    }).persist();
    serveBalance();
    answerCreation(200, done());
    const { exitCode, stderr } = await run([...CREATE, '--yes']);
    expect(stderr).toContain('expected rows behind 0 of 1, received none');
    expect({ exitCode, posted }).toEqual({ exitCode: 1, posted: [] });
  });

  const refuseReads = (status: number) => {
    nock.cleanAll();
    answerList(refusal('Refused', status === 403 ? 'permission_missing' : 'internal_error'), status).persist();
  };
  const failReads = () => {
    nock.cleanAll();
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
    nock(BASE_URL).persist().get('/api/v1/withdraw/list').query(true).replyWithError(cause);
  };

  it.each([
    ['en', 'nothing was sent', 1, () => refuseReads(500)],
    ['pt-BR', 'nada foi enviado', 1, () => refuseReads(500)],
    ['en', 'nothing was sent', 4, () => refuseReads(403)],
    ['pt-BR', 'nada foi enviado', 1, failReads],
  ])(
    'says that nothing was sent when a read fails after Yes: %s, %s, exit code %i',
    async (lang, words, code, fail) => {
      serveBalance();
      const answer = () => {
        fail();
        return Promise.resolve('y');
      };
      const { exitCode, stderr } = await run([...CREATE, '--lang', lang], { isTerminal: true, answers: [answer] });
      expect(stderr.split('\n').find((line) => /^err(or|o):/.test(line))).toMatch(new RegExp(`; ${words}$`));
      expect({ exitCode, posted }).toEqual({ exitCode: code, posted: [] });
    },
  );

  it('says that nothing was sent when the first read fails, and keeps the facts of the error', async () => {
    refuseReads(500);
    const failed = await run([...CREATE, '--yes', '--json']);
    expect(jsonError(failed)).toMatchObject({ status: 500, message: expect.stringContaining('; nothing was sent') });
    const stopped = new AbortController();
    nock.cleanAll();
    answerList(noWithdrawals).persist();
    serveBalance();
    const answer = () => {
      stopped.abort(new Interruption('SIGINT'));
      return Promise.resolve('y');
    };
    const options = { isTerminal: true, answers: [answer], interruption: stopped.signal };
    const { exitCode, stderr } = await run(CREATE, options);
    expect(stderr).toContain('interrupted; nothing was sent');
    expect({ exitCode, posted }).toEqual({ exitCode: 130, posted: [] });
  });

  it.each([
    [['withdraw', 'create', '--amount', '25,00', '--pix-key', 'maria@example.com', '--yes']],
    [['withdraw', 'create', '--amount', '25,00', '--pix-key', 'maria@example.com', '--dry-run']],
    [['stats', '--month', '2026-07']],
  ])('reports a refused address as such, and not as a missing permission: %j', async (argv) => {
    nock.cleanAll();
    const body = refusal('Forbidden', 'origin_refused');
    nock(BASE_URL).persist().get(/./).reply(403, body);
    const { exitCode, stderr } = await run([...argv]);
    expect(stderr).toMatch(/^error: the service rejects requests through this address/);
    expect({ exitCode, posted }).toEqual({ exitCode: 1, posted: [] });
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
    expect([exitCode, posted]).toEqual([0, [{ amount: 25, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }]]);
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
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, withFeeOnTop]);
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

  const disputed = { disputes: { ...balance.disputes, totalBlockedAmount: 10_000 } };
  const rich = { balance: { ...balance.balance, total: 10_000_000 } };
  const left = (limits: object) => ({ limits: { ...balance.limits, ...limits } });
  const expensive = { plan: { ...balance.plan, transactionFee: 500 } };

  it.each<[name: string, amount: string, account: object, code: string, words: RegExp]>([
    ['more than there is', '1234,57', {}, 'insufficient_balance', /R\$ 1\.234,57 requested, R\$ 1\.234,56 available/],
    [
      'more than disputes leave',
      '1134,57',
      disputed,
      'insufficient_balance',
      / 1\.134,57 requested, R\$ 1\.134,56 avail/,
    ],
    [
      'more than one transaction may',
      '2000,01',
      rich,
      'limit_exceeded',
      /^the total debited exceeds the limit per transaction of R\$ 2\.000,00$/,
    ],
    [
      ...(['more than is left of the day', '100', left({ dailyRemaining: 9_999 }), 'limit_exceeded'] as const),
      /for the day of R\$ 10\.000,00: R\$ 99,99 available/,
    ],
    [
      ...(['more than is left of the month', '100', left({ monthlyRemaining: 0 }), 'limit_exceeded'] as const),
      /for the month of R\$ 50\.000,00: R\$ 0,00 available/,
    ],
    ['less than the fee', '5', expensive, 'below_minimum', /fee of R\$ 5,00/],
  ])('detects that it is %s', async (_name, amount, account, code, words) => {
    serveBalance({ ...balance, ...account });
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
    // No plan of what is not sent.
    expect((await run(argv.slice(0, -1))).stderr).toMatch(/^error: [^\n]+\nhint: [^\n]+\n$/);
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
    expect([exitCode, JSON.parse(stdout), waits]).toEqual([0, withdrawalDetails, [1_000, 1_500, 2_250]]);
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
    expect([result.exitCode, JSON.parse(result.stdout)]).toEqual([5, { id: 'wd-1', status: 'PENDING' }]);
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
      onSleep: () => controller.abort(new Interruption('SIGINT')),
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: 'wd-1\n' });
    expect(stderr).toContain('error: the withdrawal wd-1 was created, but its outcome is not known yet: interrupted');
  });
});

describe('when the account requires a verification code', () => {
  const REQUEST_CODE = '/api/v1/user/security/request-transfer-code';
  const asksForCode = (body: nock.RequestBodyMatcher, status = 200, answer: object | string = codeRequested) =>
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
    ['answers nothing', 200, '', /not clear from the answer whether a code was sent/],
    ['answers in another form', 200, { success: true, data: 'sent' }, /not clear from the answer whether a code/],
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
    // The request without a code was sent, and refused.
    expect(unrequested.stderr).not.toContain('nothing was sent');

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

describe('with a reference', () => {
  const REFERRED = [...CREATE, '--yes', '--reference', 'INV-17', '--json'];

  it('shows the earlier withdrawal when repeated, and sends nothing', async () => {
    const environment = { ...CONNECTED, PIX_CONFIG_DIR: temporaryFolder() };
    serveBalance();
    answerCreation(200, done());
    nock(BASE_URL).persist().get('/api/v1/withdraw/get/wd-1').reply(200, { success: true, data: withdrawalDetails });
    expect((await runCli(REFERRED, { environment })).exitCode).toBe(0);
    const again = await runCli(REFERRED, { environment });
    expect([again.exitCode, JSON.parse(again.stdout)]).toEqual([0, withdrawalDetails]);
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

it.each([[['--reference', 'INV-18']], [[]]])(
  'a payment whose earlier attempt is not confirmed is still said to be so when the service cannot be read, as by a run: %j',
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
