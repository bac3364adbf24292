import { beforeEach } from 'vitest';
import { BASE_URL, CONNECTED, runCli, type CliOptions } from '../support/cli.ts';
import { balance, createdWithdrawal, noWithdrawals } from '../support/bodies.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

export const CREATE = ['withdraw', 'create', '--amount', '25,00', '--pix-key', 'Maria@Example.com'];

/** Every body that was posted, without the mark in its description. */
export const posted: unknown[] = [];

export const listed = (description: string, facts: object = {}) => ({
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

/** Answers the look before a withdrawal, in each test of a file. */
export function serveNoWithdrawals(): void {
  onlyNock();
  beforeEach(() => {
    posted.length = 0;
    answerList(noWithdrawals).persist();
  });
}

export function answerList(body: object, status = 200) {
  return nock(BASE_URL).get('/api/v1/withdraw/list').query(true).reply(status, body);
}

export function serveBalance(body: object = balance) {
  nock(BASE_URL).persist().get('/api/v1/user/balance').reply(200, { success: true, data: body });
}

export function answerCreation(status: number, body: object | string, headers: Record<string, string> = {}) {
  nock(BASE_URL)
    .post('/api/v1/withdraw/create', (sent: { readonly description?: string }) => {
      const { description = '', ...rest } = sent;
      const [marked, words = ''] = /^(?:(.*) )?#px[2-9a-hjkmnp-z]{7}$/.exec(description) ?? [];
      posted.push(marked === undefined ? sent : { ...rest, ...(words !== '' && { description: words }) });
      return true;
    })
    .reply(status, body, headers);
}

export const withFeeOnTop = { ...createdWithdrawal, value: 2550, sent: 2500 };

export const done = (data: object = createdWithdrawal) => ({ success: true, message: 'ok', data });

export const run = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(argv, { ...options, environment: { ...CONNECTED, ...options.environment } });
