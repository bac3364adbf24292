import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { seenCodeOf } from '../../src/payouts/seen-code.ts';
import { allowedBy, failureOf, jsonError } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';
import { openPayoutOffice, payingArgv, runOf, type PayoutOffice } from './payout-office.ts';

const SUM = '35,00';
const HEADER = 'reference,pix_key,amount';
const PAYROLL = ['pix_key,amount', 'ana@example.com,10.00', 'bia@example.com,25.00'];

let office: PayoutOffice;
let path: string;

beforeEach(async () => {
  office = await openPayoutOffice();
  path = office.file('payroll.csv', PAYROLL);
});

const paying = (...more: readonly string[]) => office.pay(path, SUM, more);
/** Runs the file as a person does who has read what its repetition says. */
const payingAgain = async (...more: readonly string[]) => paying(...allowedBy(await paying(), 'again'), ...more);
const NEVER_SEEN = ['--allow', 'again:000000'];

describe('a file that was paid before', () => {
  it('is paid once more on request, each time as a new run with the same digest', async () => {
    const first = runOf(await paying());
    const again = await payingAgain('--digest', first.digest);
    const second = runOf(again);
    expect([again.exitCode, second.paid.rows, second.digest]).toEqual([0, 2, first.digest]);
    expect(second.run).not.toBe(first.run);
    expect(again.stderr).toContain('2 payments (R$ 35,00) may have been made before');
    expect(await office.sent()).toHaveLength(4);
    // Without it, the newest one is reported.
    const repeated = await paying();
    expect([repeated.exitCode, runOf(repeated).run]).toEqual([0, second.run]);
    expect(repeated.stderr).toContain(`as ${second.run} (2 payments, R$ 35,00). Nothing was sent now.`);
    expect(runOf(await payingAgain()).paid.rows).toBe(2);
    expect(await office.sent()).toHaveLength(6);
  });

  it('is not paid by words that were printed before another file paid the same', async () => {
    await paying();
    const words = allowedBy(await paying(), 'again');
    const other = payingArgv(office.file('other.csv', [...PAYROLL, 'eva@example.com,5.00']), '40,00');
    expect((await office.run([...other, ...allowedBy(await office.run(other), 'repeated')])).exitCode).toBe(0);
    const refused = await paying(...words);
    const checked = await office.check(path, words);
    for (const { exitCode, stderr } of [refused, checked]) {
      expect([exitCode, jsonError({ stderr }).code]).toEqual([2, 'paid_before']);
    }
    expect(allowedBy(checked, 'repeated')).toEqual(allowedBy(refused, 'repeated'));
    expect(await office.sent()).toHaveLength(5);
    expect((await paying(...words, ...allowedBy(refused, 'repeated'))).exitCode).toBe(0);
    expect(await office.sent()).toHaveLength(7);
  });

  it('requires the sum to be typed, like any run', async () => {
    await paying();
    const argv = ['payouts', 'run', path, ...allowedBy(await paying(), 'again')];
    expect((await office.run(argv, { isTerminal: true, answers: [''] })).exitCode).toBe(2);
    expect(jsonError(await office.run([...argv, '--yes', '--json'])).code).toBe('confirmation_required');
    expect(await office.sent()).toHaveLength(2);
    const typed = await office.run(argv, { isTerminal: true, answers: ['35'] });
    expect(typed.questions).toEqual(['To confirm, type the sum (R$ 35,00). Enter cancels:']);
    expect([typed.exitCode, (await office.sent()).length]).toEqual([0, 4]);
  });

  it('is reported by check, with what a run would send', async () => {
    const { run } = runOf(await paying());
    const checked = await office.check(path);
    expect(JSON.parse(checked.stdout)).toMatchObject({
      knownRun: run,
      alreadyPaid: { rows: 2, amount: 3_500 },
      toPay: { rows: 0, amount: 0 },
    });
    expect(checked.stderr).toContain(`as ${run} (2 payments, R$ 35,00). Nothing was sent now.`);
    expect(checked.stderr).toContain('To pay it once more: --allow again:');
    const translated = await office.run(['payouts', 'run', path, '--yes', '--confirm-total', SUM, '--lang', 'pt-BR']);
    expect(translated.stderr).toContain(`no lote ${run} (2 pagamentos, R$ 35,00). Nada foi enviado agora.`);
  });

  it('sends only rows whose references were not paid', async () => {
    path = office.file('mixed.csv', [HEADER, 'A-1,ana@example.com,10.00', ',bia@example.com,25.00']);
    const first = runOf(await paying());
    const again = await payingAgain();
    expect(again.stderr).toContain('Already sent        1 payment (R$ 10,00)');
    const report = ['payouts', 'report', runOf(again).run];
    // A person sees the line of the sheet, a program the row.
    const table = await office.run(report, { isTerminal: true, columns: 200 });
    expect(table.stdout).toContain(`${first.run}, line 2`);
    expect(table.stdout).toMatch(
      / 1 payment, R\$ 25,00 \(mixed\.csv, run .*\n.*Sent by other runs: 1 \(R\$ 10,00\)\n$/,
    );
    const forExcel = await office.run([...report, '--format', 'excel-br']);
    expect(forExcel.stdout).toContain(`;${first.run}, linha 2;`);
    const { stdout } = await office.run([...report, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ rows: [{ reason: `${first.run} 1` }, {}] });
    expect(runOf(again)).toMatchObject({ paid: { rows: 1, amount: 2_500 }, duplicate: { rows: 1 } });
    const listed = await office.run(['payouts', 'list'], { isTerminal: true, columns: 80 });
    expect(listed.stdout).toMatch(/mixed\.csv +1 +R\$ 25,00 +1 +1\n.*mixed\.csv +2 +R\$ 35,00 +2 +0\n$/);
    expect((await office.sent()).map(({ value }) => value)).toEqual([1_000, 2_500, 2_500]);
  });

  it('names no option where every reference was used: none would pay it', async () => {
    path = office.file('all.csv', [HEADER, 'B-1,ana@example.com,35.00']);
    const last = runOf(await paying());
    const each = [payingArgv(path, SUM), ['payouts', 'check', path], ['payouts', 'submit', path]];
    for (const argv of each) {
      const { stderr } = await office.run(argv);
      expect([stderr.includes('--allow'), /give the payments new references/.test(stderr)]).toEqual([false, true]);
    }
    const code = seenCodeOf('again', last.digest, last.run);
    for (const argv of each) {
      const refused = await office.run([...argv, '--allow', `again:${code}`, '--json']);
      expect([argv[1], refused.exitCode, jsonError(refused).code]).toEqual([argv[1], 2, 'nothing_to_pay']);
    }
    expect(await office.sent()).toHaveLength(1);
  });

  it('is checked with its permission as it would be run, which is about one earlier run', async () => {
    const check = async (...more: readonly string[]) => office.check(path, more);
    expect(jsonError(await check(...NEVER_SEEN)).code).toBe('not_run_before');
    await paying();
    expect(jsonError(await check(...NEVER_SEEN)).code).toBe('not_allowed');
    const words = allowedBy(await check(), 'again');
    const foretold = await check(...words);
    expect([foretold.exitCode, JSON.parse(foretold.stdout)]).toMatchObject([
      0,
      { knownRun: null, alreadyPaid: { rows: 0 }, toPay: { rows: 2, amount: 3_500 } },
    ]);
    expect(foretold.stderr).toContain('File OK: 2 payments, R$ 35,00. Nothing was sent.');
    await paying(...words);
    for (const again of [await check(...words), await paying(...words)]) {
      expect(failureOf(again)).toEqual([2, 'not_allowed']);
      expect(jsonError(again).hint).toContain('without --allow again');
    }
    expect(await office.sent()).toHaveLength(4);
  });

  it('is not paid once more before the earlier run is complete, nor without one', async () => {
    expect(failureOf(await paying(...NEVER_SEEN))).toEqual([2, 'not_run_before']);
    await office.fault('reset-before');
    const { run } = runOf(await paying());
    const refused = await paying(...NEVER_SEEN);
    expect(failureOf(refused)).toEqual([2, 'run_unfinished']);
    expect(jsonError(refused).hint).toContain(`pix payouts resume ${run}`);
    expect(await office.sent()).toHaveLength(1);
    await office.run(['payouts', 'resolve', run, '2', '--not-paid', '--yes']);
    expect((await payingAgain()).exitCode).toBe(0);
    expect(await office.sent()).toHaveLength(3);
  });

  it('is paid by its retry file when every row of it has failed', async () => {
    await office.slow();
    const { run } = runOf(await paying());
    for (const { id } of await office.sent()) await office.control('fail', id, '--reason', 'AC03');
    await office.refresh(run);
    await office.control('account', 'set', '--instant', 'true');

    const repeated = await paying();
    expect(failureOf(repeated)).toEqual([3, 'partly_paid']);
    expect(repeated.stderr).toContain('nothing is left to send. Nothing was sent now.');
    const retry = join(office.folder, 'retry.csv');
    const written = await office.run(['payouts', 'report', run, '--retry-file', '--out', retry]);
    expect(written.stderr).toContain('pix payouts run says what allows it');
    expect(readFileSync(retry, 'utf8').replaceAll('\r', '')).toBe(`${PAYROLL.join('\n')}\n`);
    path = retry;
    expect((await payingAgain()).exitCode).toBe(0);
    expect((await office.sent()).map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'COMPLETED', 'COMPLETED']);
  });
});

