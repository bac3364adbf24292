import { expect } from 'vitest';
import { jsonError, NOON, refusalOf, allowedBy } from '../support/cli.ts';
import { runOf, it, payingArgv } from './payout-office.ts';

const HEADER = 'reference,name,pix_key,amount,cover_fee';
const MIXED = [
  HEADER,
  'A,Ana,ana@example.com,10.00,yes',
  'B,Bia,bia@example.com,20.00,no',
  'C,,cris@example.com,30.00,',
];
const SCREEN = { isTerminal: true, columns: 120, environment: { NO_COLOR: '1' } };

it('check: the plan adds up the fees row by row, and says who receives less', async ({ office }) => {
  const path = office.file('file.csv', MIXED);
  const checked = JSON.parse((await office.check(path, ['--rows'])).stdout);
  expect(checked).toMatchObject({ amount: 6_000, fees: 150, sent: 5_900, value: 6_050 });
  const rows: readonly { coverFee: boolean; sent: number }[] = checked.recipients;
  expect(rows.map(({ coverFee, sent }) => [coverFee, sent])).toEqual([
    [true, 1_000],
    [false, 1_950],
    [false, 2_950],
  ]);
  const { stdout } = await office.run(['payouts', 'check', path], SCREEN);
  expect(stdout).toMatch(/2 +Ana +ana@example\.com +R\$ 10,00 +on top +R\$ 10,00 +A +new\n/);
  expect(stdout).toMatch(/3 +Bia +bia@example\.com +R\$ 20,00 +from amount +R\$ 19,50 +B +new\n/);
  const note =
    'The fee (R$ 0,50 each) is added on top of 1 payment. Receiving R$ 0,50 less than the amount in the file: line 3 (Bia), line 4.';
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(note);
  const portuguese = (await office.run(['payouts', 'check', path, '--lang', 'pt-BR'], SCREEN)).stdout;
  expect(portuguese.replaceAll(/\s+/g, ' ')).toContain(
    'é debitada à parte em 1 pagamento. Recebem R$ 0,50 a menos que o valor do arquivo: linha 3 (Bia), linha 4.',
  );
  expect(portuguese).toMatch(/Ana +ana@example\.com +R\$ 10,00 +à parte/);
});

it('check: the table has no column for the fee where all rows have the same', async ({ office }) => {
  const path = office.file('file.csv', [HEADER, 'A,Ana,ana@example.com,10.00,yes', 'B,Bia,bia@example.com,20.00,yes']);
  const { stdout } = await office.run(['payouts', 'check', path], SCREEN);
  expect(stdout).not.toContain('on top  ');
  expect(stdout).toContain('The fee (R$ 0,50 each) is added on top: each receives the amount in the file.');
});

it.for([
  ['nothing', [], [1_050, 2_000, 3_000]],
  ['the profile', ['config', 'set', 'cover-fee', 'on'], [1_050, 2_000, 3_050]],
] as const)('run: %s decides for rows that do not specify the fee', async ([_, setting, values], { office }) => {
  if (setting.length > 0) expect((await office.run(setting)).exitCode).toBe(0);
  const paid = await office.pay(office.file('file.csv', MIXED), '60.00', ['--wait']);
  expect(paid.exitCode).toBe(0);
  const coveredRows = values.filter((value) => value % 100 === 50).length;
  expect(JSON.parse(paid.stdout)).toMatchObject({ amount: 6_000, feeOnTop: { rows: coveredRows } });
  expect((await office.sent()).map(({ value }) => value)).toEqual(values);
  const report = await office.run(['payouts', 'report', runOf(paid).run, '--json']);
  const rows: readonly { amount: number; value: number; sent: number; coverFee: boolean }[] = JSON.parse(
    report.stdout,
  ).rows;
  for (const { amount, value, sent, coverFee } of rows) {
    expect([value, sent]).toEqual(coverFee ? [amount + 50, amount] : [amount, amount - 50]);
  }
});

it('run: an option applies to every row, and a note says so', async ({ office }) => {
  const path = office.file('file.csv', MIXED);
  const checked = await office.check(path, ['--no-cover-fee']);
  const { sent, value, notices } = JSON.parse(checked.stdout);
  expect([sent, value]).toEqual([5_850, 6_000]);
  expect(notices[0]).toMatchObject({ code: 'fee_overridden', row: 1, column: 'cover_fee', value: 'yes' });
  const paid = await office.pay(path, '60.00', ['--cover-fee']);
  expect(paid.exitCode).toBe(0);
  expect(paid.stderr).toContain('note: cover_fee: ignored: --cover-fee holds for every row (line 3)');
  expect((await office.sent()).map(({ value }) => value)).toEqual([1_050, 2_050, 3_050]);
});

