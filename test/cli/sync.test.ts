import { existsSync, statSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, dirname, relative } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { freshLimitAt, LIST_CACHE_SECONDS } from '../../src/contract/limits.ts';
import { openDatabase } from '../../src/sql/sqlite/open.ts';
import {
  API_KEY,
  BASE_URL,
  CONNECTED,
  hourly,
  jsonError,
  runCli,
  temporaryFolder,
  type CliOptions,
} from '../support/cli.ts';
import { balance, refusal } from '../support/bodies.ts';
import { payment, range, withdrawal, type ListService } from './export-service.ts';
import { serveWallet } from './find-service.ts';
import { nock, onlyNock } from '../support/nock-network.ts';
import { loadDriver } from '../../src/sql/sqlite/driver.ts';

let environment: Record<string, string>;
let nextHour: () => number;
onlyNock();
beforeEach(() => {
  nextHour = hourly();
  vi.stubEnv('TZ', 'America/Sao_Paulo');
  environment = { ...CONNECTED, PIX_CONFIG_DIR: temporaryFolder() };
});

const run = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(argv, { environment, now: nextHour(), ...options });

async function synced(...argv: string[]) {
  const { exitCode, stdout, stderr } = await run(['sync', '--json', ...argv]);
  return { exitCode, stderr, result: exitCode === 0 || exitCode === 3 ? JSON.parse(stdout) : undefined };
}

async function foundOffline(...argv: string[]): Promise<string[]> {
  const { stdout } = await run(['find', '--offline', '--fields', 'id,matchedBy', ...argv]);
  return stdout.split('\n').slice(0, -1);
}

describe('the first sync', () => {
  it('reads everything, proves it complete, and stores it privately', async () => {
    serveWallet({
      payments: range(250, (number) => payment(number, { ...(number === 249 && { status: 'ACTIVE' }) })),
      withdraws: range(20, withdrawal),
    });
    const { exitCode, stderr, result } = await synced();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(result).toMatchObject({
      profile: null,
      service: BASE_URL,
      lists: [
        { list: 'payments', rows: 250, newRows: 250, proven: true, notFinal: { rows: 1 } },
        { list: 'withdraws', rows: 20, newRows: 20, proven: true, notFinal: { rows: 0, asOf: null } },
      ],
    });
    expect(result.file).toContain(join(environment['PIX_CONFIG_DIR'] ?? '', 'state'));
    expect(statSync(result.file).mode & 0o777).toBe(0o600);
  });

  it('resumes after an interruption', async () => {
    const service = serveWallet({ payments: range(2_500, payment) });
    const controller = new AbortController();
    service.onRequest = () => {
      if (service.asked.length === 22) controller.abort(new Interruption('SIGINT'));
    };
    const stopped = await run(['sync'], { interruption: controller.signal });
    expect(stopped.exitCode).toBe(130);
    expect(stopped.stderr).toContain('What was read is stored');
    // The message says that the index is not complete yet.
    expect((await run(['find', '--offline', 'nobody@example.org'])).exitCode).toBe(3);
    const askedBefore = service.asked.length;
    const { result } = await synced();
    expect(result.lists[0]).toMatchObject({ rows: 2_500, proven: true });
    expect(result.lists[0].newRows).toBeLessThan(2_500);
    expect(service.asked.length - askedBefore).toBeLessThan(28);
  });

  it('reports what it could not prove, and requests only the rest again', async () => {
    const service = serveWallet({ payments: range(300, payment) });
    service.hidden = 'pay-150';
    const { exitCode, stderr, result } = await synced();
    expect([exitCode, result.lists[0]]).toMatchObject([3, { proven: false }]);
    expect(jsonError({ stderr }).code).toBe('not_proven');
    service.hidden = undefined;
    const again = await synced();
    expect([again.exitCode, again.result.lists[0]]).toMatchObject([0, { rows: 300, proven: true }]);
    expect(again.result.lists[0].newRows).toBeLessThan(200);
  });
});

