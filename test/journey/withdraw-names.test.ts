import { rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openPayoutOffice, payingArgv } from './payout-office.ts';

const SCREEN = { isTerminal: true, columns: 160, environment: { NO_COLOR: '1' } };

it('withdraw get: names the recipient first, as the file that was paid does', async () => {
  const office = await openPayoutOffice();
  await office.run(
    payingArgv(office.file('file.csv', ['name,pix_key,amount', 'Ana Lima,ana@example.com,10.00']), '10,00'),
  );
  const [{ id } = { id: '' }] = await office.sent();
  const shown = await office.run(['withdraw', 'get', id], SCREEN);
  expect(shown.stdout).toMatch(/^Name +Ana Lima\nStatus +Completed\nRecipient receives +R\$ 9,50\n/);
  expect(Object.keys(JSON.parse((await office.run(['withdraw', 'get', id, '--json'])).stdout))).not.toContain('name');
});

it('withdraw list: shows a description without its mark, which machine formats keep', async () => {
  const office = await openPayoutOffice();
  const create = ['withdraw', 'create', '--amount', '10,00', '--yes', '--pix-key'];
  await office.run([...create, 'ana@example.com', '--description', 'Rent']);
  await office.run([...create, 'bia@example.com']);
  const { stdout } = await office.run(['withdraw', 'list', '-L', '2'], SCREEN);
  expect(stdout).toContain('Rent');
  expect(stdout).not.toContain('#px');
  expect((await office.run(['withdraw', 'list', '-L', '2', '--json'])).stdout).toMatch(/Rent #px\w{7}/);
});

it('withdraw get and list: show a withdrawal although the journal cannot be read', async () => {
  const office = await openPayoutOffice();
  await office.run(
    payingArgv(office.file('file.csv', ['name,pix_key,amount', 'Ana Lima,ana@example.com,10.00']), '10,00'),
  );
  const [{ id } = { id: '' }] = await office.sent();
  for (const part of ['', '-wal', '-shm']) rmSync(office.journal() + part, { force: true });
  writeFileSync(office.journal(), 'no database');
  for (const argv of [['get', id], ['list']]) {
    const { exitCode, stdout, stderr } = await office.run(['withdraw', ...argv], SCREEN);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) });
    expect(stdout).toContain('ana@example.com');
  }
});
