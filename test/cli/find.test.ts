import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { API_KEY, BASE_URL, CONNECTED, jsonError, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { balance, refusal } from '../support/bodies.ts';
import { payment, range, withdrawal } from './export-service.ts';
import { serveWallet } from './find-service.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

onlyNock();
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
});

const find = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(['find', ...argv], { environment: CONNECTED, ...options });

/** Ids of matches, and their matching fields. */
async function found(...argv: readonly string[]): Promise<string[]> {
  const { stdout } = await find([...argv, '--fields', 'id,matchedBy']);
  return stdout.split('\n').slice(0, -1);
}

describe('an id', () => {
  it('is found in one round trip, whatever it is the id of', async () => {
    const service = serveWallet({ payments: range(3, payment), withdraws: range(3, withdrawal) });
    const { exitCode, stdout, stderr } = await find(['wd-1', '--json']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      matches: [{ profile: null, resource: 'withdrawal', matchedBy: 'id', id: 'wd-1', value: 501, fee: 50 }],
      search: { text: 'wd-1', ended: 'identified', proven: true, rows: 0, backTo: null, shortfalls: [] },
    });
    expect([service.lookedUp.toSorted(), service.asked]).toEqual([['payment wd-1', 'withdraw wd-1'], []]);
  });

  it('is requested among withdrawals before the response about payments has arrived', async () => {
    let withdrawalAsked: (how: string) => void = () => undefined;
    const asked = new Promise<string>((resolve) => {
      withdrawalAsked = resolve;
    });
    nock(BASE_URL)
      .get('/api/v1/payment/get/wd-1')
      .reply(async () => {
        const guard = setTimeout(withdrawalAsked, 500, 'only later');
        const how = await asked;
        clearTimeout(guard);
        return [404, refusal('Not Found', 'not_found', { message: how })];
      });
    nock(BASE_URL)
      .get('/api/v1/withdraw/get/wd-1')
      .reply(() => {
        withdrawalAsked('at once');
        return [200, { success: true, data: { ...withdrawal(1), fee: 50, sent: 451 } }];
      });
    expect([await found('wd-1'), await asked]).toEqual([['wd-1\tid'], 'at once']);
  });

  it('ends the search, unless all matches are requested', async () => {
    const service = serveWallet({
      payments: [payment(0, { description: 'estorno de wd-1' }), payment(1)],
      withdraws: range(3, withdrawal),
    });
    expect(await found('wd-1')).toEqual(['wd-1\tid']);
    expect(await found('wd-1', '--all')).toEqual(['wd-1\tid', 'pay-0\tdescription']);
    expect(service.asked.length).toBeGreaterThan(0);
  });

  it('without hyphens is requested as it was typed first, and as a UUID only without a result', async () => {
    const hex = '0190a6c5f7e87b3c9d2e4f5061728394';
    const uuid = '0190a6c5-f7e8-7b3c-9d2e-4f5061728394';
    const service = serveWallet({ payments: [payment(0), payment(1, { id: uuid })], withdraws: [withdrawal(0)] });
    expect(await found(hex)).toEqual([`${uuid}\tid`]);
    expect(service.lookedUp).toHaveLength(4);
    expect(service.lookedUp.slice(0, 2).toSorted()).toEqual([`payment ${hex}`, `withdraw ${hex}`]);
    expect(service.asked).toEqual([]);
    service.withdraws = [...service.withdraws, withdrawal(1, { id: hex })];
    expect(await found(hex)).toEqual([`${hex}\tid`]);
  });

  it('is searched in the lists when the service refuses the id as invalid', async () => {
    serveWallet({ payments: range(3, payment) });
    nock.removeInterceptor({ hostname: 'wallet.example', proto: 'https', path: '/api/v1/payment/get/corr-1' });
    nock(BASE_URL).get('/api/v1/payment/get/corr-1').reply(400, refusal('Bad Request', 'validation_failed'));
    expect(await found('CORR-1')).toEqual(['pay-1\tcorrelationID']);
  });
});

