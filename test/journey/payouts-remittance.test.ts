import { beforeEach, describe, expect, it } from 'vitest';
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
    const { run, paid } = runOf(await office.run([...payingArgv(path, '170,50'), '--wait']));
    expect(paid).toEqual({ rows: 2, amount: 17_050 });
    const again = await office.run(payingArgv(path, '170,50'));
    expect([again.exitCode, runOf(again).run]).toEqual([0, run]);
    expect((await office.sent()).map(({ pixKey, value }) => [pixKey, value])).toEqual([
      ['sol@example.com', 15_000],
      ['52998224725', 2_050],
    ]);
  });

  it('does not pay its rows again under another number, in another order, or from CSV', async () => {
    await office.run([...payingArgv(file('a.rem', 7), '170,50'), '--wait']);
    const csv = office.file('c.csv', [
      'seu_numero;chave_pix;valor',
      'NF 4712;529.982.247-25;20,50',
      'NF 4711;sol@example.com;150,00',
    ]);
    const { duplicate } = runOf(await office.run(payingArgv(file('b.rem', 8, TWO.toReversed()), '170,50')));
    expect(duplicate).toEqual({ rows: 2, amount: 17_050 });
    await office.run(payingArgv(csv, '170,50'));
    expect(await office.sent()).toHaveLength(2);
  });

  it('reports rows that were not paid in a form that can be paid', async () => {
    await office.control('account', 'set', '--instant', 'false', '--settle-after', '90s');
    const { run } = runOf(await office.run(payingArgv(file('a.rem', 7), '170,50')));
    const [sol] = await office.sent();
    await office.control('fail', sol?.id ?? '', '--reason', 'AC03');
    await office.run(['payouts', 'status', run, '--refresh']);
    const { stdout } = await office.run(['payouts', 'report', run, '--retry-file', '--format', 'csv']);
    const [header, ...rows] = stdout.trimEnd().split('\r\n');
    expect(header).toBe('Seu número,Nome do favorecido,CPF/CNPJ,Tipo de chave,Chave Pix,Valor,Descrição,CNAB 240');
    expect(rows).toEqual([
      expect.stringMatching(/^NF 4711,SOL COMERCIO LTDA,11222333000181,EMAIL,sol@example.com,"150,00",,0010000/),
    ]);
    const checked = await office.run(['payouts', 'check', office.file('retry.csv', [stdout.trimEnd()]), '--json']);
    expect(JSON.parse(checked.stdout)).toMatchObject({ amount: 15_000, problems: [] });
  });
});