it.for(['--no-mark', '--wait'])(
  'run: a lost response is found with the fee that its row specifies (%s)',
  async (option, { office }) => {
    await office.fault('reset-after', 3);
    const paid = await office.pay(office.file('file.csv', MIXED), '60.00', [option]);
    expect([paid.exitCode, runOf(paid).paid.rows]).toEqual([0, 3]);
    expect((await office.sent()).map(({ value }) => value)).toEqual([1_050, 2_000, 3_000]);
  },
);

it('resume: sends what is left as it was approved, whatever the profile says by now', async ({ office }) => {
  await office.fault('reset-before', 3);
  const onHold = await office.pay(office.file('file.csv', MIXED), '60.00');
  const { run: runId } = runOf(onHold);
  expect((await office.run(['config', 'set', 'cover-fee', 'on'])).exitCode).toBe(0);
  const resumed = await office.run(['payouts', 'resume', runId, ...allowedBy(onHold, 'absent'), '--yes']);
  expect([resumed.exitCode, (await office.sent()).map(({ value }) => value)]).toEqual([0, [1_050, 2_000, 3_000]]);
  expect(resumed.stderr).toMatch(/is added on top of 1 payment\. +Receiving/);
  const status = await office.run(['payouts', 'status', runId, '-o', 'table', '--verbose']);
  expect(status.stdout).toMatch(/Fee +added on top of 1 payment, taken from the amount of the others\n/);
});

it('the digest covers the fee that rows specify, and is unchanged for files without it', async ({ office }) => {
  const digestOf = async (...lines: readonly string[]): Promise<string> =>
    JSON.parse((await office.check(office.file('file.csv', lines))).stdout).digest;
  const plain = await digestOf('pix_key,amount', 'ana@example.com,10.00');
  const header = 'pix_key,amount,Fee on top';
  expect(await digestOf(header, 'ana@example.com,10.00,')).toBe(plain);
  const [yes, no] = [
    await digestOf(header, 'ana@example.com,10.00,Y'),
    await digestOf(header, 'ana@example.com,10.00,0'),
  ];
  expect(new Set([plain, yes, no]).size).toBe(3);
  expect(await digestOf('chave_pix;valor;cobrir tarifa', 'ana@example.com;10,00;SIM')).toBe(yes);
  expect(await digestOf('{"pixKey":"ana@example.com","amount":10,"coverFee":true}')).toBe(yes);
});

it.for(['scheduled', 'submitted'])(
  'a run that was %s keeps its fees: an option that says otherwise is refused',
  async (how, { office }) => {
    const path = office.file('file.csv', ['reference,pix_key,amount', 'A,ana@example.com,10.00']);
    const begin =
      how === 'scheduled' ? [...payingArgv(path, '10.00'), '--on', 'tomorrow'] : ['payouts', 'submit', path, '--json'];
    const { run: runId } = runOf(await office.run(begin));
    const again = [...payingArgv(path, '10.00'), '--cover-fee'];
    for (const argv of [['payouts', 'check', path, '--cover-fee', '--json'], again]) {
      const refused = await office.run(argv);
      expect(refusalOf(refused)).toMatchObject({ exitCode: 2, code: 'fee_otherwise', details: { run: runId } });
    }
    const now = office.until(NOON + 86_400_000);
    expect(jsonError(await office.run(again, { now })).code).toBe('fee_otherwise');
    expect(await office.sent()).toEqual([]);
    const paid = await office.pay(path, '10.00', ['--no-cover-fee'], { now });
    expect([paid.exitCode, (await office.sent()).length], paid.stderr).toEqual([0, 1]);
    // Nothing is left that an option could be about.
    expect((await office.run(again, { now })).exitCode).toBe(0);
  },
);

it('a retry file says which option about fees has to be given again', async ({ office }) => {
  const retried = async (name: string, lines: readonly string[], ...options: readonly string[]) => {
    const { run } = runOf(await office.pay(office.file(name, lines), '10.00', options));
    await office.control('advance', '10m');
    await office.refresh(run);
    return (await office.run(['payouts', 'report', run, '--retry-file'])).stderr;
  };
  const rows = (key: string) => ['pix_key,amount,cover_fee', `${key},10.00,`];
  const [first, second] = [rows('fail-ac03@example.com'), rows('fail-am02@example.com')];
  expect(await retried('a.csv', first, '--cover-fee')).toContain('run it with --cover-fee');
  expect(await retried('b.csv', second)).not.toContain('--cover-fee');
});

it('run offers --cover-fee, and resume, which has no such option, does not', async ({ office }) => {
  const path = office.file('july.csv', ['reference,pix_key,amount', 'A,ana@example.com,10.00']);
  const stored = await office.pay(path, '10.00', ['--on', 'tomorrow']);
  expect(stored.stderr).toContain('less than the amount in the file; fee on top: --cover-fee');
  const resumed = await office.resume(runOf(stored).run, ['--now']);
  expect(resumed.exitCode, resumed.stderr).toBe(0);
  expect(resumed.stderr).toMatch(/less than the amount in the file$/m);
});