describe('a retry file', () => {
  const ROWS = [
    'Fornecedor;Chave Pix;Valor a pagar;Observação',
    'João;fail-ac03@example.com;1.234,56;x',
    'Padaria;bia@example.com;25,00;-1',
  ];
  const paidInPart = async (name: string, bytes: Buffer) => {
    path = join(office.folder, name);
    writeFileSync(path, bytes);
    const paid = await office.run(['payouts', 'run', path, '--yes', '--confirm-total', '1259,56', '--json']);
    const { run } = runOf(paid);
    await office.control('advance', '10m');
    await office.refresh(run);
    return run;
  };
  const retryOf = async (run: string, name: string, ...more: readonly string[]) => {
    const out = join(office.folder, name);
    expect((await office.run(['payouts', 'report', run, '--retry-file', '--out', out, ...more])).exitCode).toBe(0);
    return readFileSync(out);
  };

  it.each([
    [';', 'latin1'],
    [';', 'utf8'],
    ['\t', 'utf16le'],
    [',', 'utf8'],
  ] as const)(
    'has the separator %j, the encoding %s and the cells of the file that was read',
    async (delimiter, encoding) => {
      const mark = encoding === 'latin1' ? '' : '\ufeff';
      const text = (lines: readonly string[]) => {
        const cells = lines.map((line) =>
          line.split(';').map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)),
        );
        return Buffer.from(mark + cells.map((line) => `${line.join(delimiter)}\r\n`).join(''), encoding);
      };
      const run = await paidInPart('folha.csv', text(ROWS));
      const retry = await retryOf(run, 'again.csv');
      expect(retry.toString(encoding)).toBe(text(ROWS.slice(0, 2)).toString(encoding));
      expect((await retryOf(run, 'plain.csv', '--format', 'csv')).toString()).toContain(
        'João,fail-ac03@example.com,"1.234,56",x',
      );
      path = join(office.folder, 'again.csv');
      const again = await office.check(path);
      expect(JSON.parse(again.stdout)).toMatchObject({ toPay: { rows: 1, amount: 123_456 } });
    },
  );
});

