import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { BASE_URL, CONNECTED, jsonError, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { BR_CODE, activeCharge, refusal } from '../support/bodies.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

const created = { ...activeCharge, status: 'PENDING', valueInReais: '10.50', copyPaste: BR_CODE };

onlyNock();

const run = (argv: readonly string[], options: CliOptions = {}) => runCli(argv, { ...options, environment: CONNECTED });

function serve(payment: object = activeCharge) {
  nock(BASE_URL).get('/api/v1/payment/get/pay-1').reply(200, { success: true, statusUpdated: false, data: payment });
}

describe('a part of an id', () => {
  const ids = ['0190a6c5-f7e8-7b3c-9d2e-4f5061728394', '0190a6c5-f7e8-7b3c-9d2e-4f5061728395', '0190aaaa-1-2'];

  beforeEach(() => {
    const payments = ids.map((id) => ({ ...activeCharge, id, qrCode: undefined }));
    nock(BASE_URL)
      .persist()
      .get(/payment\/get/)
      .reply((uri) => {
        const data = payments.find(({ id }) => uri.endsWith(id));
        return data === undefined ? [404, refusal('Not Found', 'not_found')] : [200, { success: true, data }];
      });
    const pagination = { total: ids.length, limit: 100, offset: 0, hasMore: false };
    const statistics = { total: 3, completed: 0, pending: 0, totalValue: 0, totalNetValue: 0 };
    nock(BASE_URL)
      .persist()
      .get(/payment\/list/)
      .reply(200, { success: true, data: { payments, pagination, statistics } });
  });

  it.each(['0190aaaa', '0190AAAA-1', '0190aa…1-2'])('%s is enough when exactly one row has it', async (part) => {
    const { stdout, stderr, exitCode } = await run(['payments', 'get', part, '--json']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ id: '0190aaaa-1-2' });
  });

  it.each(['0190a6c5-f7e8', '0190a6…17283'])('%s lists the rows that it may be', async (part) => {
    const result = await run(['payments', 'get', part, '--json']);
    const several = part.includes('…') ? [] : ids.slice(0, 2);
    expect(result.exitCode).toBe(several.length === 0 ? 6 : 2);
    if (several.length > 0)
      expect(jsonError(result)).toMatchObject({ code: 'ambiguous_id', details: { ids: several } });
  });

  it.each(['f7e8-7b3c', '123456', 'abc'])('%s, which begins no id, leads to find', async (part) => {
    const result = await run(['payments', 'get', part, '--json']);
    expect([result.exitCode, jsonError(result).code]).toEqual([6, 'not_found']);
    expect(jsonError(result).hint).toContain(`pix find ${part}`);
  });
});

describe('pix payments get', () => {
  it('gives the data of the API', async () => {
    serve();
    expect(JSON.parse((await run(['payments', 'get', 'pay-1', '--json'])).stdout)).toEqual(activeCharge);
  });

  it('shows the picture neither to people nor in columns, unless it is requested', async () => {
    serve();
    expect((await run(['payments', 'get', 'pay-1', '-o', 'table'])).stdout).not.toContain('base64');
    serve();
    expect((await run(['payments', 'get', 'pay-1'])).stdout.split('\t')).toHaveLength(10);
    serve();
    expect((await run(['payments', 'get', 'pay-1', '--fields', 'qrCode'])).stdout).toBe(`${activeCharge.qrCode}\n`);
  });

  it('draws the QR code, and prints its text', async () => {
    serve();
    const { stdout, stderr } = await run(['payments', 'get', 'pay-1', '--qr'], { isTerminal: true, rows: 50 });
    expect(stdout).toContain('▄▄▄▄▄');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(BR_CODE);
    expect(stderr).toMatch(/^.*wallet\.example · PIX_API_KEY.*\n$/);
    serve();
    const json = await run(['payments', 'get', 'pay-1', '--qr', '--json']);
    expect(JSON.parse(json.stdout)).toEqual(activeCharge);
    expect(json.stderr).toContain(BR_CODE);
  });

  it('writes the QR code to a file', async () => {
    serve();
    const path = join(temporaryFolder(), 'charge.png');
    expect((await run(['payments', 'get', 'pay-1', '--qr-file', path])).exitCode).toBe(0);
    expect(PNG.sync.read(readFileSync(path)).width).toBeGreaterThan(100);
  });

  it.each([
    ['no_qr_code', null],
    ['qr_code_unreadable', 'data:image/png;base64,AAAA'],
    ['qr_code_unreadable', 'data:image/svg+xml;base64,AAAA'],
  ])('says %s when the code is %j', async (code, qrCode) => {
    serve({ ...activeCharge, qrCode });
    const result = await run(['payments', 'get', 'pay-1', '--qr', '--json']);
    expect(JSON.parse(result.stdout)).toMatchObject({ id: 'pay-1' });
    expect([result.exitCode, jsonError(result).code]).toEqual([1, code]);
  });
});