describe('text that is no id', () => {
  it.each([
    ['a correlation id, typed in capitals', ['CORR-WD-7'], ['wd-7\tcorrelationID']],
    ['a CPF as people write it', ['529.982.247-25'], ['wd-5\tpixKey']],
    ['a CPF in digits', ['52998224725'], ['wd-5\tpixKey']],
    ['a mobile number without its country', ['(11) 98765-4321'], ['wd-4\tpixKey']],
    ['an e-mail address in capitals', ['ANA@Example.com'], ['wd-3\tpixKey']],
    ['a random key', ['123E4567-E89B-12D3-A456-426614174000'], ['wd-2\tpixKey']],
    ['an amount', ['10,09'], ['pay-9\tvalue']],
    ['an amount with its currency', ['R$ 9,59'], ['pay-9\tnetValue']],
    ['what was sent', ['4,56'], ['wd-6\tmetadata.sent']],
    ['words, without their accents', ['almoco', 'da', 'acao'], ['pay-8\tdescription']],
    ['a number among the words, whole', ['77'], ['pay-7\tdescription']],
    ['a reference that only this service tells', ['nf-2026/1'], ['pay-6\treference']],
  ])('%s is found by its meaning', async (_what, argv, expected) => {
    serveWallet({
      payments: range(12, (number) =>
        payment(number, {
          ...(number === 8 && { description: 'Almoço da  AÇÃO' }),
          ...(number === 7 && { description: 'mesa 77, não 177 nem 770' }),
          ...(number === 5 && { description: '1770' }),
          ...(number === 6 && { reference: 'NF-2026/1' }),
        }),
      ),
      withdraws: range(12, (number) =>
        withdrawal(number, {
          pixKey:
            { 5: '52998224725', 4: '+5511987654321', 3: 'ana@example.com', 2: '123e4567-e89b-12d3-a456-426614174000' }[
              number
            ] ?? 'maria@example.com',
        }),
      ),
    });
    expect(await found(...argv)).toEqual(expected);
  });

  it('says which amount matches where its column has another one', async () => {
    serveWallet({ payments: range(12, payment), withdraws: range(12, withdrawal) });
    const rows = async (typed: string) => (await find([typed], { isTerminal: true, columns: 120 })).stdout;
    expect(await rows('9,59')).toMatch(/R\$ 10,09 +Net value R\$ 9,59 · Pedido 9/);
    expect(await rows('4,56')).toMatch(/R\$ 5,06 +Sent R\$ 4,56 · to /);
    expect(await rows('10,09')).toMatch(/R\$ 10,09 +Pedido 9/);
  });

  it('is found in both lists, newest first, and past the cache', async () => {
    const service = serveWallet({ payments: range(250, payment), withdraws: range(250, withdrawal) });
    expect(await found('nobody.example', '--limit', '3')).toEqual([]);
    expect(await found('Example.com', '--limit', '2')).toEqual(['wd-249\tpixKey', 'wd-248\tpixKey']);
    // Withdrawals are created half a minute after the payments of the same number.
    const shown = await find(['pedido', '--limit', '3', '--fields', 'id']);
    expect(shown.stdout).toBe('pay-249\npay-248\npay-247\n');
    expect(shown.stderr).toContain('There may be more');
    const [, limit] = /payment 0\+(\d+)/.exec(service.asked.join()) ?? [];
    expect(Number(limit)).toBeLessThan(100);
  });

  it('is found in both lists, merged by time', async () => {
    serveWallet({
      payments: range(150, (number) => payment(number, { description: number % 50 === 0 ? 'Ana' : '' })),
      withdraws: range(150, (number) => withdrawal(number, { description: number % 60 === 0 ? 'ana' : '' })),
    });
    expect(await found('ANA')).toEqual([
      'wd-120\tdescription',
      'pay-100\tdescription',
      'wd-60\tdescription',
      'pay-50\tdescription',
      'wd-0\tdescription',
      'pay-0\tdescription',
    ]);
  });

  it('is searched within a span, and no further back', async () => {
    const service = serveWallet({ payments: range(3_000, payment) });
    const moment = (number: number) => payment(number).createdAt;
    const span = ['--since', moment(2_000), '--until', moment(2_100)];
    const { stdout, stderr, exitCode } = await find(['pedido', '--all', '--fields', 'id', ...span]);
    expect(exitCode).toBe(0);
    expect(stdout.split('\n').slice(0, -1)).toEqual(range(101, (number) => `pay-${2_100 - number}`));
    expect(stderr).toBe('');
    expect(service.asked.filter((question) => question.startsWith('payment')).length).toBeLessThan(40);
  });

  it('is found within a span in a list that the service returns oldest first', async () => {
    serveWallet({ payments: range(300, payment).toReversed() });
    const moment = (number: number) => payment(number).createdAt;
    expect(await found('pedido', '--since', moment(298))).toEqual(['pay-298\tdescription', 'pay-299\tdescription']);
    const span = ['--since', moment(150), '--until', moment(151)];
    expect(await found('pedido', ...span)).toEqual(['pay-150\tdescription', 'pay-151\tdescription']);
  });
});

