import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf, jsonError, refusalOf, allowedBy } from '../support/cli.ts';
import { openPayoutOffice, payingArgv, runOf, type PayoutOffice } from './payout-office.ts';

const HEADER = 'referencia;nome;cpf_cnpj;tipo_chave;chave_pix;valor;descricao';
const MARIA = 'NOV-1;Maria da Silva;529.982.247-25;CPF;529.982.247-25;1.234,50;Salário';
const PADARIA = 'NOV-2;Padaria;;EMAIL;pix@padaria.com.br;89,90;';
const JOAO = 'NOV-3;João;;CELULAR;(11) 98765-4321;5,00;=SOMA(A1)';
const SUM = '1.329,40';

let office: PayoutOffice;

beforeEach(async () => {
  office = await openPayoutOffice();
});

const payroll = () => office.file('folha.csv', [HEADER, MARIA, PADARIA, JOAO]);
const paying = (path: string, sum = SUM) => payingArgv(path, sum);

describe('a file of payouts', () => {
  it('is paid once, however often it is run, and reported as it was', async () => {
    const path = payroll();
    const first = await office.run(paying(path));
    expect(first.exitCode).toBe(0);
    expect(runOf(first)).toMatchObject({ rows: 3, paid: { rows: 3, amount: 132_940 }, open: { rows: 0, amount: 0 } });
    expect((await office.sent()).map(({ pixKey, value }) => [pixKey, value])).toEqual([
      ['52998224725', 123_450],
      ['pix@padaria.com.br', 8_990],
      ['+5511987654321', 500],
    ]);
    expect((await office.sent()).every(({ description }) => /(^| )#px\w{7}$/.test(description))).toBe(true);

    const again = await office.run(paying(path));
    expect([again.exitCode, runOf(again).run]).toEqual([0, runOf(first).run]);
    const message = `as ${runOf(first).run} (3 payments, R$ 1.329,40). Nothing was sent now.`;
    expect(again.stderr).toMatch(/This file was already paid on 2026-07-14 \d\d:\d\d, as /);
    expect(again.stderr).toContain(message);
    expect(again.stderr).not.toContain('Done');
    expect(await office.sent()).toHaveLength(3);

    const { run: runId } = runOf(first);
    const report = await office.run(['payouts', 'report', runId, '--format', 'csv']);
    const [header = '', maria = '', , joao = ''] = report.stdout.split('\r\n');
    expect(header).toBe(`${HEADER.replaceAll(';', ',')},status,id,fee_centavos,sent_centavos,reason,time`);
    expect(maria).toMatch(
      /^NOV-1,Maria da Silva,529\.982\.247-25,CPF,529\.982\.247-25,"1\.234,50",Salário,paid,[\w-]+,50,123400,/,
    );
    // Formulas are marked as text.
    expect(joao).toContain(",'=SOMA(A1),paid,");
    const plain = await office.run(['payouts', 'report', runId, '-o', 'csv', '--fields', 'pixKey,description']);
    expect(plain.stdout.split('\r\n').at(-2)).toBe("+5511987654321,'=SOMA(A1)");
    const rows = await office.run(['payouts', 'report', runId, '-o', 'tsv', '--fields', 'description']);
    expect(rows.stdout.split('\n').at(-2)).toBe('=SOMA(A1)');
    const out = join(office.folder, 'report.csv');
    await office.run(['payouts', 'report', runId, '--format', 'excel-br', '--out', out]);
    expect(readFileSync(out, 'utf8')).toMatch(/^\ufeffreferencia;.*;Status;.*\r\n'NOV-1;.*;1234,50;Salário;Pago;/);

    const listed = await office.run(['payouts', 'list'], { isTerminal: true });
    expect(listed.stdout).toContain(runId);
    expect(statSync(office.journal()).mode & 0o077).toBe(0);
  });

  it.each(['report.csv', 'report.xlsx', 'excel-br.csv'])(
    'has a report that no books are taken for: %s',
    async (name) => {
      const path = office.file('folha.csv', ['data;chave_pix;valor', '14/07/2026;ana@example.com;25,00']);
      const { run: runId } = runOf(await office.run(paying(path, '25,00')));
      const out = join(office.folder, name);
      const format = name.startsWith('excel-br') ? ['--format', 'excel-br'] : [];
      await office.run(['payouts', 'report', runId, '--out', out, ...format]);
      const refused = await office.run(['reconcile', out, '--all-out', '--json']);
      expect(refusalOf(refused)).toMatchObject({
        exitCode: 2,
        code: 'unreadable_books',
        details: { flaw: 'run_report' },
        message: expect.stringContaining('report of a run'),
      });
    },
  );

  it('is shown before the sum is asked for, and not sent without it', async () => {
    const path = payroll();
    const asked = await office.run(['payouts', 'run', path], { isTerminal: true, answers: ['1.239,40', ''] });
    expect(asked.exitCode).toBe(2);
    expect(asked.questions).toEqual([
      'To confirm, type the sum (R$ 1.329,40). Enter cancels:',
      '"1.239,40" is not R$ 1.329,40',
      'To confirm, type the sum (R$ 1.329,40). Enter cancels:',
    ]);
    expect(asked.stderr).toMatch(/^From {16}demo · http:\/\/127\.0\.0\.1:\d+ · pk_…\w{4} \(this machine\)$/m);
    for (const line of [
      'Payments            3 to 3 recipients, all new',
      `Fees                ${'R$ 1,50'.padStart('R$ 3.670,60'.length)}`,
    ]) {
      expect(asked.stderr.split('\n')).toContain(line);
    }
    for (const [argv, code] of [
      [['payouts', 'run', path], 'confirmation_required'],
      [['payouts', 'run', path, '--yes'], 'confirmation_required'],
      [paying(path, '1.239,40'), 'total_differs'],
      [[...paying(path), '--digest', `sha256:${'0'.repeat(64)}`], 'digest_differs'],
    ] as const) {
      expect(failureOf(await office.run([...argv, '--json']))).toEqual([2, code]);
    }
    expect(JSON.parse((await office.run(['payouts', 'list', '--json'])).stdout)).toMatchObject({ runs: [] });
    expect(await office.sent()).toEqual([]);
    const typed = await office.run(['payouts', 'run', path], { isTerminal: true, answers: ['R$ 1.329,4'] });
    expect(typed.exitCode).toBe(0);
    expect(await office.sent()).toHaveLength(3);
  });

  it('is sent completely or not at all when rows are invalid, unless they are to be left out', async () => {
    const path = office.file('errada.csv', [
      HEADER,
      MARIA,
      'NOV-2;Padaria;;EMAIL;pix@padaria;89,90;',
      'NOV-1;João;;;a@b.com;1.234;',
    ]);
    const checked = await office.run(['payouts', 'check', path, '-o', 'csv']);
    expect(checked.exitCode).toBe(2);
    const problems = checked.stdout
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(',').filter((_, at) => at !== 3));
    expect(problems.map(([line, , column, code]) => [line, column, code])).toEqual([
      ['3', 'chave_pix', 'invalid_key'],
      ['4', 'valor', 'ambiguous_amount'],
      ['4', 'referencia', 'duplicate_reference'],
    ]);
    expect([failureOf(await office.run(paying(path))), await office.sent()]).toEqual([[2, 'rows_invalid'], []]);
    const valid = await office.run([...paying(path, '1234,50'), '--only-valid']);
    expect([valid.exitCode, (await office.sent()).length]).toEqual([0, 1]);
    // What is left out is named before the sum is typed.
    expect(valid.stderr).toMatch(/Line 3, chave_pix.*\nLine 4, valor.*\n[^]*From /);
  });

  it('is not started when the account cannot pay all of it', async () => {
    const path = office.file('grande.csv', [HEADER, MARIA.replace('1.234,50', '11.719,02')]);
    expect(failureOf(await office.check(path))).toEqual([1, 'insufficient_balance']);
    expect([(await office.run(paying(path, '11.719,02'))).exitCode, await office.sent()]).toEqual([1, []]);
    await office.control('account', 'set', '--daily-limit', '1.300,00');
    expect(jsonError(await office.run(paying(payroll()))).code).toBe('limit_exceeded');
    expect(await office.sent()).toEqual([]);
  });

  it('is read from standard input, and shows what earlier runs have paid', async () => {
    await office.run(paying(payroll()));
    const stdin = [HEADER, MARIA, 'NOV-4;Ana;;EMAIL;ana@example.com;10,00;', ''].join('\n');
    const more = await office.run(paying('-', '1.244,50'), { stdin });
    expect(more.stderr).toContain('Already sent        1 payment (R$ 1.234,50)');
    expect(runOf(more)).toMatchObject({ paid: { rows: 1, amount: 1_000 }, duplicate: { rows: 1, amount: 123_450 } });
    expect([more.exitCode, (await office.sent()).length]).toEqual([0, 4]);
  });
});

describe('after a failure, a run', () => {
  it('puts on hold what is proven absent, until a person decides', async () => {
    await office.fault('reset-before');
    const path = payroll();
    const onHold = await office.run(paying(path));
    const { run: runId } = runOf(onHold);
    expect([...failureOf(onHold), runOf(onHold).open.rows]).toEqual([5, 'outcome_unknown', 1]);
    expect(onHold.stderr).toContain(`pix payouts resume ${runId} --allow absent:`);
    expect(onHold.stderr).toContain(`pix payouts resolve ${runId} 2 --not-paid`);
    expect(await office.sent()).toHaveLength(2);

    const status = await office.run(['payouts', 'status']);
    expect(status.stderr).toContain(`Line 2 (NOV-1, Maria da Silva, R$ 1.234,50)`);
    const forExcel = await office.run(['payouts', 'report', runId, '--format', 'excel-br']);
    expect(forExcel.stdout).toContain(';Não localizado;;;;o serviço não tem envio para ele;');
    const resuming = ['payouts', 'resume', runId, ...allowedBy(onHold, 'absent')];
    expect(failureOf(await office.run([...resuming, '--json']))).toEqual([2, 'confirmation_required']);
    for (const argv of [resuming, ['payouts', 'run', path, ...allowedBy(onHold, 'absent')]]) {
      const refused = await office.run(argv, { isTerminal: true, answers: [''] });
      expect([refused.exitCode, refused.questions.length, (await office.sent()).length]).toEqual([2, 1, 2]);
    }
    const again = await office.run([...resuming, '--yes', '--json']);
    expect([again.exitCode, runOf(again).paid.rows, (await office.sent()).length]).toEqual([0, 3, 3]);
  });

  it('lists many rows that are not found on one screen, and says once what to do about them', async () => {
    await office.fault('reset-before', 12);
    const rows = Array.from(
      { length: 12 },
      (_, row) => `SET-${row + 1};Larissa Nascimento;;EMAIL;l${row}@example.com;25,00;`,
    );
    const onHold = await office.run(paying(office.file('set.csv', [HEADER, ...rows]), '300,00'));
    const { run: runId } = runOf(onHold);
    const options = { isTerminal: true, columns: 80 };
    const { stdout, stderr } = await office.run(['payouts', 'status', '--lang', 'pt-BR'], options);
    const shown = (stdout + stderr).trimEnd().split('\n');
    expect(shown.length).toBeLessThan(24);
    expect(shown.filter((line) => line.includes('não localizado no serviço'))).toHaveLength(10);
    const wrapped = shown.join(' ');
    expect(wrapped.split('--allow absent:')).toHaveLength(2);
    expect(wrapped).toContain(`pix payouts resolve ${runId} LINHA --not-paid`);
  });

  it('accepts a decision for paid only with a matching withdrawal, and frees the others to be tried again', async () => {
    await office.fault('reset-before', 2);
    const { run: runId } = runOf(await office.run(paying(payroll())));
    const { json } = await office.service.request('/api/v1/withdraw/list?limit=1');
    const id = String(json.data.withdraws[0].id);
    const wrong = await office.run(['payouts', 'resolve', runId, '2', '--paid', id, '--yes', '--json']);
    expect(failureOf(wrong)).toEqual([1, 'withdrawal_mismatch']);
    const decided = await office.run(['payouts', 'resolve', runId, '2', '--not-paid'], {
      isTerminal: true,
      answers: ['y'],
    });
    expect(decided.exitCode).toBe(0);
    // What was decided, and where the run stands: not twenty fields of the payment.
    expect(decided.stderr).toContain('Line 2 (NOV-1, Maria da Silva, R$ 1.234,50): Not paid (confirmed by you).');
    expect(decided.stdout).toMatch(/^Paid: 1 of 3, .*\n.*Not found.*\n$/);
    // And what is left to decide.
    const next = new RegExp(`--allow absent:\\w{6}; .* pix payouts resolve ${runId} 3 --not-paid`);
    expect(decided.stderr.replaceAll('\n', ' ')).toMatch(next);
    expect((await office.run(['payouts', 'resolve', runId, '9', '--not-paid', '--yes'])).exitCode).toBe(6);
    const log = await office.run(['payouts', 'log', runId, '--verify'], { isTerminal: true, columns: 200 });
    expect(log.stdout).toMatch(/Resolved: line 2, Not paid \(confirmed by you\) /);
    expect(log.stdout).toContain('Started sending up to: 3 payments, R$ ');
    // What was sent, below what could be sent at most.
    expect(log.stdout).toContain('\nPaid: 1 of 3, R$ 5,00 of R$ 1.329,40 (folha.csv, ');
    expect(log.stdout).toMatch(/Not found\S*: 1 \(R\$ 89,90\)\n$/);
    const narrow = await office.run(['payouts', 'log', '--lang', 'pt-BR'], { isTerminal: true, columns: 80 });
    expect(narrow.stdout).toMatch(/^.*Ação.*\n.*Lote.*Usuário.*\n(?:.*\n)*.*fora da tela: .*Máquina/);
    expect(narrow.stdout).toMatch(new RegExp(`Resolvido: linha 2, .* \\(confirmado por você\\)\\n  ${runId}  \\S+\\n`));
    expect(narrow.stdout).toContain('Envio iniciado, até: 3 pagamentos, R$ ');

    const retry = join(office.folder, 'de-novo.csv');
    await office.run(['payouts', 'report', runId, '--retry-file', '--format', 'excel-br', '--out', retry]);
    expect(readFileSync(retry, 'utf8').split('\r\n')).toEqual([
      `\ufeff${HEADER}`,
      "'NOV-1;Maria da Silva;529.982.247-25;CPF;529.982.247-25;1234,50;Salário",
      '',
    ]);
    const checked = await office.check(retry);
    expect([checked.exitCode, JSON.parse(checked.stdout)]).toMatchObject([0, { toPay: { rows: 1, amount: 123_450 } }]);
    const workbook = join(office.folder, 'de-novo.xlsx');
    await office.run(['payouts', 'report', runId, '--retry-file', '--out', workbook]);
    const digests = await Promise.all([retry, workbook].map(async (path) => runOf(await office.check(path)).digest));
    expect(digests[1]).toBe(digests[0]);
    expect((await office.run(paying(workbook, '1234,50'))).exitCode).toBe(0);
    const report = join(office.folder, 'relatorio.xlsx');
    await office.run(['payouts', 'report', runId, '--out', report]);
    const { sheets } = await readXlsx(readFileSync(report));
    const [headings, maria, , joao, totals] = sheets[0]?.rows ?? [];
    expect(headings?.slice(5, 10)).toEqual(['valor', 'descricao', 'Status', 'ID', 'Fee']);
    expect(maria?.slice(0, 9)).toEqual([
      'NOV-1',
      'Maria da Silva',
      '529.982.247-25',
      'CPF',
      '529.982.247-25',
      1234.5,
      'Salário',
      'Not paid (confirmed by you)',
      null,
    ]);
    expect([joao?.[6], joao?.[5], totals?.[0], totals?.[5]]).toEqual(['=SOMA(A1)', 5, 'Total paid', 5]);
  });

  it('ends with 3 when rows failed, and follows pending ones to their end', async () => {
    await office.slow();
    const pending = await office.run(paying(payroll()));
    const { run: runId } = runOf(pending);
    expect([pending.exitCode, runOf(pending).pending.rows]).toEqual([0, 3]);
    const screen = { isTerminal: true, environment: { NO_COLOR: '1' } };
    expect(pending.stderr).toMatch(/^Processing: 3 \(R\$ 1\.329,40\)$/m);
    // Nothing was asked since.
    const stored = await office.run(['payouts', 'status', runId], screen);
    expect(stored.stdout).toMatch(/^Processing: 3 \(R\$ 1\.329,40\), recorded 2026-07-14 \d\d:\d\d$/m);
    const asked = await office.run(['payouts', 'status', runId, '--refresh'], screen);
    expect(asked.stdout).toMatch(/^Processing: 3 \(R\$ 1\.329,40\)$/m);
    const [first] = (await office.run(['withdraw', 'list', '--fields', 'id', '-L', '1'])).stdout.split('\n');
    await office.control('fail', String(first), '--reason', 'AC03');
    await office.control('advance', '2m');
    const refreshed = await office.run(['payouts', 'status', runId, '--refresh', '--json']);
    expect(runOf(refreshed)).toMatchObject({ paid: { rows: 2 }, notPaid: { rows: 1 }, pending: { rows: 0 } });
    expect(failureOf(await office.run(['payouts', 'resume', runId, '--json']))).toEqual([3, 'partly_paid']);

    const listed = await office.run(['payouts', 'list'], { ...screen, columns: 80 });
    // What is zero in every run gives way to what is not.
    expect(listed.stdout).toMatch(
      /^Created +Run +File +Rows +Amount +Paid +Not paid\n.*folha\.csv +3 +R\$ 1\.329,40 +2 +1\n$/,
    );

    // The service returned the money of João, with the fee.
    const report = async (...argv: readonly string[]) => office.run(['payouts', 'report', runId, ...argv]);
    const path = join(office.folder, 'relatorio.xlsx');
    await report('--out', path);
    const { sheets } = await readXlsx(readFileSync(path));
    const sums = sheets[0]?.rows.map((cells) => [5, 9, 10].map((index) => cells[index] ?? null));
    expect(sums?.slice(1)).toEqual([
      [1234.5, 0.5, 1234],
      [89.9, 0.5, 89.4],
      [5, null, null],
      [1324.4, 1, 1323.4],
    ]);
    const [, , , forExcel = ''] = (await report('--format', 'excel-br')).stdout.split('\r\n');
    expect(forExcel).toMatch(/;Não concluído;[\w-]+;;;/);
    const { rows } = JSON.parse((await report('--json')).stdout);
    expect(rows[2]).toMatchObject({ status: 'failed', amount: 500, value: null, fee: null, sent: null });
  });

  it('is checked in one go: what is invalid is named together with what was paid under another amount', async () => {
    await office.run(paying(payroll()));
    const changed = office.file('outra.csv', [
      HEADER,
      MARIA.replace('1.234,50', '1.234,60'),
      'NOV-9;Rui;;EMAIL;rui;5,00;',
    ]);
    const checked = await office.check(changed);
    expect(failureOf(checked)).toEqual([2, 'rows_invalid']);
    expect(checked.stderr).toContain(
      'Line 2 (NOV-1, Maria da Silva, R$ 1.234,60): its reference belongs to another payment',
    );
  });

  it('stops cleanly on Ctrl-C, and resumes with what was not sent', async () => {
    const path = office.file(
      'longa.ndjson',
      Array.from({ length: 20 }, (_, row) =>
        JSON.stringify({ reference: `R${row}`, pix_key: 'a@example.com', amount: `5,${String(row).padStart(2, '0')}` }),
      ),
    );
    const argv = ['payouts', 'run', path, '--yes', '--confirm-total', '101,90', '--json'];
    // The person stops it when the first response is shown.
    const stopped = await office.runUntil('< 200 POST', [...argv, '--verbose']);
    const view = runOf(stopped);
    expect(failureOf(stopped)).toEqual([130, 'interrupted']);
    expect(jsonError(stopped).hint).toBe(`resume with: pix payouts resume ${view.run}`);
    expect(view.paid.rows).toBeGreaterThan(0);
    expect(view.notSent.rows).toBeGreaterThan(0);
    expect(await office.sent()).toHaveLength(view.paid.rows);
    const resumed = await office.resume(view.run);
    expect([resumed.exitCode, runOf(resumed).paid.rows]).toEqual([0, 20]);
    expect(await office.sent()).toHaveLength(20);
  });
});