describe('a later sync', () => {
  it.each([
    ['nothing', 0, 2],
    ['a few rows', 30, 2],
    ['a hundred rows', 100, 3],
    ['a hundred and ten rows', 110, 3],
    ['six hundred rows', 600, 12],
  ])('of %s takes a few requests, however many rows are stored', async (_what, added, requests) => {
    const service = serveWallet({ payments: range(600, payment), withdraws: range(5, withdrawal) });
    await synced();
    service.asked.length = 0;
    service.payments = range(600 + added, payment);
    for (const { netValue } of range(600 + added, payment).slice(600)) service.balance += netValue;
    const { result, stderr } = await synced();
    expect([stderr, result.note.span]).toMatchObject(['', { verdict: 'adds_up' }]);
    expect(result.lists).toMatchObject([
      { rows: 600 + added, newRows: added, proven: true },
      { rows: 5, newRows: 0, proven: true },
    ]);
    expect(service.asked.length).toBeLessThanOrEqual(requests);
    expect(await foundOffline(`corr-${599 + added}`)).toEqual([`pay-${599 + added}\tcorrelationID`]);
    expect(await foundOffline('corr-590')).toEqual(['pay-590\tcorrelationID']);
  });

  it('reads rows again that were not final, at any position', async () => {
    const service = serveWallet({
      payments: range(1_500, (number) => payment(number, { ...(number % 700 === 5 && { status: 'PENDING' }) })),
    });
    await synced();
    service.asked.length = 0;
    service.payments = range(1_500, payment);
    for (const number of [5, 705, 1_405]) service.balance += payment(number).netValue;
    const { result } = await synced();
    expect(result.lists[0].notFinal).toEqual({ rows: 0, asOf: null });
    expect(service.asked.length).toBeLessThanOrEqual(5);
    expect((await run(['find', '--offline', 'corr-5', '--fields', 'status'])).stdout).toBe('COMPLETED\n');
  });

  it('reads all of them again, however far apart, where the balance shows that one has changed', async () => {
    const open = (number: number) => ({ ...(number % 90 === 0 && { status: 'ACTIVE' }) });
    const service = serveWallet({ payments: range(2_500, (number) => payment(number, open(number))) });
    expect((await synced()).result.note).not.toBeNull();
    service.payments = range(2_500, (number) => payment(number, number === 0 ? {} : open(number)));
    service.balance += payment(0).netValue;
    const paid = await synced();
    expect(paid.result.note.span).toMatchObject({ verdict: 'adds_up', difference: 0 });
    expect((await run(['find', '--offline', 'pay-0', '--fields', 'status'])).stdout).toBe('COMPLETED\n');
    service.asked.length = 0;
    expect((await synced()).result.note.span).toMatchObject({ verdict: 'adds_up' });
    expect(service.asked.length).toBeLessThanOrEqual(22);
    service.mayReadBalance = false;
    service.payments = range(2_500, (number) => payment(number, number === 90 ? {} : open(number)));
    await synced();
    expect((await run(['find', '--offline', 'pay-90', '--fields', 'status'])).stdout).toBe('COMPLETED\n');
  });

  it.each([
    ['that was completed and came back', 'COMPLETED', 'FAILED', 3_000],
    ['that had failed and was paid after all', 'FAILED', 'COMPLETED', -3_000],
  ])('reads a withdrawal again %s, where the balance shows it', async (_what, earlier, later, change) => {
    const at = { createdAt: '2026-06-10T12:00:00.000Z', updatedAt: '2026-06-10T13:00:00.000Z', value: 3_000 };
    const withdraws = (row: object) =>
      range(300, (number) => withdrawal(number, number === 0 ? { ...at, ...row } : {}));
    const service = serveWallet({ withdraws: withdraws({ status: earlier }) });
    await synced();
    service.withdraws = withdraws({ updatedAt: '2026-07-14T12:30:00.000Z', status: later });
    service.balance += change;
    expect((await synced()).result.note.span).toMatchObject({ verdict: 'adds_up', difference: 0 });
    expect((await run(['find', '--offline', 'wd-0', '--fields', 'status'])).stdout).toBe(`${later}\n`);
    // What no row explains remains a gap, and is not looked for again.
    service.balance += 1;
    expect((await synced()).result.note.span).toMatchObject({ verdict: 'gap', difference: 1 });
    service.asked.length = 0;
    expect((await synced()).result.note.span).toMatchObject({ verdict: 'adds_up' });
    expect(service.asked.length).toBeLessThanOrEqual(2);
  });

  it('has what was added a moment ago, though the service repeats each answer for a minute', async () => {
    const service = serveWallet({ payments: range(100, payment) });
    service.mayReadBalance = false;
    const answered = new Map<string, ListService['payments']>();
    let newest = service.payments;
    service.onRequest = (question) => {
      service.payments = answered.get(question) ?? newest;
      answered.set(question, service.payments);
    };
    const start = nextHour();
    const rows: number[] = [];
    for (let added = 0; added < 25; added += 1) {
      newest = range(100 + added, payment);
      const { stdout } = await run(['sync', '--json'], { now: start + added * 2_000 });
      rows.push(JSON.parse(stdout).lists[0].rows);
    }
    expect(rows).toEqual(range(25, (added) => 100 + added));
  });

  it('has the statuses of now behind the newest page, though others have asked for pages of the usual sizes', async () => {
    const service = serveWallet({ payments: range(100, payment) });
    service.mayReadBalance = false;
    const seconds = range(LIST_CACHE_SECONDS + 1, (number) => Math.ceil(nextHour() / 1_000) + number);
    const second = seconds.find((candidate) => freshLimitAt(candidate) === 40) ?? 0;
    await synced();
    const open = range(160, (number) => payment(number, { ...(number === 110 && { status: 'PENDING' }) }));
    const usual = new Set(['payment 0+100', ...seconds.map((other) => `payment 0+${freshLimitAt(other)}`)]);
    usual.delete('payment 0+40');
    service.onRequest = (question) => {
      service.payments = usual.has(question) ? open : range(160, payment);
    };
    const { stdout } = await run(['sync', '--json'], { now: second * 1_000 });
    expect(JSON.parse(stdout).lists[0]).toMatchObject({ rows: 160, newRows: 60, notFinal: { rows: 0 } });
  });

  it('survives responses that are older than the index', async () => {
    const service = serveWallet({ payments: range(400, payment) });
    await synced();
    const all = service.payments;
    let answers = 0;
    service.onRequest = () => {
      answers += 1;
      service.payments = answers === 1 ? all.slice(0, 390) : all;
    };
    expect((await synced()).result.lists[0]).toMatchObject({ rows: 400, newRows: 0, proven: true });
  });
});