it('a retry file of rows that came otherwise is in Portuguese a CSV as Excel in Brazil opens it', async () => {
  path = office.file('rows.ndjson', ['{"chave_pix":"fail-ac03@example.com","valor":"35.00"}']);
  const { run } = runOf(await paying());
  await office.control('advance', '10m');
  const status = await office.run(['payouts', 'status', run, '--refresh', '-o', 'table']);
  expect(status.stdout).toContain(`A file of only these: pix payouts report ${run} --retry-file --out again.csv\n`);
  const retry = ['payouts', 'report', run, '--retry-file', '--lang', 'pt-BR'];
  expect((await office.run([...retry, '--out', join(office.folder, 'again.csv')])).exitCode).toBe(0);
  expect(readFileSync(join(office.folder, 'again.csv'), 'utf8')).toBe(
    '\ufeffchave_pix;valor\r\nfail-ac03@example.com;35,00\r\n',
  );
  expect((await office.run([...retry, '-o', 'csv'])).stdout).toContain('fail-ac03@example.com,35.00');
});

describe('a reference of an earlier run', () => {
  it('refuses the file when it belongs to another payment, and names the row', async () => {
    path = office.file('a.csv', [HEADER, 'A-1,ana@example.com,35.00']);
    const { run } = runOf(await paying());
    const other = office.file('b.csv', [HEADER, 'A-1,bob@example.com,99.00', 'A-2,bia@example.com,5.00']);
    const line = `Line 2 (A-1, R$ 99,00): its reference belongs to another payment, of R$ 35,00 to ana@example.com (${run})`;
    for (const argv of [['payouts', 'check', other, '--json'], payingArgv(other, '104,00')]) {
      const refused = await office.run(argv);
      expect(failureOf(refused)).toEqual([2, 'reference_taken']);
      expect(refused.stderr).toContain(line);
    }
    const valid = await office.pay(other, '104,00', ['--only-valid']);
    expect([...failureOf(valid), runOf(valid).paid.rows]).toEqual([3, 'partly_paid', 1]);
    expect(valid.stderr).toContain(line);
    expect(await office.sent()).toHaveLength(2);
  });

  it('is not in the sum that a person types, which is the one above the question', async () => {
    path = office.file('a.csv', [HEADER, 'A-1,ana@example.com,35.00']);
    await paying();
    const grown = office.file('b.csv', [HEADER, 'A-1,ana@example.com,35.00', 'A-2,bia@example.com,5.00']);
    const run = await office.run(['payouts', 'run', grown], { isTerminal: true, answers: ['40', '5'] });
    expect(run.stderr).toMatch(/Sum +R\$ 5,00/);
    expect(run.questions).toEqual([
      'To confirm, type the sum (R$ 5,00). Enter cancels:',
      '"40" is not R$ 5,00',
      'To confirm, type the sum (R$ 5,00). Enter cancels:',
    ]);
    expect([run.exitCode, (await office.sent()).length]).toEqual([0, 2]);
  });

  it('asks for no sum where nothing is left to send', async () => {
    path = office.file('a.csv', [HEADER, 'A-1,ana@example.com,35.00', 'A-2,bia@example.com,5.00']);
    await office.pay(path, '40');
    const shrunk = office.file('b.csv', [HEADER, 'A-1,ana@example.com,35.00']);
    const run = await office.run(['payouts', 'run', shrunk], { isTerminal: true });
    expect([run.exitCode, run.questions, (await office.sent()).length]).toEqual([0, [], 2]);
    expect(run.stderr).toContain('Nothing is left to send.');
  });

  it('offers no file of rows whose references are those of other payments: it would be empty', async () => {
    path = office.file('a.csv', [HEADER, 'A-1,ana@example.com,35.00']);
    await paying();
    const other = office.file('b.csv', [HEADER, 'A-1,ana@example.com,36.00']);
    const run = await office.pay(other, '36', ['--only-valid']);
    expect([run.exitCode, jsonError(run).hint]).toEqual([3, 'give each payment a reference of its own']);
  });

  it('does not count as paid while that is unknown', async () => {
    path = office.file('a.csv', [HEADER, 'B-1,ana@example.com,35.00']);
    await office.fault('reset-before');
    const { run } = runOf(await paying());
    const more = office.file('b.csv', [HEADER, 'B-1,ana@example.com,35.00', 'B-2,bia@example.com,5.00']);
    const paid = await office.pay(more, '40,00');
    expect(failureOf(paid)).toEqual([5, 'outcome_unknown']);
    expect(jsonError(paid).hint).toContain(`pix payouts status ${run}`);
    expect(paid.stderr).not.toMatch(/Already sent|Done/);
    expect(await office.sent()).toHaveLength(1);
  });

  it('is settled only by the service of its run', async () => {
    await office.slow();
    const { run } = runOf(await paying());
    // The same profile, at another service.
    const other = await startTestService();
    const login = ['auth', 'login', '--base-url', other.url, '-p', 'demo'];
    expect((await office.run(login, { stdin: other.keyOf() })).exitCode).toBe(0);
    for (const argv of [
      ['status', run, '--refresh'],
      ['resolve', run, '2', '--paid', 'wd_1', '--yes'],
    ]) {
      expect(failureOf(await office.run(['payouts', ...argv, '--json']))).toEqual([2, 'other_origin']);
    }
  });
});

it('a file of which other runs have paid each row says so, and not only that it has paid none', async () => {
  const rows = [HEADER, 'A,ana@example.com,10.00', 'B,bia@example.com,25.00'];
  await office.pay(office.file('both.csv', rows), SUM);
  const one = await office.pay(office.file('one.csv', rows.slice(0, 2)), '10,00');
  expect(one.stderr).toContain('Sent by other runs: 1 (R$ 10,00)');
  const shown = await office.run(['payouts', 'status', '--lang', 'pt-BR', '-o', 'table']);
  expect(shown.stdout).toContain('Enviados em outros lotes: 1 (R$ 10,00)');
  expect([one.exitCode, (await office.sent()).length]).toEqual([0, 2]);
});
