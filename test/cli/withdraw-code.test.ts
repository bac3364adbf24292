import { describe, expect, it } from 'vitest';
import { BASE_URL } from '../support/cli.ts';
import { refusal } from '../support/bodies.ts';
import {
  CREATE,
  posted,
  serveBalance,
  answerCreation,
  withFeeOnTop,
  done,
  run,
  serveNoWithdrawals,
} from './withdraw-service.ts';
import { nock } from '../support/nock-network.ts';

serveNoWithdrawals();

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
