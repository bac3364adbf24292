import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readXlsx } from 'hucre/xlsx';
import { expect } from 'vitest';
import { openPayoutOffice, it } from './payout-office.ts';

const SCREEN = { isTerminal: true, columns: 160, environment: { NO_COLOR: '1' } };

async function officeThatPaidAna() {
  const office = await openPayoutOffice();
  const path = office.file('file.csv', ['name,pix_key,amount', 'Ana Lima,ana@example.com,10.00']);
  await office.pay(path, '10,00');
  return office;
}

it('withdraw get: names the recipient first, as the file that was paid does', async () => {
  const office = await officeThatPaidAna();
  const [{ id } = { id: '' }] = await office.sent();
  const shown = await office.run(['withdraw', 'get', id], SCREEN);
  expect(shown.stdout).toMatch(/^Name +Ana Lima\nStatus +Completed\nRecipient receives +R\$ 9,50\n/);
  expect(Object.keys(JSON.parse((await office.run(['withdraw', 'get', id, '--json'])).stdout))).not.toContain('name');
});

it('withdraw list: shows a description without its mark, which machine formats keep', async ({ office }) => {
  const create = ['withdraw', 'create', '--amount', '10,00', '--yes', '--pix-key'];
  await office.run([...create, 'ana@example.com', '--description', 'Rent']);
  await office.run([...create, 'bia@example.com']);
  const { stdout } = await office.run(['withdraw', 'list', '-L', '2'], SCREEN);
  expect(stdout).toContain('Rent');
  expect(stdout).not.toContain('#px');
  expect((await office.run(['withdraw', 'list', '-L', '2', '--json'])).stdout).toMatch(/Rent #px\w{7}/);
});

it('withdraw list and find: name the recipients of what they show', async ({ office }) => {
  const lines = ['name,pix_key,amount', 'Ana Lima,ana@example.com,10.01', 'Bia Reis,bia@example.com,10.01'];
  await office.pay(office.file('file.csv', lines), '20,02');
  await office.run(['sync']);
  for (const argv of [
    ['withdraw', 'list', '-L', '2'],
    ['find', '10,01'],
    ['find', '10,01', '--offline'],
  ]) {
    const { stdout } = await office.run(argv, SCREEN);
    for (const name of ['Ana Lima', 'Bia Reis']) expect([argv, stdout.includes(name)]).toEqual([argv, true]);
    expect((await office.run([...argv, '-o', 'csv'], SCREEN)).stdout).not.toContain('Ana Lima');
  }
});

it('a key that was paid under two names: each finds its payments, which keep their own', async ({ office }) => {
  const pay = (name: string, amount: string) =>
    office.pay(office.file(`${name}.csv`, ['name,pix_key,amount', `${name},shop@example.com,"${amount}"`]), amount);
  await pay('Ana Lima', '10,01');
  await pay('Padaria Sol', '10,02');
  await office.run(['sync']);
  for (const where of [[], ['--offline']]) {
    for (const [argv, shown] of [
      [
        ['find', 'ana lima', ...where],
        ['R$ 10,02  to Padaria Sol', 'R$ 10,01  to Ana Lima'],
      ],
      [
        ['find', 'padaria', ...where],
        ['R$ 10,02  to Padaria Sol', 'R$ 10,01  to Ana Lima'],
      ],
      [
        ['withdraw', 'list', '-L', '2'],
        ['R$ 10,02  Padaria Sol', 'R$ 10,01  Ana Lima'],
      ],
    ] as const) {
      const { stdout } = await office.run(argv, SCREEN);
      for (const line of shown) expect([argv, stdout]).toEqual([argv, expect.stringContaining(line)]);
    }
    const { matches } = JSON.parse((await office.run(['find', 'ana', ...where, '--json'])).stdout);
    const named = matches.map(({ value, recipientName }: Record<string, unknown>) => [value, recipientName]);
    expect(named.toSorted()).toEqual([
      [1001, 'Ana Lima'],
      [1002, 'Padaria Sol'],
    ]);
  }
  const path = office.file('br.csv', []);
  await office.run(['export', 'statement', '--out', path, '--force', '--format', 'excel-br']);
  expect(readFileSync(path, 'latin1').match(/Ana Lima|Padaria Sol/g)).toEqual(['Ana Lima', 'Padaria Sol']);
});

it('withdraw get and list: show a withdrawal although the journal cannot be read', async () => {
  const office = await officeThatPaidAna();
  const [{ id } = { id: '' }] = await office.sent();
  for (const part of ['', '-wal', '-shm']) rmSync(office.journal() + part, { force: true });
  writeFileSync(office.journal(), 'no database');
  for (const argv of [['get', id], ['list']]) {
    const { exitCode, stdout, stderr } = await office.run(['withdraw', ...argv], SCREEN);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) });
    expect(stdout).toContain('ana@example.com');
  }
});

it('export statement: names the recipient where an accountant reads it, and in no format of programs', async () => {
  const office = await officeThatPaidAna();
  const exported = async (name: string, ...argv: readonly string[]) => {
    const path = office.file(name, []);
    const { exitCode, stderr } = await office.run(['export', 'statement', '--out', path, '--force', ...argv]);
    expect(exitCode, stderr).toBe(0);
    return readFileSync(path);
  };
  const rowIn = (bytes: Buffer) =>
    bytes
      .toString('latin1')
      .split(/\r?\n/)
      .find((line) => line.includes('ana@example.com'));
  const fields = ['--fields', 'type,recipientName,pixKey'];
  const brazilian = await exported('br.csv', '--format', 'excel-br', ...fields);
  expect(rowIn(brazilian)).toBe('Pix enviado;Ana Lima;ana@example.com');
  const { sheets } = await readXlsx(await exported('sheet.xlsx', '--lang', 'pt-BR'));
  const [heads, ...rows] = sheets[0]?.rows ?? [];
  expect(heads?.slice(6, 9)).toEqual(['ID de correlação', 'Destinatário', 'Chave Pix']);
  expect(rows.find((cells) => cells.includes('ana@example.com'))?.slice(7, 9)).toEqual(['Ana Lima', 'ana@example.com']);
  const ofx = (await exported('sheet.ofx')).toString();
  expect(ofx).toContain('<NAME>Pix enviado Ana Lima</NAME>\r\n<MEMO>ana@example.com - valor R$ 10,00');
  for (const name of ['rows.csv', 'rows.ndjson']) {
    const text = (await exported(name)).toString();
    expect([name, /Ana Lima|recipientName/.test(text)]).toEqual([name, false]);
  }
});
