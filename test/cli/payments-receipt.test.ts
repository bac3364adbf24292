import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BASE_URL, CONNECTED, jsonError, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { BR_CODE, activeCharge, noWithdrawals, withdrawalDetails } from '../support/bodies.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

const paid = { ...activeCharge, status: 'COMPLETED', qrCode: null };
const pending = { ...withdrawalDetails, status: 'PENDING', completedAt: null };
const failed = { ...pending, status: 'FAILED', failedAt: '2026-07-14T15:01:00.000Z', failureReason: 'AC03 <b>&' };

onlyNock();
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
});

/** Answers in turn, and no more after the last. */
function serve(path: string, ...answers: readonly object[]) {
  for (const data of answers) nock(BASE_URL).get(path).reply(200, { success: true, data });
}

const run = (argv: readonly string[], options: CliOptions = {}) => runCli(argv, { ...options, environment: CONNECTED });

describe('pix payments get', () => {
  const path = '/api/v1/payment/get/pay-1';

  it('shows the code of a payable charge on a separate line, and no code of a paid one', async () => {
    serve(path, activeCharge, paid);
    const { stdout } = await run(['payments', 'get', 'pay-1', '--no-color'], { isTerminal: true, columns: 40 });
    expect(stdout.split('\n').slice(0, 2)).toEqual(['Status          Awaiting payment', 'Value           R$ 10,50']);
    expect(stdout.endsWith(`\nCopy and paste:\n${BR_CODE}\n`)).toBe(true);
    expect((await run(['payments', 'get', 'pay-1'], { isTerminal: true })).stdout).not.toContain('Copy and paste');
  });

  it('draws no QR code that the terminal would break', async () => {
    serve(path, activeCharge);
    const { stdout } = await run(['payments', 'get', 'pay-1', '--qr'], { isTerminal: true, columns: 40 });
    expect(stdout).not.toContain('█');
    expect(stdout).toMatch(/needs a window of \d+ columns/);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(BR_CODE);
  });

  it('waits until it is paid, with its code printed above', async () => {
    serve(path, activeCharge, activeCharge, paid);
    const waits: number[] = [];
    const onSleep = (milliseconds: number) => waits.push(milliseconds);
    const result = await run(['payments', 'get', 'pay-1', '--qr', '--wait', '--no-color'], {
      isTerminal: true,
      onSleep,
    });
    expect(result).toMatchObject({ exitCode: 0 });
    expect(waits).toEqual([1_000, 1_500]);
    expect(result.stdout.indexOf(BR_CODE)).toBeLessThan(result.stdout.indexOf('Paid'));
    expect(result.stderr).toContain('Waiting for payment');
  });

  it('ends with 1 when it fails while waiting, and reports the end to machines once', async () => {
    serve(path, activeCharge, { ...activeCharge, status: 'FAILED' });
    const result = await run(['payments', 'get', 'pay-1', '--wait', '--json', '-q']);
    expect([result.exitCode, jsonError(result).code]).toEqual([1, 'payment_failed']);
    expect(JSON.parse(result.stdout)).toMatchObject({ status: 'FAILED' });
  });
});

describe('pix withdraw get', () => {
  const path = '/api/v1/withdraw/get/wd-1';

  it('shows the fields of its end that exist', async () => {
    serve(path, pending, failed);
    const open = await run(['withdraw', 'get', 'wd-1', '--no-color'], { isTerminal: true });
    expect(open.stdout).toMatch(/^Status +Processing\nRecipient receives +R\$ 24,50\n/);
    expect(open.stdout).not.toMatch(/Failed|Failure|Completed|Returned|—/);
    const ended = await run(['withdraw', 'get', 'wd-1', '--no-color'], { isTerminal: true });
    expect(ended.stdout).toMatch(
      /^Status +Failed.*\nFailure +the account behind the key.*\nReturned to balance +R\$ 25,00\n/s,
    );
    expect(ended.stdout).not.toMatch(/^Recipient receives|^Fee/m);
  });

  it.each([
    [withdrawalDetails, 0, undefined],
    [failed, 1, 'withdrawal_failed'],
  ])('waits until it is final', async (last, exitCode, code) => {
    serve(path, pending, { ...pending, status: 'IN_SOME_NEW_STATE' }, last);
    const result = await run(['withdraw', 'get', 'wd-1', '--wait', '--json', '-q']);
    expect([result.exitCode, exitCode === 0 ? undefined : jsonError(result).code]).toEqual([exitCode, code]);
    expect(JSON.parse(result.stdout)).toEqual(last);
  });
});