describe('an index of something else', () => {
  it.each([
    ['another account', range(400, (number) => payment(number, { id: `other-${number}` }))],
    ['an account with fewer rows', range(100, payment)],
    ['an account that has grown since', range(900, (number) => payment(number, { id: `other-${number}` }))],
  ])('is refused, left unchanged, and rebuilt only on request: %s', async (_what, others) => {
    const service = serveWallet({ payments: range(400, payment) });
    await synced();
    service.payments = others;
    const refused = await synced();
    expect(refused.exitCode).toBe(1);
    expect(jsonError(refused)).toMatchObject({
      code: 'mirror_of_another_account',
      hint: expect.stringContaining('pix sync --rebuild'),
    });
    expect(await foundOffline('corr-7')).toEqual(['pay-7\tcorrelationID']);
    const rebuilt = await synced('--rebuild');
    expect(rebuilt.result.lists[0]).toMatchObject({ rows: others.length, newRows: others.length, proven: true });
    expect(await foundOffline('pay-7')).toEqual(others[7]?.id === 'pay-7' ? ['pay-7\tid'] : []);
  });

  it('is the index of a profile that has moved to another service', async () => {
    const login = async (url: string) => {
      nock(url).get('/api/v1/user/balance').reply(200, { success: true, data: balance });
      const argv = ['auth', 'login', '-p', 'shop', '--base-url', url];
      await runCli(argv, { environment: { PIX_CONFIG_DIR: environment['PIX_CONFIG_DIR'] ?? '' }, stdin: API_KEY });
    };
    await login(BASE_URL);
    environment = { PIX_CONFIG_DIR: environment['PIX_CONFIG_DIR'] ?? '' };
    serveWallet({ payments: range(5, payment) });
    expect((await synced()).result).toMatchObject({ profile: 'shop' });
    await login('https://other.example');
    for (const command of [['sync'], ['find', '--offline', 'x']]) {
      const { exitCode, stderr } = await run([...command, '--json']);
      expect(exitCode).toBe(1);
      expect(jsonError({ stderr })).toMatchObject({ code: 'mirror_of_another_account', details: { origin: BASE_URL } });
    }
  });
});