it.each([
  ['natália', '…Natália Ribeiro'],
  ['bolo', 'Bolo de aniversário de…'],
  ['aniversário ribeiro', 'Bolo de aniversário de…'],
  ['casamento', '…casamento - Natália'],
])('a description that is cut shows the words that were searched for: %s', async (typed, shown) => {
  const description = 'Bolo de aniversário de casamento - Natália Ribeiro';
  serveWallet({ payments: [payment(1, { description, status: 'ACTIVE' })] });
  for (const columns of [80, 120]) {
    const { stdout } = await find([typed, '--lang', 'pt-BR'], { isTerminal: true, columns });
    expect([columns, stdout]).toEqual([columns, expect.stringContaining(columns === 80 ? shown : description)]);
  }
});

describe('an end-to-end id', () => {
  const endToEnd = 'E9999900420260701131500aBcDeFgH1';

  it('is looked up among the rows of its minute, because lists do not contain it', async () => {
    // 13:15 is 75 minutes after number 0.
    const service = serveWallet({ payments: range(200, payment), withdraws: range(200, withdrawal) });
    service.details.set('wd-74', { transactionId: endToEnd });
    expect(await found(endToEnd)).toEqual(['wd-74\ttransactionId']);
    expect(service.lookedUp.length).toBeLessThan(50);
    expect(service.lookedUp).not.toContain('withdraw wd-150');
  });

  it('names the withdrawal to get, where the account has sent to itself', async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 6, 1, 13, 15, second)).toISOString();
    const own = {
      payments: [payment(1, { createdAt: at(9) })],
      withdraws: [withdrawal(1, { createdAt: at(5), status: 'UNDER_REVIEW' })],
    };
    const service = serveWallet(own);
    for (const id of ['pay-1', 'wd-1']) service.details.set(id, { transactionId: endToEnd });
    const run = await runCli(['withdraw', 'get', endToEnd, '--fields', 'id'], { environment: CONNECTED });
    expect(run).toMatchObject({ exitCode: 0, stdout: 'wd-1\n' });
  });

  it('finds both rows of a transfer between own accounts, on different pages too, and what only mentions it before them alone', async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 6, 1, 13, 15, second)).toISOString();
    const dated = (second: number) => ({ createdAt: at(second), updatedAt: at(second) });
    const between = range(80, (number) => payment(number + 10, dated(10 + Math.floor(number / 4))));
    const newer = range(60, (number) => payment(number + 90, dated(300 + number)));
    const older = range(3, (number) => payment(number, dated(-90 + number)));
    const { details, lookedUp } = serveWallet({
      payments: [...older, payment(3, dated(9)), ...between, ...newer],
      withdraws: [
        withdrawal(1, { ...dated(-30), description: endToEnd }),
        withdrawal(2, { ...dated(55), status: 'PENDING' }),
      ],
    });
    for (const id of ['pay-3', 'wd-2']) details.set(id, { transactionId: endToEnd });
    expect(await found(endToEnd)).toEqual(['wd-2\ttransactionId', 'pay-3\ttransactionId']);
    const { stdout } = await find([endToEnd, '--json']);
    expect(JSON.parse(stdout).search).toMatchObject({ ended: 'identified', proven: true });
    expect(lookedUp).not.toContain('payment pay-149');
  });

  it('explains the withdrawal of a transfer between own accounts', async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 6, 1, 13, 15, second)).toISOString();
    const { details } = serveWallet({
      payments: [payment(1, { createdAt: at(9) })],
      withdraws: [withdrawal(1, { createdAt: at(5) })],
    });
    for (const id of ['pay-1', 'wd-1']) details.set(id, { transactionId: endToEnd });
    const run = await runCli(['explain', endToEnd, '--json'], { environment: CONNECTED });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ subject: 'wd-1', kind: 'withdrawal' });
  });

  it('is looked up in its own minute first: a batch makes hundreds of rows in the minutes after it', async () => {
    const at = (number: number) => new Date(Date.UTC(2026, 6, 1, 13, 10) + number * 1_500).toISOString();
    const batch = range(400, (number) => withdrawal(number, { createdAt: at(number), updatedAt: at(number) }));
    const service = serveWallet({ withdraws: batch });
    service.details.set('wd-210', { transactionId: endToEnd });
    expect(await found(endToEnd)).toEqual(['wd-210\ttransactionId']);
    service.details.clear();
    service.details.set('wd-245', { transactionId: endToEnd });
    expect(await found(endToEnd)).toEqual(['wd-245\ttransactionId']);
    service.details.clear();
    service.details.set('wd-399', { transactionId: endToEnd });
    expect((await find([endToEnd])).exitCode).toBe(3);
  });

  it('names what has it to get, receipt and explain, and not a newer row that mentions it', async () => {
    const at = (number: number) => new Date(Date.UTC(2026, 6, 1, 13, 14) + number * 30_000).toISOString();
    const dated = (number: number) => ({ createdAt: at(number), updatedAt: at(number) });
    const mention = { description: `Devolução de ${endToEnd}` };
    const withdraws = range(5, (number) => withdrawal(number, { ...dated(number), ...(number === 3 && mention) }));
    const payments = range(5, (number) => payment(number, dated(number)));
    const { details } = serveWallet({ payments, withdraws });
    const looked = async (...argv: readonly string[]) => {
      const { exitCode, stdout } = await runCli([...argv, '--json'], { environment: CONNECTED });
      return [exitCode, /(?:wd|pay)-\d/.exec(stdout)?.[0]];
    };
    details.set('wd-1', { transactionId: endToEnd });
    expect(await looked('withdraw', 'get', endToEnd)).toEqual([0, 'wd-1']);
    expect(await looked('explain', endToEnd)).toEqual([0, 'wd-1']);
    details.set('wd-2', { transactionId: `${endToEnd.slice(0, -1)}2` });
    expect(await looked('withdraw', 'get', endToEnd.slice(0, -1))).toEqual([2, undefined]);
    details.clear();
    details.set('pay-2', { transactionId: endToEnd });
    expect(await looked('payments', 'get', endToEnd)).toEqual([0, 'pay-2']);
    expect(await looked('explain', endToEnd)).toEqual([0, 'pay-2']);
    expect(await looked('withdraw', 'get', endToEnd)).toEqual([6, undefined]);
  });

  it('is looked up in the minutes after it, too, where a row that mentions it is there and none is older', async () => {
    const at = (number: number) => new Date(Date.UTC(2026, 6, 1, 13, 18) + number * 1_500).toISOString();
    const dated = (number: number) => ({ createdAt: at(number), updatedAt: at(number) });
    const mention = { description: `Devolução de ${endToEnd}` };
    const withdraws = range(5, (number) => withdrawal(number, { ...dated(number), ...(number === 3 && mention) }));
    serveWallet({ withdraws }).details.set('wd-1', { transactionId: endToEnd });
    expect(await found(endToEnd)).toEqual(['wd-3\tdescription', 'wd-1\ttransactionId']);
  });

  it('that does not exist is not found', async () => {
    serveWallet({ payments: range(200, payment), withdraws: range(200, withdrawal) });
    expect(await find([endToEnd])).toMatchObject({ exitCode: 6, stdout: '' });
  });
});