describe('pix withdraw receipt', () => {
  const path = '/api/v1/withdraw/get/wd-1';
  const receipt = (withdrawal: object, flags: readonly string[] = [], options: CliOptions = {}) => {
    serve(path, withdrawal);
    nock(BASE_URL).get('/api/v1/withdraw/list').query(true).reply(200, noWithdrawals);
    return run(['withdraw', 'receipt', 'wd-1', ...flags], options);
  };

  it("contains everything about a completed withdrawal, in the person's language, also in a pipe", async () => {
    const { stdout, stderr, exitCode } = await receipt(withdrawalDetails, [
      '--lang',
      'pt-BR',
      '--holder',
      'Padaria Sol Ltda',
    ]);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      [
        'Comprovante: Pix enviado',
        '========================',
        '',
        'Serviço                       wallet.example',
        'Status                        Concluído',
        'Pagador                       Padaria Sol Ltda',
        'Chave Pix                     ma***@example.com (e-mail)',
        'Valor enviado                 R$ 24,50',
        'Tarifa                        R$ 0,50',
        'Total debitado                R$ 25,00',
        'Criado em                     14/07/2026 12:00:00 (UTC-03:00)',
        'Concluído em                  14/07/2026 12:00:00 (UTC-03:00)',
        'ID da transação (EndToEndId)  E0000000020260714150000000000001',
        'ID do envio                   wd-1',
        'ID de correlação              corr-wd-1',
        'Emitido em                    14/07/2026 12:00:00 (UTC-03:00)',
        '',
        'Concluído, conforme informado pelo serviço.',
        '',
      ].join('\n'),
    );
  });

  it('has the description of the list, without the mark, of a withdrawal that no journal knows', async () => {
    const row = { ...withdrawalDetails, description: 'Aluguel de julho #px7k2m9qh' };
    const { data } = noWithdrawals;
    const pagination = { ...data.pagination, total: 2 };
    nock(BASE_URL)
      .get('/api/v1/withdraw/list')
      .query(true)
      .reply(200, {
        success: true,
        data: { ...data, withdraws: [{ ...row, id: 'wd-2', description: 'newer' }, row], pagination },
      });
    const { stdout, exitCode } = await receipt(withdrawalDetails);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/Description +Aluguel de julho\n/);
  });

  it('is refused for a failed withdrawal, with the reason and the return of the money', async () => {
    const file = join(temporaryFolder(), 'receipt.html');
    for (const flags of [[], ['--out', file], ['--json']]) {
      const refused = await receipt({ ...failed, failureReason: 'AC03' }, flags);
      expect([refused.exitCode, refused.stdout, existsSync(file)]).toEqual([1, '', false]);
      expect(refused.stderr).toMatch(/no receipt: .*AC03.*returned to your balance/s);
    }
  });

  const unpaid: readonly [string, object][] = [
    ['PENDING', pending],
    ['in an unknown status', { ...pending, status: 'PAID_OUT' }],
    ['COMPLETED, with a failure', { ...withdrawalDetails, failedAt: failed.failedAt }],
    ['no status', { ...pending, status: null }],
  ];
  it.each(unpaid)(
    'cannot be mistaken for a receipt when it is %s, as text and as a page',
    async (_status, withdrawal) => {
      const file = join(temporaryFolder(), 'receipt.html');
      for (const [language, warning] of [
        ['en', 'NOT A RECEIPT'],
        ['pt-BR', 'NÃO É COMPROVANTE'],
      ] as const) {
        const asText = await receipt(withdrawal, ['--lang', language]);
        expect(asText.stdout.match(new RegExp(warning, 'g'))).toHaveLength(2);
        expect(asText.stdout).not.toMatch(/^Receipt|^Comprovante/m);
        expect(asText.stderr).not.toBe('');
        const shown = await receipt(withdrawal, ['--lang', language], { isTerminal: true, columns: 80 });
        expect([shown.stdout.match(new RegExp(warning, 'g'))?.length, shown.stderr]).toEqual([2, '']);
        await receipt(withdrawal, ['--lang', language, '--out', file, '--force']);
        const page = readFileSync(file, 'utf8');
        expect(page).toContain(`<h1>${warning}`);
        expect(page).toContain('line-through');
        expect(page).not.toContain('<h1>Receipt');
      }
    },
  );

  it('does not call paid what was debited, where the service does not report what arrived', async () => {
    const file = join(temporaryFolder(), 'receipt.html');
    await receipt({ ...withdrawalDetails, sent: null, fee: null }, ['--out', file]);
    const page = readFileSync(file, 'utf8');
    expect(page).toContain('<p class="amount">Total debited R$ 25,00</p>');
    expect(page).not.toContain('Amount sent');
  });

  it('is a page that runs and loads nothing, with all text escaped', async () => {
    const file = join(temporaryFolder(), 'comprovante.HTML');
    const { stdout, stderr } = await receipt(
      { ...pending, failureReason: 'Closed <b>&', pixKey: '"><script>alert(1)</script>\u001b[2J' },
      ['--out', file],
    );
    expect(stdout).toBe('');
    expect(stderr).toContain(`Written to ${file}`);
    const page = readFileSync(file, 'utf8');
    expect(page).toContain('Closed &lt;b&gt;&amp;');
    expect(page).toContain('&quot;&gt;&lt;script&gt;');
    expect(page).not.toMatch(/<script|<link|<img|src=|url\(|\u001b/);
    expect(page).toContain('<html lang="en">');
    expect(page).toContain("default-src 'none'");
  });

  it('is written as text, fits 40 columns, and contains the data for machines', async () => {
    const file = join(temporaryFolder(), 'receipt.txt');
    await receipt(withdrawalDetails, ['--out', file]);
    expect(readFileSync(file, 'utf8')).toContain('Amount sent     R$ 24,50\n');
    const narrow = await receipt(withdrawalDetails, ['--no-color'], { isTerminal: true, columns: 40 });
    expect(Math.max(...narrow.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(JSON.parse((await receipt(pending, ['--json'])).stdout)).toEqual(pending);
  });
});

describe('pix payments receipt', () => {
  const path = '/api/v1/payment/get/pay-1';

  it('is of a charge that is paid, as text and as a PDF, without the fee', async () => {
    const file = join(temporaryFolder(), 'receipt.pdf');
    serve(path, paid, paid);
    const { stdout, exitCode } = await run(['payments', 'receipt', 'pay-1', '--holder', 'Padaria Sol']);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^Receipt: Pix received\n/)]);
    expect(stdout).toMatch(/Recipient {2,}Padaria Sol\n/);
    expect(stdout).toMatch(/Paid {2,}2026-07-14 09:00:00 \(UTC-03:00\)\n/);
    expect(stdout).not.toMatch(/Fee|Net/);
    expect((await run(['payments', 'receipt', 'pay-1', '--out', file])).exitCode).toBe(0);
    expect(readFileSync(file, 'latin1')).toMatch(/^%PDF-1\.7\n[^]*\(Receipt: Pix received\) Tj[^]*%%EOF\n$/);
  });

  it.each(['PENDING', 'ACTIVE', 'FAILED'])('is refused for a charge that is %s', async (status) => {
    serve(path, { ...activeCharge, status });
    const refused = await run(['payments', 'receipt', 'pay-1', '--json']);
    expect([refused.exitCode, refused.stdout, jsonError(refused).code]).toEqual([1, '', 'payment_not_paid']);
  });
});