describe('pix find --offline', () => {
  it('finds by everything that pix find does, without a request', async () => {
    const service = serveWallet({
      payments: range(120, (number) => payment(number, { ...(number === 50 && { description: 'Almoço da  AÇÃO' }) })),
      withdraws: range(120, (number) => withdrawal(number, { ...(number === 60 && { pixKey: '+5511987654321' }) })),
    });
    await synced();
    service.asked.length = 0;
    service.lookedUp.length = 0;
    expect(await foundOffline('PAY-3')).toEqual(['pay-3\tid']);
    expect(await foundOffline('corr-wd-7')).toEqual(['wd-7\tcorrelationID']);
    expect(await foundOffline('(11) 98765-4321')).toEqual(['wd-60\tpixKey']);
    expect(await foundOffline('almoco da acao')).toEqual(['pay-50\tdescription']);
    expect(await foundOffline('R$ 10,50')).toEqual(['pay-100\tnetValue', 'pay-50\tvalue']);
    expect(await foundOffline('MARIA@example.com', '-L', '3')).toEqual([
      'wd-119\tpixKey',
      'wd-118\tpixKey',
      'wd-117\tpixKey',
    ]);
    expect(await foundOffline('pedido', '--all')).toHaveLength(119);
    const span = ['--since', payment(10).createdAt, '--until', withdrawal(12).createdAt];
    expect(await foundOffline('nobody.example', ...span)).toEqual([]);
    expect(await foundOffline('EXAMPLE.com', ...span)).toHaveLength(3);
    expect(await foundOffline('maria@example.com', ...span)).toEqual(
      [12, 11, 10].map((number) => `wd-${number}\tpixKey`),
    );
    expect([service.asked, service.lookedUp]).toEqual([[], []]);
  });

  it.each([
    ['a masked key that the service writes with its punctuation', ['***.982.247-**'], ['wd-0\tpixKey']],
    ['the end of a phone number with its punctuation', ['4321'], ['wd-1\tpixKey']],
    ['the country of a number that the service writes without it', ['511987'], ['wd-1\tpixKey']],
    ['a part of a random key that the service writes without hyphens', ['e89b-12d3'], ['wd-2\tpixKey']],
    ['an ID without digits beside another term', ['pedido-azul', '12,34'], ['pay-1\tcorrelationID,value']],
    ['an amount with a space between its groups', ['R$', '1 234,56'], ['pay-2\tvalue']],
    ['an amount as statements have it of what was sent', ['--', '-R$ 5,00'], ['wd-0\tvalue']],
    ['the same without the currency', ['--', '-5,00'], ['wd-0\tvalue']],
    ['an ID of another day', ['pay-2', '--since', '2026-07-02'], []],
  ])('finds %s, as a search of the lists does', async (_what, argv, expected) => {
    serveWallet({
      payments: [
        payment(1, { correlationID: 'pedido-azul', value: 1_234 }),
        payment(2, { value: 123_456 }),
        payment(3, { value: 1_234 }),
      ],
      withdraws: [
        withdrawal(0, { pixKey: '529.982.247-25' }),
        withdrawal(1, { pixKey: '(11) 98765-4321' }),
        withdrawal(2, { pixKey: '123E4567E89B12D3A456426614174000' }),
      ],
    });
    await synced();
    const found = async (...how: readonly string[]) => {
      const { stdout } = await run(['find', '--fields', 'id,matchedBy', '--all', ...how, ...argv]);
      return stdout.split('\n').slice(0, -1);
    };
    expect([await found('--offline'), await found()]).toEqual([expected, expected]);
  });

  it('finds by a status, in the words of the screen or of the service', async () => {
    const withStatus = (status: string, more: object = {}) => ({
      status,
      updatedAt: '2026-07-14T14:59:00.000Z',
      ...more,
    });
    serveWallet({
      payments: [
        payment(0, withStatus('PENDING')),
        payment(1, withStatus('ACTIVE', { description: 'Boleto pendente' })),
        payment(2),
        payment(3, withStatus('FAILED', { description: 'Maria' })),
      ],
      withdraws: [
        withdrawal(0, withStatus('PENDING')),
        withdrawal(1),
        withdrawal(2, withStatus('FAILED')),
        withdrawal(3, withStatus('FAILED', { pixKey: 'ana@example.com' })),
      ],
    });
    await synced();
    for (const how of [['--offline'], []]) {
      const found = async (...argv: readonly string[]) => {
        const { stdout } = await run(['find', ...how, '--fields', 'id,matchedBy', ...argv]);
        return stdout.split('\n').slice(0, -1);
      };
      expect(await found('pendente')).toEqual(['pay-1\tdescription,status', 'wd-0\tstatus', 'pay-0\tstatus']);
      // What the balance counts.
      for (const open of ['open', 'em aberto', 'aberta']) {
        expect(await found(open)).toEqual(['pay-1\tstatus', 'pay-0\tstatus']);
        expect(await found('boleto', '--status', open)).toEqual(['pay-1\tdescription']);
      }
      expect(await found('não paga')).toEqual(['pay-3\tstatus']);
      expect(await found('PENDING')).toEqual(['wd-0\tstatus', 'pay-0\tstatus']);
      expect(await found('em', 'processamento')).toEqual(['wd-0\tstatus']);
      expect(await found('completed')).toEqual(['pay-2\tstatus', 'wd-1\tstatus']);
      expect(await found('maria', 'FAILED')).toEqual(['pay-3\tdescription,status', 'wd-2\tpixKey,status']);
      expect(await found('devolvido', 'ana@example.com')).toEqual(['wd-3\tstatus,pixKey']);
    }
  });

  it('finds the end-to-end ID that a sync looked up, whole, by a part, and by an end without digits', async () => {
    const service = serveWallet({ payments: range(3, payment), withdraws: range(3, withdrawal) });
    const ids = ['E9999900420260701120142aBcDeFgHj', 'E9999900420260701120242aBc4eFgHj'];
    for (const [number, transactionId] of ids.entries()) service.details.set(`wd-${number}`, { transactionId });
    await synced('--end-to-end-ids');
    const [id = ''] = ids;
    for (const typed of [id, id.toLowerCase(), id.slice(-8), id.slice(-9), id.slice(0, 24)]) {
      expect([typed, await foundOffline(typed)]).toEqual([typed, ['wd-0\tendToEndId']]);
    }
    service.asked.length = 0;
    for (const typed of [id.slice(-8), id.slice(-9)]) {
      const { stdout, exitCode } = await run(['find', typed, '--fields', 'id,profile']);
      expect([typed, exitCode, stdout, service.asked]).toEqual([typed, 0, 'wd-0\t\n', []]);
    }
    // The whole ID has a minute, in which a charge between own accounts may have the same one.
    const { stdout, exitCode } = await run(['find', id, '--fields', 'id,profile']);
    expect([exitCode, stdout, service.asked.length > 0]).toEqual([0, 'wd-0\t\n', true]);
    expect([await foundOffline(id.slice(-7)), await foundOffline(id.slice(-9, -1))]).toEqual([[], []]);
  });

  it('reports the age of the index, per list', async () => {
    serveWallet({ payments: range(3, payment), withdraws: range(2, withdrawal) });
    const now = nextHour();
    await run(['sync'], { now });
    const later = await run(['find', '--offline', 'corr-1', '--json'], { now: now + 3.5 * 3_600_000 });
    expect(later.stderr).toBe('Index of this account: last updated 3 h ago.\n');
    expect(JSON.parse(later.stdout).search).toMatchObject({
      ended: 'identified',
      index: [
        { profile: null, list: 'payments', rows: 3, asOf: expect.stringMatching(/Z$/) },
        { profile: null, list: 'withdraws', rows: 2, asOf: expect.stringMatching(/Z$/) },
      ],
    });
    const nothing = await run(['find', '--offline', 'nobody@example.org']);
    expect(nothing).toMatchObject({ exitCode: 6, stdout: '' });
    expect(nothing.stderr).toContain('pix sync');
  });

  it('requires an index, and creates none', async () => {
    const { exitCode, stderr } = await run(['find', '--offline', 'x', '--json']);
    expect(exitCode).toBe(2);
    const { code, details } = jsonError({ stderr });
    expect([code, existsSync(String(Object.values(details ?? {})[0]))]).toEqual(['no_mirror', false]);
  });

  it('works during a sync, and a second sync is refused', async () => {
    serveWallet({ payments: range(3, payment) });
    const { result } = await synced();
    const lock = await openDatabase(result.file.replace('.sqlite', '.lock'), { applicationId: 0x7069786c, steps: [] });
    expect(await foundOffline('corr-1')).toEqual(['pay-1\tcorrelationID']);
    const second = await synced();
    expect([second.exitCode, jsonError(second).code]).toEqual([1, 'sync_under_way']);
    lock.close();
    expect((await synced()).exitCode).toBe(0);
  });
});

