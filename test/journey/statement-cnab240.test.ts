import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readStatements, StatementWriter } from '../../src/cnab/statement.ts';
import { openPayoutOffice, type PayoutOffice } from './payout-office.ts';

let office: PayoutOffice;
let path: string;

beforeEach(async () => {
  office = await openPayoutOffice();
  path = join(office.folder, 'extrato.ret');
  const csv = office.file('a.csv', ['reference;name;pix_key;amount', 'A;João Ávila;ana@example.com;10,00']);
  await office.pay(csv, '10,00', ['--wait']);
});

const columns = (line: string | undefined, from: number, to: number) => (line ?? '').slice(from - 1, to);

it('writes a statement as segments E, whose balances, counts and sums fit', async () => {
  const exported = await office.run(['export', 'statement', '--out', path, '--json']);
  expect(exported.exitCode).toBe(0);
  const lines = readFileSync(path, 'latin1').split('\r\n');
  expect([lines.pop(), lines.every((line) => /^[\x20-\x7e]{240}$/.test(line))]).toEqual(['', true]);
  const [header, opening] = lines;
  const [closing, trailer] = lines.slice(-2);
  const entries = lines.slice(2, -2);
  expect([columns(header, 1, 8), columns(header, 143, 143), columns(header, 144, 151)]).toEqual([
    ...['00000000', '2', '14072026'],
  ]);
  expect([columns(opening, 1, 16), columns(trailer, 18, 35)]).toEqual([
    ...['00000011E0440033', `000001${String(lines.length).padStart(6, '0')}000001`],
  ]);
  const signed = (line: string | undefined) =>
    Number(columns(line, 151, 168)) * (columns(line, 169, 169) === 'D' ? -1 : 1);
  const amounts = entries.map(signed);
  const sum = (list: readonly number[]) => list.reduce((total, amount) => total + amount, 0);
  expect(signed(closing)).toBe(signed(opening) + sum(amounts));
  expect([columns(closing, 171, 176), columns(closing, 177, 194), columns(closing, 195, 212)].map(Number)).toEqual([
    ...[entries.length + 2, -sum(amounts.filter((amount) => amount < 0)), sum(amounts.filter((amount) => amount > 0))],
  ]);
  const [sent] = await office.sent();
  const last = entries.at(-1);
  expect([columns(last, 109, 113), columns(last, 143, 150), columns(last, 170, 172)]).toEqual([
    'DPV00',
    '14072026',
    '120',
  ]);
  expect([columns(last, 177, 201), columns(last, 202, 240).trim()]).toEqual(['PIX ENVIADO Joao Avila   ', sent?.id]);
  const balance = JSON.parse((await office.run(['balance', '--json'])).stdout);
  expect(signed(closing)).toBe(balance.balance.total);
});

it('reconciles it whole, names what is missing, and refuses a statement that was cut or changed', async () => {
  await office.run(['export', 'statement', '--out', path]);
  const whole = await office.run(['reconcile', path, '--json']);
  expect([whole.exitCode, JSON.parse(whole.stdout)]).toMatchObject([
    0,
    { format: 'cnab240', reconciled: true, open: [] },
  ]);
  const text = readFileSync(path, 'latin1');
  const lines = text.split('\r\n');
  const amount = (lines[5] ?? '').slice(150, 168);
  const changed = [
    text.replace(
      amount,
      amount.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)),
    ),
    lines.toSpliced(4, 1).join('\r\n'),
    lines.slice(0, -3).join('\r\n'),
    text.replace('DPV', 'ABC'),
    text.slice(0, -300),
  ];
  for (const file of changed) {
    writeFileSync(path, file);
    const refused = await office.run(['reconcile', path, '--json']);
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('damaged')]);
  }
});

it('begins another batch where one has no more numbers, with the balance in between', () => {
  const writer = new StatementWriter('X', 2);
  const entry = (centavos: number) => ({ date: '14072026', centavos, category: 120, history: 'X', document: 'D' });
  const at = (centavos: number) => ({ date: '14072026', centavos });
  const text = [
    ...writer.opening({ date: '14072026', time: '120000' }, at(0)),
    ...writer.entry(entry(500), at(0)),
    ...writer.entry(entry(-200), at(500)),
    ...writer.entry(entry(-400), at(300)),
    ...writer.closing(at(-100)),
  ].join('\n');
  const statements = readStatements(text) ?? [];
  expect(
    statements.map(({ opening, closing, entries }) => [opening.centavos, entries.length, closing.centavos]),
  ).toEqual([
    [0, 2, 300],
    [300, 1, -100],
  ]);
  expect(columns(text.split('\n').at(-1), 18, 35)).toBe('000002000009000002');
});
