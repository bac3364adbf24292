import { describe, expect } from 'vitest';
import { jsonError, NOON, refusalOf } from '../support/cli.ts';
import { runOf, it, type PayoutOffice } from './payout-office.ts';

const DAY_MS = 86_400_000;
const HEADER = 'referencia;chave_pix;valor;Vencimento';
/** Tuesday, 14 July 2026, is today. */
const BILLS = [
  HEADER,
  'N-1;ana@example.com;10,00;10/07/2026',
  'N-2;bia@example.com;20,00;2026-07-14',
  'N-3;cid@example.com;40,00;15/07/26',
  'N-4;dea@example.com;80,00;15.7.2026',
  'N-5;eva@example.com;160,00;',
];
const valuesOf = async (office: PayoutOffice) => (await office.sent()).map(({ value }) => value / 100);

describe('a file with rows of several days', () => {
  it('is refused with its days, their counts and sums, whatever else is allowed', async ({ office }) => {
    const path = office.file('bills.csv', BILLS);
    for (const more of [[], ['--only-valid']]) {
      const refused = await office.pay(path, '310,00', more);
      expect(refusalOf(refused)).toMatchObject({
        exitCode: 2,
        code: 'rows_invalid',
        message:
          'the rows are due on several days: 2026-07-10: 1 payment (R$ 10,00), 2026-07-14: 1 payment (R$ 20,00), ' +
          '2026-07-15: 2 payments (R$ 120,00), no day: 1 payment (R$ 160,00); nothing was sent',
        hint: 'pay what is due on or before a day: --due today',
      });
    }
    expect(await office.sent()).toEqual([]);
  });

  it('pays what is due every morning, late rows too, and nothing twice', async ({ office }) => {
    const path = office.file('bills.csv', BILLS);
    const first = await office.pay(path, '30,00', ['--due', 'hoje', '--lang', 'pt-BR']);
    expect([first.exitCode, await valuesOf(office)]).toEqual([0, [10, 20]]);
    expect(first.stderr).toContain('ATRASADO: 1 pagamento (R$ 10,00), com vencimento desde 10/07/2026');
    expect(first.stderr).toContain(
      'ficaram de fora, por não vencer até lá: 15/07/2026: 2 pagamentos (R$ 120,00), sem data: 1 pagamento (R$ 160,00)',
    );
    const again = await office.pay(path, '30,00', ['--due', '14/07/2026']);
    expect([again.exitCode, runOf(again).run]).toEqual([0, runOf(first).run]);

    const now = NOON + DAY_MS;
    const next = await office.check(path, ['--due', 'today'], { now });
    expect(JSON.parse(next.stdout)).toMatchObject({
      validRows: 4,
      invalidRows: 0,
      alreadyPaid: { rows: 2 },
      toPay: { rows: 2, amount: 12_000 },
    });
    const second = await office.pay(path, '150,00', ['--due', 'today'], { now });
    expect([second.exitCode, await valuesOf(office)]).toEqual([0, [10, 20, 40, 80]]);
  });

  it('is paid on a day with what is due by then', async ({ office }) => {
    const path = office.file('bills.csv', BILLS);
    const made = await office.pay(path, '150,00', ['--due', '2026-07-15', '--on', 'tomorrow']);
    expect([made.exitCode, JSON.parse(made.stdout)]).toMatchObject([0, { rows: 4, dueOn: '2026-07-15' }]);
    expect(made.stderr).toContain('LATE: 2 payments (R$ 30,00), due since 2026-07-10');
    expect(made.stderr).not.toContain('EARLY');
  });

  it('does not mind what is wrong with rows of another day, but a day that cannot be read', async ({ office }) => {
    const later = ['N-6;fulano;x;16/07/2026', 'N-7;eva@example.com;1,00;01/08/2026', ';;311,00;'];
    const path = office.file('bills.csv', [...BILLS, ...later]);
    const paid = await office.pay(path, '30,00', ['--due', 'today']);
    expect(paid.exitCode, paid.stderr).toBe(0);
    const unread = office.file('unread.csv', [...BILLS, 'N-8;eva@example.com;5,00;31/02/2026']);
    const refused = await office.pay(unread, '30,00', ['--due', 'today']);
    expect(jsonError(refused)).toMatchObject({
      code: 'rows_invalid',
      details: { problems: [{ code: 'invalid_day', line: 7, column: 'Vencimento', value: '31/02/2026' }] },
    });
  });

  it('says when nothing is due, and when no column says what is', async ({ office }) => {
    const early = await office.pay(office.file('bills.csv', BILLS), '1,00', ['--due', '2026-07-01']);
    expect(refusalOf(early)).toMatchObject({ exitCode: 2, code: 'nothing_to_pay' });
    expect(jsonError(early).message).toBe('nothing is due on or before that day; nothing was sent');
    const plain = office.file('plain.csv', ['reference,pix_key,amount', 'A,ana@example.com,10.00']);
    const without = await office.pay(plain, '10,00', ['--due', 'today']);
    expect(jsonError(without)).toMatchObject({ details: { problems: [{ code: 'missing_column' }] } });
    const wrong = await office.pay(plain, '10,00', ['--due', 'someday']);
    expect(jsonError(wrong).code).toBe('invalid_date');
  });
});

describe('a file with rows of one day', () => {
  it.for(['Data de pagamento', 'Payment date'])(
    'may say below %s that it was paid on a day that has passed; a row to be paid again is planned',
    async (heading, { office }) => {
      const passed = office.file('passed.csv', [`chave_pix;valor;${heading}`, 'ana@example.com;10,00;13/07/2026']);
      const { stdout } = await office.check(passed);
      const message = expect.stringContaining('call the column "Vencimento"');
      expect(JSON.parse(stdout).problems).toMatchObject([{ code: 'day_passed', value: '13/07/2026', message }]);

      const path = office.file('bills.csv', [`chave_pix;valor;${heading}`, 'ana@example.com;10,00;15/07/2026']);
      const scheduled = await office.pay(path, '10,00', ['--on', '2026-07-17']);
      expect([scheduled.exitCode, await office.sent()], scheduled.stderr).toEqual([0, []]);

      await office.slow();
      const today = office.file('today.csv', [`chave_pix;valor;${heading}`, 'bia@example.com;20,00;14/07/2026']);
      const { run } = runOf(await office.pay(today, '20,00'));
      await office.control('fail', (await office.sent())[0]?.id ?? '', '--reason', 'AC03');
      await office.refresh(run);
      const retry = await office.run(['payouts', 'report', run, '--retry-file', '--format', 'csv']);
      const again = office.file('again.csv', [retry.stdout.trimEnd()]);
      const checked = await office.check(again, [], { now: NOON + DAY_MS });
      expect(JSON.parse(checked.stdout)).toMatchObject({ amount: 2000, problems: [] });
    },
  );

  it.for([
    ['2026-07-17', 'EARLY: 1 payment (R$ 10,00), due by 2026-07-17; to pay on a day: --on DAY'],
    ['2026-07-13', 'LATE: 1 payment (R$ 10,00), due since 2026-07-13'],
  ] as const)('is paid, and says that it is due on another day: %s', async ([day, words], { office }) => {
    const path = office.file('bills.csv', [HEADER, `N-1;ana@example.com;10,00;${day}`]);
    const paid = await office.pay(path, '10,00', ['--quiet']);
    expect([paid.exitCode, paid.stderr]).toEqual([0, expect.stringContaining(words)]);
  });
});