it('stores the list that the key may read', async () => {
  nock(BASE_URL)
    .persist()
    .get('/api/v1/withdraw/list')
    .query(true)
    .reply(403, refusal('Forbidden', 'permission_missing'));
  serveWallet({ payments: range(3, payment) });
  expect([(await synced()).exitCode, await foundOffline('corr-1')]).toEqual([4, ['pay-1\tcorrelationID']]);
  expect((await run(['find', '--offline', 'pedido', '--fields', 'id'])).exitCode).toBe(3);
});

async function indexed(what: string, fields = 'id'): Promise<string[]> {
  const { stdout } = await run(['find', '--offline', what, '--all', '--fields', fields]);
  return stdout.split('\n').slice(0, -1);
}

describe('an index', () => {
  it.each([100, 120, 150, 165, 180, 250])(
    'has every row when one is inserted between two responses, of %i',
    async (added) => {
      const service = serveWallet({ payments: range(600, payment) });
      await synced();
      const rows = range(600 + added, payment);
      service.payments = rows;
      service.asked.length = 0;
      service.onRequest = () => {
        if (service.asked.length === 2) rows.splice(620, 0, payment(620, { id: 'late' }));
      };
      // The first look for the newest page is large, so that it overlaps the page at the seam, and further ones are small.
      const start = nextHour();
      const now = range(61, (second) => start + second * 1_000).find((time) => freshLimitAt(time / 1_000) === 97);
      expect((await run(['sync'], { now: now ?? 0 })).exitCode).toBe(0);
      expect((await indexed('pedido')).sort()).toEqual(rows.map(({ id }) => id).sort());
    },
  );

  it('keeps the final status of a row when an older response arrives', async () => {
    const service = serveWallet({ payments: range(5, payment) });
    await synced();
    service.payments = range(5, (number) => payment(number, { status: 'PENDING' }));
    expect((await synced()).result.lists[0].notFinal).toEqual({ rows: 0, asOf: null });
    expect(await indexed('corr-3', 'status')).toEqual(['COMPLETED']);
  });

  it('reports the age of rows that may have changed: a response may be a minute old', async () => {
    serveWallet({ payments: [payment(0, { status: 'PENDING' })] });
    const now = nextHour();
    const { stdout } = await run(['sync', '--json'], { now });
    const [list] = JSON.parse(stdout).lists;
    // Waiting for the rate limit takes a moment of the clock.
    expect(Date.parse(list.notFinal.asOf)).toBeGreaterThanOrEqual(now - 60_000);
    expect(Date.parse(list.notFinal.asOf)).toBeLessThan(now - 50_000);
  });

  it('does not mix two accounts whose first lists are empty', async () => {
    const service = serveWallet({ withdraws: range(20, withdrawal) });
    await synced();
    service.payments = range(30, payment);
    service.withdraws = range(40, (number) => withdrawal(number, { id: `other-${number}` }));
    const refused = await synced();
    expect([refused.exitCode, jsonError(refused).code]).toEqual([1, 'mirror_of_another_account']);
    expect(await indexed('pedido')).toEqual([]);
    expect(await indexed('maria@example.com')).toHaveLength(20);
  });

  it('is asked twenty times for the newest status of a row that moves on each time', async () => {
    const grown = (rows: number) => range(rows, (number) => payment(number, number === 5 ? { status: 'PENDING' } : {}));
    const service = serveWallet({ payments: grown(300) });
    const isOther = (question: string) => question.startsWith('withdraw');
    await synced();
    service.asked.length = 0;
    service.onRequest = () => {
      const { length } = service.asked;
      if (length > 1 && length < 50 && !service.asked.some(isOther)) service.payments = grown(150 + length * 150);
    };
    expect((await synced()).exitCode).toBe(0);
    expect(service.asked.findIndex(isOther)).toBe(21);
  });

  it('is not complete where a row is lost on the disk while others are read', async () => {
    const service = serveWallet({ payments: range(5, payment) });
    const { result } = await synced();
    const { DatabaseSync } = await loadDriver();
    const database = new DatabaseSync(result.file);
    service.payments = range(900, payment);
    service.onRequest = (question) => {
      // The newest rows are stored by now, and the others are read by whole pages.
      if (question.endsWith('+100')) database.prepare('DELETE FROM stored_row WHERE id = ?').run('pay-899');
    };
    const failed = await synced();
    database.close();
    expect([failed.exitCode, jsonError(failed).message]).toEqual([
      1,
      expect.stringMatching(/payments: \d+ rows are proven, but \d+ are stored$/),
    ]);
  });

  it('that is damaged is reported', async () => {
    serveWallet({ payments: range(600, payment) });
    const { result } = await synced();
    const { DatabaseSync } = await loadDriver();
    const database = new DatabaseSync(result.file);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE);');
    database.close();
    // In another folder: a driver may still have the closed file open.
    const bytes = readFileSync(result.file);
    bytes.fill(7, 4_096);
    const { PIX_CONFIG_DIR: home = '' } = environment;
    environment = { ...environment, PIX_CONFIG_DIR: temporaryFolder() };
    const damaged = join(environment['PIX_CONFIG_DIR'] ?? '', relative(home, result.file));
    mkdirSync(dirname(damaged), { recursive: true });
    writeFileSync(damaged, bytes);
    for (const argv of [['sync'], ['find', '--offline', 'pedido']]) {
      const { exitCode, stderr } = await run([...argv, '--json']);
      expect([exitCode, jsonError({ stderr }).code]).toEqual([1, 'mirror_unusable']);
    }
  });
});

it('pix find does not claim to have searched rows that the service did not return', async () => {
  nock(BASE_URL).get('/api/v1/payment/get/pay-7').reply(500).persist();
  const service = serveWallet({ payments: range(20, payment) });
  const chargeId = 'aB3dE6gH9jK2mN5pQ8sT1vW4y';
  service.details.set('pay-7', { transactionId: chargeId });
  const { exitCode, stderr } = await run(['find', chargeId, '--json']);
  expect([exitCode, jsonError({ stderr })]).toMatchObject([3, { code: 'search_incomplete' }]);
});
