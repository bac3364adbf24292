import { expect } from 'vitest';
import { failureOf } from '../support/cli.ts';
import { payingArgv, runOf, it } from './payout-office.ts';

const HEADER = 'reference,name,pix_key,amount';

it('check: shows the recipients of a file, and marks new ones and repeated keys', async ({ office }) => {
  const first = office.file('first.csv', [HEADER, 'A,Ana,ana@example.com,10.00']);
  expect((await office.pay(first, '10.00')).exitCode).toBe(0);
  const path = office.file('second.csv', [
    HEADER,
    'B,,ana@example.com,20.00',
    'C,Bia,bia@example.com,30.00',
    'D,Bia,bia@example.com,35.00',
  ]);
  const shown = await office.run(['payouts', 'check', path], {
    isTerminal: true,
    columns: 120,
    environment: { NO_COLOR: '1' },
  });
  expect(shown.stdout).toMatch(/2 +Ana +ana@example\.com +R\$ 20,00 +R\$ 19,50 +B +—\n/);
  expect(shown.stdout).toMatch(/3 +Bia +bia@example\.com +R\$ 30,00 +R\$ 29,50 +C +new\n/);
  expect(shown.stdout).toMatch(/4 +Bia +bia@example\.com +R\$ 35,00 +R\$ 34,50 +D +new, same key as line 3\n/);
  expect(shown.stdout).toMatch(/Payments +3 to 2 recipients, 1 of them new\n/);
  expect(shown.stdout).toContain('Each receives R$ 0,50 less');

  const { recipients, toPay } = JSON.parse((await office.check(path, ['--rows'])).stdout);
  expect(toPay).toEqual({ rows: 3, amount: 8_500, recipients: 2, newRecipients: 1 });
  expect(recipients[0]).toMatchObject({ row: 1, name: 'Ana', sent: 1_950, isNew: false, sameKeyRow: null });
  expect(recipients[2]).toMatchObject({ row: 3, reference: 'D', isNew: true, sameKeyRow: 2 });
  const csv = await office.run(['payouts', 'check', path, '--rows', '-o', 'csv', '--fields', 'row,isNew']);
  expect(csv.stdout).toBe('row,isNew\r\n1,false\r\n2,true\r\n3,true\r\n');
});

it('run: shows its recipients before the sum is typed, and not on the stdout of a program', async ({ office }) => {
  const path = office.file('file.csv', [HEADER, 'A,Ana,ana@example.com,10.00']);
  const cancelled = await office.run(['payouts', 'run', path, '--json'], { isTerminal: true, answers: [''] });
  expect([cancelled.exitCode, cancelled.stdout]).toEqual([2, '']);
  expect(cancelled.stderr).toMatch(/2 +Ana +ana@example\.com +R\$ 10,00 +R\$ 9,50 +A +new\n/);
  const seen = await office.run(['payouts', 'run', path], { isTerminal: true, answers: [''] });
  expect(seen.stdout).toContain('ana@example.com');
});

it('resume: names unsettled rows when it looks for them', async ({ office }) => {
  const path = office.file('file.csv', [HEADER, 'A,Ana,ana@example.com,10.00']);
  await office.fault('reset-before');
  const stopped = await office.runUntil('checking whether the payment was made', payingArgv(path, '10.00'));
  const resumed = await office.run(['payouts', 'resume', runOf(stopped).run, '--json']);
  expect(resumed.stderr).toMatch(/1 payment without a known outcome.*\n[^]*\bline 2 \(A, Ana, R\$ 10,00\)/);
});

it('cover-fee: applies the setting of the profile without a flag', async ({ office }) => {
  const path = office.file('file.csv', [HEADER, 'A,Ana,ana@example.com,10.00']);
  const sentOf = async (...flags: readonly string[]): Promise<number> =>
    JSON.parse((await office.check(path, flags)).stdout).sent;
  expect([await sentOf(), (await office.run(['config', 'set', 'cover-fee', 'on'])).exitCode]).toEqual([950, 0]);
  expect((await office.run(['config', 'get', 'cover-fee'])).stdout).toBe('on\n');
  expect([await sentOf(), await sentOf('--no-cover-fee'), await sentOf('--cover-fee')]).toEqual([1_000, 950, 1_000]);
  const table = await office.run(['payouts', 'check', path, '-o', 'table']);
  expect(table.stdout).toContain('The fee (R$ 0,50 each) is added on top');

  expect((await office.pay(path, '10,00')).exitCode).toBe(0);
  const single = ['withdraw', 'create', '--amount', '20,00', '--pix-key', 'ana@example.com', '--yes', '--json'];
  expect(JSON.parse((await office.run(single)).stdout)).toMatchObject({ value: 2_050, sent: 2_000 });
  expect((await office.sent()).map(({ value }) => value)).toEqual([1_050, 2_050]);

  expect((await office.run(['config', 'set', 'cover-fee', 'default'])).exitCode).toBe(0);
  expect((await office.run(['config', 'get', 'cover-fee'])).stdout).toBe('off\n');
  const refused = await office.run(['config', 'set', 'cover-fee', 'maybe', '--json']);
  expect(failureOf(refused)).toEqual([2, 'invalid_setting']);
});

it.for(['list', 'status'])('%s: begins with the profile on a terminal alone', async (command, { office }) => {
  const path = office.file('file.csv', [HEADER, 'A,Ana,ana@example.com,10.00']);
  expect((await office.pay(path, '10.00')).exitCode).toBe(0);
  const shown = await office.run(['payouts', command], {
    isTerminal: true,
    columns: 120,
    environment: { NO_COLOR: '1' },
  });
  expect(shown.stderr).toMatch(/^demo · local service, no real money( · |\n)/);
  expect((await office.run(['payouts', command, '--json'])).stderr).toBe('');
});