describe('pix payments create', () => {
  const answer = (status: number, body: object | string, posted: unknown[] = []) =>
    nock(BASE_URL)
      .post('/api/v1/payment/create', (sent: unknown) => {
        posted.push(sent);
        return true;
      })
      .reply(status, body);

  it('creates a charge and shows its code, without asking for consent', async () => {
    const posted: unknown[] = [];
    answer(200, { success: true, message: 'ok', data: created }, posted);
    const argv = ['payments', 'create', '--value', 'R$ 10,50', '--description', 'Order 17', '--cover-fee'];
    const { exitCode, stdout } = await run(argv, { isTerminal: true });
    expect([exitCode, posted]).toEqual([0, [{ value: 10.5, description: 'Order 17', coverFee: true }]]);
    expect(stdout.match(new RegExp(BR_CODE.replaceAll(/[.*]/g, '\\$&'), 'g'))).toHaveLength(1);
    expect(stdout).toContain('R$ 10,50');
    // As `get` shows it, and no line for what it has not.
    answer(200, { success: true, message: 'ok', data: { ...created, description: null } });
    const bare = await run(['payments', 'create', '--value', '10', '--no-color'], { isTerminal: true });
    expect(bare.stdout).toMatch(/^Status +.+\nValue /m);
    expect(bare.stdout).not.toMatch(/Description|—/);
  });

  it('asks a person for the value, and draws the code on request', async () => {
    answer(200, { success: true, message: 'ok', data: created });
    const { stdout, questions } = await run(['payments', 'create', '--qr'], {
      isTerminal: true,
      rows: 50,
      answers: ['0,50', '10.50'],
    });
    expect(questions).toHaveLength(3);
    expect(stdout).toContain('▄▄▄▄▄');
  });

  it.each([
    ['create', '--value', '10,50'],
    ['get', 'pay-1'],
  ])('keeps the charge on a screen that a QR code would push it off: %s', async (...argv) => {
    if (argv[0] === 'get') serve();
    else answer(200, { success: true, message: 'ok', data: created });
    const shown = await run(['payments', ...argv, '--qr'], { isTerminal: true, columns: 80, rows: 24 });
    expect(shown.stdout.split('\n').length).toBeLessThan(24);
    expect(shown.stdout).not.toContain('▄▄▄▄▄');
    expect(shown.stdout).toContain('R$ 10,50');
    expect(shown.stdout).toMatch(
      /4\d columns and \d\d lines.*(.*\n)*pix payments get \S+ --qr-file FILE\n\nCopy.*\n0002/,
    );
  });

  it('shows only the text of a code that is too large to be drawn: the charge exists', async () => {
    const copyPaste = 'x'.repeat(2954);
    answer(200, { success: true, message: 'ok', data: { ...created, copyPaste } });
    const { exitCode, stdout } = await run(['payments', 'create', '--value', '10,50', '--qr'], { isTerminal: true });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('too long for a QR code');
    expect(stdout).toContain(copyPaste);
  });

  it('is the data of the API as json', async () => {
    answer(201, { success: true, message: 'ok', data: created });
    expect(JSON.parse((await run(['payments', 'create', '--value', '10,50', '--json'])).stdout)).toEqual(created);
  });

  it('shows the code, which the service sends only now, also where the total in reais is a number', async () => {
    answer(200, { success: true, message: 'ok', data: { ...created, valueInReais: 10.5 } });
    const { exitCode, stdout } = await run(['payments', 'create', '--value', '10,50'], { isTerminal: true });
    expect([exitCode, stdout.includes(BR_CODE)]).toEqual([0, true]);
  });

  it.each([
    [['10,50'], {}, ''],
    [['10,50'], { value: 1050, netValue: null, fee: null }, ''],
    [['10,00', '--cover-fee'], { value: 1050, netValue: 1000, fee: 50 }, ''],
    [['10,00', '--cover-fee'], { value: 1050, netValue: null, fee: null }, ''],
    [['10,50'], { value: 10, netValue: 0, fee: 10 }, 'R$ 0,10'],
    [['10,50', '--cover-fee'], { value: 1050, netValue: 1000, fee: 50 }, 'R$ 10,50'],
    [['10,50', '--cover-fee'], { value: 1000, netValue: null, fee: null }, 'R$ 10,00'],
  ])('says that a charge of %j, created as %j, is not what was requested: %j', async (asked, prices, warned) => {
    answer(200, { success: true, message: 'ok', data: { ...created, ...prices } });
    const { exitCode, stderr } = await run(['payments', 'create', '--value', ...asked]);
    expect([exitCode, /^CHECK THIS CHARGE: .*(R\$ \S+);/m.exec(stderr)?.[1] ?? '']).toEqual([0, warned]);
  });

  it('refuses an amount beyond what JSON numbers distinguish, and sends nothing', async () => {
    const posted: unknown[] = [];
    answer(200, { success: true, message: 'ok', data: created }, posted);
    const result = await run(['payments', 'create', '--value', '80000000000000,01', '--json']);
    expect([result.exitCode, jsonError(result).code, posted]).toEqual([2, 'invalid_amount', []]);
    const most = await run(['payments', 'create', '--value', '70368744177664,00', '--json']);
    expect([most.exitCode, posted]).toEqual([0, [{ value: 70_368_744_177_664 }]]);
  });

  it('has an unknown outcome when a proxy limits the rate: it may have passed the request on', async () => {
    answer(429, { success: false, error: 'Too Many Requests', message: 'Slow down', code: 'too_many_requests' });
    const result = await run(['payments', 'create', '--value', '10,50', '--json']);
    expect([result.exitCode, jsonError(result).code]).toEqual([5, 'outcome_unknown']);
  });

  it('sends once, and reports an unknown outcome', async () => {
    const posted: unknown[] = [];
    answer(502, '<html>', posted);
    const result = await run(['payments', 'create', '--value', '10,50', '--json']);
    expect([result.exitCode, jsonError(result).code]).toEqual([5, 'outcome_unknown']);
    expect(jsonError(result)).toMatchObject({ hint: expect.stringContaining('pix payments list -L 5') });
    expect(posted).toHaveLength(1);
  });
});