describe('the transaction id of a charge', () => {
  const chargeId = 'aB3dE6gH9jK2mN5pQ8sT1vW4y';

  it('is looked up row by row among the newest', async () => {
    const service = serveWallet({ payments: range(60, payment) });
    service.details.set('pay-30', { transactionId: chargeId });
    expect(await found(chargeId)).toEqual(['pay-30\ttransactionId']);
  });

  it('is not reported as missing when not all rows were looked up', async () => {
    const service = serveWallet({ payments: range(300, payment) });
    service.details.set('pay-10', { transactionId: chargeId });
    const { exitCode, stderr } = await find([chargeId, '--json']);
    expect(exitCode).toBe(3);
    expect(jsonError({ stderr })).toMatchObject({
      code: 'search_incomplete',
      details: { matches: 0, shortfalls: [{ list: 'payments', reason: 'look_ups' }] },
    });
    expect(await found(chargeId, '--all')).toEqual(['pay-10\ttransactionId']);
  });
});

describe('a part of the transaction ID of a charge', () => {
  const chargeId = 'aB3dE6gH9jK2mN5pQ8sT1vW4y';
  const part = 'aB3dE6gH9jK2';

  it('is not reported as missing when only the newest rows were looked up', async () => {
    const service = serveWallet({ payments: range(130, payment) });
    service.details.set('pay-10', { transactionId: chargeId });
    const { exitCode, stderr } = await find([part]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr:
        '0 matches; searched 130 rows, back to 2026-07-01 09:00:00.\n' +
        'error: could not search everywhere: only the newest charges were searched by transaction ID\n' +
        'hint: search all, one by one, with --all, or a shorter period with --since\n',
    });
  });

  it('is looked up in all rows with --all', async () => {
    const service = serveWallet({ payments: range(130, payment) });
    service.details.set('pay-10', { transactionId: chargeId });
    const { exitCode, stdout, stderr } = await find([part, '--all', '--fields', 'id']);
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: 'pay-10\n', stderr: '' });
  });

  it('does not offer older rows where there are none', async () => {
    serveWallet({ payments: range(60, payment) });
    const { exitCode, stderr } = await find([part]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 6,
      stderr:
        `error: no matches for "${part}"\n` +
        'hint: look in another account with -p NAME, or for a part of the description\n',
    });
  });
});

