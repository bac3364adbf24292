import { beforeEach, describe, expect, it } from 'vitest';
import { allowedBy, failureOf, jsonError, NOON, refusalOf, runCli, type CliOptions } from '../support/cli.ts';
import { openPayoutOffice, payingArgv, runOf, type PayoutOffice } from './payout-office.ts';

const DAY_MS = 86_400_000;
const ROWS = ['reference,pix_key,amount', 'A-1,ana@example.com,10.00', 'A-2,bia@example.com,20.00'];
const PAYMENT = ['--amount', '7', '--pix-key', 'dia@example.com'];
const PLAIN = ['pix_key,amount', 'ana@example.com,10.00', 'bia@example.com,20.00'];

let office: PayoutOffice;
let paidRun: string;

/** A person works with the profile of another account of the same journal. */
async function start(lines: readonly string[]): Promise<string> {
  const path = office.file('july.csv', lines);
  const paid = await office.pay(path, '30,00');
  expect(paid.exitCode, paid.stderr).toBe(0);
  paidRun = runOf(paid).run;
  office.login(office.service.keyOf('other'), 'other');
  return path;
}

beforeEach(async () => {
  office = await openPayoutOffice();
});

const asOther = (argv: readonly string[], options: CliOptions = {}) => office.run([...argv, '-p', 'other'], options);

describe.each([
  ['with references', ROWS],
  ['without references', PLAIN],
])('a file %s that another account of the journal has paid', (_, lines) => {
  it('is refused in a script, and asked about at a terminal', async () => {
    const path = await start(lines);
    const now = NOON + 2 * DAY_MS;
    const refused = await asOther(payingArgv(path, '30,00'), { now });
    expect([...failureOf(refused), await office.sentBy('other')]).toEqual([2, 'paid_before', 0]);
    const { message, hint, details } = jsonError(refused);
    expect(details).toMatchObject({
      rows: 2,
      amount: 3_000,
      run: paidRun,
      date: expect.stringMatching(/^2026-07-14T/),
    });
    expect(message).toMatch(new RegExp(`^2 payments \\(R\\$ 30,00\\) .*another account.*${paidRun} \\(2026-07-14 `));
    expect(hint).toContain('--allow repeated:');
    expect(failureOf(await asOther(['payouts', 'check', path, '--json'], { now }))).toEqual([2, 'paid_before']);
    const asked = await asOther(['payouts', 'run', path], { isTerminal: true, answers: ['no'], now });
    expect([asked.exitCode, asked.questions]).toEqual([2, [expect.stringContaining(paidRun)]]);
    expect(await office.sentBy('other')).toBe(0);
    const paid = await asOther([...payingArgv(path, '30,00'), ...allowedBy(refused, 'repeated')], { now });
    expect([paid.exitCode, await office.sentBy('other')]).toEqual([0, 2]);
  });
});

it('one row of another file with the reference, key and amount of another account is asked about, or left out', async () => {
  await start(ROWS);
  const path = office.file('part.csv', [...ROWS.slice(0, 2), 'B-1,cai@example.com,5.00']);
  const refused = await asOther(payingArgv(path, '15,00'));
  expect(refusalOf(refused)).toMatchObject({
    exitCode: 2,
    code: 'paid_before',
    details: { rows: 1, amount: 1_000, run: paidRun },
  });
  const paid = await asOther([...payingArgv(path, '5,00'), '--only-valid']);
  expect([paid.exitCode, await office.sentBy('other')]).toEqual([0, 1]);
});

it('withdraw create asks about a reference that another account has paid, and about no other payment', async () => {
  await start(ROWS);
  const create = (reference: string, ...more: readonly string[]) => [
    ...['withdraw', 'create', '--amount', '10,00', '--pix-key', 'ana@example.com', '--reference', reference],
    ...more,
  ];
  const refused = await asOther(create('A-1', '--yes', '--json'));
  expect(refusalOf(refused)).toMatchObject({ exitCode: 2, code: 'paid_before', details: { run: paidRun } });
  const asked = await asOther(create('A-1'), { isTerminal: true, answers: ['no'] });
  expect([asked.exitCode, asked.questions.length, await office.sentBy('other')]).toEqual([2, 1, 0]);
  expect((await asOther(create('A-9', '--yes'))).exitCode).toBe(0);
  expect((await asOther(create('A-1', '--yes', ...allowedBy(refused, 'repeated')))).exitCode).toBe(0);
  expect(await office.sentBy('other')).toBe(2);
});

