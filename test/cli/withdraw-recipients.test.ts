import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allowedBy, BASE_URL, CONNECTED, NOON, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { balance, createdWithdrawal, refusal } from '../support/bodies.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

/** Minutes before now, newest first. */
const PAID = [
  ['maria@example.com', 2_500, 5, 'COMPLETED'],
  ['+5511987654321', 123_450, 90, 'PENDING'],
  ['MARIA@example.com', 700, 200, 'COMPLETED'],
  ['broken@example.com', 900, 300, 'FAILED'],
  ['***.982.247-**', 900, 400, 'COMPLETED'],
  ['52998224725', 900, 60 * 24 * 3, 'COMPLETED'],
] as const;

type Paid = readonly [pixKey: string, value: number, minutes: number, status: string];

let posted: object[];
let folder: string;

onlyNock();
beforeEach(() => {
  folder = temporaryFolder();
  posted = [];
  nock(BASE_URL).persist().get('/api/v1/user/balance').reply(200, { success: true, data: balance });
  nock(BASE_URL)
    .post('/api/v1/withdraw/create', (sent: object) => posted.push(sent) > 0)
    .reply(200, {
      success: true,
      message: 'ok',
      data: { ...createdWithdrawal, id: 'wd-new', createdAt: new Date(NOON).toISOString() },
    });
});

function listing(paid: readonly Paid[]) {
  const withdraws = paid.map(([pixKey, value, minutes, status], index) => ({
    id: `wd-${index}`,
    value,
    status,
    pixKey,
    description: '',
    metadata: {},
    createdAt: new Date(NOON - minutes * 60_000).toISOString(),
    updatedAt: new Date(NOON - minutes * 60_000).toISOString(),
  }));
  const pagination = { total: withdraws.length, limit: 50, offset: 0, hasMore: false };
  const statistics = { total: withdraws.length, completed: 0, pending: 0, failed: 0, totalValue: 0 };
  return { success: true, data: { withdraws, pagination, statistics } };
}

function serveList(body: object, status = 200) {
  nock(BASE_URL).persist().get('/api/v1/withdraw/list').query(true).reply(status, body);
}

const run = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(argv, { isTerminal: true, ...options, environment: { ...CONNECTED, PIX_CONFIG_DIR: folder } });

const guided = (answers: readonly string[], ...more: readonly string[]) =>
  run(['withdraw', 'create', ...more], { answers });

describe('the list of recent recipients', () => {
  it('offers each once, with amount and time, and pays the key as it is registered', async () => {
    serveList(listing(PAID));
    const { questions, offers } = await guided(['25', 'maria@example.com', '']);
    expect(questions.slice(0, 2)).toEqual(['Amount in reais', 'To whom?']);
    expect(offers).toEqual([
      'maria@example.com     R$ 25,00  5 min ago',
      '+5511987654321     R$ 1.234,50  90 min ago',
      '52998224725            R$ 9,00  3 d ago',
      'another key',
    ]);
    const paid = await guided(['25', 'maria@example.com', 'y']);
    expect([paid.exitCode, posted]).toMatchObject([0, [{ pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }]]);
  });

  it('names them as in the newest paid file, and is cut to the terminal', async () => {
    serveList(listing(PAID));
    const path = join(folder, 'july.csv');
    writeFileSync(path, 'name,pix_key,amount\nMaria da Silva,maria@example.com,25.00\n');
    const argv = ['payouts', 'run', path, '--yes', '--confirm-total', '25'];
    await run([...argv, ...allowedBy(await run(argv), 'repeated')]);
    const { offers } = await guided(['25', 'another', '52998224725', '']);
    expect(offers[0]).toMatch(/^maria@example\.com {5}R\$ 25,00 {2}5 min ago {2}Maria da Silva$/);
    const narrow = await run(['withdraw', 'create'], { answers: ['25', 'another', '52998224725', ''], columns: 40 });
    expect(narrow.offers.every((offer) => offer.length <= 37)).toBe(true);
    expect(narrow.questions.slice(0, 3)).toEqual(['Amount in reais', 'To whom?', "The recipient's Pix key"]);
  });

  it('has at most seven, and only those with a key of the requested type', async () => {
    serveList(listing(Array.from({ length: 12 }, (_, index) => [`a${index}@example.com`, 500, index, 'COMPLETED'])));
    expect((await guided(['25', 'a6@example.com', ''])).offers).toHaveLength(8);
    expect((await guided(['25', '52998224725', ''], '--pix-key-type', 'CPF')).questions).not.toContain('To whom?');
  });

  it('is not shown when the key is given, or without a terminal', async () => {
    serveList(listing([['ana@example.com', 500, 1, 'COMPLETED']]));
    const key = ['--pix-key', 'maria@example.com'];
    const { questions } = await guided(['25', ''], ...key);
    expect([questions.length, questions.includes('To whom?')]).toEqual([2, false]);
    expect((await run(['withdraw', 'create', '--amount', '25', '--yes'], { isTerminal: false })).exitCode).toBe(2);
  });

  it('is skipped for a key that may not read withdrawals', async () => {
    serveList(refusal('Forbidden', 'permission_missing', { requiredPermission: 'read:withdraws' }), 403);
    const { questions } = await guided(['25', 'maria@example.com', '']);
    expect(questions.slice(0, 2)).toEqual(['Amount in reais', "The recipient's Pix key"]);
  });

  it.each([
    [401, 'unauthorized', 4],
    [403, 'account_blocked', 1],
    [403, 'origin_refused', 1],
  ])('ends the command before any question, when the service answers %i %s', async (status, code, exitCode) => {
    serveList(refusal('Refused', code), status);
    const ended = await guided([]);
    expect([ended.exitCode, ended.questions, posted]).toEqual([exitCode, [], []]);
  });
});