describe('the status of a match', () => {
  it('is read again if it may have changed since the list was read', async () => {
    const service = serveWallet({ payments: [payment(0, { status: 'PENDING' }), payment(1)] });
    service.details.set('pay-0', { status: 'COMPLETED', transactionId: 'x' });
    const { stdout } = await find(['pedido', '-o', 'ndjson']);
    expect(
      stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { id: 'pay-1', status: 'COMPLETED' },
      { id: 'pay-0', status: 'COMPLETED', transactionId: 'x' },
    ]);
    expect(service.lookedUp.filter((request) => request === 'payment pay-1')).toEqual([]);
  });

  it('may stand between an amount and its label', async () => {
    serveWallet({ payments: [payment(0, { value: 20_669 }), payment(1, { value: 20_669, status: 'FAILED' })] });
    expect(await found('valor', 'pago', '206,69')).toEqual(['pay-0\tstatus,value']);
  });
});

describe('a day beside other words', () => {
  it.each([['dia'], ['Data:']])('may have the label %s', async (label) => {
    const createdAt = (day: number) => ({ createdAt: new Date(2026, 6, day, 9).toISOString() });
    serveWallet({ payments: [payment(1, createdAt(14)), payment(2, createdAt(13))] });
    expect(await found('pedido', label, '14/07/2026')).toEqual(['pay-1\tdescription']);
    expect(await found(label, '14/07/2026')).toEqual(['pay-1\tcreatedAt']);
  });

  it.each(['14/07/2026', '14/07/26', '14-07-2026', '14.07.2026', '14/07,'])('%s limits the search', async (day) => {
    const createdAt = (day: number) => ({ createdAt: new Date(2026, 6, day, 9).toISOString(), value: 20_669 });
    serveWallet({ payments: [payment(0, createdAt(15)), payment(1, createdAt(14)), payment(2, createdAt(13))] });
    expect(await found('206,69', day)).toEqual(['pay-1\tvalue']);
  });

  it.each(['5/7/2026', '05/7/26', '5-7-2026', '5.7.2026'])(
    'may lack its zeros where it has a year: %s',
    async (day) => {
      const createdAt = (day: number) => ({ createdAt: new Date(2026, 6, day, 9).toISOString() });
      serveWallet({ payments: [payment(0, createdAt(6)), payment(1, createdAt(5)), payment(2, createdAt(4))] });
      expect(await found(day)).toEqual(['pay-1\tcreatedAt']);
    },
  );
});