describe('a profile given with -p beside PIX_API_KEY of another account', () => {
  const withKeyOf = (account: string) => ({ environment: { PIX_API_KEY: office.service.keyOf(account) } });

  it('pays nothing: -p names the one account, and the money would leave the other', async () => {
    const path = await start(ROWS);
    const b = office.file('b.csv', [ROWS[0] ?? '', 'B-1,cai@example.com,5.00']);
    for (const argv of [payingArgv(b, '5,00'), ['withdraw', 'create', ...PAYMENT, '--yes', '--json']]) {
      const refused = await asOther(argv, withKeyOf('demo'));
      expect(refusalOf(refused)).toMatchObject({
        exitCode: 2,
        code: 'profile_passed_over',
        hint: expect.stringContaining('unset PIX_API_KEY'),
      });
    }
    const note = 'note: PIX_API_KEY is used, which is no key of profile "other"\n';
    const checked = await asOther(['payouts', 'check', path], withKeyOf('demo'));
    expect([checked.exitCode, checked.stderr.split(note).length]).toEqual([0, 2]);
    expect((await asOther(['balance'], withKeyOf('demo'))).stderr).toBe(note);
    expect((await asOther(['balance'], withKeyOf('other'))).stderr).toBe('');
    expect([await office.sentBy('other'), (await office.sent()).length]).toEqual([0, 2]);
  });

  it.each<[string, string, readonly string[]]>([
    ['PIX_API_KEY', 'empty_variable', []],
    ['PIX_PROFILE', 'empty_variable', []],
    ['PIX_BASE_URL', 'empty_variable', []],
    ['PIX_JOURNAL', 'empty_variable', ['-p', 'other']],
    ['', 'unknown_profile', ['-p', '']],
  ])('pays nothing where a script hands over nothing: %s', async (variable, code, flags) => {
    await start(ROWS);
    const environment = variable === '' ? {} : { [variable]: '' };
    const b = office.file('b.csv', [ROWS[0] ?? '', 'B-1,cai@example.com,5.00']);
    for (const argv of [payingArgv(b, '5,00'), ['withdraw', 'create', ...PAYMENT, '--yes']]) {
      const refused = await office.run([...argv, '--json', ...flags], { environment });
      expect(refusalOf(refused)).toMatchObject({ code });
    }
    expect([await office.sentBy('other'), (await office.sent()).length]).toEqual([0, 2]);
    expect((await asOther(payingArgv(b, '5,00'), { environment: { PIX_API_KEY: '' } })).exitCode).toBe(0);
  });

  it('pays nothing with an empty PIX_CONFIG_DIR, which would be another journal', async () => {
    const environment = { PIX_API_KEY: office.service.keyOf(), PIX_BASE_URL: office.service.url, PIX_CONFIG_DIR: '' };
    const argv = ['withdraw', 'create', ...PAYMENT, '--yes', '--json'];
    const refused = await runCli(argv, { environment });
    expect([refusalOf(refused).code, await office.sent()]).toEqual(['empty_variable', []]);
  });

  it('pays nothing where PIX_BASE_URL names another address, too: -p would name nothing that is used', async () => {
    await start(ROWS);
    const environment = { ...withKeyOf('demo').environment, PIX_BASE_URL: 'http://127.0.0.1:1' };
    const refused = await asOther(['withdraw', 'create', ...PAYMENT, '--yes', '--json'], { environment });
    expect(refusalOf(refused)).toMatchObject({
      exitCode: 2,
      code: 'profile_passed_over',
      hint: expect.stringContaining('PIX_BASE_URL'),
    });
  });

  it('is no refusal for a key of that profile, nor where the profile was not given by -p', async () => {
    await start(ROWS);
    const b = office.file('b.csv', [ROWS[0] ?? '', 'B-1,cai@example.com,5.00']);
    expect((await asOther(payingArgv(b, '5,00'), withKeyOf('other'))).exitCode).toBe(0);
    const withdrawal = ['withdraw', 'create', ...PAYMENT, '--yes'];
    expect((await office.run(withdrawal, withKeyOf('other'))).exitCode).toBe(0);
    expect(await office.sentBy('other')).toBe(2);
  });
});
