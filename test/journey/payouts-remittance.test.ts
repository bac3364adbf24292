import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allowedBy, failureOf, jsonError, NOON } from '../support/cli.ts';
import { PAYMENT, remittanceLines, type MeantPayment } from '../support/remittance.ts';
import { openPayoutOffice, payingArgv, runOf, type PayoutOffice } from './payout-office.ts';

const TWO: readonly MeantPayment[] = [
  PAYMENT,
  { ...PAYMENT, reference: 'NF 4712', form: '03', key: '', taxId: '52998224725', amountCentavos: 2_050 },
];

let office: PayoutOffice;

beforeEach(async () => {
  office = await openPayoutOffice();
});

const file = (name: string, number: number, payments: readonly MeantPayment[] = TWO) =>
  office.file(name, remittanceLines({ number, batches: [payments] }));

describe('a remittance', () => {
  it('is paid once, under its references, and is the same file again', async () => {
    const path = file('a.rem', 7);
    const { run, paid } = runOf(await office.pay(path, '170,50', ['--wait']));
    expect(paid).toEqual({ rows: 2, amount: 17_050 });
    const again = await office.pay(path, '170,50');
    expect([again.exitCode, runOf(again).run]).toEqual([0, run]);
    expect((await office.sent()).map(({ pixKey, value }) => [pixKey, value])).toEqual([
      ['sol@example.com', 15_000],
      ['52998224725', 2_050],
    ]);
  });

  it('does not pay its rows again under another number, in another order, or from CSV', async () => {
    await office.pay(file('a.rem', 7), '170,50', ['--wait']);
    const csv = office.file('c.csv', [
      'seu_numero;chave_pix;valor',
      'NF 4712;529.982.247-25;20,50',
      'NF 4711;sol@example.com;150,00',
    ]);
    const { duplicate } = runOf(await office.pay(file('b.rem', 8, TWO.toReversed()), '170,50'));
    expect(duplicate).toEqual({ rows: 2, amount: 17_050 });
    await office.pay(csv, '170,50');
    expect(await office.sent()).toHaveLength(2);
  });

  it('is not paid again by a sheet that has the number of the document alone', async () => {
    await office.pay(file('a.rem', 7), '170,50', ['--wait']);
    const sheet = office.file('c.csv', ['NF;chave_pix;valor', '4711;sol@example.com;150,00']);
    expect(failureOf(await office.pay(sheet, '150,00'))).toEqual([2, 'reference_rewritten']);
    expect(await office.sent()).toHaveLength(2);
  });

  it('of a day to come is paid on that day, by the run that is scheduled for it', async () => {
    const later = TWO.map((payment) => ({ ...payment, date: '17072026' }));
    const path = file('a.rem', 7, later);
    expect(failureOf(await office.pay(path, '170,50'))).toEqual([2, 'rows_invalid']);
    const { run } = runOf(await office.pay(path, '170,50', ['--on', '2026-07-17']));
    expect(await office.sent()).toEqual([]);
    const now = NOON + 3 * 86_400_000;
    expect((await office.resume(run, [], { now })).exitCode).toBe(0);
    expect(await office.sent()).toHaveLength(2);
  });

  it('is checked and paid at a terminal after one question, for the sum', async () => {
    const path = file('a.rem', 7);
    const checked = await office.run(['payouts', 'check', path], { isTerminal: true });
    expect([checked.exitCode, checked.questions]).toEqual([0, []]);
    const paid = await office.run(['payouts', 'run', path, '--wait'], { isTerminal: true, answers: ['170,50'] });
    expect([paid.exitCode, paid.questions.length]).toEqual([0, 1]);
    expect(await office.sent()).toHaveLength(2);
  });

  it('reports rows that were not paid in a form that can be paid', async () => {
    await office.slow();
    const { run } = runOf(await office.pay(file('a.rem', 7), '170,50'));
    const [sol] = await office.sent();
    await office.control('fail', sol?.id ?? '', '--reason', 'AC03');
    await office.refresh(run);
    const { stdout } = await office.run(['payouts', 'report', run, '--retry-file', '--format', 'csv']);
    const [header, ...rows] = stdout.trimEnd().split('\r\n');
    expect(header).toBe('Seu número,Nome do favorecido,CPF/CNPJ,Tipo de chave,Chave Pix,Valor,Descrição,Vencimento');
    expect(rows).toEqual([
      expect.stringMatching(/^NF 4711,SOL COMERCIO LTDA,11222333000181,EMAIL,sol@example.com,"150,00",,2026-07-14$/),
    ]);
    const retry = office.file('retry.csv', [stdout.trimEnd()]);
    for (const now of [NOON, NOON + 86_400_000]) {
      const checked = await office.check(retry, [], { now });
      expect(JSON.parse(checked.stdout)).toMatchObject({ amount: 15_000, problems: [] });
    }
  });
});