describe('the exit code', () => {
  it('is 6 without a match: everything was searched', async () => {
    serveWallet({ payments: range(130, payment), withdraws: range(5, withdrawal) });
    const { exitCode, stdout, stderr } = await find(['unknown@example.org']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 6, stdout: '' });
    expect(stderr).toBe(
      'error: no matches for "unknown@example.org"\n' +
        'hint: look in another account with -p NAME, or for a part of the description\n',
    );
    const recent = await find(['unknown@example.org', '--since', '1d']);
    expect(recent.stderr).toContain('hint: look further, without --since and --until, or in another account');
    // A description may contain what looks like a day: `Aluguel 06/2026`, paid in July.
    const ofMonth = await find(['aluguel', '06/2026']);
    expect(ofMonth.stderr).toContain('hint: "06/2026" was read as a date: leave it out to search all dates');
  });

  it('is 6 for too short a part of an id, and the hint says so', async () => {
    serveWallet({ payments: [payment(1, { id: '0190a6c5-f7e8-7b3c-9d2e-4f506172805c' })] });
    expect(await find(['805c'])).toMatchObject({
      exitCode: 6,
      stderr: 'error: no matches for "805c"\nhint: of an ID, enter at least six characters\n',
    });
    expect(await found('72805c')).toEqual(['0190a6c5-f7e8-7b3c-9d2e-4f506172805c\tid']);
  });

  it('is 3 when a list could not be read, and matches of the other are shown', async () => {
    nock(BASE_URL)
      .persist()
      .get('/api/v1/withdraw/list')
      .query(true)
      .reply(403, refusal('Forbidden', 'permission_missing', { requiredPermission: 'read:withdraws' }));
    serveWallet({ payments: range(3, payment) });
    const { exitCode, stdout, stderr } = await find(['pedido', '--json']);
    expect(exitCode).toBe(3);
    const { matches, search } = JSON.parse(stdout);
    expect(matches).toHaveLength(3);
    expect(search).toMatchObject({
      proven: false,
      shortfalls: [{ profile: null, list: 'withdraws', reason: 'failed' }],
    });
    expect(jsonError({ stderr }).message).toContain('withdrawals could not be read');
  });

  it('is that of an access error when the key may read nothing', async () => {
    nock(BASE_URL).persist().get(/./).reply(401, refusal('Unauthorized', 'unauthorized'));
    expect(await find(['pedido'])).toMatchObject({ exitCode: 4, stdout: '' });
  });

  it('is 3 when the service omits rows', async () => {
    const service = serveWallet({ payments: range(300, payment) });
    service.hidden = 'pay-150';
    const { exitCode, stderr } = await find(['unknown@example.org', '--json']);
    expect(exitCode).toBe(3);
    expect(jsonError({ stderr }).details).toMatchObject({ shortfalls: [{ list: 'payments', reason: 'gaps' }] });
  });

  it('is 130 after an interruption, and the message says how far the search went', async () => {
    const service = serveWallet({ payments: range(3_000, payment) });
    const controller = new AbortController();
    service.onRequest = (question) => {
      if (/payment 20\d\d\+/.test(question)) controller.abort(new Interruption('SIGINT'));
    };
    const { exitCode, stderr } = await find(['unknown@example.org'], { interruption: controller.signal });
    expect(exitCode).toBe(130);
    expect(stderr).toMatch(/Not finished: searched [\d,]+ rows, back to 2026-07-0/);
  });
});