describe('the number of a remittance', () => {
  const other = { ...PAYMENT, reference: 'NF 1', key: 'lua@example.com' };

  it('is used once: other rows under it are refused by check, run and submit', async () => {
    const { run } = runOf(await office.pay(file('a.rem', 7), '170,50', ['--wait']));
    const path = file('b.rem', 7, [other]);
    const refused = [
      ['payouts', 'check', path, '--json'],
      payingArgv(path, '150,00'),
      ['payouts', 'submit', path, '--json'],
    ];
    for (const argv of refused) {
      const { exitCode, stderr } = await office.run(argv);
      const { code, details } = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error;
      expect([exitCode, code, details]).toEqual([2, 'remittance_used', { run, number: 7 }]);
    }
    expect(await office.sent()).toHaveLength(2);
    const corrected = await office.pay(file('b.rem', 8, [other]), '150,00', ['--wait']);
    expect(runOf(corrected).paid.rows).toBe(1);
  });

  it('is that of a run from which nothing was sent yet, and is not said to be paid', async () => {
    await office.pay(file('a.rem', 7), '170,50', ['--on', '2026-07-17']);
    const { message, hint } = jsonError(await office.pay(file('b.rem', 7, [other]), '150,00'));
    expect([message, hint].join()).toMatch(/has a remittance with the number 7; nothing was sent,(?!.*paid)/);
  });

  it('is one of an agreement and a bank, and what is asked for once more has it again', async () => {
    await office.pay(file('a.rem', 7, [PAYMENT]), '150,00', ['--wait']);
    const ofBank = office.file('b.rem', remittanceLines({ bank: '237', number: 7, batches: [[other]] }));
    expect(runOf(await office.pay(ofBank, '150,00')).paid.rows).toBe(1);
    await office.slow();
    const path = file('c.rem', 9, [{ ...PAYMENT, reference: 'NF 3' }]);
    const { run } = runOf(await office.pay(path, '150,00'));
    await office.control('fail', (await office.sent())[2]?.id ?? '', '--reason', 'AC03');
    await office.refresh(run);
    await office.run(['payouts', 'resume', run, '--yes']);
    const again = allowedBy(await office.run(['payouts', 'check', path]), 'again');
    const repeated = await office.pay(path, '150,00', again);
    expect([repeated.exitCode, (await office.sent()).length]).toEqual([0, 4]);
  });

  it('is named where it goes backwards', async () => {
    await office.pay(file('a.rem', 7), '170,50');
    for (const argv of [
      ['payouts', 'check', file('b.rem', 6, [other])],
      payingArgv(file('b.rem', 6, [other]), '150,00'),
    ]) {
      const { exitCode, stderr } = await office.run(argv);
      expect(exitCode).toBe(0);
      expect(stderr).toContain('The number of the remittance (NSA) goes backwards: 6, after 7.\n');
    }
  });
});

describe('the payments of a remittance that are due on several days', () => {
  const later: MeantPayment = { ...PAYMENT, reference: 'NF 5', amountCentavos: 3_200, date: '15072026' };

  it('are paid each on its day, from the same file, under its number', async () => {
    const path = file('a.rem', 7, [PAYMENT, later]);
    const today = await office.pay(path, '150,00', ['--due', 'today']);
    expect([today.exitCode, today.stderr]).toEqual([0, expect.stringContaining('2026-07-15')]);
    const now = NOON + 86_400_000;
    const next = await office.pay(path, '182,00', ['--due', 'today'], { now });
    expect([next.exitCode, runOf(next).paid.rows, runOf(next).duplicate.rows]).toEqual([0, 1, 1]);
    expect(await office.sent()).toHaveLength(2);
  });
});