describe('several accounts', () => {
  const OTHER_URL = 'https://other.example';

  async function environment(): Promise<Record<string, string>> {
    const folder = temporaryFolder();
    for (const [name, url] of [
      ['shop', BASE_URL],
      ['factory', OTHER_URL],
      ['second', BASE_URL],
      ['sandbox', `${BASE_URL}/sandbox`],
    ] as const) {
      nock(url).get('/api/v1/user/balance').reply(200, { success: true, data: balance });
      const login = await runCli(['auth', 'login', '-p', name, '--base-url', url], {
        environment: { PIX_CONFIG_DIR: folder },
        stdin: `${API_KEY}${name}`,
      });
      expect(login.exitCode).toBe(0);
    }
    return { PIX_CONFIG_DIR: folder };
  }

  it('are searched at once, and each match says whose it is', async () => {
    const profiles = await environment();
    serveWallet({ payments: [payment(1)] });
    const body = (rows: object[]) => ({
      data: {
        withdraws: rows,
        payments: rows,
        pagination: { total: rows.length, limit: 99, offset: 0, hasMore: false },
      },
    });
    nock(OTHER_URL)
      .persist()
      .get(/list/)
      .reply((uri) => {
        const rows = uri.includes('payment') ? [payment(2)] : [];
        const { data } = body(rows);
        const limit = Number(new URL(uri, OTHER_URL).searchParams.get('limit'));
        return [
          200,
          {
            success: true,
            data: {
              ...data,
              pagination: { ...data.pagination, limit },
              statistics: { total: 1, totalValue: 0, totalNetValue: 0 },
            },
          },
        ];
      });
    nock(OTHER_URL).persist().get(/get/).reply(404, refusal('Not Found', 'not_found'));
    const argv = ['pedido', '-p', 'shop, factory,shop', '--fields', 'profile,id'];
    expect(await find(argv, { environment: { ...profiles, PIX_API_KEY: 'of-no-account' } })).toMatchObject({
      exitCode: 0,
      stdout: 'factory\tpay-2\nshop\tpay-1\n',
    });
    const table = await find(['pedido', '-p', 'shop,factory'], { environment: profiles, isTerminal: true });
    expect(table.stdout).toMatch(/^factory .*\nshop /);
  });

  it('that are one show each match once, and say so', async () => {
    const profiles = await environment();
    serveWallet({ payments: range(3, payment), withdraws: range(3, withdrawal) });
    const note = 'shop and second are the same account: its matches are shown once, as those of shop.\n';
    const both = ['-p', 'shop,second', '--fields', 'profile,id'];
    expect(await find(['pedido', ...both], { environment: profiles })).toMatchObject({
      exitCode: 0,
      stdout: 'shop\tpay-2\nshop\tpay-1\nshop\tpay-0\n',
      stderr: note,
    });
    expect(await find(['wd-1', ...both], { environment: profiles })).toMatchObject({
      exitCode: 0,
      stdout: 'shop\twd-1\n',
      stderr: note,
    });
    for (const name of ['shop', 'second']) {
      expect((await runCli(['sync', '-p', name], { environment: profiles })).exitCode).toBe(0);
    }
    const offline = await find(['pedido', ...both, '--offline'], { environment: profiles });
    expect(offline).toMatchObject({ exitCode: 0, stdout: 'shop\tpay-2\nshop\tpay-1\nshop\tpay-0\n' });
    expect(offline.stderr).toContain(note);
  });

  it('are not one for services at one host, where a copy of a service has the same ids', async () => {
    const profiles = await environment();
    const { details } = serveWallet({ payments: [payment(1)] });
    details.set('pay-1', {});
    nock(BASE_URL)
      .persist()
      .get(/^\/sandbox\/api\/v1\/payment\/get\/pay-1$/)
      .reply(200, { success: true, data: payment(1) })
      .get(/^\/sandbox\//)
      .reply(404, refusal('Not found', 'not_found'));
    const run = await find(['pay-1', '-p', 'shop,sandbox', '--fields', 'profile,id'], { environment: profiles });
    expect(run).toMatchObject({ exitCode: 0, stdout: 'shop\tpay-1\nsandbox\tpay-1\n', stderr: '' });
  });

  it('take no address of their own', async () => {
    const profiles = await environment();
    const run = await find(['x', '-p', 'shop,factory', '--base-url', BASE_URL], { environment: profiles });
    expect(run).toMatchObject({ exitCode: 2 });
    expect(await find(['x', '-p', 'shop,nobody'], { environment: profiles })).toMatchObject({ exitCode: 2 });
  });
});

describe('a day that does not exist', () => {
  it.each([
    '31/09',
    '30/02',
    '29/02',
    '31/09/2026',
    '31/9/2026',
    '00/07/2026',
    '01/13/2026',
    '2026-02-30',
    '2026-13-01',
  ])('%s is refused before anything is sent, in both languages', async (typed) => {
    const service = serveWallet({ payments: range(3, payment) });
    const refused = await find([typed, '--json']);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(jsonError(refused)).toMatchObject({ code: 'invalid_date' });
    expect((await find([typed, '--offline', '--json'])).exitCode).toBe(2);
    const inPortuguese = await find([typed], { environment: { ...CONNECTED, PIX_LANG: 'pt-BR' } });
    expect(inPortuguese.stderr).toContain(`o dia "${typed}" não existe`);
    expect([service.asked, service.lookedUp]).toEqual([[], []]);
  });

  it.each(['45/2026', '13/24', '32/09', '29/00', '31/9', '2026-13', 'NF-2026-02-30'])(
    '%s has the form of a number, and is searched',
    async (typed) => {
      serveWallet({ payments: [payment(0), payment(1, { description: `fatura ${typed} paga` })] });
      expect(await found(typed)).toEqual(['pay-1\tdescription']);
    },
  );

  it('is searched beside another word', async () => {
    serveWallet({ payments: [payment(0), payment(1, { description: 'parcela 31/09' })] });
    expect(await found('parcela', '31/09')).toEqual(['pay-1\tdescription']);
    expect(await found('parcela 31/09')).toEqual(['pay-1\tdescription']);
  });

  it('is unlike a leap day, which exists', async () => {
    serveWallet({ payments: [payment(0)] });
    const { exitCode, stderr } = await find(['29/02', '--json'], { now: Date.UTC(2028, 5, 1) });
    expect([exitCode, stderr]).toEqual([6, expect.stringContaining('2028-02-29')]);
  });
});

it('shows a person matches as they are found, and where it looks', async () => {
  serveWallet({
    payments: range(400, (number) => payment(number, { description: number % 200 === 7 ? 'Ação' : '' })),
    withdraws: [withdrawal(3, { description: 'ação' })],
  });
  const { stdout, stderr } = await find(['acao'], {
    isTerminal: true,
    environment: { ...CONNECTED, PIX_LANG: 'pt-BR', NO_COLOR: '1' },
  });
  expect(stdout.split('\n').map((line) => line.trim())).toEqual([
    expect.stringMatching(/^01\/07\/2026 \d\d:\d\d +Paga +R\$ 12,07 +Ação +pay-207$/),
    expect.stringMatching(/Paga +R\$ 10,07 +Ação +pay-7$/),
    expect.stringMatching(/Concluído +R\$ 5,03 +para \S+ · ação +wd-3$/),
    '',
  ]);
  // Where it looks is shown while it looks.
  expect(stderr).toContain('lançamentos pesquisados, desde ');
  expect(stderr).not.toContain('3 resultados');
});