describe('a return', () => {
  /** Three payments: one settled, one returned, one on its way. */
  async function paidInPart(bank: string): Promise<string> {
    const rest = { ...PAYMENT, form: '03', key: '', taxId: '52998224725' } as const;
    const batches = [
      [PAYMENT, { ...rest, reference: 'NF 2', amountCentavos: 2_050 }],
      [{ ...rest, reference: 'NF 3', amountCentavos: 3_000 }],
    ];
    await office.slow();
    const path = office.file('remessa.rem', remittanceLines({ bank, number: 7, batches }));
    const { run } = runOf(await office.pay(path, '200,50'));
    const [paid, returned] = await office.sent();
    await office.control('settle', paid?.id ?? '');
    await office.control('fail', returned?.id ?? '', '--reason', 'AC03');
    await office.run(['payouts', 'resume', run, '--yes']);
    await office.refresh(run);
    return run;
  }

  const columns = (line: string | undefined, from: number, to: number) => (line ?? '').slice(from - 1, to);

  it.each(['001', '237', '756', '341'])('has what is proven, and names what it leaves: bank %s', async (bank) => {
    const run = await paidInPart(bank);
    const path = join(office.folder, 'out.ret');
    const { exitCode, stderr } = await office.run(['payouts', 'report', run, '--out', path]);
    expect([exitCode, stderr]).toEqual([
      0,
      '1 payment left for the next return, because the outcome is not final, or another run has its reference (line 9).\n' +
        `2 payments written to ${path}.\n`,
    ]);
    const text = readFileSync(path, 'latin1');
    const lines = text.split('\r\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => [line.length, columns(line, 1, 8), columns(line, 14, 14)])).toEqual([
      [240, `${bank}00000`, expect.any(String)],
      [240, `${bank}00011`, '0'],
      [240, `${bank}00013`, 'A'],
      [240, `${bank}00013`, 'B'],
      [240, `${bank}00013`, 'A'],
      [240, `${bank}00013`, 'B'],
      [240, `${bank}00015`, ' '],
      [240, `${bank}99999`, ' '],
    ]);
    const [header, , paid, , returned, , batchTrailer, fileTrailer] = lines;
    expect([columns(header, 143, 157), columns(header, 73, 89)]).toEqual(['214072026120000', 'EMPRESA SINTETICA']);
    expect([columns(paid, 74, 93).trim(), columns(paid, 120, 134), columns(paid, 231, 240).trim()]).toEqual([
      ...['NF 4711', '000000000015000', '00'],
    ]);
    expect([columns(paid, 155, 162), columns(paid, 163, 177)]).toEqual([
      expect.stringMatching(/^\d{4}20\d\d$/),
      '000000000014950',
    ]);
    expect([
      columns(returned, 9, 13),
      columns(returned, 74, 93).trim(),
      columns(returned, 155, 177),
      columns(returned, 231, 240).trim(),
    ]).toEqual([...['00003', 'NF 2', '0'.repeat(23), 'AN']]);
    const [sent] = await office.sent();
    expect(columns(paid, 178, bank === '341' ? 197 : 217).trim()).toBe(bank === '341' ? '' : sent?.id);
    expect([columns(batchTrailer, 18, 23), columns(batchTrailer, 24, 41)]).toEqual(['000006', '000000000000017050']);
    expect(fileTrailer).toBe(`${bank}99999${' '.repeat(9)}000001000008000000${' '.repeat(205)}`);
  });

  it('has what was paid under the number of another file', async () => {
    await office.pay(file('a.rem', 7), '170,50', ['--wait']);
    const { run } = runOf(await office.pay(file('b.rem', 8), '170,50'));
    const { stdout } = await office.run(['payouts', 'report', run, '--format', 'cnab240']);
    const lines = stdout.split('\r\n');
    expect(lines.filter((line) => columns(line, 14, 14) === 'A').map((line) => columns(line, 231, 232))).toEqual([
      ...['00', '00'],
    ]);
    const later = await office.run(['payouts', 'report', run, '--format', 'cnab240'], { now: NOON + 300_000 });
    const [number, next] = [stdout, later.stdout].map((text) => Number(columns(text, 158, 163)));
    expect(next).toBe((number ?? 0) + 1);
    expect(await office.sent()).toHaveLength(2);
  });

  it('writes a name as it was read, in a file', async () => {
    const name = 'D’ÁGUA – FILIAL';
    const { run } = runOf(await office.pay(file('a.rem', 7, [{ ...PAYMENT, name }]), '150,00', ['--wait']));
    const shown = await office.run(['payouts', 'report', run, '--format', 'cnab240']);
    expect([shown.exitCode, shown.stdout, shown.stderr]).toEqual([2, '', expect.stringContaining('--out FILE.ret')]);
    const path = join(office.folder, 'out.ret');
    expect((await office.run(['payouts', 'report', run, '--out', path])).exitCode).toBe(0);
    const bytes = readFileSync(path);
    expect([bytes.length % 242, bytes.includes(Buffer.from('D\x92\xc1GUA \x96 FILIAL', 'latin1'))]).toEqual([0, true]);
  });

  it('is not made of a sheet with a column of records', async () => {
    const records = remittanceLines({ number: 7, batches: [TWO] })
      .slice(0, 4)
      .join('');
    const lines = ['reference;pix_key;amount;CNAB 240', `X;mallory@example.com;150,00;${'0'.repeat(64)}${records}`];
    const { run } = runOf(await office.pay(office.file('a.csv', lines), '150,00', ['--wait']));
    const refused = await office.run(['payouts', 'report', run, '--format', 'cnab240']);
    expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
    expect((await office.run(['payouts', 'check', file('a.rem', 7)])).exitCode).toBe(0);
  });

  it('has the rest once it is final, and nothing before anything is', async () => {
    const run = await paidInPart('001');
    const last = (await office.sent())[2];
    await office.control('settle', last?.id ?? '');
    await office.refresh(run);
    const { stdout, stderr } = await office.run(['payouts', 'report', run, '--format', 'cnab240']);
    const segments = stdout.split('\r\n').map((line) => line.charAt(7) + line.charAt(13));
    expect([stderr, segments.join(' ')]).toEqual(['', '0  10 3A 3B 3A 3B 5  10 3A 3B 5  9  ']);
  });

  it('has the end-to-end ID of a payment once it was looked up', async () => {
    const run = await paidInPart('001');
    await office.run(['sync', '--end-to-end-ids']);
    const { stdout } = await office.run(['payouts', 'report', run, '--format', 'cnab240']);
    const [sent] = await office.sent();
    const found = await office.run(['find', sent?.id ?? '', '--offline', '--json']);
    const [id] = /E\d{20}\w{11}/.exec(found.stdout) ?? [];
    expect(id).toHaveLength(32);
    expect(columns(stdout.split('\r\n')[2], 178, 217).trim()).toBe(id);
  });

  it.each([[], ['sync', '--end-to-end-ids']])('names the withdrawals that cover fees (%s)', async (...sync) => {
    const path = file('a.rem', 7);
    const { run } = runOf(await office.pay(path, '170,50', ['--cover-fee', '--wait']));
    const sent = await office.sent();
    if (sync.length > 0) await office.run(sync);
    const returned = join(office.folder, 'out.ret');
    await office.run(['payouts', 'report', run, '--out', returned]);
    const { stdout } = await office.run(['reconcile', returned, '--json']);
    const pairs = JSON.parse(stdout).open.filter(({ there }: { there: unknown }) => there !== null);
    expect(pairs).toMatchObject(sent.map(({ id }) => ({ reason: 'fee', here: id })));
  });

  it('is compared with the account: what it states as paid is found by its reference', async () => {
    const run = await paidInPart('001');
    const path = join(office.folder, 'out.ret');
    await office.run(['payouts', 'report', run, '--out', path]);
    const { stdout } = await office.run(['reconcile', path, '--json']);
    const { format, summary } = JSON.parse(stdout);
    expect([format, summary.counts.matched, summary.there]).toEqual(['cnab240', 1, expect.anything()]);
    writeFileSync(path, readFileSync(path, 'latin1').split('\r\n').toSpliced(4, 1).join('\r\n'));
    expect((await office.run(['reconcile', path, '--json'])).stderr).toContain('damaged');
  });

  it('is not made of a run that was paid from another file, or of rows that are not paid again', async () => {
    const csv = office.file('a.csv', ['reference;pix_key;amount', 'X;ana@example.com;10,00']);
    const { run } = runOf(await office.pay(csv, '10,00'));
    const report = ['payouts', 'report', run, '--format', 'cnab240', '--out', join(office.folder, 'x.ret'), '--json'];
    expect(failureOf(await office.run(report))).toEqual([2, 'not_a_remittance']);
    expect(jsonError(await office.run([...report, '--retry-file'])).code).toBe('conflicting_options');
  });
});
